"""A worksheet."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, final

from ...errors import AddressError, ArgumentError
from ..buffer import KEY_BITS
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect
from ..mutation.cell import MAX_INT, Formula
from . import rearrange, reformat, restructure, search, tab
from .address import cell_at, column_number, column_of, row_number
from .area import area, cells
from .base import Face, reserve
from .cell import MIN_INT, Cell
from .core import Core
from .dimension import ColumnDimensions, RowDimensions
from .input import PLAIN, integer, sheet_name, type_name
from .iterator import Lines, lines
from .matrix import check_rows, listed, write
from .merged import MergedCells
from .range import Range
from .restructure import count_of
from .sheet_properties import SheetProperties
from .table import Tables

if TYPE_CHECKING:
    from ..formula.step import Axis
    from ..model.sheet import Sheet as SheetModel
    from .workbook import Workbook

_DICTS: Final = frozenset({dict, OrderedDict, defaultdict, Counter})
"""Exact types that append takes by column; their items are read by the type itself."""


@final
class Sheet(Face, eq=False):
    """A worksheet. Rows and columns count from 1; sheet["A1"] is a Cell, sheet["A1:C9"] a Range, both assignable."""

    _core: Core

    @property
    def id(self) -> str:
        """Its stable id, which a rename does not change."""
        return self._model().id

    @property
    def name(self) -> str:
        """Its name; setting renames it, and formulas that point to it follow."""
        return self._model().name

    @name.setter
    def name(self, name: object) -> None:
        model = self._model()
        core = self._core
        core.session.rename_sheet(model, sheet_name(name, 'write it as text: sheet.name = "2026"'))
        core.place.sheet_name = model.name

    @property
    def title(self) -> str:
        """openpyxl's word for name."""
        return self.name

    @title.setter
    def title(self, name: object) -> None:
        self.name = name

    @property
    def parent(self) -> Workbook:
        """openpyxl's word for the workbook."""
        return self._core.book.face

    @property
    def index(self) -> int:
        """Its place among the worksheets, counted from 0: workbook.sheets[sheet.index] is the sheet."""
        model = self._model()
        return tab.worksheets(self._core.book).index(model)

    @index.setter
    def index(self, index: object) -> None:
        tab.move_to(self._core, index)

    @property
    def visible(self) -> bool:
        """Whether its tab is shown; setting shows or hides it, but never hides the last visible sheet."""
        return self._model().state == "visible"

    @visible.setter
    def visible(self, visible: object) -> None:
        tab.show(self._core, visible)

    @property
    def sheet_state(self) -> str:
        """openpyxl's word for visible: "visible", "hidden" or "veryHidden"."""
        return self._model().state

    @sheet_state.setter
    def sheet_state(self, state: object) -> None:
        tab.set_state(self._core, state)

    @property
    def tab_color(self) -> str | None:
        """The colour of its tab: "FF0000", or words such as "theme 4"; None for none. Set a colour or None."""
        return tab.color_shown(self._core)

    @tab_color.setter
    def tab_color(self, color: object) -> None:
        tab.set_color(self._core, color)

    @property
    def sheet_properties(self) -> SheetProperties:
        """openpyxl's way to tab_color: sheet.sheet_properties.tabColor."""
        self._model()
        return SheetProperties(self._core)

    @property
    def used_range(self) -> Range | Cell:
        """The smallest range that holds every value and formula, formats aside; A1 where there is none."""
        return area(self._core, self._used() or Rect(0, 0, 0, 0))

    @property
    def dimensions(self) -> str:
        """openpyxl's word for used_range.address."""
        return (self._used() or Rect(0, 0, 0, 0)).a1

    @property
    def max_row(self) -> int:
        """The last row with a value or formula, counted from 1; 0 where there is none."""
        used = self._core.used_rows()
        return used[1] + 1 if used else 0

    @property
    def max_column(self) -> int:
        """The last column with a value or formula, counted from 1; 0 where there is none."""
        used = self._used()
        return used.col1 + 1 if used else 0

    @property
    def min_row(self) -> int:
        """The first row with a value or formula, counted from 1; 1 where there is none."""
        used = self._core.used_rows()
        return used[0] + 1 if used else 1

    @property
    def min_column(self) -> int:
        """The first column with a value or formula, counted from 1; 1 where there is none."""
        used = self._used()
        return used.col0 + 1 if used else 1

    @property
    def merged_ranges(self) -> list[Range | Cell]:
        """The merged ranges; the value of each stands in its first cell."""
        return [area(self._core, merge) for merge in self._core.ready().merges]

    def range(
        self,
        ref: str | int | None = None,
        column: int | None = None,
        rows: int = 1,
        columns: int = 1,
        *,
        row: int | None = None,
    ) -> Range | Cell:
        """The cells of range("A1:C9"), or of range(row, column, rows, columns), by place or by keyword."""
        if type(ref) is str:
            if column is not None or row is not None:
                raise ArgumentError("range takes one reference", hint='write both corners in it: range("A1:C9")')
            return area(self._core, self._core.rect(ref))
        first = ref if row is None else row
        if first is None:
            raise ArgumentError(
                "range takes a reference or a row and a column",
                hint='write range("A1:C9") or range(row=1, column=1, rows=9, columns=3)',
            )
        row0 = row_number(first)
        col0 = column_number(1 if column is None else column)
        height = integer(rows, "rows", 1, MAX_ROWS - row0)
        width = integer(columns, "columns", 1, MAX_COLUMNS - col0)
        return area(self._core, Rect(row0, col0, row0 + height - 1, col0 + width - 1))

    @property
    def tables(self) -> Tables:
        """The tables of the sheet by name."""
        return Tables((self._core.book, self._core))

    def cell(self, row: int, column: int, value: Any = None) -> Cell:
        """The cell at a row and a column; with a value that is not None, it is written first, as in openpyxl."""
        if type(row) is int and type(column) is int and 0 < row <= MAX_ROWS and 0 < column <= MAX_COLUMNS:
            cell = Cell((self._core, row - 1, column - 1))
        else:
            cell = Cell((self._core, row_number(row), column_number(column)))
        if value is not None:
            cell.value = value
        return cell

    def append(self, row: Any) -> Sheet:
        """Write a list below the last row that has content, or a dict by column letters or numbers. Returns itself."""
        core = self._core
        row0 = _next_row0(core)
        if row0 >= MAX_ROWS:
            raise AddressError("the sheet is full", hint="its last row holds content")
        values = _by_column(dict(row)) if type(row) in _DICTS else listed(row, "append", MAX_COLUMNS)
        if values:
            _append(core, row0, values)
        return self

    def iter_rows(
        self,
        min_row: int | None = None,
        max_row: int | None = None,
        min_col: int | None = None,
        max_col: int | None = None,
        values_only: bool = False,
    ) -> Lines:
        """The rows from min_row to max_row, tuples of cells or of values; from A1 to the last content by default."""
        core, rect = self._core, self._bounds(min_row, max_row, min_col, max_col)
        if values_only:
            return lines(lambda part: list(map(tuple, core.read_rows(part))), rect)
        return lines(lambda part: list(cells(core, part)), rect)

    def iter_cols(
        self,
        min_col: int | None = None,
        max_col: int | None = None,
        min_row: int | None = None,
        max_row: int | None = None,
        values_only: bool = False,
    ) -> Iterator[tuple[Any, ...]]:
        """The columns from min_col to max_col, tuples of cells or of values."""
        rect = self._bounds(min_row, max_row, min_col, max_col)
        if rect is None:
            return iter(())
        if values_only:
            return iter(list(zip(*self._core.read_rows(rect), strict=True)))
        return iter(list(zip(*cells(self._core, rect), strict=True)))

    @property
    def rows(self) -> Lines:
        """All rows down to the last content, tuples of cells."""
        return self.iter_rows()

    @property
    def columns(self) -> Iterator[tuple[Cell, ...]]:
        """All columns up to the last content, tuples of cells."""
        return self.iter_cols()

    @property
    def values(self) -> Lines:
        """All rows down to the last content, tuples of values, as openpyxl has it; used_range.values is a list."""
        return self.iter_rows(values_only=True)

    def insert_rows(
        self, at: Any = None, count: Any = None, *, like: Any = "above", idx: Any = None, amount: Any = None
    ) -> Sheet:
        """Insert blank rows in front of a row; every reference follows. Returns itself.

        They look like the row above, or like="below", or like none, like=None. idx and amount are openpyxl's words for
        at and count.
        """
        at, count = restructure.place_and_count("insert_rows", at, count, idx, amount)
        restructure.insert(self._core, "rows", row_number(at, "at"), count_of(count, "count"), like)
        return self

    def delete_rows(self, at: Any = None, count: Any = None, *, idx: Any = None, amount: Any = None) -> Sheet:
        """Delete rows from a row on; references to them become #REF!, ranges across them shrink. Returns itself."""
        at, count = restructure.place_and_count("delete_rows", at, count, idx, amount)
        restructure.delete(self._core, "rows", row_number(at, "at"), count_of(count, "count"))
        return self

    def move_rows(self, at: Any, count: Any, to: Any) -> Sheet:
        """Move rows to stand in front of the row that is `to` now; references move along. Returns itself."""
        restructure.move(self._core, "rows", row_number(at, "at"), count_of(count, "count"), row_number(to, "to"))
        return self

    def insert_columns(
        self, at: Any = None, count: Any = None, *, like: Any = "left", idx: Any = None, amount: Any = None
    ) -> Sheet:
        """Insert blank columns in front of a column, a number or letters; every reference follows. Returns itself.

        They look like the column to the left and are as wide, or like="right", or like none, like=None.
        """
        at, count = restructure.place_and_count("insert_columns", at, count, idx, amount)
        restructure.insert(self._core, "columns", column_number(at, "at"), count_of(count, "count"), like)
        return self

    def insert_cols(self, idx: Any, amount: Any = 1) -> Sheet:
        """openpyxl's word for insert_columns."""
        return self.insert_columns(idx, amount)

    def delete_columns(self, at: Any = None, count: Any = None, *, idx: Any = None, amount: Any = None) -> Sheet:
        """Delete columns from a column on, a number or letters. Returns itself."""
        at, count = restructure.place_and_count("delete_columns", at, count, idx, amount)
        restructure.delete(self._core, "columns", column_number(at, "at"), count_of(count, "count"))
        return self

    def delete_cols(self, idx: Any, amount: Any = 1) -> Sheet:
        """openpyxl's word for delete_columns."""
        return self.delete_columns(idx, amount)

    def move_columns(self, at: Any, count: Any, to: Any) -> Sheet:
        """Move columns to stand in front of the column that is `to` now; references move along. Returns itself."""
        at0, to0 = column_number(at, "at"), column_number(to, "to")
        restructure.move(self._core, "columns", at0, count_of(count, "count"), to0)
        return self

    def move_range(self, cell_range: Any, rows: Any = 0, cols: Any = 0, translate: Any = False) -> Sheet:
        """Move cells down and to the right, negative for up and to the left; references to them follow, unlike
        openpyxl's. translate: also shift the relative references of the moved formulas. Returns itself."""
        rearrange.move_range(self._core, cell_range, rows, cols, translate)
        return self

    def merge(self, ref: Any) -> Sheet:
        """Merge the cells of a range; all but the first become blank. Returns itself."""
        rearrange.merge(self._core, rearrange.rect_on(self._core, ref, "merge"))
        return self

    def unmerge(self, ref: Any) -> Sheet:
        """Take apart the merged ranges that lie in a range. Returns itself."""
        rearrange.unmerge(self._core, rearrange.rect_on(self._core, ref, "unmerge"))
        return self

    def merge_cells(
        self,
        range_string: Any = None,
        start_row: Any = None,
        start_column: Any = None,
        end_row: Any = None,
        end_column: Any = None,
    ) -> Sheet:
        """openpyxl's word for merge, also by the numbers of its corners."""
        corners = (start_row, start_column, end_row, end_column)
        rearrange.merge(self._core, rearrange.rect_given(self._core, range_string, corners, "merge_cells"))
        return self

    def unmerge_cells(
        self,
        range_string: Any = None,
        start_row: Any = None,
        start_column: Any = None,
        end_row: Any = None,
        end_column: Any = None,
    ) -> Sheet:
        """openpyxl's word for unmerge, also by the numbers of its corners."""
        corners = (start_row, start_column, end_row, end_column)
        rearrange.unmerge(self._core, rearrange.rect_given(self._core, range_string, corners, "unmerge_cells"))
        return self

    @property
    def merged_cells(self) -> MergedCells:
        """openpyxl's word for merged_ranges: its .ranges have .coord, .bounds, .min_row ..."""
        self._core.book.open()
        return MergedCells(self._core)

    def find(
        self, pattern: Any, whole: bool = False, case: bool = False, regex: bool = False, in_formulas: bool = False
    ) -> list[Cell]:
        """The cells of the sheet that hold a text, or equal a number: see Range.find."""
        return search.cells_found(self._core, None, pattern, whole, case, regex, in_formulas)

    def replace(
        self,
        old: Any,
        new: Any,
        whole: bool = False,
        case: bool = False,
        regex: bool = False,
        in_formulas: bool = False,
    ) -> Sheet:
        """Replace a text in all cells of the sheet that hold it: see Range.replace. Returns itself."""
        search.replace_all(self._core, None, old, new, whole, case, regex, in_formulas)
        return self

    def row_height(self, row: Any, height: Any = None) -> Any:
        """The height of a row in points; of several, "2:5", None where they differ. With a height, it is set.

        "default" takes a height of its own away. Returns itself where it sets one.
        """
        return self._sized("rows", row, height)

    def column_width(self, column: Any, width: Any = None) -> Any:
        """The width of a column in characters, as the file has it; of several, "B:D", None where they differ.

        With a width, it is set, and "default" takes a width of its own away. Returns itself where it sets one.
        """
        return self._sized("columns", column, width)

    def hide_rows(self, first: Any, last: Any = None, hidden: Any = True) -> Sheet:
        """Hide rows, or show them with hidden=False; hide_rows(2, 5) and hide_rows("2:5") are one. Returns itself."""
        reformat.hide(self._core, "rows", first, last, hidden)
        return self

    def hide_columns(self, first: Any, last: Any = None, hidden: Any = True) -> Sheet:
        """Hide columns, or show them with hidden=False: hide_columns("B", "D"), hide_columns("B:D"). Returns itself."""
        reformat.hide(self._core, "columns", first, last, hidden)
        return self

    def group_rows(self, first: Any, last: Any = None, collapsed: Any = False, level: Any = None) -> Sheet:
        """Put rows one outline level deeper; collapsed hides them. level sets it, and 0 ungroups. Returns itself."""
        reformat.group(self._core, "rows", first, last, collapsed, level)
        return self

    def group_columns(self, first: Any, last: Any = None, collapsed: Any = False, level: Any = None) -> Sheet:
        """Put columns one outline level deeper, as group_rows does rows. Returns itself."""
        reformat.group(self._core, "columns", first, last, collapsed, level)
        return self

    @property
    def freeze_panes(self) -> str | None:
        """The first cell that scrolls: "B2" keeps row 1 and column A in sight. Takes text, a cell or None."""
        return reformat.frozen(self._core)

    @freeze_panes.setter
    def freeze_panes(self, cell: object) -> None:
        reformat.freeze(self._core, cell._at[1:] if type(cell) is Cell else cell)

    @property
    def row_dimensions(self) -> RowDimensions:
        """openpyxl's word for sizes and visibility of rows: row_dimensions[3].height = 20."""
        return RowDimensions(self._core)

    @property
    def column_dimensions(self) -> ColumnDimensions:
        """openpyxl's word for sizes and visibility of columns: column_dimensions["B"].width = 14."""
        return ColumnDimensions(self._core)

    def clear(self) -> Sheet:
        """Make every cell blank; formats stay. Returns itself."""
        used = self._used()
        core = self._core
        core.session.clear(core.ready(), used or Rect(0, 0, 0, 0))
        return self

    def __getitem__(self, key: Any) -> Any:
        core = self._core
        if type(key) is str:
            place = cell_at(key)
            if place is not None:
                return Cell((core, *place))
            if (col0 := column_of(key)) is not None:
                return self._columns(col0, col0)[0]
            rect = core.rect(key)
            return self._lines(rect) if rect.row1 == MAX_ROWS - 1 or rect.col1 == MAX_COLUMNS - 1 else area(core, rect)
        if type(key) is int:
            row0 = row_number(key)
            return self._rows(row0, row0)[0]
        if type(key) is slice:
            return self._slice(key)
        raise _wrong_key(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        core = self._core
        if type(key) is str:
            place = cell_at(key)
            if place is not None:
                row0, col0 = place
                kind = type(value)
                if (kind is int and MIN_INT <= value <= MAX_INT) or (kind is float and value - value == 0.0):
                    session = core.session
                    if session._sheet is core.model:
                        session._buffer[row0 << KEY_BITS | col0] = value
                        return
                core.write(row0, col0, value)
                return
            write(core, core.rect(key), value, f'sheet["{key[:20]}"]')
            return
        raise (
            _wrong_key(key)
            if type(key) not in (int, slice)
            else ArgumentError(
                "whole rows and slices cannot be assigned",
                hint='write sheet["A1:C1"] = [[1, 2, 3]] or sheet.append(row)',
            )
        )

    def __delitem__(self, key: object) -> None:
        raise ArgumentError("cells cannot be deleted this way", hint='sheet["A1"].clear() makes a cell blank')

    def __iter__(self) -> Lines:
        return self.iter_rows()

    def __repr__(self) -> str:
        return f"<Sheet {self._core.model.name!r}>"

    def _sized(self, axis: Axis, ref: Any, size: Any) -> Any:
        if size is None:
            return reformat.size(self._core, axis, ref)
        reformat.resize(self._core, axis, ref, None if type(size) is str and size == "default" else size)
        return self

    def _model(self) -> SheetModel:
        return self._core.open()

    def _used(self) -> Rect | None:
        return self._core.extent()

    def _bounds(
        self, min_row: int | None, max_row: int | None, min_col: int | None, max_col: int | None
    ) -> Rect | None:
        """The rectangle of openpyxl's four arguments; None where it holds nothing."""
        top = 0 if min_row is None else row_number(min_row, "min_row")
        left = 0 if min_col is None else column_number(min_col, "min_col")
        used = self._used() if max_row is None or max_col is None else None
        bottom = (
            (used.row1 if used else -1) if max_row is None else row_number(max_row, "max_row") if max_row != 0 else -1
        )
        right = (
            (used.col1 if used else -1)
            if max_col is None
            else column_number(max_col, "max_col")
            if max_col != 0
            else -1
        )
        return Rect(top, left, bottom, right) if top <= bottom and left <= right else None

    def _lines(self, rect: Rect) -> Any:
        """Whole columns or rows as openpyxl gives them: tuples of cells within the used range."""
        if rect.row0 == 0 and rect.row1 == MAX_ROWS - 1:
            return self._columns(rect.col0, rect.col1)
        if rect.col0 == 0 and rect.col1 == MAX_COLUMNS - 1:
            return self._rows(rect.row0, rect.row1)
        return area(self._core, self._core.clip(rect))

    def _columns(self, col0: int, col1: int) -> tuple[tuple[Cell, ...], ...]:
        used = self._core.used_rows()
        rect = Rect(0, col0, used[1] if used else 0, col1)
        return tuple(zip(*cells(self._core, rect), strict=True))

    def _rows(self, row0: int, row1: int) -> tuple[tuple[Cell, ...], ...]:
        used = self._used()
        return cells(self._core, Rect(row0, 0, row1, used.col1 if used else 0))

    def _slice(self, key: slice) -> Any:
        """sheet[1:3] gives rows, sheet["A":"C"] columns, sheet["A1":"C9"] a range; both ends are included."""
        first, last = key.start, key.stop
        if key.step is not None:
            raise ArgumentError("a slice of a sheet takes no step")
        if type(first) is str and type(last) is str:
            return self[f"{first}:{last}"]
        row0 = 0 if first is None else row_number(first)
        used = self._core.used_rows() if last is None else None
        row1 = (used[1] if used else 0) if last is None else row_number(last)
        if row1 < row0:
            raise AddressError(f"rows {row0 + 1} to {row1 + 1} are none", hint="both ends of sheet[1:3] are included")
        return self._rows(row0, row1)


reserve(Sheet)


def _next_row0(core: Core) -> int:
    """The first row below the content that no merged range or array block reaches into."""
    used = core.used_rows(spilled=False)
    areas = core.session.areas_before(core.model)
    row0 = max((used[1] if used else -1, *(area.row1 for area in areas))) + 1
    for rect in sorted((*core.model.merges, *core.model.blocks)):
        if rect.row0 <= row0 <= rect.row1:
            row0 = rect.row1 + 1
    return row0


def _append(core: Core, row0: int, values: list[Any]) -> None:
    """Write a row below the content: plain values through the buffer, where nothing can be in their way."""
    model, session = core.model, core.session
    session.check_room()
    if model.merges or model.blocks or session.scope is not None or not PLAIN.issuperset(map(type, values)):
        write(core, Rect(row0, 0, row0, len(values) - 1), [values], "append")
        return
    (checked,), _ = check_rows([values], core.place, row0, 0)
    if Formula in map(type, checked):
        core.write_rows(row0, 0, [checked])
        return
    session.set_cell(model, row0, 0, checked[0])
    if session._sheet is model:
        session._buffer.update(enumerate(checked, row0 << KEY_BITS))
    else:
        for col0, value in enumerate(checked):
            session.set_cell(model, row0, col0, value)


def _by_column(row: dict[Any, Any]) -> list[Any]:
    places = {column_number(key): value for key, value in row.items()}
    return [places.get(col0) for col0 in range(max(places, default=-1) + 1)]


def _wrong_key(key: object) -> AddressError:
    if type(key) is tuple:
        return AddressError("a sheet takes one key", hint="write sheet.cell(row, column)")
    return AddressError(
        f"a sheet is indexed by a reference, not {type_name(key)}",
        hint='write sheet["A1"], sheet["A1:C9"] or sheet.cell(row, column)',
    )
