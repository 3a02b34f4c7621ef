"""What the facade's objects stand on: the run's session, and for each sheet what makes access to its cells quick.

This module and cell.py read the session's write buffer directly: a call for each would cost as much as the access.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, final

from ...errors import ClosedError, NotComputedError, SheetNotFoundError
from ...value import NOT_COMPUTED, RICH_TEXT_MADE, RichText
from ..buffer import KEY_BITS
from ..calc import Failure, is_dynamic
from ..model.formula import ArrayFormula
from ..model.kind import kinds_in
from ..model.number_format import DATE_KINDS, format_kind
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect, cell_name
from ..mutation.cell import Formula
from ..state import is_changed
from ..xlsx.date import from_serial
from ..xlsx.table import tables_of
from .address import rect_of
from .input import Dated, Place, check
from .used import Used

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..formula.trace import Graph
    from ..model.look import Font, NamedLook
    from ..model.row import Row
    from ..model.sheet import Sheet as SheetModel
    from ..model.workbook import Workbook as WorkbookModel
    from ..session import Session
    from .sheet import Sheet
    from .workbook import Workbook

MAX_DATES: Final = 65_536
"""Dates remembered by serial: dates of one column mostly repeat, and the objects cannot be changed."""

_NO_CELLS: Final[dict[int, Any]] = {}
_NOT_THERE: Final = object()


@final
class Book:
    """One run's workbook behind the facade. cores: by sheet id. dates: values by serial, of dates and of durations.

    fonts: those that named no typeface or size, and what they were completed to. made: named styles of this run.
    graph: who reads whom, and the revision of the session it is of. names: the list of names, and their texts by
    folded name and scope.
    """

    __slots__ = (
        "cores", "dates", "durations", "face", "fonts", "graph", "made", "model", "name", "names", "session",
        "unit_id", "warned",
    )  # fmt: skip

    def __init__(self, session: Session, unit_id: str, name: str) -> None:
        self.session = session
        self.unit_id = unit_id
        self.name = name
        self.model: WorkbookModel = session.model
        self.cores: dict[str, Core] = {}
        self.dates: dict[float, Any] = {}
        self.durations: dict[float, Any] = {}
        self.fonts: dict[Font, Font] = {}
        self.made: dict[str, NamedLook] = {}
        self.graph: tuple[int, Graph] | None = None
        self.names: tuple[object, dict[tuple[str, str | None], str]] | None = None
        self.warned = False
        self.face: Workbook

    def open(self) -> WorkbookModel:
        """The model, while the run lasts."""
        if self.session.closed:
            raise ClosedError("the run has ended, and its workbook with it")
        return self.model

    def core(self, sheet: SheetModel) -> Core:
        """The one core of a sheet, made when first asked for."""
        core = self.cores.get(sheet.id)
        if core is None:
            from .sheet import Sheet

            core = self.cores[sheet.id] = Core(self, sheet)
            core.face = Sheet(core)
        return core

    def drop(self, sheet: SheetModel) -> None:
        """A sheet was deleted: what the macro still holds of it raises from now on."""
        core = self.cores.pop(sheet.id, None)
        if core is not None:
            core.gone, core.loaded = True, False
            core.rows, core.blocks = (), []

    def is_dynamic(self, sheet_id: str, text: str, _row0: int, _col0: int) -> bool:
        """Whether a formula that is typed into a cell of a sheet may spill."""
        return is_dynamic(text, partial(self._name_text, sheet_id))

    def _name_text(self, host: str, sheet: str, name: str) -> str | None:
        """What a defined name, or a table's, stands for in a formula of a sheet, by its id."""
        if self.names is None or self.names[0] is not self.model.names:
            texts = {(known.casefold(), scope): text for known, scope, text in self.model.names}
            self.names = self.model.names, texts
        texts, folded = self.names[1], name.casefold()
        owner = self.model.sheet_named(sheet) if sheet else None
        found = texts.get((folded, host if owner is None else owner.id), texts.get((folded, None)))
        return "A1:B9" if found is None and self._is_table(folded) else found

    def _is_table(self, folded: str) -> bool:
        tables = (table for sheet in self.model.sheets for table in tables_of(self.model.package, sheet))
        return any(table.casefold() == folded for table in tables)

    def warn_number(self, text: str) -> None:
        """Tell of text that looks like a number, once in a run."""
        if not self.warned:
            self.warned = True
            self.session.warnings.append(text)
        for core in self.cores.values():
            core.place.warn = None

    def moment(self, serial: float, *, duration: bool) -> Any:
        """The date, time or duration of a serial; the serial itself where Python has no such date."""
        known = self.durations if duration else self.dates
        value = known.get(serial)
        if value is None:
            try:
                value = from_serial(serial, epoch_1904=self.model.epoch_1904, duration=duration)
            except (OverflowError, ValueError):
                value = serial
            if len(known) >= MAX_DATES:
                known.clear()
            known[serial] = value
        return value


@final
class Core:
    """One sheet. place: what checks of values need to know. gone: it was deleted.

    rows and blocks are the model's own lists once it is loaded; a sheet keeps both objects for life.
    """

    __slots__ = ("blocks", "book", "face", "gone", "id", "loaded", "model", "place", "rows", "session", "used")

    def __init__(self, book: Book, model: SheetModel) -> None:
        self.book = book
        self.session = book.session
        self.model = model
        self.id = model.id
        self.loaded = self.gone = False
        self.rows: Sequence[Row | None] = ()
        self.blocks: list[Rect] = []
        self.place = Place(
            model.name,
            book.model.epoch_1904,
            None if book.warned else book.warn_number,
            partial(book.is_dynamic, model.id),
        )
        self.used = Used(book.session, model)
        self.face: Sheet

    def open(self) -> SheetModel:
        """The model, while the run lasts and the sheet is there; its rows need not be in memory."""
        self.book.open()
        if self.gone:
            name = self.model.name
            raise SheetNotFoundError(
                f"the sheet {name!r} was deleted",
                hint="read what is needed of it before: keep values, not cells",
            )
        return self.model

    def load(self) -> SheetModel:
        """The model with its rows in memory; writes of single cells may still be in the session's buffer."""
        if not self.loaded or self.session.busy:
            self.prepare()
            self.session.settle()
        return self.model

    def prepare(self) -> SheetModel:
        """The model with its rows in memory, to write to: what was written before need not be in it yet."""
        if not self.loaded or self.session.closed:
            self.open()
            self.session.sheet(self.model)
            self.loaded = True
            self.rows, self.blocks = self.model.rows, self.model.blocks
        return self.model

    def ready(self) -> SheetModel:
        """The model with its rows in memory, every write before this applied to it."""
        model = self.load()
        session = self.session
        if session._cells or session._formats or session._looks:  # load has settled what waits
            used = [core.used for core in self.book.cores.values() if core.used.known]
            for each in used:
                each.fold()
            session.flush()
            for each in used:
                each.settle()
        return model

    def rect(self, ref: object) -> Rect:
        """The cells of A1 text."""
        return rect_of(ref, self.model.name)

    def clip(self, rect: Rect) -> Rect:
        """The part of whole columns and rows that can hold something; at least one cell."""
        if rect.row1 < MAX_ROWS - 1 and rect.columns < MAX_COLUMNS:
            return rect
        used = self.extent()
        row1, col1 = rect.row1, rect.col1
        if row1 == MAX_ROWS - 1:
            row1 = max(rect.row0, used.row1 if used else 0)
        if rect.columns == MAX_COLUMNS:
            col1 = used.col1 if used else 0
        return Rect(rect.row0, rect.col0, row1, col1)

    def extent(self) -> Rect | None:
        """The smallest rectangle that holds every value and formula; None for a blank sheet."""
        self.load()
        if not self.used.whole:
            self.ready()
            self.used.scan()
        rect = self.used.rect()
        for area in self.session.areas(self.model):
            rect = area if rect is None else rect.around(area)
        return rect

    def used_rows(self, *, spilled: bool = True) -> tuple[int, int] | None:
        """The first and the last row that hold a value or formula, spilled ones too; None for a blank sheet."""
        self.load()
        if not self.used.known:
            self.ready()
            self.used.scan_rows()
        rows = self.used.rows()
        if rows is not None and spilled:
            rows = rows[0], max(rows[1], *(area.row1 for area in self.session.areas(self.model)), 0)
        return rows

    def read(self, row0: int, col0: int) -> Any:
        """The value of a cell as a macro sees it. Raises NotComputedError for a formula whose value is not known."""
        session = self.session
        if not self.loaded or session.busy:
            self.load()
        if session._cells:
            value: Any = session._cells.get(self.id, _NO_CELLS).get(row0 << KEY_BITS | col0, _NOT_THERE)
            if value is not _NOT_THERE:
                return self._read_formula(row0, col0) if type(value) is Formula else self.shown(value, row0, col0)
        model = self.model
        rows = model.rows
        row = rows[row0] if row0 < len(rows) else model.row(row0)
        if row is None:
            spilled = model.blocks and any(block.holds(row0, col0) for block in session.blocks(model))
            return self._read_formula(row0, col0) if spilled else None
        values = row.values
        value = (values[col0] if col0 < len(values) else None) if type(values) is list else values.get(col0)  # type: ignore[union-attr]
        if row.formulas is not None and col0 in row.formulas[0]:  # type: ignore[operator]
            return self._read_formula(row0, col0)
        if model.blocks and any(block.holds(row0, col0) for block in session.blocks(model)):
            return self._read_formula(row0, col0)
        kind = type(value)
        if kind is str or ((kind is int or kind is float) and not row.styles and not session._formats):
            return value
        return value if value is None else self.shown(value, row0, col0)

    def shown(self, value: Any, row0: int, col0: int) -> Any:
        """A value of the model as a macro sees it: serials under a date format as dates, rich text as text."""
        kind = type(value)
        if kind is int or kind is float:
            look = self.look(row0, col0)
            return self.book.moment(value, duration=look == "duration") if look in DATE_KINDS else value
        return value.text if kind is RichText else value

    def look(self, row0: int, col0: int) -> str:
        """What the number format of a cell makes of a number: general, number, text, or a kind of date."""
        if self.session._formats:
            return format_kind(self.session.number_format(self.model, row0, col0))
        row = self.model.row(row0)
        return self.book.model.styles.kind(0 if row is None else row.style(col0))

    def style(self, row0: int, col0: int) -> int:
        """The style id a cell is shown with."""
        return self.ready().look(row0, col0)

    def has_formula(self, row0: int, col0: int) -> bool:
        """Whether the cell holds a formula."""
        buffered = self.session._cells.get(self.id, _NO_CELLS).get(row0 << KEY_BITS | col0, _NOT_THERE)
        if buffered is not _NOT_THERE:
            return type(buffered) is Formula
        row = self.load().row(row0)
        return row is not None and row.formulas is not None and col0 in row.formula_columns()

    def is_dynamic(self, row0: int, col0: int) -> bool:
        """Whether the cell holds a formula whose result may spill; every write is in the model."""
        row = self.model.row(row0)
        entry = None if row is None else row.formula(col0)
        return isinstance(entry, ArrayFormula) and entry.dynamic

    def scalar(self, row0: int, col0: int) -> Any:
        """The value of a cell as the model holds it, dates as serials. Raises NotComputedError as read does."""
        found = self.session.result(self.ready(), row0, col0)
        return self._not_known(row0, col0) if isinstance(found, Failure) else found

    def read_rows(self, rect: Rect, *, cached: bool = False, serials: bool = False) -> list[list[Any]]:
        """The values of a rectangle as a macro sees them, row lists. cached: those of the file for every formula.

        serials: dates as the model holds them.
        """
        model = self.ready()
        found, special = self._slices(rect)
        if RICH_TEXT_MADE and RichText in kinds_in(found):
            for values in found:
                values[:] = [value.text if type(value) is RichText else value for value in values]
        styles: object = None
        dates: list[int] = []
        for row0, row in special:
            values = found[row0 - rect.row0]
            if row.styles is not styles:
                styles, dates = row.styles, self._date_columns(row, rect)
            if dates and not serials:
                self._show_dates(row, values, dates, rect)
            if row.formulas is not None and not cached:
                self._hide_unknown(row, values, row0, rect, serials=serials)
        if model.blocks and not cached:
            self._show_blocks(found, rect, serials=serials)
        return found

    def _slices(self, rect: Rect) -> tuple[list[list[Any]], list[tuple[int, Row]]]:
        """The plain values of a rectangle in new lists, and the rows of it that have styles or formulas."""
        model = self.model
        left, end, width = rect.col0, rect.col1 + 1, rect.columns
        found: list[list[Any]] = []
        special: list[tuple[int, Row]] = []
        for row0, row in enumerate(model.rows[rect.row0 : rect.row1 + 1], rect.row0):
            if row is None:
                found.append([None] * width)
                continue
            values = row.values
            if type(values) is list:
                part = values[left:end]
                if len(part) != width:
                    part.extend([None] * (width - len(part)))
            else:
                part = row.slice(left, end - 1)
            found.append(part)
            if row.styles or row.formulas is not None:
                special.append((row0, row))
        for row0 in range(rect.row0 + len(found), rect.row1 + 1):
            far = model.far.get(row0)
            found.append([None] * width if far is None else far.slice(left, end - 1))
            if far is not None:
                special.append((row0, far))
        return found, special

    def write(self, row0: int, col0: int, value: object) -> None:
        """Write one value of a macro, with a date format where it is a date and the cell has none."""
        if not self.loaded or self.session.closed:
            self.prepare()
        checked: Any = check(value, self.place, row0, col0)
        if type(checked) is Dated:
            dated = format_kind(self.session.number_format(self.model, row0, col0)) in DATE_KINDS
            self.session.set_cell(self.model, row0, col0, checked.serial)
            if not dated:
                self.session.set_number_format(self.model, Rect(row0, col0, row0, col0), checked.code)
            return
        if checked is None:
            self.used.known = False
        self.session.set_cell(self.model, row0, col0, checked)

    def write_rows(self, row0: int, col0: int, rows: list[list[Any]], *, plain: bool = False) -> None:
        """Write a matrix of checked values of equal rows; the lists belong to the session from now on.

        plain: the caller has seen that all are None, bool, int, float or str.
        """
        model = self.ready() if self.session._cells or not plain else self.prepare()
        used = self.used
        known = used.known
        if known:
            used.add(row0, col0, rows)
            known = used.known
        try:
            self.session.set_cells(model, row0, col0, rows, plain=plain)
        except Exception:
            used.known = False  # what was refused was added to it
            raise
        for core in self.book.cores.values():
            if core is not self and core.used.known:
                core.used.settle()
        if known:
            used.settle()

    def takes_packed(self, rect: Rect) -> bool:
        """Whether a rectangle may be written by write_packed."""
        return self.session.takes_packed(self.prepare(), rect)

    def write_packed(self, rect: Rect, data: bytes, *, blanks: bool) -> None:
        """Write what pack gave; blanks: there may be None in it."""
        if self.session._cells:
            self.ready()
        known = [core.used for core in self.book.cores.values() if core.used.known]
        self.session.set_packed(self.model, rect, data)
        for used in known:
            if used is not self.used:
                used.settle()
            elif not blanks:
                used.widen(rect)
                used.settle()

    def _read_formula(self, row0: int, col0: int) -> Any:
        self.ready()
        value = self.session.result(self.model, row0, col0)
        if type(value) is Failure:
            self._not_known(row0, col0)
        return self.shown(value, row0, col0)

    def _not_known(self, row0: int, col0: int) -> Any:
        reason = self.session.reason(self.ready(), row0, col0)
        raise NotComputedError(
            f"{cell_name(row0, col0)}: the value of its formula is not known" + (f": {reason}" if reason else ""),
            hint=".cached_value is the value the file holds, which may be out of date; .formula is the formula",
        )

    def _date_columns(self, row: Row, rect: Rect) -> list[int]:
        styles = self.book.model.styles
        if type(row.styles) is tuple:
            return [col0 for col0 in styles.date_columns(row.styles) if rect.col0 <= col0 <= rect.col1]
        return [col0 for col0 in range(rect.col0, rect.col1 + 1) if styles.kind(row.style(col0)) in DATE_KINDS]

    def _show_dates(self, row: Row, values: list[Any], columns: list[int], rect: Rect) -> None:
        kind_of = self.book.model.styles.kind
        for col0 in columns:
            value = values[col0 - rect.col0]
            if type(value) is int or type(value) is float:
                duration = kind_of(row.style(col0)) == "duration"
                values[col0 - rect.col0] = self.book.moment(value, duration=duration)

    def _hide_unknown(self, row: Row, values: list[Any], row0: int, rect: Rect, *, serials: bool) -> None:
        model = self.book.model
        changed = is_changed(model)
        for col0 in row.formula_columns():
            if rect.col0 <= col0 <= rect.col1 and (changed or row.value(col0) is None):
                found = self.session.result(self.model, row0, col0)
                if type(found) is Failure:
                    values[col0 - rect.col0] = NOT_COMPUTED
                else:
                    values[col0 - rect.col0] = found if serials else self.shown(found, row0, col0)

    def _show_blocks(self, rows: list[list[Any]], rect: Rect, *, serials: bool) -> None:
        """What array formulas fill shows what they give now."""
        changed = is_changed(self.book.model)
        for block in self.session.blocks(self.model):
            common = rect.common(block)
            first = self.model.row(block.row0)
            if common is None or not (changed or first is None or first.value(block.col0) is None):
                continue
            for row0 in range(common.row0, common.row1 + 1):
                for col0 in range(common.col0, common.col1 + 1):
                    found = self.session.result(self.model, row0, col0)
                    if type(found) is Failure:
                        value: Any = NOT_COMPUTED
                    else:
                        value = found if serials else self.shown(found, row0, col0)
                    rows[row0 - rect.row0][col0 - rect.col0] = value
