"""The parent's handle on one unit for its whole life.

Invariant: content = the file as opened + confirmed runs + what awaits a store's answer + pending runs. All of it is
held here; the base only has a replica, so that the death of any other process loses nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar, final

import msgspec
from msgspec import structs

from ..facade import (
    Change,
    DiffReport,
    DiffRequest,
    HashReport,
    SaveReport,
    SaveRequest,
)
from ..sandbox import Base, BaseDied, HostRefused, Limits
from .argument import check_args, check_limits, check_now, check_seed
from .audit import audit_of, utc_now
from .carried import carried_without, inverse_over, replaced
from .content import Content
from .document_file import CHUNK_BYTES, DocumentFile, check_target, write_file
from .errors import CallInvalid, EngineClosed, NotAvailable, ProgramMismatch, RunConflict, UnknownRun
from .execution import APPLY_DEADLINE_S, Execution, Order, apply_encoded, check, execute, new_run_id
from .form import check_format, check_sheet, form_of
from .input_base import InputBase
from .inputs import InputShelf, InputSource, check_inputs, close_all, digest_of
from .log_report import (
    CommitReport,
    CommitStatus,
    Conflict,
    Connection,
    FetchReport,
    FetchStatus,
    PullReport,
    PullStatus,
)
from .outcome import Outcome
from .pending import Changeset, Confirmed, Run
from .program import Mode, Program, Refusals, check_mode
from .replica import Replica, apply_run, apply_runs
from .trial import Candidate, Candidates, check_candidates, run_side_by_side
from .writable import check_writable, scope_of, writable_of

if TYPE_CHECKING:
    from .engine import Engine
    from .exchange import Exchange
    from .store.protocol import Store

SAVE_DEADLINE_S: Final = 300.0
CALCULATED_SAVE_DEADLINE_S: Final = 60.0
"""After that the file is saved without the values of formulas."""

Result = TypeVar("Result")


@final
class Runtime:
    """One open unit: execute programs on it, look at what they changed, take it back, save it.

    Made by Engine.open and Engine.create. Calls from several threads are served one after another.
    """

    def __init__(
        self, engine: Engine, unit_id: str, file: DocumentFile | None, name: str, *, store: Store | None = None
    ) -> None:
        self._engine = engine
        self._file = file
        self._name = name
        self._sid = "sid-" + new_run_id()[4:]
        self._lock = threading.RLock()
        self._closed = False
        self._content = Content(pending=Changeset(unit_id=unit_id, base_revision=0, sid=self._sid))
        self._checkpoint = b""
        self._exchange: Exchange | None = None
        self._replica = Replica(
            unit_id=unit_id,
            name=name,
            form=self._form,
            open_base=engine._open_base,
            chunks=self._chunks,
            runs=lambda: self._content.runs,
        )
        if store is not None:
            self._exchange = self._begin(store)
        self._candidates = Candidates()
        self._shelf = InputShelf()
        self._input_base: InputBase | None = None
        self._notes: tuple[str, ...] = ()
        self._replica.load()

    def _begin(self, store: Store) -> Exchange:
        """Read a unit of a store: its checkpoint, and what was committed since."""
        from .exchange import Exchange
        from .unit_log import UnitLog

        log = UnitLog(store, self.unit_id, self._sid)
        checkpoint, confirmed = log.start()
        self._checkpoint = checkpoint.blob
        content = self._content
        content.log = confirmed
        content.confirmed = tuple(run for one in confirmed for run in one.changeset.runs)
        revision = confirmed[-1].revision if confirmed else checkpoint.revision
        content.pending = replace(content.pending, base_revision=revision)
        return Exchange(log, content, self._replica, self._engine.principal)

    def _chunks(self) -> Iterable[bytes]:
        """The bytes of the file that everything stands on; none for a new workbook."""
        if self._file is not None:
            return self._file.chunks()
        blob = self._checkpoint
        return (blob[at : at + CHUNK_BYTES] for at in range(0, len(blob), CHUNK_BYTES))

    @property
    def warnings(self) -> tuple[str, ...]:
        """What reading the file and saving had to say: what was detected of a text file, what a text cannot hold."""
        return tuple(dict.fromkeys((*self._replica.warnings, *self._notes)))

    @property
    def _base(self) -> Base | None:
        return self._replica.base

    @property
    def unit_id(self) -> str:
        """The id of the unit; for a file the same whenever the same path is opened."""
        return self._content.pending.unit_id

    @property
    def sid(self) -> str:
        """The id of this session."""
        return self._sid

    @property
    def pending(self) -> Changeset:
        """The runs accepted and not confirmed yet."""
        return self._content.pending

    @property
    def log(self) -> tuple[Confirmed, ...]:
        """What commit confirmed, oldest first, with the audit records of its runs."""
        return self._content.log

    @property
    def base_revision(self) -> int:
        """The revision that pending stands on: of the store's log, of a file session of one in memory."""
        return self._content.pending.base_revision

    @property
    def known_head_revision(self) -> int:
        """The newest revision of the log that this session knows of; see fetch."""
        return self.base_revision if self._exchange is None else self._exchange.known_head

    @property
    def awaiting(self) -> Changeset | None:
        """What was sent to the store and is neither acknowledged nor refused; commit sends it again."""
        return self._content.awaiting

    @property
    def connection(self) -> Connection:
        """Whether the store answered when it was last asked; a file session is always connected."""
        return Connection.CONNECTED if self._exchange is None else self._exchange.log.connection

    @property
    def conflict(self) -> Conflict | None:
        """What the last pull found and nobody settled yet: only reads, drop, reload, save and close work meanwhile."""
        return None if self._exchange is None else self._exchange.conflict

    @property
    def _form(self) -> str:
        return form_of(None if self._file is None else self._file.path)

    @property
    def closed(self) -> bool:
        """Whether close was called, or the unit could not be loaded again."""
        return self._closed

    def prepare(
        self,
        code: str,
        mode: Mode = "read",
        args: Mapping[str, Any] | None = None,
        writable: Sequence[str] | None = None,
    ) -> Program | Refusals:
        """Check a macro without running it and bind it to this unit; refusals come as data, all at once."""
        refs = check_writable(writable)
        check_mode(mode, code)
        with self._lock:
            self._check_open()
            scope_of(refs, self._replica.sheet_names.after(self._runs))
            limits = self._engine.limits
            error = self._with_base(lambda base: check(base, code, self.unit_id, limits=limits))
        if error is not None:
            return Refusals(error.refusals, error)
        return Program(code, self.unit_id, mode, "workbook", check_args(args or {}), refs)

    def execute(
        self,
        program: Program | str,
        mode: str | None = None,
        args: Mapping[str, Any] | None = None,
        *,
        atomic: bool = True,
        dry_run: bool = False,
        writable: Sequence[str] | None = None,
        inputs: Mapping[str, Runtime | str | Path] | None = None,
        seed: int | None = None,
        now: datetime | None = None,
        limits: Limits | None = None,
    ) -> Outcome:
        """Run source or a program in a fresh worker and keep its changes as one pending run.

        mode is the program's own, or read for source. atomic=False keeps the whole mutations made before the
        macro's own error. A dry run reports its changes and keeps none. writable lists the sheets and ranges it may
        change, all if None; inputs are further units that it may read. seed and now fix its randomness and clock.
        A macro that fails gives an Outcome; only misuse and infrastructure raise.
        """
        self._engine._check_usable()  # before the lock, which a fork of the host may have left taken
        order = self._order(program, mode, args, atomic, dry_run, writable, seed, now, limits)
        with nullcontext(()) if inputs is None else self._sources(inputs) as sources, self._lock:
            if order.mode == "write" and not order.dry_run:
                self._check_settled()
            order = self._scoped(order)
            runner = self._runner(sources) if sources else None
            execution = self._with_base(
                lambda base: execute(
                    base, order, isolation=self._engine.level, base_revision=self.base_revision, runner=runner
                )
            )
            if execution.run is not None:
                self._accept(execution.run, order, {} if runner is None else runner.hashes)
            if runner is not None:
                runner.park()
                return execution.with_notes(runner.notes).outcome
            self._replica.park()
        return execution.outcome

    def try_all(
        self,
        programs: Sequence[Program | str],
        mode: str | None = None,
        args: Mapping[str, Any] | None = None,
        *,
        writable: Sequence[str] | None = None,
        inputs: Mapping[str, Runtime | str | Path] | None = None,
        seed: int | None = None,
        now: datetime | None = None,
        limits: Limits | None = None,
    ) -> list[Outcome]:
        """Run candidates side by side from the state there is, and keep nothing: accept adopts one of the outcomes.

        Each has its own worker and the whole of the limits. The clock of all shows the same time.
        """
        moment = check_now(now)
        orders = [
            self._order(program, mode, args, True, True, writable, seed, moment, limits)  # type: ignore[arg-type]
            for program in check_candidates(programs)
        ]
        with self._sources(inputs) as sources, self._lock:
            orders = [self._scoped(order) for order in orders]
            done: dict[int, Execution] = {}
            self._with_base(lambda base: self._try(base, orders, sources, done))
            hashes = self._input_base.hashes if sources and self._input_base is not None else {}
            tried = [Candidate(order, done[place], hashes) for place, order in enumerate(orders)]
            self._candidates.put(tried, self._runs)
            self._replica.park()
            return [candidate.execution.outcome for candidate in tried]

    def accept(self, outcome: Outcome) -> Run | None:
        """Keep what a candidate of try_all changed, as a pending run; None if it changed nothing. The others are void.

        Raises StaleOutcome when the unit has changed since, or another candidate was accepted.
        """
        with self._lock:
            self._check_open()
            self._check_settled()
            candidate = self._candidates.find(outcome, self._runs)
            run = self._with_base(lambda base: self._adopt(base, candidate))
            self._candidates.accept(candidate)
            return run

    def diff(self) -> tuple[Change, ...]:
        """The net change of all pending runs, computed from a process that never ran a macro."""
        with self._lock:
            tokens = tuple(run.run_id for run in self._content.pending.runs)
            request = msgspec.msgpack.encode(DiffRequest(tokens=tokens))
            report, _ = self._ask("diff", request, DiffReport, APPLY_DEADLINE_S)
        return report.changes

    def rollback(self, run_id: str | None = None) -> None:
        """Drop one pending run, or all of them; later runs stay if they fit without it, else RunConflict."""
        with self._lock:
            self._check_open()
            self._check_settled()
            runs = self._content.pending.runs
            if run_id is None:
                later, kept = runs, runs[:0]
            else:
                place = next((at for at, run in enumerate(runs) if run.run_id == run_id), None)
                if place is None:
                    raise UnknownRun(f"{run_id} is not among the pending runs", hint="See runtime.pending.runs.")
                later, kept = runs[place:], runs[place + 1 :]
            if later:
                self._replace_tail(later, kept)

    def undo(self) -> Run:
        """Take back the last own run that was not taken back yet, as a new run; UnknownRun when none is left."""
        with self._lock:
            self._check_open()
            self._check_settled()
            target, later = self._last_own()
            inverse = inverse_over(target, later)
            run = self._with_base(lambda base: self._apply_inverse(base, target, inverse))
            return self._accept(run, None, {})

    def _last_own(self) -> tuple[Run, list[Run]]:
        """The last run of this session that was not taken back, and what came after it."""
        history = self._runs
        undone = {run.undoes for run in history}
        own = self._content.own | {run.run_id for run in self._content.unconfirmed}
        for at in range(len(history) - 1, -1, -1):
            run = history[at]
            if run.run_id in own and run.undoes is None and run.run_id not in undone:
                return run, _without_pairs(history[at + 1 :])
        raise UnknownRun("there is no run left to undo", hint="See runtime.pending.runs.")

    def _check_settled(self) -> None:
        if self._exchange is not None:
            self._exchange.check_settled()

    def commit(self) -> CommitReport:
        """Confirm all pending runs: to the store's log, of a file session to one in memory.

        retry and unknown keep what was sent as awaiting; the next commit sends it again, under the same request.
        Raises AckMismatch where the store acknowledges something else, ChangesetInvalid for too large a changeset.
        """
        with self._lock:
            self._check_open()
            if self._exchange is not None:
                return self._exchange.commit()
            if not self._content.pending.runs:
                return CommitReport(status=CommitStatus.NOTHING_TO_COMMIT, revision=self.base_revision)
            sent, revision = self._content.send(""), self.base_revision + 1
            who, at = self._engine.principal, utc_now()
            self._content.confirm(Confirmed(revision=revision, changeset=sent, who=who, at=at))
            return CommitReport(status=CommitStatus.CONFIRMED, revision=revision)

    def fetch(self) -> FetchReport:
        """Look what others have committed, and change nothing here. Raises StoreUnavailable."""
        with self._lock:
            self._check_open()
            if self._exchange is None:
                return FetchReport(status=FetchStatus.UNCHANGED, revision=self.base_revision)
            return self._exchange.fetch()

    def pull(self) -> PullReport:
        """Take in what others have committed; what is not confirmed is carried over it, or conflicts, and then nothing
        changes. Raises StoreUnavailable; ConflictOpen while an earlier conflict is not settled.
        """
        with self._lock:
            self._check_open()
            if self._exchange is None:
                return PullReport(status=PullStatus.UP_TO_DATE, revision=self.base_revision)
            return self._exchange.pull()

    def drop(self, run_id: str) -> PullReport:
        """In a conflict: let a pending run go, and carry the others over what was fetched. See conflict.run_id."""
        with self._lock:
            self._check_open()
            if self._exchange is None:
                raise CallInvalid("a file session has no conflicts", hint="Use runtime.rollback(run_id).")
            return self._exchange.drop(run_id)

    def save(self, path: str | Path | None = None, *, overwrite: bool = False, sheet: str | None = None) -> Path:
        """Write the unit to its own file, or to another path; only what changed differs from the file as opened.

        A name in .csv or .tsv gets the values of one sheet; sheet chooses it. Raises FileChanged if the own file is
        not the version last seen, OutputExists for another existing file without overwrite, NotAvailable for an
        ending of another format. The target is replaced atomically or left as it was. Pending stays pending.
        """
        with self._lock:
            self._check_open()
            target, file = self._target(path)
            if file is None:
                check_target(target, overwrite=overwrite)
            request = SaveRequest(form=form_of(target), part=check_sheet(sheet, target), now=check_now(None))
            report, blob = self._saved(request)
            if file is not None:
                file.replace(blob)
            else:
                write_file(target, blob, overwrite=overwrite)
            self._notes = (*self._notes, *report.warnings)
            return target

    def _saved(self, request: SaveRequest) -> tuple[SaveReport, list[bytes]]:
        """The new file. A calculation that does not come to its end must not be in the way of that."""
        try:
            return self._ask("save", msgspec.msgpack.encode(request), SaveReport, CALCULATED_SAVE_DEADLINE_S)
        except BaseDied as died:
            plain = structs.replace(request, calculate=False)
            report, blob = self._ask("save", msgspec.msgpack.encode(plain), SaveReport, SAVE_DEADLINE_S)
            word = f"the values of formulas were not computed for the file, which an application does ({died.message})"
            return structs.replace(report, warnings=(*report.warnings, word)), blob

    def _whole_file(self) -> tuple[str, bytes]:
        """The name and bytes of the file as it was opened. Raises NotAvailable for a file that is text."""
        with self._lock:
            self._check_open()
            if self._form:
                raise NotAvailable(
                    f"{self._name}: a text file cannot become a unit yet", hint="Save it as .xlsx, and import that."
                )
            return self._name, b"".join(self._chunks())

    def state_hash(self) -> str:
        """SHA-256 over the authoritative state; equal states have equal hashes however they came about."""
        with self._lock:
            report, _ = self._ask("hash", b"", HashReport, APPLY_DEADLINE_S)
        return report.state_hash

    def reload(self, *, discard: bool = False) -> None:
        """Drop the base and load the unit again: the file as opened, confirmed and pending runs.

        discard lets go of all that is not confirmed, and of a conflict with it; what was fetched is taken in.
        """
        with self._lock:
            self._check_open()
            if discard:
                self._discard()
            self._replica.drop()
            self._replica.load()

    def _discard(self) -> None:
        if self._exchange is None:
            self._content.pending = self._content.pending.with_runs(())
        else:
            self._exchange.discard()

    def close(self) -> None:
        """End the unit's processes; pending runs that were not saved are gone. A second call does nothing."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._replica.drop()
            if self._input_base is not None:
                self._input_base.close()
            if self._file is not None:
                self._file.close()
            self._engine._forget(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _order(
        self,
        program: Program | str,
        mode: str | None,
        args: Mapping[str, Any] | None,
        atomic: bool,
        dry_run: bool,
        writable: object,
        seed: int | None,
        now: datetime | None,
        limits: Limits | None,
    ) -> Order:
        if isinstance(program, Program) and program.unit_id != self.unit_id:
            raise ProgramMismatch(
                f"the program was prepared for unit {program.unit_id}, this runtime is {self.unit_id}",
                hint="Prepare it with runtime.prepare(code, mode=...).",
            )
        if not isinstance(program, (Program, str)):
            raise _no_program(program)
        source = program.source if isinstance(program, Program) else program
        given = args if args is not None else (program.args if isinstance(program, Program) else {})
        return Order(
            source=source,
            unit_id=self.unit_id,
            mode=check_mode(mode, program),
            args=check_args(given),
            atomic=atomic,
            dry_run=dry_run,
            seed=check_seed(seed),
            now=check_now(now),
            limits=self._engine.limits if limits is None else check_limits(limits),
            allow_external=self._engine.allow_external,
            run_id=new_run_id(),
            writable=writable_of(program, writable),
        )

    def _accept(self, run: Run, order: Order | None, inputs: dict[str, str]) -> Run:
        """Put an applied run on what is pending, with its record. order is None for one that takes another back."""
        audit = audit_of(
            run,
            order,
            who=self._engine.principal,
            report=self._engine.isolation(),
            sid=self._sid,
            unit_id=self.unit_id,
            inputs=inputs,
        )
        noted = replace(run, audit=audit)
        self._content.pending = self._content.pending.with_run(noted)
        return noted

    def _try(
        self, base: Base, orders: list[Order], sources: tuple[InputSource, ...], done: dict[int, Execution]
    ) -> None:
        """Run what is not done yet; the base looks at what each would change, and keeps nothing of it.

        A base with inputs that dies is replaced once, as in a run by itself; the unit's own is then as it was.
        """
        for _ in range(2):
            runner = self._runner(sources)
            try:
                self._try_beside(base, runner, orders, done)
            except BaseDied as error:
                if runner is None or runner.alive:
                    raise
                died = error
            else:
                return
        assert runner is not None
        runner.fail(died)

    def _try_beside(
        self, base: Base, runner: InputBase | None, orders: list[Order], done: dict[int, Execution]
    ) -> None:
        beside = (base if runner is None else runner.base).beside()

        def run(order: Order) -> Execution:
            level, revision = self._engine.level, self.base_revision
            found = execute(base, order, isolation=level, base_revision=revision, runner=beside)
            return found if runner is None else found.with_notes(runner.notes)

        run_side_by_side(orders, run, done)

    def _adopt(self, base: Base, candidate: Candidate) -> Run | None:
        order, execution = candidate.order, candidate.execution
        if not execution.encoded:
            return None
        applied = apply_encoded(base, order, execution.encoded, keep=True)
        run = Run(
            run_id=order.run_id,
            program_hash=execution.outcome.program_hash,
            mutations=execution.outcome.mutations,
            changes=applied.changes,
            encoded=execution.encoded,
            inverse=applied.inverse,
        )
        return self._accept(run, order, candidate.inputs)

    @contextmanager
    def _sources(self, inputs: object) -> Iterator[tuple[InputSource, ...]]:
        """The inputs in their state of now. Before the own lock: another runtime's is taken for a moment."""
        self._engine._check_usable()
        sources = self._shelf.sources(check_inputs(inputs)) if inputs is not None else ()
        try:
            yield sources
        finally:
            close_all(sources)

    def _runner(self, sources: tuple[InputSource, ...]) -> InputBase | None:
        """What runs with these inputs; None without any."""
        if not sources:
            return None
        self._check_open()
        if self._input_base is None:
            self._input_base = InputBase(self._engine._open_base, self._replica.fill, apply_run)
        self._input_base.prepare(sources, self._runs)
        return self._input_base

    def _as_input(self) -> InputSource:
        """This unit as it is now, for a run of another."""
        with self._lock:
            self._check_open()
            if self._exchange is not None:
                raise NotAvailable(
                    "a unit of a store cannot be an input yet", hint="Save it to a file, and give its path."
                )
            return InputSource(
                names=(),
                unit_id=self.unit_id,
                file_name=self._name,
                form=self._form,
                digest=digest_of(self._file, self._runs),
                runs=self._runs,
                file=None if self._file is None else self._file.share(),
            )

    def _scoped(self, order: Order) -> Order:
        """The order with what its references mean in the unit as it is now."""
        if order.writable is None:
            return order
        self._check_open()
        return msgspec.structs.replace(
            order, scope=scope_of(order.writable, self._replica.sheet_names.after(self._runs))
        )

    @property
    def _runs(self) -> tuple[Run, ...]:
        """All that stand on the file as it was opened."""
        return self._content.runs

    def _check_open(self) -> None:
        self._engine._check_usable()
        if self._closed:
            raise EngineClosed("the runtime was closed", hint="Open the unit again.")

    def _ask(self, op: str, payload: bytes, report: type[Result], deadline_s: float) -> tuple[Result, list[bytes]]:
        self._check_open()
        return self._replica.ask(op, payload, report, deadline_s)

    def _with_base(self, act: Callable[[Base], Result]) -> Result:
        """Do it with a live base; see Replica.run."""
        self._check_open()
        return self._replica.run(act)

    def _apply_inverse(self, base: Base, target: Run, inverse: bytes) -> Run:
        from ..facade import decode_mutations

        run = Run(
            run_id=new_run_id(),
            program_hash=target.program_hash,
            mutations=decode_mutations(inverse),
            changes=(),
            encoded=inverse,
            inverse=b"",
            undoes=target.run_id,
        )
        try:
            (done,) = apply_runs(base, (run,))
        except HostRefused as refused:
            raise RunConflict(
                f"the run cannot be taken back any more: {refused.message}", hint="Undo it by a macro of your own."
            ) from refused
        base.park()
        return done

    def _replace_tail(self, later: tuple[Run, ...], kept: tuple[Run, ...]) -> None:
        """Take back `later`, the last of what is pending, and put `kept` on again as they are without the first of
        them; when that does not fit, all is as before."""
        runs = self._content.pending.runs
        done = replaced(self._replica, later, carried_without(later[0], kept))
        self._content.pending = self._content.pending.with_runs((*runs[: len(runs) - len(later)], *done))

    def _target(self, path: str | Path | None) -> tuple[Path, DocumentFile | None]:
        """Where to save, and the own file if that is the place."""
        if path is None:
            if self._file is None:
                kind = "a new workbook" if self._exchange is None else "a unit of a store"
                raise ProgramMismatch(f"{kind} has no file of its own", hint="Use runtime.save('name.xlsx').")
            return self._file.path, self._file
        target = Path(path).expanduser().resolve()
        if self._file is not None and target == self._file.path:
            return target, self._file
        check_format(target, Path(self._name) if self._exchange is not None else self._file and self._file.path)
        return target, None


def _without_pairs(runs: Sequence[Run]) -> list[Run]:
    """Runs without those that the next one takes back, and it."""
    left: list[Run] = []
    for run in runs:
        if left and run.undoes == left[-1].run_id:
            left.pop()
        else:
            left.append(run)
    return left


def _no_program(given: object) -> CallInvalid:
    if isinstance(given, Refusals):
        return CallInvalid(
            f"the macro was refused and cannot run: {given.error.message}",
            hint="Look at .refusals, correct the source, and prepare it again.",
        )
    return CallInvalid(
        f"a macro is source text or a Program, not {type(given).__name__}", hint="Use runtime.execute('1 + 1')."
    )
