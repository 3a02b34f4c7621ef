"""Length-prefixed msgpack frames: encoding, strict decoding, and the parts that travel as chunks.

A frame is a 4-byte big-endian length and that many bytes of msgpack. Only the exact bytes that this module would
encode for a record are taken for it: duplicate keys, other key orders, unknown keys, trailing bytes, ext types, wide
forms of numbers are all refused by that one rule, and non-finite floats by another. Depth is checked before decoding:
the decoder steps recursively over what it does not know, guarded only by the interpreter's recursion limit, which an
application may have raised.
"""

from __future__ import annotations

import math
import struct
import sys
from collections.abc import Iterable, Iterator
from typing import Final, Generic, TypeVar, cast

import msgspec

from .errors import WireError
from .frame import Chunk, Direction, Frame

CHUNK_BYTES = 1024 * 1024
FRAME_CAP_BYTES = CHUNK_BYTES + 64 * 1024
"""A chunk and its envelope. Every other frame is smaller than a chunk."""

MAX_DEPTH = 8
"""Final, its error, the refusals, one refusal: 4; the rest is room."""

_HEADER = struct.Struct(">I")
_ENCODER = msgspec.msgpack.Encoder()

T = TypeVar("T")


def pack(*frames: Frame) -> bytes:
    """Frames as one run of bytes, to be written at once."""
    out = bytearray()
    for frame in frames:
        body = _ENCODER.encode(frame)
        assert len(body) <= FRAME_CAP_BYTES
        out += _HEADER.pack(len(body))
        out += body
    return bytes(out)


_PART: Final = b"\x83\xa5frame\xa5chunk\xa4part"
_DATA: Final = b"\xa4data\xc6"
_LARGE_BYTES: Final = 1 << 16
"""From here on MessagePack writes the length of bytes in four."""
_LARGE: Final = struct.Struct(f">{len(_PART)}sB{len(_DATA)}sI")
"""What stands before the data of a large chunk, in the only form that a frame has."""


def large_head(chunk: Chunk) -> bytes | None:
    """What goes before the data of a chunk, where that is so large that copying it would be most of the work."""
    size = len(chunk.data)
    if size < _LARGE_BYTES or not 0 <= chunk.part < 128:
        return None
    return _HEADER.pack(_LARGE.size + size) + _LARGE.pack(_PART, chunk.part, _DATA, size)


def _large_chunk(body: memoryview) -> Chunk | None:
    """The chunk that a body is, if it is a large one in its only form; its data is copied once. None for all others,
    which are decoded and encoded again."""
    if len(body) < _LARGE.size + _LARGE_BYTES:
        return None
    name, part, data, size = _LARGE.unpack_from(body)
    if name != _PART or data != _DATA or part >= 128 or _LARGE.size + size != len(body):
        return None
    return Chunk(part, bytes(body[_LARGE.size :]))


def chunks(part: int, data: Iterable[bytes]) -> Iterator[Chunk]:
    """The pieces of one part; empty data gives none."""
    for piece in data:
        for start in range(0, len(piece), CHUNK_BYTES):
            yield Chunk(part, bytes(piece[start : start + CHUNK_BYTES]))


INLINE_BYTES = 32 * 1024
"""Parts that are no larger together stand in their frame."""

_NO_PARTS = (b"", b"", b"")


def placed(*parts: bytes) -> tuple[tuple[bytes, bytes, bytes], list[Chunk]]:
    """Three parts as the field parts of their frame, and what has to travel before it."""
    first, second, third = parts
    if len(first) + len(second) + len(third) <= INLINE_BYTES:
        return (first, second, third), []
    return _NO_PARTS, [chunk for number, part in enumerate(parts) for chunk in chunks(number, [part])]


class Parts:
    """Collects chunks under one cap for each part, in bytes."""

    def __init__(self, *caps: int) -> None:
        self._caps = caps
        self._pieces: list[list[bytes]] = [[] for _ in caps]
        self._sizes = [0] * len(caps)

    def add(self, chunk: Chunk) -> None:
        """Raises WireError for an unknown part, an empty chunk or a part beyond its cap."""
        part = chunk.part
        if not 0 <= part < len(self._caps) or not chunk.data:
            raise WireError("a chunk of no part")
        self._sizes[part] += len(chunk.data)
        if self._sizes[part] > self._caps[part]:
            raise WireError(f"part {part} is larger than {self._caps[part]} bytes")
        self._pieces[part].append(chunk.data)

    def add_inline(self, parts: tuple[bytes, ...]) -> None:
        """What stands in the frame itself. Raises WireError beyond a cap."""
        for number, data in enumerate(parts):
            if data:
                self.add(Chunk(number, data))

    def pieces(self, part: int) -> list[bytes]:
        """The chunks of a part, in order."""
        return self._pieces[part]

    def join(self, part: int) -> bytes:
        """A part as one piece; its chunks are let go."""
        pieces, self._pieces[part] = self._pieces[part], []
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)


class Stream(Generic[T]):
    """Splits bytes into frames of one direction. What it is fed is hostile, unless trusted says otherwise: what comes
    down from the parent may hold an int where a float stands.
    """

    def __init__(self, direction: Direction[T], *, trusted: bool = False) -> None:
        self._direction = direction
        self._trusted = trusted
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """Append what was read."""
        self._buffer += data

    def next(self) -> T | None:
        """The next whole frame, None when more bytes are needed. Raises WireError."""
        if not self.holds_frame():
            return None
        end = 4 + self._size()
        with memoryview(self._buffer) as held, held[4:end] as view:
            chunk = _large_chunk(view) if self._direction.has_chunks else None
            body = b"" if chunk is not None else bytes(view)
        del self._buffer[:end]
        return self._decode(body) if chunk is None else cast(T, chunk)

    def holds_frame(self) -> bool:
        """Whether next() would give a frame. Raises WireError for a length beyond the cap."""
        return len(self._buffer) >= 4 and len(self._buffer) - 4 >= self._size()

    def _size(self) -> int:
        size = int.from_bytes(self._buffer[:4], "big")
        if not 0 < size <= FRAME_CAP_BYTES:
            raise WireError(f"a frame of {size} bytes")
        return size

    def _decode(self, body: bytes) -> T:
        if self._trusted:
            return self._direction.decode(body)
        try:
            check_depth(body)
            frame = self._direction.decode(body)
            if _ENCODER.encode(frame) != body:
                raise WireError("a frame that is not in its only form")
        except (msgspec.MsgspecError, ValueError, OverflowError, RecursionError, MemoryError) as error:
            raise WireError(f"not a frame: {str(error)[:200]}") from error
        _check_finite(frame)
        return frame


def _check_finite(record: object) -> None:
    if isinstance(record, msgspec.Struct):
        for value in msgspec.structs.astuple(record):
            _check_finite(value)
    elif isinstance(record, float) and not math.isfinite(record):
        raise WireError("a number that is not finite")


_SCALAR_SIZES = {
    **dict.fromkeys(range(0x80), 0),
    **dict.fromkeys(range(0xE0, 0x100), 0),
    **{0xA0 + size: size for size in range(32)},
    0xC0: 0,
    0xC2: 0,
    0xC3: 0,
    0xCA: 4,
    0xCB: 8,
    0xCC: 1,
    0xCD: 2,
    0xCE: 4,
    0xCF: 8,
    0xD0: 1,
    0xD1: 2,
    0xD2: 4,
    0xD3: 8,
}
_BYTES_LENGTHS = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}
_ITEM_COUNTS = {0xDC: (2, 1), 0xDD: (4, 1), 0xDE: (2, 2), 0xDF: (4, 2)}


_SAFE_RECURSION = 10_000
"""The decoder takes under 200 bytes of stack a level; a thread of the host has 8 MB."""


def refuse_depth(body: bytes, max_depth: int) -> None:
    """Raise WireError for what would make the decoder step too deep: where the interpreter's recursion limit guards it
    that is nothing, but an application may have raised that limit as far as a crash.
    """
    if sys.getrecursionlimit() > _SAFE_RECURSION:
        check_depth(body, max_depth)


_SHORT_BYTES = 4096
_WIDE_HEADS = bytes(range(0xDC, 0xE0))
_NARROW_HEADS = bytes(range(0x80, 0xA0))


def _cannot_nest(body: bytes, max_depth: int) -> bool:
    """Counted over all bytes, those of texts too: never too few."""
    size = len(body)
    return (
        len(body.translate(None, _WIDE_HEADS)) == size and size - len(body.translate(None, _NARROW_HEADS)) <= max_depth
    )


def check_depth(body: bytes, max_depth: int = MAX_DEPTH) -> None:
    """Raise WireError unless body is one msgpack value, whole, without ext types, nested at most max_depth deep.

    Where no byte can begin a wide container, and too few can begin any, the decoder's own checks are enough.
    """
    if len(body) <= _SHORT_BYTES and _cannot_nest(body, max_depth):
        return
    at, end = 0, len(body)
    open_counts = [1]
    while open_counts:
        if open_counts[-1] == 0:
            open_counts.pop()
            continue
        open_counts[-1] -= 1
        if at >= end:
            raise WireError("a truncated value")
        head = body[at]
        at += 1
        size = _SCALAR_SIZES.get(head)
        if size is not None:
            at += size
        elif head in _BYTES_LENGTHS:
            width = _BYTES_LENGTHS[head]
            at += width + int.from_bytes(body[at : at + width], "big")
        else:
            count, at = _item_count(body, head, at)
            if count > end - at or len(open_counts) > max_depth:
                raise WireError("a container larger than its frame, or nested too deep")
            open_counts.append(count)
    if at != end:
        raise WireError("bytes beyond the value, or a truncated value")


def _item_count(body: bytes, head: int, at: int) -> tuple[int, int]:
    """The number of values in the container that begins with head, and where they begin."""
    if 0x80 <= head <= 0x8F:
        return (head & 15) * 2, at
    if 0x90 <= head <= 0x9F:
        return head & 15, at
    if head not in _ITEM_COUNTS:
        raise WireError("an ext type")
    width, factor = _ITEM_COUNTS[head]
    return int.from_bytes(body[at : at + width], "big") * factor, at + width
