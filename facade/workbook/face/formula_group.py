"""The different formulas of a workbook, as records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from ..formula.distinct import Distinct, distinct_formulas
from ..formula.precedent import VOLATILE
from ..model.rect import cell_name
from .address import quoted
from .base import Face, reserve

if TYPE_CHECKING:
    from .core import Core


@final
class FormulaGroup(Face, eq=False):
    """Formulas of one sheet that are copies of each other: the same in R1C1 notation; as a result it becomes a dict."""

    _of: tuple[str, Distinct]

    @property
    def r1c1(self) -> str:
        """The formula with cells told from its own: "=R[-1]C+RC[-2]", "=SUM(Data!C1)", "=R1C1*rate"."""
        return "=" + self._of[1].r1c1

    @property
    def count(self) -> int:
        """How many there are; an array formula counts once."""
        return self._of[1].copies

    @property
    def first(self) -> str:
        """The address of the first, row by row, with its sheet: "Data!C2"."""
        name, one = self._of
        return f"{quoted(name)}!{cell_name(one.row0, one.col0)}"

    @property
    def example(self) -> str:
        """The formula of the first in A1 notation, with its equals sign."""
        return "=" + self._of[1].example

    @property
    def sheet(self) -> str:
        """The name of the sheet."""
        return self._of[0]

    @property
    def functions(self) -> list[str]:
        """The functions it uses, in capitals and sorted, without the _xlfn. of files."""
        return self._of[1].functions()

    @property
    def volatile(self) -> bool:
        """Whether it gives another value without any change: TODAY, NOW, RAND, OFFSET, INDIRECT, CELL, INFO ..."""
        return not VOLATILE.isdisjoint(self._of[1].functions())

    @property
    def array(self) -> bool:
        """Whether it is an array formula or a data table, which fills a block of cells."""
        return self._of[1].array

    def __repr__(self) -> str:
        return f"<FormulaGroup {self.r1c1[:60]}: {self.count} from {self.first}>"

    def _plain(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _FIELDS}


_FIELDS = ("r1c1", "count", "first", "example", "sheet", "functions", "volatile", "array")

reserve(FormulaGroup)


def formula_groups(core: Core) -> list[FormulaGroup]:
    """The different formulas of a sheet, in the order of their first cells."""
    model = core.ready()
    return [FormulaGroup((model.name, one)) for one in distinct_formulas(core.book.model.history, model)]
