"""Between a runtime and the store that keeps its unit: commit, fetch, pull, and conflicts.

Every changeset is sent under a request id until the store has it, is seen to have refused it, or is asked and says so.
What was sent is never made again from its program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from operator import is_
from typing import TYPE_CHECKING, Final, final

from ..sandbox import Base, HostRefused
from .audit import utc_now
from .carried import carried_without, replaced
from .content import Content
from .errors import AckMismatch, ConflictOpen, StoreDamaged, StoreUnavailable, UnknownRun
from .log_report import (
    CommitReport,
    CommitStatus,
    Conflict,
    FetchReport,
    FetchStatus,
    PullReport,
    PullStatus,
)
from .pending import Confirmed, Run
from .replica import Replica, apply_runs, revert_runs
from .store.record import AppendStatus
from .unit_log import UnitLog, new_request_id

if TYPE_CHECKING:
    from ..facade import TransformConflict, TransformWarning

_HINT: Final = "Drop the run that conflicts (runtime.drop), or let all of it go (runtime.reload(discard=True))."


@final
class Exchange:
    """Of one runtime, whose lock its callers hold. who is whom the records of its changesets name.

    conflict is what the last pull found and nobody settled yet.
    """

    def __init__(self, log: UnitLog, content: Content, replica: Replica, who: str) -> None:
        self.log = log
        self._content = content
        self._replica = replica
        self._who = who
        self._fetched: tuple[Confirmed, ...] = ()
        self.conflict: Conflict | None = None
        self._ended: AckMismatch | None = None

    @property
    def known_head(self) -> int:
        """The newest revision that this session knows of."""
        return self._fetched[-1].revision if self._fetched else self._content.pending.base_revision

    def check_settled(self) -> None:
        """Raise ConflictOpen while there is a conflict."""
        if self.conflict is not None:
            raise ConflictOpen(f"a conflict is open: {self.conflict.message}", hint=_HINT)

    @contextmanager
    def _trusting(self) -> Iterator[None]:
        """The log can be trusted. Once it cannot, nothing is sent or taken in any more."""
        if self._ended is not None:
            raise AckMismatch(self._ended.message, hint=self._ended.hint)
        try:
            yield
        except AckMismatch as error:
            self._ended = error
            raise

    # Out

    def commit(self) -> CommitReport:
        """Send what is awaited, then what is pending."""
        with self._trusting():
            return self._commit()

    def _commit(self) -> CommitReport:
        content = self._content
        if self.conflict is not None:
            return self._committed(CommitStatus.CONFLICT, conflict=self.conflict)
        if content.awaiting is None and not content.pending.runs:
            return self._committed(CommitStatus.NOTHING_TO_COMMIT)
        while content.awaiting is not None or content.pending.runs:
            if self._fetched:
                return self._committed(CommitStatus.PULL_REQUIRED)
            if content.awaiting is None:
                self._make_portable()
                content.send(new_request_id())
            status = self._send()
            if status is not CommitStatus.CONFIRMED:
                return self._committed(status)
        return self._committed(CommitStatus.CONFIRMED)

    def _send(self) -> CommitStatus:
        content = self._content
        awaiting = content.awaiting
        assert awaiting is not None
        try:
            answer = self.log.append(awaiting, content.req_id, self._who)
        except StoreUnavailable as error:
            return CommitStatus.UNKNOWN if error.maybe_written else CommitStatus.RETRY
        if answer.status in {AppendStatus.APPENDED, AppendStatus.KNOWN}:
            assert answer.revision is not None
            content.confirm(
                Confirmed(
                    revision=answer.revision, changeset=awaiting, who=self._who, at=utc_now(), req_id=content.req_id
                )
            )
            return CommitStatus.CONFIRMED
        return CommitStatus.PULL_REQUIRED

    def _make_portable(self) -> None:
        """Others apply what is sent in another state of their own counters: here it has to be the same."""
        from ..facade import encode_mutations, portable

        content = self._content
        runs = content.pending.runs
        sent: list[Run] = []
        for run in runs:
            mutations = tuple(portable(run.mutations))
            same = all(map(is_, mutations, run.mutations))
            sent.append(run if same else replace(run, mutations=mutations, encoded=encode_mutations(mutations)))
        first = next((at for at, (old, new) in enumerate(zip(runs, sent, strict=True)) if old is not new), None)
        if first is not None:
            done = replaced(self._replica, runs[first:], tuple(sent[first:]))
            content.pending = content.pending.with_runs((*runs[:first], *done))

    def _committed(self, status: CommitStatus, *, conflict: Conflict | None = None) -> CommitReport:
        return CommitReport(status=status, revision=self.known_head, conflict=conflict)

    # In

    def fetch(self) -> FetchReport:
        """Look what others have committed, and change nothing. Raises StoreUnavailable."""
        with self._trusting():
            more = self.log.after(self.known_head)
        self._fetched = (*self._fetched, *more)
        status = FetchStatus.FETCHED if more else FetchStatus.UNCHANGED
        return FetchReport(status=status, revision=self.known_head)

    def pull(self) -> PullReport:
        """Take in what others have committed, and put what is not confirmed on top of it. Raises StoreUnavailable."""
        self.check_settled()
        with self._trusting():
            self.fetch()
            return self._take_in()

    def _take_in(self) -> PullReport:
        content = self._content
        self._find_own()
        if not self._fetched:
            return PullReport(status=PullStatus.UP_TO_DATE, revision=content.pending.base_revision)
        theirs = tuple(run for one in self._fetched for run in one.changeset.runs)
        ours = content.unconfirmed
        try:
            carried, warnings = self._carried(ours, theirs)
            carried = self._replica.run(lambda base: self._step(base, ours, theirs, carried))
        except _FoundError as found:
            content.recall()
            self.conflict = found.conflict
            revision = content.pending.base_revision
            return PullReport(status=PullStatus.CONFLICT, revision=revision, conflict=found.conflict)
        self._move(theirs, carried)
        return PullReport(status=PullStatus.PULLED, revision=content.pending.base_revision, warnings=warnings)

    def _find_own(self) -> None:
        """What is awaited, if the log has it: it can only stand right behind what it was sent on."""
        content = self._content
        awaiting = content.awaiting
        if awaiting is None or not self._fetched:
            return
        places = [
            at
            for at, one in enumerate(self._fetched)
            if (one.changeset.sid, one.req_id) == (awaiting.sid, content.req_id)
        ]
        if not places:
            return
        first = self._fetched[0]
        same = [run.encoded for run in first.changeset.runs] == [run.encoded for run in awaiting.runs]
        if places != [0] or not same:
            raise AckMismatch(
                f"the log has the request {content.req_id} with another content or at another place",
                hint="Close this runtime, check the store, and open the unit again; export what is pending first.",
            )
        content.confirm(replace(first, changeset=awaiting))
        self._fetched = self._fetched[1:]

    def _carried(self, ours: tuple[Run, ...], theirs: tuple[Run, ...]) -> tuple[tuple[Run, ...], tuple[str, ...]]:
        """Ours in the state that theirs leave, and what a person should look at. Raises _FoundError."""
        from ..facade import TransformConflict, encode_mutations, rebase

        if not ours:
            return (), ()
        names = self._replica.sheet_names.after((*self._content.confirmed, *theirs))
        try:
            done = rebase(
                [run.mutations for run in ours],
                [mutation for run in theirs for mutation in run.mutations],
                names=names.values(),
            )
        except TransformConflict as conflict:
            raise _FoundError(_conflict_of(conflict, ours)) from conflict
        carried = tuple(
            replace(run, mutations=mutations, encoded=encode_mutations(mutations))
            for run, mutations in zip(ours, done.runs, strict=True)
        )
        return carried, _words(done.warnings, names)

    def _step(
        self, base: Base, ours: tuple[Run, ...], theirs: tuple[Run, ...], carried: tuple[Run, ...]
    ) -> tuple[Run, ...]:
        """Bring the base there: ours off, theirs on, ours on. Where that fails the base is dropped; the next one is
        loaded as all was before."""
        revert_runs(base, ours)
        try:
            apply_runs(base, theirs)
        except HostRefused as refused:
            self._replica.drop()
            raise StoreDamaged(
                f"what others committed does not fit the unit: {refused.message}",
                hint="Verify it: docs/store.md",
            ) from refused
        done: list[Run] = []
        for run in carried:
            try:
                done.extend(apply_runs(base, (run,)))
            except HostRefused as refused:
                self._replica.drop()
                found = Conflict(code="does_not_fit", message=refused.message, run_id=run.run_id)
                raise _FoundError(found) from refused
        base.park()
        return tuple(done)

    def _move(self, theirs: tuple[Run, ...], carried: tuple[Run, ...]) -> None:
        """All of it is done: the content is what the base holds."""
        content = self._content
        revision = self._fetched[-1].revision
        content.confirmed = (*content.confirmed, *theirs)
        content.log = (*content.log, *self._fetched)
        self._fetched = ()
        if content.awaiting is not None:
            count = len(content.awaiting.runs)
            content.awaiting = replace(content.awaiting, base_revision=revision, runs=carried[:count])
            carried = carried[count:]
        content.pending = replace(content.pending, base_revision=revision, runs=carried)

    # Conflicts

    def drop(self, run_id: str) -> PullReport:
        """Let a run go that conflicts, and pull what was fetched once more."""
        content = self._content
        if self.conflict is None:
            raise ConflictOpen("there is no conflict to settle", hint="Use runtime.rollback(run_id) for a pending run.")
        runs = content.pending.runs
        place = next((at for at, run in enumerate(runs) if run.run_id == run_id), None)
        if place is None:
            raise UnknownRun(f"{run_id} is not among the pending runs", hint="See runtime.conflict and pending.runs.")
        kept = carried_without(runs[place], runs[place + 1 :])
        done = replaced(self._replica, runs[place:], kept)
        content.pending = content.pending.with_runs((*runs[:place], *done))
        self.conflict = None
        with self._trusting():
            return self._take_in()

    def discard(self) -> None:
        """Let all go that is not confirmed, and take in what was fetched; the base is loaded anew by the caller."""
        content = self._content
        with self._trusting():
            self._find_own()
        content.recall()
        content.pending = content.pending.with_runs(())
        self.conflict = None
        if self._fetched:
            self._move(tuple(run for one in self._fetched for run in one.changeset.runs), ())


class _FoundError(Exception):
    """A conflict, on its way out of a pull."""

    def __init__(self, conflict: Conflict) -> None:
        super().__init__(conflict.message)
        self.conflict = conflict


def _conflict_of(found: TransformConflict, ours: Sequence[Run]) -> Conflict:
    """With the run that holds our change, or the last one, where it was made on the way."""
    holder = next((run for run in ours if any(one is found.ours for one in run.mutations)), None)
    if holder is None:
        holder = next((run for run in ours if found.ours in run.mutations), ours[-1])
    return Conflict(code=found.code, message=found.message, run_id=holder.run_id, ours=found.ours, theirs=found.theirs)


def _words(warnings: Sequence[TransformWarning], names: Mapping[str, str]) -> tuple[str, ...]:
    """Each with the sheet's name where there is one."""
    words: list[str] = []
    for one in warnings:
        sheet = names.get(one.sheet, one.sheet)
        place = sheet if one.range is None else f"{sheet}!{one.range}"
        words.append(f"{place}: {one.text}" if place else one.text)
    return tuple(words)
