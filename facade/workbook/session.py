"""One run's capture of what a macro does: every change becomes a mutation, applied to the worker's own copy.

Single-cell writes and number formats are buffered and become rectangles when something else needs to see them; whole
matrices are noted at once and wait until then to be put into the worker's copy of the model.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, NoReturn, final

from ..errors import (
    BlockError,
    CellValueError,
    ClosedError,
    ExternalError,
    FacadeError,
    LimitError,
    MutationConflict,
    NotWritableError,
    ReadOnlyError,
    SheetNameError,
    StructureError,
)
from ..mutation import Marks
from ..value import CellError, RichText, Scalar
from .buffer import KEY_BITS, rectangles, style_sets, to_cells
from .calc import Failure, Proof, proof, shape
from .formula.entry import entry_text
from .formula.external import is_flagged, outside_reach
from .guard import Guard
from .log import Log
from .model.formula import ArrayFormula
from .model.kind import kinds_in
from .model.rect import MAX_COLUMNS, MAX_ROWS, Rect, cell_name
from .model.sheet import Sheet
from .model.style import PROPERTIES
from .model.workbook import Workbook
from .mutation import (
    REGISTRY,
    AxisFormat,
    AxisInsert,
    CellsClear,
    CellsSet,
    Formula,
    MergeAdd,
    Mutation,
    SheetAdd,
    SheetCopy,
    SheetDelete,
    SheetRename,
    SheetShow,
    StylePatch,
    StyleSet,
    encode,
)
from .mutation.cell import PLAIN, problem_of, rich_mark
from .mutation.cells_set import apply_plain
from .mutation.merge import check_overlap
from .mutation.place import MAX_RECTS
from .mutation.sheet_add import next_sheet_id
from .mutation.sheet_name import clash, name_problem
from .mutation.style_set import fits
from .packed import PackedCells
from .scope import Breach, ScopeCheck
from .state import FormulaStates, State

_NO_CELLS: Final[dict[int, Any]] = {}
_MISSING: Final = object()
_IN_THE_WAY: Final = "Clear what is in the way first, or choose another place."
_CURES: Final[dict[type, str]] = {AxisFormat: "Have a spreadsheet application save the file anew first."}
_UNCHECKED: Final = PLAIN | {CellError}
_MAX_PROOFS: Final = 4096


@final
class Session:
    """warnings are for the outcome. closed: no call may come any more. kept: no change was cut off midway.

    busy: the model cannot be looked at as it is, since the run is closed or matrices wait to be put into it.
    scope: where the run may write, None for everywhere. input_name: the model is an input's, which is never changed.
    """

    def __init__(
        self,
        model: Workbook,
        *,
        read_only: bool = True,
        max_mutations: int = 100_000,
        max_cells: int = 5_000_000,
        allow_external: bool = False,
        fault: Callable[[str], None] | None = None,
        line_here: Callable[[], int | None] = lambda: None,
        scope: ScopeCheck | None = None,
        input_name: str | None = None,
    ) -> None:
        self.model = model
        self.read_only = read_only
        self.scope = scope
        self.warnings: list[str] = []
        self.closed = self.busy = False
        self.kept = True
        self._max_mutations = max_mutations
        self._max_cells = max_cells
        self._allow_external = allow_external
        self._fault = fault
        self._line_here = line_here
        self._line: int | None = None
        self._input_name = input_name
        self._log = Log()
        self._states = FormulaStates(model, self.sheet)
        self._guards: dict[str, Guard] = {}
        self._tripped: LimitError | None = None
        # The sheet whose cells set_cell may put into _buffer at once: writable, loaded, without guarded places.
        self._sheet: Sheet | None = None
        self._buffer: dict[int, Any] = {}
        self._cells: dict[str, dict[int, Any]] = {}
        self._proofs: dict[object, Proof] = {}
        # Whether a formula that may spill may be in _cells; the areas of sheets, with how many blocks they had.
        self._spilling = False
        self._areas: dict[str, tuple[int, list[Rect]]] = {}
        self._formats: dict[str, dict[int, str]] = {}
        self._looks: dict[tuple[str, str], dict[int, Any]] = {}

    def set_clock(self, now: datetime) -> None:
        """What NOW() gives, naive local time; before anything is read."""
        self._states.set_clock(now)

    # Reading

    def sheet(self, sheet: Sheet) -> Sheet:
        """The same sheet with its rows in memory; one of a file is first asked for from the base, for all runs."""
        if sheet.loader is not None:
            if self._fault is not None and sheet.part:
                self._fault(sheet.id)
            sheet.load()
        return sheet

    def value(self, sheet: Sheet, row0: int, col0: int) -> Scalar:
        """The scalar of a cell, dates as serials; of a formula the cached one in any state. Sees all writes."""
        if self._cells:
            value = self._cells.get(sheet.id, _NO_CELLS).get(row0 << KEY_BITS | col0, _MISSING)
            if value is not _MISSING:
                return None if type(value) is Formula else value
        self.settle()
        row = self.sheet(sheet).row(row0)
        return None if row is None else row.value(col0)

    def values(self, sheet: Sheet, rect: Rect) -> list[list[Scalar]]:
        """The scalars of a rectangle, as value gives them, in new lists."""
        self.flush()
        self.sheet(sheet)
        rows = sheet.rows
        found: list[list[Scalar]] = []
        for row0 in range(rect.row0, rect.row1 + 1):
            row = rows[row0] if row0 < len(rows) else sheet.row(row0)
            found.append([None] * rect.columns if row is None else row.slice(rect.col0, rect.col1))
        return found

    def formula(self, sheet: Sheet, row0: int, col0: int) -> str | None:
        """The text of a formula without the equals sign, or None."""
        value = self._cells.get(sheet.id, _NO_CELLS).get(row0 << KEY_BITS | col0, _MISSING)
        if value is not _MISSING:
            return value.text if type(value) is Formula else None
        self.settle()
        row = self.sheet(sheet).row(row0)
        entry = row.formula(col0) if row is not None else None
        return entry_text(self.model.history, sheet, entry, row) if entry is not None and row is not None else None

    def number_format(self, sheet: Sheet, row0: int, col0: int) -> str:
        """The format code of a cell. Sees all writes."""
        code = self._formats.get(sheet.id, _NO_CELLS).get(row0 << KEY_BITS | col0)
        if code is not None:
            return code  # type: ignore[no-any-return]
        return self.model.styles.number_format(self.sheet(sheet).look(row0, col0))

    def look(self, sheet: Sheet, row0: int, col0: int, name: str) -> Any:
        """A property of a cell's style, by its name in StylePatch; style gives a NamedLook. Sees all writes."""
        if name == "number_format":
            return self.number_format(sheet, row0, col0)
        found = self._looks.get((sheet.id, name), _NO_CELLS).get(row0 << KEY_BITS | col0)
        if found is not None:
            return found
        styles = self.model.styles
        found = getattr(styles.style(self.sheet(sheet).look(row0, col0)), name)
        return styles.named[found] if name == "style" else found

    def state(self, sheet: Sheet, row0: int, col0: int) -> State:
        """constant, computed, cached, error or not_computed: see the module state."""
        self.flush()
        return self._states.state(self.sheet(sheet), row0, col0)

    def reason(self, sheet: Sheet, row0: int, col0: int) -> str | None:
        """Why the value of a formula is not known; None if it is."""
        self.flush()
        return self._states.reason(self.sheet(sheet), row0, col0)

    def result(self, sheet: Sheet, row0: int, col0: int) -> Scalar | Failure:
        """What a cell with a formula, or of an array block, shows now; Failure where that is not known."""
        self.flush()
        return self._states.value(self.sheet(sheet), row0, col0)

    def blocks(self, sheet: Sheet) -> list[Rect]:
        """The areas that array formulas give values to now, with those that they no longer do."""
        self.flush()
        return self._states.blocks(self.sheet(sheet))

    def areas(self, sheet: Sheet) -> list[Rect]:
        """The areas that formulas spill over and did not in the file. Sees all writes."""
        if self._spilling:
            self.flush()
            self._spilling = False
        self.settle()
        sheet = self.sheet(sheet)
        return self.blocks(sheet)[len(sheet.blocks) :] if sheet.blocks else []

    def areas_before(self, sheet: Sheet) -> list[Rect]:
        """The same as they were when formulas that spill last came or went: what a loop of writes can ask for."""
        if self._spilling:
            self.flush()
            self._spilling = False
        count = len(sheet.blocks)
        known = self._areas.get(sheet.id)
        if known is None or known[0] != count:
            known = self._areas[sheet.id] = count, self.areas(sheet)
        return known[1]

    def last_row0(self, sheet: Sheet) -> int:
        """The last row with content, counted from 0; -1 for none. Sees all writes, and does not flush them."""
        self.settle()
        self.sheet(sheet)
        return max(self._log.last_row0(sheet), self._log.last_buffered(sheet.id, self._cells.get(sheet.id, _NO_CELLS)))

    # Writing

    def set_cell(self, sheet: Sheet, row0: int, col0: int, value: Scalar | Formula) -> None:
        """Write one cell. Values were checked by the caller; places and formulas are checked here."""
        if sheet is self._sheet and type(value) in _UNCHECKED:
            self._buffer[row0 << KEY_BITS | col0] = value
        else:
            self._set_checked(sheet, row0, col0, value)

    def set_cells(self, sheet: Sheet, row0: int, col0: int, rows: list[list[Any]], *, plain: bool = False) -> None:
        """Write a matrix of scalars, Formula and HOLE, which belongs to the session from now on.

        plain: the caller has seen that all are None, bool, int, float or str.
        """
        if not rows or not rows[0]:
            return
        rect = Rect(row0, col0, row0 + len(rows) - 1, col0 + len(rows[0]) - 1)
        self._ready_to_write(sheet)
        guard = self._guard(sheet)
        if not guard.free:
            guard.check_rows(rect, rows)
            plain = False  # headers are holes now
        if plain and not sheet.has_defaults:
            if self._cells:
                self.flush()
            mutation = CellsSet(sheet=sheet.id, rect=rect, rows=rows)
            self._check_breach(mutation)
            self._note(mutation)
            return
        cells = to_cells(rows, self._sheet_ids())
        for index, row in enumerate(rows):
            kinds = kinds_in((row,))
            if Formula in kinds or RichText in kinds:
                for place, value in enumerate(row):
                    self._check_value(sheet, row0 + index, col0 + place, value)
        mutation = CellsSet(sheet=sheet.id, rect=rect, rows=cells)
        self._check_breach(mutation)
        self.flush()
        if sheet.has_defaults:
            self._keep_defaults(sheet, rect, cells)
        self._emit(mutation, checked=True)

    def check_cells(self, sheet: Sheet, rect: Rect, values: list[Any]) -> None:
        """Raise for checked values of one row that cannot be written there, formulas that reach outside among them."""
        self._ready_to_write(sheet)
        self._check_breach(CellsSet(sheet=sheet.id, rect=rect, rows=to_cells([values], self._sheet_ids())))
        for col0, value in enumerate(values, rect.col0):
            self._check_value(sheet, rect.row0, col0, value)

    def takes_packed(self, sheet: Sheet, rect: Rect) -> bool:
        """Whether a rectangle may be written at once, by set_packed; raises nothing, as set_cells does where not."""
        if self.closed or self.read_only or self._tripped is not None or self._input_name is not None:
            return False
        free = sheet.kind == "worksheet" and self._guard(sheet).free and not sheet.has_defaults
        return free and (self.scope is None or self.scope.outside(sheet.id, rect) is None)

    def set_packed(self, sheet: Sheet, rect: Rect, data: bytes) -> None:
        """Write a matrix of plain scalars that was encoded, where takes_packed said so."""
        if self._cells:
            self.flush()
        self._note(PackedCells(sheet.id, rect, [data]))

    def clear(self, sheet: Sheet, rect: Rect) -> None:
        """Make cells blank; formats stay. Whole columns and rows cost what they hold."""
        self._ready_to_write(sheet)
        self.flush()
        self._guard(sheet).check_clear(rect)
        used = sheet.used_rect()
        part = rect.common(used) if used is not None else None
        if part is not None:
            self._emit(CellsClear(sheet=sheet.id, rects=(part,)))

    def set_number_format(self, sheet: Sheet, rect: Rect, code: str) -> None:
        """Set a number format, as set_look does for one cell and set_looks for several."""
        if rect.row0 == rect.row1 and rect.col0 == rect.col1:
            self.set_look(sheet, rect.row0, rect.col0, "number_format", code)
        else:
            self.set_looks(sheet, rect, StylePatch(number_format=code))

    def set_look(self, sheet: Sheet, row0: int, col0: int, name: str, value: Any) -> None:
        """Set one property of a cell's style, by its name in StylePatch. Values were checked by the caller."""
        self._ready_to_write(sheet)
        if self.scope is not None:
            self._check_scope(sheet, Rect(row0, col0, row0, col0))
        if not (self._formats or self._looks):
            self._note_line()
        if sheet.has_defaults:
            self._keep_default(sheet, row0, col0)
        self._put_look(sheet, row0 << KEY_BITS | col0, name, value)

    def set_looks(self, sheet: Sheet, rect: Rect, patch: StylePatch) -> None:
        """Set properties of the style of a rectangle. Of whole columns or rows, the cells within the used range."""
        self._ready_to_write(sheet)
        self.flush()
        if rect.rows == MAX_ROWS or rect.columns == MAX_COLUMNS:
            used = sheet.used_rect()
            part = rect.common(used) if used is not None else None
            if part is None:
                return
            rect = part
        mutation = StyleSet(sheet=sheet.id, rects=(rect,), patch=patch)
        self._check_breach(mutation)
        if sheet.has_defaults:
            self._keep_defaults(sheet, rect, None)
        self._emit(mutation, checked=True)

    def set_style(self, sheet: Sheet, rects: list[Rect], style: int) -> None:
        """Give rectangles all that a style id stands for."""
        self._ready_to_write(sheet)
        self.flush()
        patch = StylePatch(**self.look_of(style))
        for start in range(0, len(rects), MAX_RECTS):
            self._emit(StyleSet(sheet=sheet.id, rects=tuple(rects[start : start + MAX_RECTS]), patch=patch))

    def add_sheet(self, name: str, index: int | None = None) -> Sheet:
        """A new empty worksheet at a place among the tabs counted from 0, last if None."""
        self._check_writable()
        self._check_name(name, None)
        sheets = self.model.sheets
        at = len(sheets) if index is None else min(max(index, 0), len(sheets))
        self.flush()
        self._emit(SheetAdd(id=next_sheet_id(self.model), name=name, index=at))
        return sheets[at]

    def rename_sheet(self, sheet: Sheet, name: str) -> None:
        """Rename; formulas and names follow. The same name is no change."""
        self._check_writable()
        self._check_name(name, sheet.id)
        if name != sheet.name:
            self.flush()
            self._emit(SheetRename(id=sheet.id, name=name))

    def check_merge(self, sheet: Sheet, mutation: MergeAdd) -> None:
        """Raise what restructure would, but for content that is in the way: before that is cleared."""
        self._ready_to_write(sheet)
        self._check_breach(mutation)
        self._check_protection(sheet, mutation)
        self.flush()
        try:
            check_overlap(self.model, sheet, mutation.rect)
        except MutationConflict as conflict:
            raise self._refused(mutation, conflict) from None

    def restructure(self, sheet: Sheet, mutation: Mutation) -> None:
        """Make a change of rows, columns or cells' places. Raises StructureError where the sheet does not allow it."""
        self._ready_to_write(sheet)
        self._check_protection(sheet, mutation)
        self._check_breach(mutation)
        self.flush()
        self._emit(mutation, checked=True)
        self._guards.clear()
        self._sheet = None

    def retab(self, mutation: Mutation) -> None:
        """Make a change of a sheet as a whole. Raises StructureError where the workbook does not allow it."""
        self._check_writable()
        if isinstance(mutation, SheetCopy):
            self._check_name(mutation.name, None)
        self._check_breach(mutation)
        self.flush()
        self._emit(mutation, checked=True)
        self._guards.clear()
        self._sheet = None

    def has_edits(self, sheet: Sheet) -> bool:
        """Whether this run has changed cells of a sheet that was there before it."""
        self.flush()
        made = {getattr(one, "new_id", getattr(one, "id", None)) for one in self._log.mutations if _makes(one)}
        return sheet.id not in made and any(getattr(one, "sheet", None) == sheet.id for one in self._log.mutations)

    def reformat(self, sheet: Sheet, mutation: Mutation) -> None:
        """Change what whole rows, columns or views look like, which does not depend on what cells hold."""
        self._ready_to_write(sheet)
        self._check_breach(mutation)
        self._emit(mutation, checked=True)

    @property
    def changed(self) -> bool:
        """Whether anything was written."""
        return bool(self._cells or self._formats or self._looks or self._log.mutations)

    @property
    def revision(self) -> int:
        """A number that is another one once anything was written. Sees all writes."""
        self.flush()
        return self._log.added

    def flush(self) -> None:
        """Turn buffered writes into mutations and apply them. kept stays False where something cuts that off."""
        self.settle()
        if self._cells or self._formats or self._looks:
            kept, self.kept = self.kept, False
            try:
                self._drain(apply=True)
            except LimitError:
                self.kept = kept
                raise
            self.kept = kept

    def check_room(self) -> None:
        """Flush, and so count, where more cells are buffered than the run may change: before a loop fills a sheet."""
        if len(self._buffer) > self._max_cells:
            self.flush()

    def settle(self) -> None:
        """Put the matrices that wait into the model. kept stays False where something cuts that off."""
        log = self._log
        if log.waiting:
            kept, self.kept = self.kept, False
            for at in log.waiting:
                noted = log.mutations[at]
                mutation = noted.built() if type(noted) is PackedCells else noted
                apply_plain(self.model, mutation, Marks())  # type: ignore[arg-type]
            log.waiting.clear()
            self.busy = self.closed
            self.kept = kept

    def finish(self) -> bytes:
        """Close, and encode what the run did. Raises LimitError if the run went over its limits at any time."""
        self.closed = self.busy = True
        self._sheet = None
        if self._tripped is not None:
            raise self._tripped
        if self._cells or self._formats or self._looks:
            self._drain(apply=False)
        return encode(self._log.encodable())

    # Inside

    def _set_checked(self, sheet: Sheet, row0: int, col0: int, value: Scalar | Formula) -> None:
        self._ready_to_write(sheet)
        scope = self.scope
        if scope is not None:
            self._check_scope(sheet, Rect(row0, col0, row0, col0))
        self._check_value(sheet, row0, col0, value)
        if sheet.blocks:
            self._give_up_spill(sheet, row0, col0)
        guard = self._guard(sheet)
        if not guard.free and not guard.check_cell(row0, col0, value):
            return
        buffer = self._cells.get(sheet.id)
        if buffer is None:
            buffer = self._cells[sheet.id] = {}
            self._note_line()
        buffer[row0 << KEY_BITS | col0] = value
        if sheet.has_defaults:
            if value is not None:
                self._keep_default(sheet, row0, col0)
        elif guard.free and (scope is None or scope.whole(sheet.id)):
            self._sheet, self._buffer = sheet, buffer

    def _give_up_spill(self, sheet: Sheet, row0: int, col0: int) -> None:
        """What is written over a formula that spills takes the place of all that it filled in the file."""
        row = sheet.row(row0)
        entry = None if row is None else row.formula(col0)
        if type(entry) is ArrayFormula and entry.dynamic and entry.rect.rows * entry.rect.columns > 1:
            self.clear(sheet, entry.rect)
            self._guards.pop(sheet.id, None)

    def _note_line(self) -> None:
        """Where the writes begin that are buffered now; a limit that they pass may be seen only at the end."""
        if len(self._cells) + len(self._formats) + len(self._looks) <= 1:
            self._line = self._line_here()

    def _ready_to_write(self, sheet: Sheet) -> None:
        self._check_writable()
        if sheet.kind != "worksheet":
            raise CellValueError(f"{sheet.name} is a {sheet.kind} and has no cells", hint="Write to a worksheet.")
        self.sheet(sheet)

    def _check_writable(self) -> None:
        if self.closed:
            raise ClosedError("the run has ended, and its workbook with it")
        if self._input_name is not None:
            raise ReadOnlyError(
                f"inputs[{self._input_name!a}] can only be read; nothing was changed",
                hint="Write to workbook: workbook['Data']['A1'].value = inputs['prices']['Data']['A1'].value.",
            )
        if self.read_only:
            raise ReadOnlyError(
                "this run may only read; nothing was changed", hint='Execute the macro with mode="write" to change it.'
            )
        if self._tripped is not None:
            raise self._tripped

    def _check_scope(self, sheet: Sheet, rect: Rect) -> None:
        place = self.scope.outside(sheet.id, rect) if self.scope is not None else None
        if place is not None:
            self._refuse(Breach("a cell", sheet.id, *place))

    def _check_breach(self, mutation: Mutation) -> None:
        """Raise NotWritableError for a mutation that leaves the run's scope."""
        if self.scope is not None and (breach := self.scope.breach(mutation)) is not None:
            self._refuse(breach)

    def _refuse(self, breach: Breach) -> NoReturn:
        sheet = None if breach.sheet_id is None else self.model.sheet(breach.sheet_id)
        what = breach.place if sheet is None else _place(sheet, breach.row0, breach.col0)
        raise NotWritableError(
            f"{what} lies outside of what this run may write: {self.scope and self.scope.scope}",
            hint="Write inside of it, or run the macro with a wider writable=[...].",
        )

    def _check_value(self, sheet: Sheet, row0: int, col0: int, value: object) -> None:
        if type(value) is Formula:
            self._spilling |= value.dynamic
            self._check_formula(sheet, row0, col0, value.text)
        elif type(value) is RichText:
            problem = problem_of(rich_mark(value))
            if problem is not None:
                raise CellValueError(f"{_place(sheet, row0, col0)}: {problem}", hint="Write its text: str(value).")

    def _check_formula(self, sheet: Sheet, row0: int, col0: int, text: str) -> None:
        if not self._allow_external:
            reach = outside_reach(text, self.model.names)
            if reach is not None:
                raise ExternalError(
                    f"{_place(sheet, row0, col0)}: {reach}",
                    hint="Write the value itself, or open the workbook with Engine(allow_external=True).",
                )
        self._proofread(sheet, row0, col0, text)
        if is_flagged(text):
            warning = f"{_place(sheet, row0, col0)}: HYPERLINK leads outside the workbook when it is clicked"
            if not any("HYPERLINK" in known for known in self.warnings):
                self.warnings.append(warning)

    def _proofread(self, sheet: Sheet, row0: int, col0: int, text: str) -> None:
        """Refuse a formula that damages a file, and tell once of each thing that is not there. Once for all formulas
        that differ in their rows only."""
        key, _ = shape(text)
        found = self._proofs.get(key)
        if found is None:
            if len(self._proofs) > _MAX_PROOFS:
                self._proofs.clear()
            found = self._proofs[key] = proof(text, self.model)
            for note in found.notes:
                if not any(known.endswith(note) for known in self.warnings):
                    self.warnings.append(f"{_place(sheet, row0, col0)}: {note}")
        if found.refusal is not None:
            raise CellValueError(
                f"{_place(sheet, row0, col0)}: {found.refusal}",
                hint="A spreadsheet application calls a file with such a formula damaged.",
            )

    def _check_protection(self, sheet: Sheet, mutation: Mutation) -> None:
        """Raise for a sheet of the file that is locked, unless its lock leaves inserting free."""
        if self.model.package is None or (sheet.around is not None and b"sheetProtection" not in sheet.around):
            return
        from .object.current import is_protected

        allowed = f"insert{mutation.axis.capitalize()}" if isinstance(mutation, AxisInsert) else ""
        if is_protected(self.model, sheet, allowed):
            raise StructureError(
                f"{sheet.name} is protected, and its cells cannot change places",
                hint="Lift the protection in a spreadsheet application (Review, Unprotect Sheet), and run again.",
            )

    def _check_name(self, name: str, sheet_id: str | None) -> None:
        problem = name_problem(name)
        if problem is not None:
            raise SheetNameError(problem[0], hint=problem[1])
        other = clash(self.model, name, but=sheet_id)
        if other is not None:
            raise SheetNameError(f"there is already a sheet {other!r}", hint="Sheet names differ by more than case.")

    def _put_look(self, sheet: Sheet, key: int, name: str, value: Any) -> None:
        if name == "number_format":
            self._formats.setdefault(sheet.id, {})[key] = value
        else:
            self._looks.setdefault((sheet.id, name), {})[key] = value

    def _keep_default(self, sheet: Sheet, row0: int, col0: int) -> None:
        """A cell that comes into being under a styled row or column takes that style, as it does in applications."""
        row = sheet.row(row0)
        if row is not None and (row.style(col0) or row.holds(col0)):
            return
        style_id = sheet.default_style(col0, row)
        key = row0 << KEY_BITS | col0
        if not style_id or key in self._looks.get((sheet.id, "style"), _NO_CELLS):
            return
        for name, value in self.look_of(style_id).items():
            if name == "number_format":
                self._formats.setdefault(sheet.id, {}).setdefault(key, value)
            else:
                self._looks.setdefault((sheet.id, name), {}).setdefault(key, value)

    def _keep_defaults(self, sheet: Sheet, rect: Rect, rows: list[list[Any]] | None) -> None:
        """The same for all cells of a rectangle that are not there yet; what is buffered was flushed.

        rows are what will be written: a blank comes into being nowhere. None where all cells get a look.
        """
        if self._log.cells + rect.rows * rect.columns > self._max_cells:
            self._trip("cells", "changed cells", self._max_cells, self._log.cells + rect.rows * rect.columns)
        for row0 in range(rect.row0, rect.row1 + 1):
            for col0 in range(rect.col0, rect.col1 + 1):
                if rows is None or rows[row0 - rect.row0][col0 - rect.col0] is not None:
                    self._keep_default(sheet, row0, col0)
        self.flush()

    def look_of(self, style_id: int) -> dict[str, Any]:
        """What a style id stands for, by the names of StylePatch, but for what a run may not set."""
        styles = self.model.styles
        style = styles.style(style_id)
        found = {name: getattr(style, name) for name in PROPERTIES}
        named = styles.named[style.style]
        if not fits(style.number_format):
            del found["number_format"]
        if fits(named.number_format):
            found["style"] = named
        else:
            del found["style"]
        return found

    def _guard(self, sheet: Sheet) -> Guard:
        guard = self._guards.get(sheet.id)
        if guard is None or not guard.current:
            guard = self._guards[sheet.id] = Guard(sheet, self.model)
        return guard

    def _drain(self, *, apply: bool) -> None:
        cells, looks = self._cells, self._looks
        for sheet_id, codes in self._formats.items():
            looks[sheet_id, "number_format"] = codes
        self._sheet, self._cells, self._formats, self._looks = None, {}, {}, {}
        ids = self._sheet_ids() if cells else {}
        for sheet_id, buffer in cells.items():
            for rect, rows in rectangles(buffer):
                self._emit(CellsSet(sheet=sheet_id, rect=rect, rows=to_cells(rows, ids)), apply=apply)
        for mutation in style_sets(looks):
            self._emit(mutation, apply=apply)

    def _sheet_ids(self) -> dict[str, str]:
        return {sheet.name.casefold(): sheet.id for sheet in self.model.sheets}

    def _note(self, mutation: CellsSet | PackedCells) -> None:
        """Count and note a matrix of plain scalars, on a sheet without guarded places, which waits to be applied."""
        self._count(mutation.rect.rows * mutation.rect.columns)
        kept, self.kept = self.kept, False
        self._log.add(mutation, waiting=True)
        self.busy = True
        self.kept = kept

    def _emit(self, mutation: Mutation, *, apply: bool = True, checked: bool = False) -> None:
        """Count it, apply it to the worker's copy, and note it. kept is False while that is under way, and stays so.

        checked: it is known to lie within the run's scope.
        """
        if not checked:
            self._check_breach(mutation)
        family = REGISTRY.of(mutation)
        self._count(family.cells(mutation))
        kept, self.kept = self.kept, False
        if apply or type(mutation) is StyleSet:
            try:
                family.check(self.model, mutation)
            except MutationConflict as conflict:
                self.kept = kept
                raise self._refused(mutation, conflict) from None
        if apply:
            family.apply(self.model, mutation, Marks())
        self._log.add(mutation)
        self.kept = kept

    def _refused(self, mutation: Mutation, conflict: MutationConflict) -> FacadeError:
        """What to tell the macro. A full style table ends the run, since a part of the writes before is not in it."""
        if type(mutation) in (SheetDelete, SheetShow):
            return StructureError(conflict.message, hint="Show or add another sheet first.")
        if type(mutation) not in (CellsSet, CellsClear, StyleSet):
            cure = conflict.hint or _CURES.get(type(mutation), _IN_THE_WAY)
            return StructureError(conflict.message, hint=cure)
        if type(mutation) is not StyleSet:
            return BlockError(conflict.message, hint="Write or clear the whole block at once.")
        if conflict.limit is None:
            return CellValueError(conflict.message, hint="Give the style another name.")
        self._tripped = LimitError(
            conflict.message,
            limit_name="styles",
            limit=conflict.limit,
            observed=conflict.limit + 1,
            hint="Use fewer different fonts, fills and formats, or number formats.",
        )
        return self._tripped

    def _count(self, cells: int) -> None:
        log = self._log
        log.cells += cells
        if log.cells > self._max_cells:
            self._trip("cells", "changed cells", self._max_cells, log.cells)
        if len(log.mutations) >= self._max_mutations:
            self._trip("mutations", "changes", self._max_mutations, len(log.mutations) + 1)

    def _trip(self, limit_name: str, what: str, limit: int, observed: int) -> NoReturn:
        self._sheet, self._cells, self._formats, self._looks = None, {}, {}, {}
        self._tripped = LimitError(
            f"the run made more {what} than its limit of {limit:,} allows",
            limit_name=limit_name,
            limit=limit,
            observed=observed,
            hint=f"Change less in one run, or raise Limits({limit_name}=...).",
            line=self._line if self.closed else None,
        )
        raise self._tripped


def _place(sheet: Sheet, row0: int, col0: int) -> str:
    return f"{sheet.name}!{cell_name(row0, col0)}"


def _makes(mutation: Mutation | PackedCells) -> bool:
    return isinstance(mutation, SheetAdd | SheetCopy)
