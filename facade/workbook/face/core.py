"""What the facade's objects stand on: the run's session, and for each sheet what makes access to its cells quick."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final, final

from ...errors import ClosedError, NotComputedError
from ...value import NOT_COMPUTED, RichText
from ..model.number_format import DATE_KINDS
from ..model.rect import MAX_ROWS, Rect, cell_name
from ..xlsx.date import from_serial
from .address import MAX_NAMES, cell_at, rect_of
from .input import Dated, Place, check

if TYPE_CHECKING:
    from ..model.row import Row
    from ..model.sheet import Sheet as SheetModel
    from ..model.workbook import Workbook as WorkbookModel
    from ..session import Session
    from .sheet import Sheet
    from .workbook import Workbook

MAX_DATES: Final = 65_536
"""Dates remembered by serial: dates of one column mostly repeat, and the objects cannot be changed."""


@final
class Book:
    """One run's workbook behind the facade. cores: by sheet id. dates: values by serial, of dates and of durations."""

    __slots__ = ("cores", "dates", "durations", "face", "model", "session", "warned")

    def __init__(self, session: Session) -> None:
        self.session = session
        self.model: WorkbookModel = session.model
        self.cores: dict[str, Core] = {}
        self.dates: dict[float, Any] = {}
        self.durations: dict[float, Any] = {}
        self.warned: set[str] = set()
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

    def warn_number(self, text: str) -> None:
        """Tell of text that looks like a number, once in a run."""
        if "number" not in self.warned:
            self.warned.add("number")
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
    """One sheet. names: places by the A1 names used so far. place: what checks of values need to know."""

    __slots__ = ("book", "face", "loaded", "model", "names", "place", "session")

    def __init__(self, book: Book, model: SheetModel) -> None:
        self.book = book
        self.session = book.session
        self.model = model
        self.names: dict[str, tuple[int, int]] = {}
        self.loaded = False
        self.place = Place(model.name, book.model.epoch_1904, None if book.warned else book.warn_number)
        self.face: Sheet

    def ready(self) -> SheetModel:
        """The model with its rows in memory, every write before this applied to it."""
        if not self.loaded:
            self.book.open()
            self.session.sheet(self.model)
            self.loaded = True
        self.session.flush()
        return self.model

    def find(self, text: str) -> tuple[int, int] | None:
        """(row0, col0) of the name of one cell; None for other text."""
        place = cell_at(text)
        if place is not None:
            if len(self.names) >= MAX_NAMES:
                self.names.clear()
            self.names[text] = place
        return place

    def rect(self, ref: object) -> Rect:
        """The cells of A1 text."""
        return rect_of(ref, self.model.name)

    def clip(self, rect: Rect) -> Rect:
        """The part of whole columns that can hold something: up to the last row with content, at least one."""
        if rect.row1 < MAX_ROWS - 1:
            return rect
        return rect._replace(row1=max(rect.row0, self.last_row0()))

    def last_row0(self) -> int:
        """The last row with content, counted from 0; -1 for none."""
        model = self.ready()
        for row0 in sorted(model.far, reverse=True):
            if model.far[row0].width():
                return row0
        rows = model.rows
        for row0 in range(len(rows) - 1, -1, -1):
            row = rows[row0]
            if row is not None and row.width():
                return row0
        return -1

    def style(self, row0: int, col0: int) -> int:
        """The style id of a cell."""
        row = self.ready().row(row0)
        return row.style(col0) if row is not None else 0

    def read(self, row0: int, col0: int) -> Any:
        """The value of a cell as a macro sees it. Raises NotComputedError for a formula whose value is not known."""
        model = self.ready()
        if self.session.state(model, row0, col0) == "not_computed":
            raise NotComputedError(
                f"{cell_name(row0, col0)}: the value of its formula is not known",
                hint="cells it may depend on were changed in this run, or the file holds none; .cached_value is the file's, .formula the formula",
            )
        return self.shown(self.session.value(model, row0, col0), row0, col0)

    def shown(self, value: Any, row0: int, col0: int) -> Any:
        """A value of the model as a macro sees it: serials under a date format as dates, rich text as text."""
        kind = type(value)
        if kind is int or kind is float:
            look = self.book.model.styles.kind(self.style(row0, col0))
            return self.book.moment(value, duration=look == "duration") if look in DATE_KINDS else value
        return value.text if kind is RichText else value

    def read_rows(self, rect: Rect, *, cached: bool = False) -> list[list[Any]]:
        """The values of a rectangle as a macro sees them, row lists. cached: those of the file for every formula."""
        model = self.ready()
        rows: list[list[Any]] = self.session.values(model, rect)
        kinds = set(map(type, chain.from_iterable(rows)))
        if RichText in kinds:
            rows = [[value.text if type(value) is RichText else value for value in row] for row in rows]
        numbers = int in kinds or float in kinds
        for row0, row in model.each_row(rect.row0, rect.row1):
            if numbers and row.styles:
                self._show_dates(row, rows[row0 - rect.row0], rect)
            if row.formulas is not None and not cached:
                self._hide_unknown(row, rows[row0 - rect.row0], row0, rect)
        return rows

    def _show_dates(self, row: Row, values: list[Any], rect: Rect) -> None:
        styles = self.book.model.styles
        if type(row.styles) is tuple:
            columns: Any = styles.date_columns(row.styles)
        else:
            columns = [col0 for col0, style in row.styles.items() if styles.kind(style) in DATE_KINDS]
        for col0 in columns:
            if rect.col0 <= col0 <= rect.col1:
                value = values[col0 - rect.col0]
                if type(value) is int or type(value) is float:
                    look = styles.kind(row.style(col0))
                    values[col0 - rect.col0] = self.book.moment(value, duration=look == "duration")

    def _hide_unknown(self, row: Row, values: list[Any], row0: int, rect: Rect) -> None:
        for col0 in row.formula_columns():
            if rect.col0 <= col0 <= rect.col1 and self.session.state(self.model, row0, col0) == "not_computed":
                values[col0 - rect.col0] = NOT_COMPUTED

    def write(self, row0: int, col0: int, value: object) -> None:
        """Write one value of a macro, with a date format where it is a date and the cell has none."""
        checked: Any = check(value, self.place, row0, col0)
        if type(checked) is not Dated:
            self.session.set_cell(self.model, row0, col0, checked)
            return
        dated = self.book.model.styles.kind(self.style(row0, col0)) in DATE_KINDS
        self.session.set_cell(self.model, row0, col0, checked.serial)
        if not dated:
            self.session.set_number_format(self.model, Rect(row0, col0, row0, col0), checked.code)
