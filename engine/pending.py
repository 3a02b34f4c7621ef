"""What was changed and not confirmed yet, as the parent holds it: immutable, made of runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, final

from ..facade import Change
from .audit import Audit

if TYPE_CHECKING:
    from ..facade import Mutation


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One accepted run. encoded is mutations as they travel; undoes names the run this one takes back, if any.

    audit is there once the runtime has accepted the run.
    """

    run_id: str
    program_hash: str
    mutations: tuple[Mutation, ...]
    changes: tuple[Change, ...]
    encoded: bytes
    inverse: bytes
    undoes: str | None = None
    audit: Audit | None = None


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Changeset:
    """Runs on top of one revision of one unit, in the order they were accepted."""

    unit_id: str
    base_revision: int
    sid: str
    runs: tuple[Run, ...] = ()

    @property
    def mutations(self) -> tuple[Mutation, ...]:
        """The mutations of all runs, in order."""
        return tuple(mutation for run in self.runs for mutation in run.mutations)

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes of all runs, in order, each as it was when its run ended."""
        return tuple(change for run in self.runs for change in run.changes)

    def __len__(self) -> int:
        return len(self.runs)

    def __iter__(self) -> Iterator[Run]:
        return iter(self.runs)

    def with_run(self, run: Run) -> Changeset:
        """The changeset with one run more."""
        return replace(self, runs=(*self.runs, run))

    def with_runs(self, runs: tuple[Run, ...]) -> Changeset:
        """The changeset with other runs."""
        return replace(self, runs=runs)


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed:
    """One changeset of the log: what a commit confirmed as this revision, who did and when (UTC).

    req_id is the request that brought it into a store; "" in the log of a file session.
    """

    revision: int
    changeset: Changeset
    who: str
    at: datetime
    req_id: str = ""

    @property
    def audit(self) -> tuple[Audit, ...]:
        """The records of its runs."""
        return tuple(run.audit for run in self.changeset.runs if run.audit is not None)
