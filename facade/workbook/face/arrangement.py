"""What a Cell and a Range can do with the cells they stand for: insert, delete, move, copy, sort, fill, merge, find."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from ..model.rect import Rect
from . import autofill, copy, order, rearrange, region, search
from .base import Face
from .core import Core

if TYPE_CHECKING:
    from .cell import Cell
    from .range import Range


class Arrangement(Face, eq=False):
    """The part of Cell and Range whose calls change where cells stand, or look for them."""

    def _core(self) -> Core:
        raise NotImplementedError

    def _rect(self) -> Rect:
        raise NotImplementedError

    def insert(self, shift: str | None = None) -> Self:
        """Insert blank cells here; what stood here moves "down" or to the "right", and every reference follows.

        Without shift the shape decides: down for a range at least as wide as high, else right. Whole rows and columns
        are inserted as such. Returns itself, which stands for the blank cells now.
        """
        rearrange.insert(self._core(), self._rect(), shift)
        return self

    def delete(self, shift: str | None = None) -> Self:
        """Delete the cells; those behind move "up" or to the "left", and references to what is gone become #REF!.

        Without shift the shape decides: up for a range at least as wide as high, else left. Whole rows and columns are
        deleted as such. Returns itself, which stands for the cells that moved here.
        """
        rearrange.delete(self._core(), self._rect(), shift)
        return self

    def move_to(self, target: Any) -> Range | Cell:
        """Move the cells so that the first one stands at a cell of the same sheet; references follow.

        What stood there is overwritten, and references to it become #REF!. Returns the cells at their new place.
        """
        from . import rearrange
        from .area import area

        core = self._core()
        return area(core, rearrange.move(core, self._rect(), target))

    def copy_to(self, target: Any) -> Range | Cell:
        """Copy values, formulas, formats and merged ranges to a cell, of another sheet too; relative references shift.

        A target of a whole multiple of the size is filled with copies. Returns the cells that were written.
        """
        from .area import area

        core = self._core()
        there, place = rearrange.place_of(core, target, "copy_to")
        return area(there, copy.copy(core, self._rect(), there, place))

    def sort(self, by: Any, descending: bool = False, headers: bool | None = None) -> Self:
        """Sort the rows by columns: letters or numbers of the sheet's columns, or header texts, or a list of these.

        A key may be a pair, ("B", "desc"). Numbers come before text (whatever its case), then FALSE, TRUE and errors;
        blanks come last. Equal rows keep their order. headers=True leaves the first row; a key that is found by its
        header does so by itself. Formulas shift as copies do; references to the rows do not follow. Returns itself.
        """
        order.sort(self._core(), self._rect(), by, descending=descending, headers=headers)
        return self

    def fill_down(self) -> Self:
        """Copy the first row into the rows below it; relative references shift. Returns itself."""
        copy.fill(self._core(), self._rect(), down=True)
        return self

    def fill_right(self) -> Self:
        """Copy the first column into the columns beside it; relative references shift. Returns itself."""
        copy.fill(self._core(), self._rect(), down=False)
        return self

    def autofill(self, target: Any) -> Range | Cell:
        """Go on with these cells into a target that holds them and is longer in one direction; returns the target.

        Numbers with a constant step, dates by days, months or years, text that ends in a number, and names of weekdays
        and months go on; formulas shift; all else is repeated.
        """
        from .area import area

        core = self._core()
        return area(core, autofill.autofill(core, self._rect(), target))

    def merge(self) -> Self:
        """Merge the cells; all but the first become blank. Returns itself."""
        rearrange.merge(self._core(), self._rect())
        return self

    def unmerge(self) -> Self:
        """Take apart the merged ranges that lie here. Returns itself."""
        rearrange.unmerge(self._core(), self._rect())
        return self

    def find(
        self, pattern: Any, whole: bool = False, case: bool = False, regex: bool = False, in_formulas: bool = False
    ) -> list[Cell]:
        """The cells that hold a text, whatever its case, or that equal a number; row after row.

        whole: the whole cell is that text. case: case counts. regex: pattern is a regular expression. in_formulas: of
        a cell with a formula, its text is looked at instead of its value.
        """
        return search.cells_found(self._core(), self._rect(), pattern, whole, case, regex, in_formulas)

    def replace(
        self,
        old: Any,
        new: Any,
        whole: bool = False,
        case: bool = False,
        regex: bool = False,
        in_formulas: bool = False,
    ) -> Self:
        """Replace a text in all texts that hold it, as find finds it; len(range.find(old)) tells in how many.

        With whole=True, and for a number, the cell gets the new value, of any kind. in_formulas: in formulas, too.
        Text that comes of it stays text. Returns itself.
        """
        search.replace_all(self._core(), self._rect(), old, new, whole, case, regex, in_formulas)
        return self

    @property
    def current_region(self) -> Range | Cell:
        """The block of filled cells around the first cell, bounded by blank rows and columns."""
        from .area import area

        core = self._core()
        return area(core, region.current_region(core, self._rect()))

    def end(self, direction: str) -> Cell:
        """The cell that Ctrl and an arrow key lead to from the first cell: "up", "down", "left" or "right"."""
        from .cell import Cell

        core = self._core()
        return Cell((core, *region.end(core, self._rect(), direction)))
