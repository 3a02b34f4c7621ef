"""A live workbook in a locked-down process: what the sandbox's host protocol asks for, by structure."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from itertools import chain
from types import FrameType, ModuleType
from typing import Final, final

import msgspec

from ..errors import ERROR_TYPES, ExternalError, MutationConflict, MutationInvalid
from ..unit import (
    MACRO_FILE,
    ApplyReport,
    ApplyRequest,
    DiffReport,
    DiffRequest,
    HashReport,
    InputReport,
    InputRequest,
    LoadReport,
    LoadRequest,
    RevertRequest,
    RunPayload,
    RunSpec,
    SaveReport,
    SaveRequest,
)
from ..value import CellError, NotComputed, RichText
from .calc import current_values
from .delimited import DELIMITED_ERRORS, Form, read_delimited, write_delimited
from .diff import Before, net_changes
from .face import (
    FACADE_TYPES,
    RECORD_TYPES,
    STORE_TYPES,
    macro_module,
    open_workbook,
    openpyxl_modules,
    plain_record,
)
from .face.advice import advise
from .fingerprint import state_hash
from .formula.external import outside_reach
from .library import Library
from .model.look import VALUE_TYPES
from .model.sheet import Sheet
from .model.workbook import Workbook
from .mutation import Applied, CellsSet, Formula, Mutation, apply_all, decode, encode, take_back
from .rehearsal import play, touch
from .scope import decode_scope
from .session import Session
from .state import FormulaStates
from .xlsx.error import FILE_ERRORS
from .xlsx.new import new_workbook
from .xlsx.patch import SAVE_ERRORS, save_package
from .xlsx.read import read_workbook

# They are asked for in the middle of functions, when a locked-down process can load nothing any more.
for _name in (
    "display",
    "object.current",
    "object.table",
    "xlsx.patch.clone",
    "xlsx.patch.object",
    "xlsx.patch.pivot",
    "xlsx.patch.removal",
):
    import_module(f"{__package__}.{_name}")

Reply = tuple[bytes, Iterable[bytes]]

SMALL_SHEETS_BYTES: Final = 4 * 1024 * 1024
"""Inflated size of the sheets that are loaded beside the one a run asked for, which counts as that run's time."""

_PLAYS: Final = 12
"""CPython looks at what a function does from its eighth call on."""

_NOTHING: Final = encode(())
_TEXT_FORMS: Final[dict[str, Form]] = {"csv": "csv", "tsv": "tsv"}

# Made once, before any fork: making a decoder reads the type's annotations, which took a new process 1.2 ms.
_LOAD: Final = msgspec.msgpack.Decoder(LoadRequest)
_INPUT: Final = msgspec.msgpack.Decoder(InputRequest)
_APPLY: Final = msgspec.msgpack.Decoder(ApplyRequest)
_REVERT: Final = msgspec.msgpack.Decoder(RevertRequest)
_DIFF: Final = msgspec.msgpack.Decoder(DiffRequest)
_SAVE: Final = msgspec.msgpack.Decoder(SaveRequest)
_SPEC: Final = msgspec.msgpack.Decoder(RunSpec)

_REHEARSAL: Final = msgspec.msgpack.encode(RunSpec(unit_id="", mode="read", max_mutations=0, max_cells=0))


@final
@dataclass(slots=True)
class _Entry:
    """One run that was applied. cancels is the place of the entry it undid, if it is the inverse of one."""

    token: str
    applied: Applied
    before: Before
    inverse: bytes = b""
    cancels: int | None = None


@final
class WorkbookHost:
    """In a base it serves the engine's requests; in a worker, on fork's copy, it arms the facade for one run."""

    store_types: frozenset[type] = STORE_TYPES | VALUE_TYPES
    error_types: frozenset[type[Exception]] = ERROR_TYPES | FILE_ERRORS | SAVE_ERRORS | DELIMITED_ERRORS
    injected: tuple[str, ...] = ("workbook", "inputs")

    def __init__(self) -> None:
        self.modules: Mapping[str, ModuleType] = {"macrocell": macro_module(), **openpyxl_modules()}
        self._model: Workbook | None = None
        self._file_name = ""
        self._unit_id = ""
        self._entries: list[_Entry] = []
        self._library = Library()
        self._session: Session | None = None
        self._spec: RunSpec | None = None

    # In the base

    def request(self, op: str, payload: bytes, blob: bytes) -> Reply:
        """Serve one request: load, input, apply, revert, diff, warm, save, hash. See unit.py for the payloads."""
        server = _SERVERS.get(op)
        if server is None:
            raise MutationInvalid(f"a workbook does not serve the request {op!r}")
        try:
            return server(self, payload, blob)
        except msgspec.MsgspecError as error:
            raise MutationInvalid(f"a request {op} that is not well formed: {error}") from error

    def _load(self, payload: bytes, blob: bytes) -> Reply:
        request = _LOAD.decode(payload)
        model, words = _read(request, blob)
        self._model, self._entries = model, []
        self._library.clear()
        self._unit_id, self._file_name = request.unit_id, request.file_name
        names, ids = (tuple(getattr(sheet, field) for sheet in model.sheets) for field in ("name", "id"))
        return _reply(LoadReport(sheets=names, sheet_ids=ids, warnings=words))

    def _input(self, payload: bytes, blob: bytes) -> Reply:
        request = _INPUT.decode(payload)
        model, words = _read(LoadRequest(unit_id=request.unit_id, file_name=request.file_name, form=request.form), blob)
        self._library.add(request, model)
        return _reply(InputReport(warnings=words))

    def _apply(self, payload: bytes, _blob: bytes) -> Reply:
        request = _APPLY.decode(payload)
        model = self._loaded()
        mutations = decode(request.mutations)
        if not request.allow_external:
            _check_external(model, mutations)
        before = Before()
        applied = apply_all(model, mutations, before=before.record)
        entry = _Entry(request.token, applied, before)
        try:
            changes = net_changes(model, [before])
            entry.inverse = encode(applied.inverse())
        except BaseException:
            take_back(model, applied)
            raise
        if request.keep:
            self._keep(entry, request.mutations)
        else:
            take_back(model, applied)
        return _reply(ApplyReport(changes=changes, inverse=entry.inverse))

    def _keep(self, entry: _Entry, encoded: bytes) -> None:
        """Note a run. One that undoes the last that still counts leaves no marks behind: all is as the file has it
        once both were taken back."""
        model = self._loaded()
        place = self._last_counting()
        if place is not None and self._entries[place].inverse == encoded:
            entry.cancels = place
            take_back(model, entry.applied)
            take_back(model, self._entries[place].applied)
        self._entries.append(entry)

    def _last_counting(self) -> int | None:
        """The newest run that was not undone by a later one."""
        place = len(self._entries) - 1
        while place >= 0 and (cancelled := self._entries[place].cancels) is not None:
            place = cancelled - 1
        return place if place >= 0 else None

    def _revert(self, payload: bytes, _blob: bytes) -> Reply:
        request = _REVERT.decode(payload)
        model = self._loaded()
        before = Before()
        for entry in reversed(self._last(tuple(reversed(request.tokens)))):
            self._take_back(model, entry, before)
            self._entries.pop()
        return _reply(ApplyReport(changes=net_changes(model, [before])))

    def _take_back(self, model: Workbook, entry: _Entry, before: Before) -> None:
        if entry.cancels is None:
            take_back(model, entry.applied, before=before.record)
        else:
            # What it undid counts again, and marks the model again.
            undone = self._entries[entry.cancels]
            undone.applied = apply_all(model, undone.applied.mutations, before=before.record)

    def _diff(self, payload: bytes, _blob: bytes) -> Reply:
        request = _DIFF.decode(payload)
        entries = self._last(request.tokens)
        return _reply(DiffReport(changes=net_changes(self._loaded(), [entry.before for entry in entries])))

    def _warm(self, payload: bytes, _blob: bytes) -> Reply:
        key = payload.decode("utf-8", "replace")
        model, sheet_id = self._library.model_of(key) or (self._loaded(), key)
        sheet = model.sheet(sheet_id)
        if sheet is None:
            raise MutationConflict("there is no such sheet to load")
        sheet.load()
        for small in self._small_sheets(model):
            with suppress(*FILE_ERRORS):  # what is wrong with a sheet is told to those who ask for it
                small.load()
        model.styles.number_format(0)
        return b"", ()

    def _small_sheets(self, model: Workbook) -> list[Sheet]:
        """Sheets not loaded yet that cost little: one run more begun again for each of them would cost more."""
        budget, small = SMALL_SHEETS_BYTES, []
        for sheet in model.sheets:
            member = model.package.find(sheet.part) if model.package is not None and not sheet.loaded else None
            if model.package is not None and member is not None:
                budget -= model.package.members[member].size
                if budget < 0:
                    break
                small.append(sheet)
        return small

    def _save(self, payload: bytes, _blob: bytes) -> Reply:
        """A form that was not asked for is the one that was loaded."""
        request = _SAVE.decode(payload) if payload else SaveRequest()
        model = self._loaded()
        own = model.source.form if model.source is not None else ""
        form = own if request.form is None else request.form
        if form in _TEXT_FORMS:
            pieces, words = write_delimited(model, _TEXT_FORMS[form], request.part, request.now)
            return msgspec.msgpack.encode(SaveReport(changed_parts=(), warnings=tuple(words))), pieces
        states = FormulaStates(model, _with_rows, request.now)
        with current_values(model, states) if request.calculate else nullcontext():
            chunks, parts = save_package(model)
        return msgspec.msgpack.encode(SaveReport(changed_parts=tuple(parts))), chunks

    def _hash(self, _payload: bytes, _blob: bytes) -> Reply:
        return _reply(HashReport(state_hash=state_hash(self._loaded())))

    def _loaded(self) -> Workbook:
        if self._model is None:
            raise MutationConflict("no workbook was loaded yet")
        return self._model

    def _last(self, tokens: tuple[str, ...]) -> list[_Entry]:
        """The entries of these tokens, oldest first; MutationConflict unless they are the last ones."""
        entries = self._entries[len(self._entries) - len(tokens) :] if tokens else []
        if len(tokens) > len(self._entries) or tuple(entry.token for entry in entries) != tokens:
            raise MutationConflict("these are not the runs that were applied last")
        return entries

    # In a worker

    _stage: Workbook | None = None

    @classmethod
    def preload(cls) -> None:
        """Play on workbooks of no use until the interpreter has seen the usual calls often enough to make them fast."""
        for _ in range(_PLAYS):
            for _ in play(new_workbook()):
                pass
        cls._stage = new_workbook()

    def rehearse(self) -> Iterator[None]:
        """Begin and finish a run that does nothing; play on a workbook of no use, and touch cells that may be read."""
        if self._model is not None:
            self.begin(_REHEARSAL, {}, lambda _: None)
            self.finish(failed=False)
            self._session = None
        yield
        if self._stage is not None:
            yield from play(self._stage)
        if self._model is not None:
            yield from touch(self._model)

    def begin(self, spec: bytes, inputs: Mapping[str, object], fault: Callable[[str], None]) -> Mapping[str, object]:
        """Make the session and the root facade of one run."""
        self._spec = _SPEC.decode(spec)
        self._session = Session(
            self._loaded(),
            read_only=self._spec.mode != "write",
            max_mutations=self._spec.max_mutations,
            max_cells=self._spec.max_cells,
            allow_external=self._spec.allow_external,
            fault=fault,
            line_here=_macro_line,
            scope=decode_scope(self._spec.writable),
        )
        root = open_workbook(self._session, unit_id=self._unit_id, name=self._file_name)
        return {"workbook": root, "inputs": {**inputs, **self._library.open(fault)}}

    def start(self, now: datetime) -> None:
        """The clock of the session that was begun, and of all inputs."""
        assert self._session is not None
        self._session.set_clock(now)
        self._library.set_clock(now)

    def finish(self, failed: bool) -> bytes:  # noqa: ARG002 (the protocol's; a failed run is told whole, the engine decides)
        """Close the session and encode what the run did. Raises LimitError where it went over its own limits."""
        session, spec = self._session, self._spec
        assert session is not None
        assert spec is not None
        self._library.close()
        whole = session.kept
        mutations = session.finish() if whole else _NOTHING
        return msgspec.msgpack.encode(
            RunPayload(
                unit_id=spec.unit_id,
                mutations=b"" if mutations == _NOTHING else mutations,
                warnings=tuple(session.warnings),
                kept=whole and session.kept,
            )
        )

    def changed(self) -> bool:
        """Whether the run has written anything."""
        return self._session is not None and self._session.changed

    def refuse_result(self, value: object) -> str | None:
        """The hint for a facade object; an iterator over rows is no such object, and its general hint serves."""
        name = type(value).__name__
        if type(value) in VALUE_TYPES:
            return "Return its parts, such as cell.font.bold or cell.fill.fgColor.rgb."
        live = type(value) in FACADE_TYPES - RECORD_TYPES and name != "Lines"
        return _RETURNED.get(name, _AREA_RETURNED) if live else None

    def explain(self, kind: str, message: str, expression: str) -> str | None:
        """What to write instead, where Python's own error is about the facade."""
        return advise(kind, message, expression)

    def plain_result(self, value: object) -> object:
        """Errors as their code, rich text as text, NOT_COMPUTED as that word, records as dicts."""
        if isinstance(value, CellError | RichText):
            return str(value)
        if type(value) in RECORD_TYPES:
            return plain_record(value)
        return repr(value) if isinstance(value, NotComputed) else value


_AREA_RETURNED: Final = "Return its .values or its .address."
_RETURNED: Final = {
    "Sheet": "Return its .name, or its .used_range.values.",
    "NamedStyle": "Return its .name.",
    "Workbook": "Return its .sheet_names, or a sheet's .used_range.values.",
}

_SERVERS: Final[Mapping[str, Callable[[WorkbookHost, bytes, bytes], Reply]]] = {
    "load": WorkbookHost._load,
    "input": WorkbookHost._input,
    "apply": WorkbookHost._apply,
    "revert": WorkbookHost._revert,
    "diff": WorkbookHost._diff,
    "warm": WorkbookHost._warm,
    "save": WorkbookHost._save,
    "hash": WorkbookHost._hash,
}


def _with_rows(sheet: Sheet) -> Sheet:
    sheet.load()
    return sheet


def _macro_line() -> int | None:
    """The line of the innermost code of the macro that runs now."""
    frame: FrameType | None = sys._getframe()
    while frame is not None and frame.f_code.co_filename != MACRO_FILE:
        frame = frame.f_back
    return None if frame is None else frame.f_lineno


def _read(request: LoadRequest, blob: bytes) -> tuple[Workbook, tuple[str, ...]]:
    """The model, and what its reader has to say."""
    if request.form in _TEXT_FORMS:
        return read_delimited(blob, request.file_name, _TEXT_FORMS[request.form])
    return (read_workbook(blob) if blob else new_workbook()), ()


def _check_external(model: Workbook, mutations: tuple[Mutation, ...]) -> None:
    for mutation in mutations:
        if isinstance(mutation, CellsSet) and Formula in mutation.kinds:
            for cell in chain.from_iterable(mutation.rows):
                if type(cell) is Formula and (reach := outside_reach(cell.text, model.names)) is not None:
                    raise ExternalError(reach, hint="Open the workbook with Engine(allow_external=True).")


def _reply(report: msgspec.Struct) -> Reply:
    return msgspec.msgpack.encode(report), ()
