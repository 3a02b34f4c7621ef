"""How a row is measured: one process per contender, forked from the bench, samples taken in turn.

Before each sample the contender's process collects its garbage. Contenders of a row are served round by round, each
round beginning with another one, so that a slow minute of the machine hits all of them alike. Memory of contenders
that start processes of their own is measured in one more sample that is not timed.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final, Literal

from memory import own_peak_bytes, tree_bytes
from spread import Spread, spread
from target import Target, Verdict

HANG_S: Final = 900.0
"""No sample takes this long; a contender that does is ended and its row says so."""
MEMORY_POLL_S: Final = 0.005

log = logging.getLogger("bench")

Once = Callable[[], "float | None"]
"""Take one sample: a figure, or None to have the call itself timed."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How big a run this is, and where its files are. quick: a smoke test; its figures say nothing.

    samples: how many, in place of what each row asks for.
    """

    quick: bool
    folder: Path
    samples: int | None = None
    files: dict[str, Path] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Contender:
    """start sets up outside the timing and yields what takes one sample.

    how says what the figure is. fresh: a new process for each sample, because the first is not like the others or
    because its peak memory is wanted. tree: it starts processes of its own, whose memory counts.
    """

    name: str
    start: Callable[[Scale], AbstractContextManager[Once]]
    how: str
    fresh: bool = False
    tree: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the bench. files: keys of the workbooks it needs. reference: the contender others are compared to."""

    name: str
    title: str
    contenders: tuple[Contender, ...]
    targets: tuple[Target, ...] = ()
    reference: str | None = None
    n: int = 15
    warm_up: int = 2
    files: tuple[str, ...] = ()
    unit: Literal["s", "bytes"] = "s"


@dataclass(frozen=True, slots=True)
class Result:
    """A contender's samples; error instead of them if it failed."""

    contender: Contender
    samples: tuple[float, ...] = ()
    peak_bytes: int = 0
    error: str | None = None

    @property
    def spread(self) -> Spread | None:
        """None if it failed."""
        return spread(self.samples) if self.samples else None


@dataclass(frozen=True, slots=True)
class RowResult:
    """What a row gave; targets of contenders that failed have no verdict."""

    row: Row
    results: tuple[Result, ...]

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """In the order of the row's targets."""
        times = {each.contender.name: each.spread.median for each in self.results if each.spread}
        peaks = {each.contender.name: float(each.peak_bytes) for each in self.results if each.peak_bytes}
        judged = (target.judge(peaks if target.memory else times) for target in self.row.targets)
        return tuple(verdict for verdict in judged if verdict is not None)


class ContenderError(Exception):
    """The contender's process raised, ended or hung; the message is its traceback."""


def measure(row: Row, scale: Scale) -> RowResult:
    """Run a row to its end; a contender that fails does not stop the others."""
    rounds = scale.samples or (min(row.n, 3) if scale.quick else row.n)
    warm_up = min(row.warm_up, 1) if scale.quick else row.warm_up
    lanes = [Lane(contender, scale) for contender in row.contenders]
    for turn in range(warm_up + rounds):
        for lane in rotated(lanes, turn):
            lane.sample(keep=turn >= warm_up)
    results = tuple(lane.finish() for lane in lanes)
    log.info("%s: %d rounds of %d contenders", row.name, rounds, len(lanes))
    return RowResult(row, results)


def rotated(lanes: Sequence[Lane], turn: int) -> list[Lane]:
    """The lanes, another one first each turn."""
    first = turn % len(lanes)
    return [*lanes[first:], *lanes[:first]]


class Lane:
    """The parent's side of one contender: its process, and what it gave so far."""

    def __init__(self, contender: Contender, scale: Scale) -> None:
        self.contender = contender
        self.scale = scale
        self.samples: list[float] = []
        self.peak_bytes = 0
        self.error: str | None = None
        self.process: BaseProcess | None = None
        self.pipe: Connection | None = None

    def sample(self, *, keep: bool) -> None:
        """Take one sample. A fresh contender needs no warm-up beyond the file cache's."""
        if self.error is not None:
            return
        try:
            figure, peak = self._ask("sample")
        except ContenderError as failed:
            self.error = str(failed)
            self._end()
            return
        if keep:
            self.samples.append(figure)
            self.peak_bytes = max(self.peak_bytes, peak)
        if self.contender.fresh:
            self._end()

    def finish(self) -> Result:
        """Measure memory where processes are involved, end the process, and hand over."""
        if self.error is None and self.contender.tree:
            try:
                self.peak_bytes = self._watch_memory()
            except ContenderError as failed:
                self.error = str(failed)
        self._end()
        return Result(self.contender, tuple(self.samples) if self.error is None else (), self.peak_bytes, self.error)

    def _ask(self, what: str) -> tuple[float, int]:
        pipe = self._pipe()
        pipe.send(what)
        return self._answer(pipe)

    def _pipe(self) -> Connection:
        """The pipe to a process that is set up."""
        if self.pipe is not None:
            return self.pipe
        self.pipe, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(
            target=serve, args=(self.contender, self.scale, theirs, self.pipe), name=self.contender.name
        )
        self.process.start()
        theirs.close()
        self._answer(self.pipe)
        return self.pipe

    def _answer(self, pipe: Connection) -> tuple[float, int]:
        if not pipe.poll(HANG_S):
            raise ContenderError(f"no answer within {HANG_S:.0f} s")
        try:
            answer = pipe.recv()
        except EOFError:
            raise ContenderError("its process ended without an answer") from None
        if isinstance(answer, str):
            raise ContenderError(answer)
        figure, peak = answer
        return float(figure), int(peak)

    def _watch_memory(self) -> int:
        """The most that the process and its descendants held together during one sample, seen every 5 ms."""
        pipe = self._pipe()
        assert self.process is not None
        assert self.process.pid is not None
        pipe.send("sample")
        peak = 0
        while not pipe.poll(MEMORY_POLL_S):
            peak = max(peak, tree_bytes(self.process.pid))
        self._answer(pipe)
        return max(peak, tree_bytes(self.process.pid))

    def _end(self) -> None:
        """The process closes what it opened, or is killed."""
        if self.process is None or self.pipe is None:
            return
        try:
            self.pipe.send("end")
        except OSError:
            log.debug("%s was already gone", self.contender.name)
        self.process.join(30)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.pipe.close()
        self.process, self.pipe = None, None


def serve(contender: Contender, scale: Scale, pipe: Connection, parents_end: Connection) -> None:
    """The contender's process: answers (figure, peak) to each request, or text if it fails."""
    parents_end.close()
    try:
        with contender.start(scale) as once:
            log.debug("%s is set up in process %d", contender.name, os.getpid())
            pipe.send((0.0, 0))
            while next_request(pipe) == "sample":
                gc.collect()
                began = time.perf_counter()
                own = once()
                took = time.perf_counter() - began
                pipe.send((took if own is None else own, own_peak_bytes()))
    except Exception:
        log.exception("%s failed", contender.name)
        pipe.send(traceback.format_exc())


def next_request(pipe: Connection) -> str:
    """What the bench asks for; "end" too when the bench is gone (other contenders hold copies of its pipe's end)."""
    bench = multiprocessing.parent_process()
    assert bench is not None
    if pipe not in wait([pipe, bench.sentinel]):
        return "end"
    try:
        return str(pipe.recv())
    except EOFError:
        return "end"
