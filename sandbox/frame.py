"""The frames that parent, zygote, base and worker exchange. Every one is a tagged record of plain fields.

What may be large (payloads, blobs, source, results) travels as Chunk frames before the frame it belongs to; that
frame's docstring lists its parts by number. What is small may stand in the frame's own field parts: each frame less
takes some 20 microseconds from a run.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Generic, Literal, TypeVar, get_args

import msgspec

from .isolation import Layer
from .job import ErrorReport
from .limit import Limits


class Frame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="frame", tag=str.lower):
    """One message."""


class Chunk(Frame, frozen=True):
    """A piece, 1 byte to 1 MiB, of one part of the next frame that is not a Chunk or a Log."""

    part: int
    data: bytes


class Boot(Frame, frozen=True):
    """Parent to zygote, first: the host's dotted name, modules to load before any fork, and what to leave out.

    rehearsals: how often to take the fixed program through a run before the first fork, at least once.
    """

    host: str
    preload: tuple[str, ...]
    namespaces: bool
    withheld: frozenset[str]
    rehearsals: int


class Booted(Frame, frozen=True):
    """Zygote to parent: it is ready to fork bases. namespaces is the layer it runs under, or why it does not."""

    namespaces: Layer


class OpenBase(Frame, frozen=True):
    """Parent to zygote, with two fds: the base's socket and its trace pipe. Zero memory_bytes means the default."""

    memory_bytes: int


class Failed(Frame, frozen=True):
    """Zygote or base to parent, last: it cannot go on. layer names what could not be had, "" for any other reason;
    layers is then what became of each.
    """

    layer: str
    message: str
    cure: str | None = None
    layers: tuple[Layer, ...] = ()


class BaseReady(Frame, frozen=True):
    """Base to parent: locked down, the host is there."""

    layers: tuple[Layer, ...]


class Request(Frame, frozen=True):
    """Parent to base. Parts: payload, blob."""

    op: str


class Replied(Frame, frozen=True):
    """Base to parent: the request was served. Parts: payload, blob."""


class Refused(Frame, frozen=True):
    """Base to parent: the host declined. Parts sent so far are void."""

    code: str
    message: str
    hint: str | None


class Fork(Frame, frozen=True):
    """Parent to base, with two fds: the worker's socket and its trace pipe. No answer but the worker's own.

    parked: nobody waits for it yet, so it takes the time to warm up. source: a short program that was run last, to be
    compiled meanwhile, since the next run is often the same with other arguments; empty for none. spec: the last run's,
    for which the host begins meanwhile.
    """

    fork_id: int
    memory_bytes: int
    cpu_s: float
    parked: bool
    source: str = ""
    spec: bytes = b""


class AskExit(Frame, frozen=True):
    """Parent to base, about a worker that has ended."""

    fork_id: int


class Exited(Frame, frozen=True):
    """Base to parent: the wait status of that worker, -1 when it is not known."""

    fork_id: int
    status: int


class Ready(Frame, frozen=True):
    """Worker to parent, first: locked down and warm, forked when the base had served this many requests."""

    state: int


class Start(Frame, frozen=True):
    """Parent to worker: the job. Parts: source, spec, arguments (an encoded result)."""

    parts: tuple[bytes, bytes, bytes]

    run_id: str
    seed: int
    now: datetime
    limits: Limits
    check_only: bool
    may_fault: bool
    log_level: int


class Fault(Frame, frozen=True):
    """Worker to parent, last: the base has to load this first. line is the macro's line that needs it."""

    key: str
    line: int | None


class Log(Frame, frozen=True):
    """Worker to parent: one log record."""

    level: int
    name: str
    message: str


class Final(Frame, frozen=True):
    """Worker to parent, last. Parts: value (an encoded result), the host's payload, output."""

    parts: tuple[bytes, bytes, bytes]

    status: Literal["done", "refused", "error", "limit"]
    error: ErrorReport | None
    truncated: bool
    output_bytes: int
    memory_bytes: int


ToZygote = Boot | OpenBase
FromZygote = Booted | Failed
ToBase = Chunk | Request | Fork | AskExit
FromBase = Chunk | BaseReady | Replied | Refused | Exited | Failed
ToWorker = Chunk | Start
FromWorker = Chunk | Ready | Fault | Log | Final

T = TypeVar("T")


class Direction(Generic[T]):
    """One direction of one socket and what may travel there. Made once: the decoder takes a while to be built."""

    def __init__(self, frames: object) -> None:
        self.decode: Callable[[bytes], T] = msgspec.msgpack.Decoder(frames).decode
        self.has_chunks = Chunk in get_args(frames)


TO_ZYGOTE: Direction[ToZygote] = Direction(ToZygote)
FROM_ZYGOTE: Direction[FromZygote] = Direction(FromZygote)
TO_BASE: Direction[ToBase] = Direction(ToBase)
FROM_BASE: Direction[FromBase] = Direction(FromBase)
TO_WORKER: Direction[ToWorker] = Direction(ToWorker)
FROM_WORKER: Direction[FromWorker] = Direction(FromWorker)
