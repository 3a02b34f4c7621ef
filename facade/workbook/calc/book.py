"""The cells, areas, names and sheets of a workbook as formulas read them while they are computed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, final

from ...value import RichText
from ..formula.entry import entry_text
from ..formula.explore import Cell
from ..formula.precedent import sheets_between
from ..model.attribute_text import flag, number
from ..model.rect import MAX_ROWS, Rect, parse_rect
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from . import syntax
from .array import Area, Array
from .external import external_sheet
from .failure import DEPENDS, Failure
from .frame import Frame
from .grid import Grid
from .spill import EMPTY, Spills, spilled_places
from .value import NAME, REF, FaultError, UnknownError

CIRCLE: Final = "goes in a circle"
_ABSENT: Final = object()
_FILTER: Final = re.compile(
    rb"<(?:\w+:)?autoFilter\b[^>]*?\sref=\"([^\"]+)\"[^>]*(?<!/)>(.*?)</(?:\w+:)?autoFilter>", re.DOTALL
)
_MAX_HELD: Final = 2_000_000
"""Values of areas that are kept for the next formula."""
_MAX_NAMES: Final = 16
"""Names that stand for names."""


@final
class WantedError(Exception):
    """Formulas whose values are needed first."""

    def __init__(self, cells: list[Cell]) -> None:
        super().__init__()
        self.cells = cells


@final
class Book:
    """values: of the formulas that were computed or hold what the file says. load brings a sheet's rows into memory;
    clock is the serial of the moment that NOW() gives, None where it is not known. frame is that of the formula that is
    computed now: one object for all, since none is computed inside another. grids are the sheets read so far, by id."""

    max_row0: Final = MAX_ROWS - 1

    def __init__(self, model: Workbook, load: Callable[[Sheet], Sheet], clock: float | None = None) -> None:
        self.model = model
        self.values: dict[Cell, Any] = {}
        self.epoch_1904 = model.epoch_1904
        self.clock = clock
        self._load = load
        self.grids: dict[str, Grid] = {}
        self._sheets = {sheet.name.casefold(): sheet for sheet in model.sheets}
        self._names = {(name.casefold(), scope): text for name, scope, text in model.names}
        self._arrays: dict[Area, Array] = {}
        self._held = 0
        self.memo: dict[object, Any] = {}
        self.spills = Spills()
        self._depth = 0
        self.frame = Frame(self, "", 0, 0, ())

    # Sheets and names

    def sheet_id(self, name: str) -> str:
        """The sheet of a name; #REF! where there is none."""
        if name[0] == "[":
            if name not in self.grids:
                self.grids[name] = Grid(external_sheet(self.model.package, name))
            return name
        found = self._sheets.get(name.casefold())
        if found is None:
            raise FaultError(REF)
        if found.kind != "worksheet":
            raise UnknownError("reads a sheet without cells")
        return found.id

    def sheet_number(self, sheet_id: str) -> int:
        """The place of a sheet among the tabs, counted from 1."""
        return next(number for number, sheet in enumerate(self.model.sheets, 1) if sheet.id == sheet_id)

    def sheets_between(self, first: str, last: str) -> list[str]:
        """The sheets of a 3-D reference."""
        names = sheets_between([sheet.name for sheet in self.model.sheets], first, last)
        if not names:
            raise FaultError(REF)
        return [self.sheet_id(name) for name in names if self._sheets[name.casefold()].kind == "worksheet"]

    def grid(self, sheet_id: str) -> Grid:
        """The cells of a sheet."""
        found = self.grids.get(sheet_id)
        if found is None:
            sheet = self.model.sheet(sheet_id)
            assert sheet is not None
            found = self.grids[sheet_id] = Grid(self._load(sheet))
            if found.sheet.blocks:
                self.spills.add(found.sheet)
        return found

    def named(self, sheet: str, name: str, frame: Frame) -> Any:
        """What a defined name stands for: cells as such, or a value. #NAME? where there is none."""
        from .program import ARRAY, reference_of

        scope = self.sheet_id(sheet) if sheet else frame.sheet
        text = self._names.get((name.casefold(), scope), self._names.get((name.casefold(), None)))
        if text is None:
            raise FaultError(NAME)
        outline = syntax.parse(text)
        if any(outline.relative) or ("!" not in text and outline.rows):
            raise UnknownError(f"uses the name {name[:60]}, which depends on where it is used")
        if self._depth >= _MAX_NAMES:
            raise UnknownError("uses names that stand for names")
        self._depth += 1
        try:
            return reference_of(outline.tree, ARRAY)(Frame(self, frame.sheet, frame.row0, frame.col0, outline.rows))
        finally:
            self._depth -= 1

    # Cells

    def cell(self, sheet_id: str, row0: int, col0: int) -> Any:
        """The value of a cell. Raises WantedError, or UnknownError where it is not computed."""
        found = self.values.get((sheet_id, row0, col0))
        if found is None:
            return self.held(sheet_id, row0, col0)
        if type(found) is Failure:
            raise _unknown(found)
        return None if found is EMPTY else found

    def held(self, sheet_id: str, row0: int, col0: int) -> Any:
        """The value of a cell of which no value was computed. Raises WantedError for a formula."""
        grid = self.grids.get(sheet_id) or self.grid(sheet_id)
        column = grid.columns.get(col0)
        if column is not None and not column.holds:
            return column.values[row0] if row0 < len(column.values) else None
        sheet = grid.sheet
        row = sheet.row(row0)
        may_be = (row is not None and row.formulas is not None) or sheet.blocks
        if may_be and grid.is_formula(row0, col0, row):
            raise WantedError([(sheet_id, row0, col0)])
        value = None if row is None else row.value(col0)
        return value.text if type(value) is RichText else value

    def columns(self, area: Area) -> list[list[Any]]:
        """The values of an area, column by column; blank cells below the last row of the sheet are left out."""
        grid = self.grids.get(area.sheet) or self.grid(area.sheet)
        last = min(area.row1, grid.height() - 1)
        found: list[list[Any]] = []
        if last < area.row0:
            return found
        if area.col0 == area.col1:
            alone = grid.columns.get(area.col0) or grid.column(area.col0)
            if not alone.holds:
                return [alone.values[area.row0 : last + 1]]
        width = grid.sheet.width() if area.col1 - area.col0 > 64 else area.col1 + 1
        wanted: list[Cell] = []
        for col0 in range(area.col0, min(area.col1, width - 1) + 1):
            column = grid.columns.get(col0) or grid.column(col0)
            for row0 in column.formulas.unknown(area.row0, last) if column.holds else ():
                known = self.values.get((area.sheet, row0, col0), _ABSENT)
                if known is _ABSENT:
                    wanted.append((area.sheet, row0, col0))
                elif type(known) is Failure:
                    raise _unknown(known)
                else:
                    grid.known(row0, col0, None if known is EMPTY else known)
            found.append(column.values[area.row0 : last + 1])
        if wanted:
            raise WantedError(wanted)
        return found

    def spilled(self, cell: Area) -> Area:
        """The cells that the formula of a cell spills over; #REF! where it does not spill."""
        place = cell.sheet, cell.row0, cell.col0
        self.cell(*place)
        blocks = self.grid(cell.sheet).sheet.blocks
        block = next((one for one in blocks if (one.row0, one.col0) == place[1:]), None)
        if block is None or not cell.is_cell:
            raise FaultError(REF)
        return Area(cell.sheet, *self.spills.laid.get(place, block))

    def array(self, area: Area) -> Array:
        """The values of an area row by row; rows below the last one of the sheet are left out."""
        found = self._arrays.get(area)
        if found is None:
            columns = self.columns(area)
            height = max(map(len, columns), default=0)
            for column in columns:
                column.extend([None] * (height - len(column)))
            columns.extend([None] * height for _ in range(area.width - len(columns)) if height)
            rows = [list(row) for row in zip(*columns, strict=True)]
            found = Array(rows, area.width, area.height)
            self._held += height * area.width
            if self._held > _MAX_HELD:
                self._arrays.clear()
                self._held = height * area.width
            self._arrays[area] = found
        return found

    def remember(self, key: object, value: Any, size: int) -> Any:
        """Keep what was learned of so many values for the next formula."""
        self._held += size
        if self._held > _MAX_HELD:
            self.memo.clear()
            self._arrays.clear()
            self._held = size
        self.memo[key] = value
        return value

    def hidden(self, area: Area) -> list[bool]:
        """For each row of an area down to the last of the sheet, whether it is hidden."""
        grid = self.grid(area.sheet)
        last = min(area.row1, grid.height() - 1)
        found = [False] * max(last + 1 - area.row0, 0)
        for row0, row in grid.sheet.each_row(area.row0, last) if found else ():
            found[row0 - area.row0] = flag(row.attributes, b"hidden") or number(row.attributes, b"ht") == 0
        return found

    def filtered(self, sheet_id: str) -> list[Rect]:
        """The areas of a sheet, its own and those of tables, whose hidden rows are hidden by a filter."""
        sheet, package = self.model.sheet(sheet_id), self.model.package
        if sheet is None or package is None or package.find(sheet.origin) is None:
            return []
        parts = [sheet.origin, *(item.part for item in package.relations(sheet.origin) if item.kind == "table")]
        found = [match for part in parts if part is not None for match in _FILTER.finditer(package.read(part))]
        areas = [parse_rect(match[1].decode()) for match in found if b"filterColumn" in match[2]]
        if areas and (self.model.history.now or None in areas):
            raise UnknownError("reads rows that a filter hides on a sheet whose cells were moved")
        return [area for area in areas if area is not None]

    def formula_text(self, sheet_id: str, row0: int, col0: int) -> str | None:
        """The formula of a cell, without the equals sign."""
        sheet = self.grid(sheet_id).sheet
        row = sheet.row(row0)
        entry = None if row is None else row.formula(col0)
        return None if row is None or entry is None else entry_text(self.model.history, sheet, entry, row)

    # Keeping in step

    def know(self, cell: Cell, value: Any) -> None:
        """Take in what a formula gives."""
        self.values[cell] = value
        grid = self.grids.get(cell[0])
        if grid is not None and cell[2] in grid.columns and type(value) is not Failure:
            grid.known(cell[1], cell[2], None if value is EMPTY else value)

    def lay(self) -> None:
        """Have formulas see the areas that were computed."""
        self.spills.laid = dict(self.spills.found)
        self.spills.laid_for = len(self.spills.anchors)
        self.forget()
        for grid in self.grids.values():
            grid.spill(spilled_places(self.spills, grid))

    def unmark(self, cells: list[Cell]) -> None:
        """Columns of these cells hold values that are none: they are asked for again when a range reads them."""
        for sheet_id, col0 in {(cell[0], cell[2]) for cell in cells}:
            column = self.grids[sheet_id].columns.get(col0)
            if column is not None:
                column.formulas.forget()

    def unlearn(self) -> None:
        """What was learned of many values at once holds no longer."""
        self._arrays.clear()
        self._held = 0
        self.memo.clear()

    def forget(self) -> None:
        """No formula's value is known any more."""
        self.values.clear()
        self.unlearn()
        for grid in self.grids.values():
            grid.forget()

    def rewrite(self, written: list[tuple[str, Rect]]) -> None:
        """Cells of sheets were written."""
        for sheet_id, rect in written:
            if sheet_id in self.grids:
                self.grids[sheet_id].rewrite(rect)
        self.spills.unsteady = set()
        for grid in [self.grids[sheet_id] for sheet_id in {sheet_id for sheet_id, _ in written} & self.grids.keys()]:
            if self.spills.renew(grid.sheet):
                grid.spill(spilled_places(self.spills, grid))


def _unknown(failure: Failure) -> UnknownError:
    return UnknownError(CIRCLE if failure.reason == CIRCLE else DEPENDS)
