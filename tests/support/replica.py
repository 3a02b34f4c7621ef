"""Replicas of one workbook over a log in memory: commit is a compare-and-set on its head, pull is a rebase."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from macrocell.facade.errors import MutationConflict, MutationInvalid
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    REGISTRY,
    Applied,
    CellsSet,
    Formula,
    Mutation,
    SheetDelete,
    apply_all,
    decode,
    encode,
    take_back,
)
from macrocell.facade.workbook.mutation.typed_ref import typed
from macrocell.facade.workbook.transform import TransformConflict, portable, rebase, standing
from support.models import sample
from support.random_edits import edit


@dataclass(frozen=True)
class Request:
    """What one commit sends; data is the mutations of all its runs."""

    req_id: str
    base: int
    data: bytes


@dataclass
class Log:
    """Accepted requests in order; a request that comes again is told what became of it."""

    entries: list[Request] = field(default_factory=list)

    def append(self, request: Request) -> bool:
        """Whether it is in the log now."""
        if any(entry.req_id == request.req_id for entry in self.entries):
            return True
        if request.base != len(self.entries):
            return False
        self.entries.append(request)
        return True


class Replica:
    """One session: a model at a revision with pending runs on top. conflicts counts the runs it had to give up."""

    def __init__(self, name: str, log: Log) -> None:
        self.name = name
        self.log = log
        self.revision = 0
        self.pending: list[list[Mutation]] = []
        self.awaiting: Request | None = None
        self.sent = 0
        self.conflicts: list[str] = []
        self.load()

    def load(self) -> None:
        """As after a crash: the model is made of the log, the pending runs come from a journal."""
        self.model: Workbook = sample()
        for entry in self.log.entries[: self.revision]:
            apply_all(self.model, decode(entry.data))
        self.applied: list[Applied] = []
        self._apply_pending(self.pending)

    def _apply_pending(self, runs: list[list[Mutation]]) -> None:
        """What does not fit any more is given up with all that came after it."""
        self.pending, self.applied = [], []
        for run in runs:
            try:
                self.applied.append(apply_all(self.model, decode(encode(run))))
            except MutationConflict as conflict:
                self.conflicts.append(f"refused: {conflict}")
                return
            self.pending.append(run)

    def edit(self, random: Random) -> None:
        """A run of up to three changes."""
        run: list[Mutation] = []
        for _ in range(random.choice((1, 1, 2, 3))):
            mutation = with_references(edit(random, self.model, first=not run), self.model)
            if isinstance(mutation, SheetDelete) and random.random() < 0.8:  # or nobody would have a sheet for long
                continue
            try:
                REGISTRY.of(mutation).verify(mutation, True)
                take_back(self.model, apply_all(self.model, [*run, mutation]))
            except (MutationConflict, MutationInvalid):
                continue
            run.append(mutation)
        if run:
            self.applied.append(apply_all(self.model, decode(encode(run))))
            self.pending.append(run)

    def undo(self) -> None:
        """Take back the last pending run with a run of its own."""
        if self.applied:
            run = list(decode(encode(self.applied[-1].inverse())))
            self.applied.append(apply_all(self.model, decode(encode(run))))
            self.pending.append(run)

    def request(self) -> Request | None:
        """Send all that is pending, or what is awaiting an answer once more."""
        if self.awaiting is None and self.pending:
            self.sent += 1
            data = encode(portable([mutation for run in self.pending for mutation in run]))
            self.awaiting = Request(f"{self.name}-{self.sent}", self.revision, data)
            self.runs_sent = len(self.pending)
        return self.awaiting

    def pull(self, count: int) -> None:
        """Take in some of what the log has more. Our own entry, if it is there, is the first of them."""
        entries = self.log.entries[self.revision : self.revision + count]
        if not entries:
            return
        if self.awaiting is not None:
            if entries[0].req_id == self.awaiting.req_id:
                del self.pending[: self.runs_sent], self.applied[: self.runs_sent]
                self.revision += 1
                entries = entries[1:]
            self.awaiting = None
        for applied in reversed(self.applied):
            take_back(self.model, applied)
        sides = [
            (encode(run), encode(applied.inverse())) for run, applied in zip(self.pending, self.applied, strict=True)
        ]
        self.pending = [self.pending[at] for at in standing(sides)]
        theirs = [mutation for entry in entries for mutation in decode(entry.data)]
        names = [sheet.name for sheet in self.model.sheets]
        apply_all(self.model, theirs)
        self.revision += len(entries)
        try:
            runs = [list(run) for run in rebase(self.pending, theirs, names=names).runs]
        except TransformConflict as conflict:
            self.conflicts.append(conflict.code)
            runs = []
        self._apply_pending([run for run in runs if run])


def with_references(mutation: Mutation, model: Workbook) -> Mutation:
    """Formulas with their references, as a run captures them."""
    if not isinstance(mutation, CellsSet):
        return mutation
    ids = {sheet.name.casefold(): sheet.id for sheet in model.sheets}

    def cell(held: Any) -> Any:
        return typed(held, ids) if isinstance(held, Formula) else held

    return CellsSet(
        sheet=mutation.sheet, rect=mutation.rect, rows=[[cell(held) for held in row] for row in mutation.rows]
    )
