"""The warm-up: a fixed program taken all the way through a run, without a host or a parent.

It is run in the zygote, so that everything lazy is there before the first fork, and again in a worker that waits to be
used: the pages that a run writes to are its own by then (a page copied on demand costs about 3 microseconds).
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from types import ModuleType
from typing import Final

from .frame import TO_WORKER, Frame, Start, ToWorker
from .host import FaultHandler
from .limit import Limits
from .pipe import Pipe
from .run import Run, Tools
from .wire import Parts, Stream, pack

_PROGRAM = """
class Row:
    def __init__(self, cells):
        self.cells = cells

def total(rows):
    return sum(cell for row in rows for cell in row.cells)

rows = [Row([1, 2]), Row([3])]
print(f"{total(rows):.2f}")
{"total": total(rows), "names": ["a", "b"]}
"""

_NOW = datetime(2000, 1, 1)  # noqa: DTZ001 - the run's clock is naive local time


def warm_up(tools: Tools) -> None:
    """Receive, compile, run, encode and report the program."""
    inline = (_PROGRAM.encode(), b"", b"")
    start = Start(inline, "", 0, _NOW, Limits(), check_only=False, may_fault=False, log_level=logging.WARNING)
    stream = Stream(TO_WORKER, trusted=True)
    stream.feed(pack(start))
    frame = stream.next()
    assert isinstance(frame, Start)
    run = Run(_NoHost(), _NoPipe(-1, TO_WORKER), tools, frame, Parts(1 << 20, 1 << 20, 1 << 20))
    run.execute()
    assert run.succeeded


def reserve() -> Iterator[None]:
    """Take memory and give it back, step by step, so that its pages are there when a run needs some: the first touch of
    a page costs some 3 microseconds, most of what a macro pays for new objects."""
    small: list[bytes] = []
    for _ in range(_SMALL // _STEP):
        small.extend([b"\1" * _SMALL_BYTES for _ in range(_STEP)])
        _HELD.append(small[-1])
        yield
    large: list[bytes] = []
    for _ in range(_LARGE):
        large.append(b"\1" * _LARGE_BYTES)
        yield
    _HELD.append(b"\1" * _ABOVE_BYTES)


_HELD: Final[list[bytes]] = []
"""A little of what was taken, so that the rest is not given back to the kernel."""
_SMALL_BYTES: Final = 470
_SMALL: Final = 4096
"""2 MB for objects of any size: with its head each is as large as the largest that share pools."""
_STEP: Final = 128
_LARGE_BYTES: Final = 60_000
_LARGE: Final = 32
"""2 MB for long lists and the like."""
_ABOVE_BYTES: Final = 600


class _NoHost:
    """What the warm-up runs against."""

    store_types: frozenset[type] = frozenset()
    error_types: frozenset[type[Exception]] = frozenset()
    modules: Mapping[str, ModuleType] = {}
    injected: tuple[str, ...] = ("workbook",)

    def request(self, op: str, payload: bytes, blob: bytes) -> tuple[bytes, Iterable[bytes]]:
        raise NotImplementedError

    @classmethod
    def preload(cls) -> None:
        return None

    def rehearse(self) -> Iterator[None]:
        return iter(())

    def begin(self, spec: bytes, inputs: Mapping[str, object], fault: FaultHandler) -> Mapping[str, object]:  # noqa: ARG002 - the protocol's
        return {"workbook": None}

    def start(self, now: datetime) -> None:  # noqa: ARG002 - the protocol's
        return None

    def finish(self, failed: bool) -> bytes:  # noqa: ARG002 - the protocol's
        return b"."

    def changed(self) -> bool:
        return False

    def refuse_result(self, value: object) -> str | None:  # noqa: ARG002 - the protocol's
        return None

    def explain(self, kind: str, message: str, expression: str) -> str | None:  # noqa: ARG002 - the protocol's
        return None

    def plain_result(self, value: object) -> object:
        return value


class _NoPipe(Pipe[ToWorker]):
    """Packs what is sent, and drops it."""

    def send(self, *frames: Frame) -> None:
        pack(*frames)

    def receive(self) -> ToWorker | None:
        return None
