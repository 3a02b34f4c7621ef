"""The frame codec takes the exact bytes an honest sender writes, and nothing else."""

from __future__ import annotations

import struct
import sys
from datetime import datetime

import msgspec
import pytest
from macrocell.sandbox.errors import WireError
from macrocell.sandbox.frame import FROM_WORKER, TO_WORKER, TO_ZYGOTE, Chunk, Fault, Final, Log, Ready, Start
from macrocell.sandbox.job import ErrorReport, Refusal
from macrocell.sandbox.limit import Limits
from macrocell.sandbox.wire import CHUNK_BYTES, FRAME_CAP_BYTES, Parts, Stream, chunks, large_head, pack


def frame_of(body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + body


def feed(body: bytes) -> object:
    stream = Stream(FROM_WORKER)
    stream.feed(frame_of(body))
    return stream.next()


FINAL = Final(
    parts=(b"v", b"", b"out"),
    status="error",
    error=ErrorReport(code="refused", message="m", refusals=(Refusal("a", 1, 0, "m"),), limit=1.5),
    truncated=False,
    output_bytes=1,
    memory_bytes=2,
)


@pytest.mark.parametrize(
    "frame",
    [Ready(3), Fault("sheet", 3), Log(30, "name", "text"), Chunk(0, b"x" * CHUNK_BYTES), FINAL],
    ids=lambda f: type(f).__name__,
)
def test_a_frame_comes_out_as_it_went_in(frame: object) -> None:
    stream = Stream(FROM_WORKER)
    stream.feed(pack(frame))  # type: ignore[arg-type]
    assert stream.next() == frame
    assert stream.next() is None


def test_a_job_comes_out_as_it_went_in() -> None:
    start = Start((b"1", b"", b""), "run", 7, datetime(2026, 1, 2, 3, 4, 5), Limits(), False, True, 30)
    stream = Stream(TO_WORKER)
    stream.feed(pack(start))
    assert stream.next() == start


def test_frames_are_found_however_the_bytes_are_cut() -> None:
    data = pack(Ready(1), Fault("a", None), Ready(2))
    stream = Stream(FROM_WORKER)
    found = []
    for byte in data:
        stream.feed(bytes([byte]))
        if (frame := stream.next()) is not None:
            found.append(frame)
    assert found == [Ready(1), Fault("a", None), Ready(2)]


GOOD = msgspec.msgpack.encode({"frame": "ready", "state": 3})
HOSTILE = {
    "empty": b"",
    "unknown tag": msgspec.msgpack.encode({"frame": "nope", "state": 3}),
    "no tag": msgspec.msgpack.encode({"state": 3}),
    "extra key": msgspec.msgpack.encode({"frame": "ready", "state": 3, "more": 1}),
    "missing key": msgspec.msgpack.encode({"frame": "ready"}),
    "other key order": msgspec.msgpack.encode({"state": 3, "frame": "ready"}),
    "duplicate key": b"\x83\xa5frame\xa5ready\xa5state\x03\xa5state\x03",
    "wrong type": msgspec.msgpack.encode({"frame": "ready", "state": "3"}),
    "float for int": msgspec.msgpack.encode({"frame": "ready", "state": 3.0}),
    "bool for int": msgspec.msgpack.encode({"frame": "ready", "state": True}),
    "wide int": b"\x82\xa5frame\xa5ready\xa5state\xcf" + struct.pack(">Q", 3),
    "int beyond 64 bits as ext": b"\x82\xa5frame\xa5ready\xa5state\xc7\x09\x01" + (2**70).to_bytes(9, "big"),
    "ext type": b"\x82\xa5frame\xa5ready\xa5state\xd4\x01\x03",
    "timestamp": b"\x82\xa5frame\xa5ready\xa5state\xd6\xff\x00\x00\x00\x01",
    "truncated": GOOD[:-1],
    "trailing bytes": GOOD + b"\x00",
    "bad UTF-8": b"\x82\xa5frame\xa5fault\xa3key\xa1\xff",
    "surrogate": b"\x82\xa5frame\xa5fault\xa3key\xa3\xed\xa0\x80",
    "array of 4G": b"\xdd\xff\xff\xff\xff",
    "map of 4G": b"\xdf\xff\xff\xff\xff",
    "text of 4G": b"\x82\xa5frame\xa5fault\xa3key\xdb\xff\xff\xff\xff",
    "deep nesting": b"\x91" * 100_000 + b"\x00",
    "deep maps": b"\x81\xa1a" * 100_000 + b"\x00",
    "no message": b"\x00",
    "array": b"\x93\x01\x02\x03",
    "never used byte": b"\xc1",
    "a frame of the other direction": msgspec.msgpack.encode({"frame": "openbase", "memory_bytes": 1}),
    "nan": pack(FINAL)[4:].replace(struct.pack(">d", 1.5), struct.pack(">d", float("nan"))),
    "infinity": pack(FINAL)[4:].replace(struct.pack(">d", 1.5), struct.pack(">d", float("inf"))),
    "float32": pack(FINAL)[4:].replace(b"\xcb" + struct.pack(">d", 1.5), b"\xca" + struct.pack(">f", 1.5)),
    "status of no kind": pack(FINAL)[4:]
    .replace(b"\xa5error\xa5error", b"\xa5error\xa5other", 1)
    .replace(b"\xa6status\xa5error", b"\xa6status\xa5other"),
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_bytes_are_refused(body: bytes) -> None:
    assert body != pack(FINAL)[4:]
    with pytest.raises(WireError):
        feed(body)


@pytest.mark.parametrize("size", [FRAME_CAP_BYTES + 1, 2**32 - 1])
def test_a_length_beyond_the_cap_is_refused_before_the_bytes_come(size: int) -> None:
    stream = Stream(FROM_WORKER)
    stream.feed(struct.pack(">I", size))
    with pytest.raises(WireError):
        stream.next()


DEEP = {"arrays": b"\x91" * 900_000 + b"\x00", "maps": b"\x81\xa1a" * 300_000 + b"\x00"}


@pytest.mark.parametrize("deep", DEEP.values(), ids=DEEP.keys())
@pytest.mark.parametrize(
    "before",
    [
        b"\x82\xa5frame\xa5ready\xa5state",
        b"\x82\xa5frame\xa5ready\xa4more",
        b"\x82\xa5frame",
        b"\x82\xa4more",
        b"\x81",
        b"\x83\xa5frame\xa5ready\xa5state\x00\xa5frame",
        b"\x83\xa5frame\xa5ready\xa5state\x00\xa5state",
        b"\x83\xa5frame\xa5final\xa6status",
        b"\x83\xa5frame\xa5final\xa5error",
        b"\x83\xa5frame\xa5final\xa5error\x81\xa4code",
        b"\x83\xa5frame\xa5final\xa5error\x81\xa8refusals",
        b"\x83\xa5frame\xa5final\xa5error\x81\xa8refusals\x91\x81\xa4code",
        b"\x83\xa5frame\xa5final\xa5error\x81\xa4more",
        b"\x83\xa5frame\xa5final\xa5error\x81\xa8refusals\x91\x81\xa4more",
    ],
)
def test_deep_nesting_is_refused_wherever_it_stands(before: bytes, deep: bytes) -> None:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(10**6)  # an application may have done that: the interpreter's own guard is gone then
    try:
        with pytest.raises(WireError):
            feed(before + deep)
    finally:
        sys.setrecursionlimit(limit)


def test_parts_collect_chunks_in_order() -> None:
    parts = Parts(10, 2_500_000)
    for chunk in (*chunks(0, [b"ab", b"c"]), *chunks(1, [b"x" * 2_500_000])):
        parts.add(chunk)
    assert parts.join(0) == b"abc"
    assert [len(piece) for piece in parts.pieces(1)] == [CHUNK_BYTES, CHUNK_BYTES, 2_500_000 - 2 * CHUNK_BYTES]


@pytest.mark.parametrize(
    "chunk",
    [Chunk(0, b"12345"), Chunk(1, b"x"), Chunk(-1, b"x"), Chunk(0, b"")],
    ids=["too large", "unknown", "negative", "empty"],
)
def test_chunks_beyond_the_caps_are_refused(chunk: Chunk) -> None:
    with pytest.raises(WireError):
        Parts(4).add(chunk)


@pytest.mark.parametrize("size", [1, 65_535, 65_536, 65_537, CHUNK_BYTES])
@pytest.mark.parametrize("part", [0, 1, 127, 128])
def test_large_chunks_have_the_form_of_all_frames(part: int, size: int) -> None:
    chunk = Chunk(part, bytes(range(256)) * (size // 256) + b"x" * (size % 256))
    head = large_head(chunk)
    assert (head is None) == (size < 65_536 or part > 127)
    if head is not None:
        assert head + chunk.data == pack(chunk)
    stream = Stream(FROM_WORKER)
    stream.feed(pack(chunk, chunk))
    assert (stream.next(), stream.next(), stream.next()) == (chunk, chunk, None)


def test_a_large_chunk_in_another_form_is_refused() -> None:
    good = pack(Chunk(1, b"x" * 70_000))
    for at in range(4, 40):
        for value in (0, good[at] ^ 1, good[at] ^ 0x80, 0xFF):
            body = bytes((*good[4:at], value, *good[at + 1 :]))
            stream = Stream(FROM_WORKER)
            stream.feed(good[:4] + body)
            if body == good[4:]:
                continue
            try:
                frame = stream.next()
            except WireError:
                continue
            assert isinstance(frame, Chunk)
            assert pack(frame)[4:] == body


def test_chunks_are_taken_only_where_they_may_travel() -> None:
    stream = Stream(TO_ZYGOTE)
    stream.feed(pack(Chunk(1, b"x" * 70_000)))
    with pytest.raises(WireError):
        stream.next()
