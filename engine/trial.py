"""Candidates: programs run side by side from one state, none of which counts until one is accepted."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, final

from ..sandbox import BaseDied
from .errors import CallInvalid, StaleOutcome
from .execution import Execution, Order
from .outcome import Outcome
from .pending import Run

MAX_CANDIDATES: Final = 64
"""Of one call; what each changed is held until one is accepted."""


@final
@dataclass(frozen=True, slots=True)
class Candidate:
    """One run that might be kept: what it was asked for, what it changed as it travels, and its outcome."""

    order: Order
    execution: Execution
    inputs: dict[str, str]


def check_candidates(programs: object) -> list[object]:
    """The programs as a list."""
    if isinstance(programs, (str, bytes)) or not isinstance(programs, Sequence):
        raise CallInvalid(
            f"the candidates are a list of programs or sources, not {type(programs).__name__}",
            hint="Use runtime.try_all([first, second], mode='write').",
        )
    if len(programs) > MAX_CANDIDATES:
        raise CallInvalid(f"{len(programs)} candidates; at most {MAX_CANDIDATES}", hint="Try them in several calls.")
    return list(programs)


def run_side_by_side(orders: Sequence[Order], run: Callable[[Order], Execution], done: dict[int, Execution]) -> None:
    """Run those that are not done yet, as many at a time as there are cores.

    A base that dies takes the runs that needed it with it: the others are noted in done, then BaseDied is raised.
    """
    missing = [place for place in range(len(orders)) if place not in done]
    if not missing:
        return
    from concurrent.futures import ThreadPoolExecutor  # 10 ms that only those who try candidates pay

    died: list[BaseDied] = []

    def lane(place: int) -> None:
        try:
            done[place] = run(orders[place])
        except BaseDied as error:
            died.append(error)

    with ThreadPoolExecutor(max_workers=min(len(missing), _cores()), thread_name_prefix="macrocell-try") as pool:
        for ended in [pool.submit(lane, place) for place in missing]:
            ended.result()
    if died:
        raise died[0]


@final
class Candidates:
    """Those of the last try_all. One may be accepted, as long as the unit is as it was when they ran."""

    def __init__(self) -> None:
        self._runs: tuple[Run, ...] = ()
        self._open: dict[str, Candidate] = {}
        self._void: dict[str, str] = {}

    def put(self, candidates: Sequence[Candidate], runs: tuple[Run, ...]) -> None:
        """Hold these, which ran on a unit with these runs, in the place of earlier ones."""
        self._void = dict.fromkeys(self._open, "a later try_all took its place")
        self._open = {candidate.order.run_id: candidate for candidate in candidates}
        self._runs = runs

    def find(self, outcome: object, runs: tuple[Run, ...]) -> Candidate:
        """The candidate with this outcome. Raises CallInvalid for what cannot be accepted, StaleOutcome if too late."""
        if not isinstance(outcome, Outcome):
            raise CallInvalid(f"an outcome of try_all is accepted, not {type(outcome).__name__}", hint=_EXAMPLE)
        if reason := self._void.get(outcome.run_id):
            raise StaleOutcome(f"the outcome {outcome.run_id} is void: {reason}", hint=_AGAIN)
        candidate = self._open.get(outcome.run_id)
        if candidate is None or candidate.execution.outcome is not outcome:
            raise CallInvalid(f"the outcome {outcome.run_id} is none that this runtime tried", hint=_EXAMPLE)
        if not outcome.ok:
            raise CallInvalid(f"the outcome {outcome.run_id} is not ok, and has nothing to accept", hint=_EXAMPLE)
        if len(runs) != len(self._runs) or any(left is not right for left, right in zip(runs, self._runs, strict=True)):
            raise StaleOutcome(f"the unit has changed since the outcome {outcome.run_id} was tried", hint=_AGAIN)
        return candidate

    def accept(self, candidate: Candidate) -> None:
        """It was adopted: none of the others can be any more."""
        run_id = candidate.order.run_id
        self._void = dict.fromkeys(self._open, "another outcome of the same try_all was accepted")
        self._void[run_id] = "it was accepted already"
        self._open = {}


_EXAMPLE: Final = "Use first, *rest = runtime.try_all([...]); runtime.accept(first)."
_AGAIN: Final = "Try the programs again from the state there is now."


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
