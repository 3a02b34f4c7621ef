"""The parent against workers and bases that write whatever they like: reported as tampering, under the deadline."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator

import msgspec
import pytest
from macrocell.sandbox import Base, BaseDied, Limits, Supervisor, handle
from macrocell.sandbox.frame import Chunk, Fault, Final, Log, Ready, Replied
from macrocell.sandbox.job import ErrorReport
from macrocell.sandbox.wire import FRAME_CAP_BYTES, pack
from support.toy import job, speak, toy_base, toy_supervisor


def frame_of(body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + body


def final(**changes: object) -> Final:
    fields: dict[str, object] = {
        "parts": (b"", b"", b""),
        "status": "done",
        "error": None,
        "truncated": False,
        "output_bytes": 0,
        "memory_bytes": 0,
    }
    return Final(**{**fields, **changes})  # type: ignore[arg-type]


ERROR = ErrorReport(code="x", message="y")
DONE = pack(final())
VALUE = msgspec.msgpack.encode([1, []])

STREAMS = {
    "unknown tag": frame_of(msgspec.msgpack.encode({"frame": "own"})),
    "extra key": frame_of(msgspec.msgpack.encode({"frame": "ready", "state": 0, "x": 1})),
    "wrong type": frame_of(msgspec.msgpack.encode({"frame": "ready", "state": "0"})),
    "ext type": frame_of(b"\x82\xa5frame\xa5ready\xa5state\xd4\x01\x00"),
    "truncated": frame_of(msgspec.msgpack.encode({"frame": "ready", "state": 0})[:-1]),
    "trailing bytes": frame_of(msgspec.msgpack.encode({"frame": "ready", "state": 0}) + b"\0"),
    "bad UTF-8": frame_of(b"\x82\xa5frame\xa5fault\xa3key\xa1\xff"),
    "array of 4G": frame_of(b"\xdd\xff\xff\xff\xff"),
    "deep nesting": frame_of(b"\x91" * 1_000_000 + b"\0"),
    "2**70": frame_of(b"\x82\xa5frame\xa5ready\xa5state\xc7\x09\x01" + (2**70).to_bytes(9, "big")),
    "duplicate key": frame_of(b"\x83\xa5frame\xa5ready\xa5state\0\xa5state\0"),
    "nan": pack(final(status="error", error=ErrorReport(code="x", message="y", limit=math.nan))),
    "a frame of 4 GiB": b"\xff\xff\xff\xff",
    "a frame just too large": struct.pack(">I", FRAME_CAP_BYTES + 1),
    "an empty frame": struct.pack(">I", 0),
    "HTTP": b"GET / HTTP/1.1\r\n\r\n",
    "ready again": pack(Ready(0)),
    "what only a base says": pack(Replied()),
    "an error in a run that is done": pack(final(error=ERROR)),
    "no error in a run that is not done": pack(final(status="error")),
    "a status of the parent's": pack(final(status="died", error=ERROR)),
    "a value of a failed run": pack(Chunk(0, VALUE), final(status="error", error=ERROR)),
    "a payload of a run past its limit": pack(Chunk(1, b"x"), final(status="limit", error=ERROR)),
    "a value in the frame of a failed run": pack(final(parts=(VALUE, b"", b""), status="error", error=ERROR)),
    "a payload in the frame past its limit": pack(final(parts=(b"", b"x", b""), status="limit", error=ERROR)),
    "two parts": frame_of(msgspec.msgpack.encode(final()).replace(b"\x93\xc4\0\xc4\0\xc4\0", b"\x92\xc4\0\xc4\0")),
    "more output in the frame than the limit": pack(final(parts=(b"", b"", b"x" * 900_000))),
    "a payload of a refused run": pack(Chunk(1, b"x"), final(status="refused", error=ERROR)),
    "a value that is no result": pack(Chunk(0, b"\xc1"), final()),
    "a value nested too deep": pack(Chunk(0, b"\x91" * 900_000), final()),
    "output that is not UTF-8": pack(Chunk(2, b"\xff"), final()),
    "output beyond its budget": pack(Chunk(2, b"x" * 70_000), final()),
    "a chunk of no part": pack(Chunk(7, b"x"), final()),
    "an empty chunk": pack(Chunk(0, b""), final()),
    "a key beyond 64 bits": frame_of(b"\x81\xcf" + b"\xff" * 8 + b"\0"),
}


@pytest.fixture(scope="module")
def supervisor() -> Iterator[Supervisor]:
    with toy_supervisor() as found:
        yield found


@pytest.fixture(scope="module")
def base(supervisor: Supervisor) -> Iterator[Base]:
    with toy_base(supervisor) as found:
        yield found


@pytest.mark.parametrize("name", STREAMS)
def test_bytes_that_no_worker_writes_are_tampering(base: Base, name: str) -> None:
    report = speak(base, STREAMS[name])
    assert report.status == "tampered"
    assert report.error is not None
    assert report.error.code == "tampered"
    assert (report.value, report.payload, report.stdout) == (None, b"", "")
    assert base.run(job("1 + 1")).value == 2


def test_chunks_without_end_are_cut_at_the_cap(base: Base) -> None:
    flood = "chunk = " + repr(pack(Chunk(0, b"x" * 1_000_000))) + "\nwhile True:\n    os.write(3, chunk)"
    report = speak(base, b"", then=flood)
    assert report.error is not None
    assert report.error.message == "the run was stopped as tampering: part 0 is larger than 8388608 bytes"


def test_a_flood_of_log_records_is_tampering(base: Base) -> None:
    flood = "record = " + repr(pack(Log(10, "a", "b")) * 100) + "\nwhile True:\n    os.write(3, record)"
    report = speak(base, b"", then=flood)
    assert report.error is not None
    assert report.error.message == "the run was stopped as tampering: a flood of log records"


def test_a_frame_that_never_ends_is_stopped_at_the_limit(base: Base) -> None:
    report = speak(base, struct.pack(">I", 1000) + b"x" * 10, limits=Limits(wall_s=0.5))
    assert report.status == "limit"


def test_a_forged_report_of_a_whole_run_is_only_a_report(base: Base) -> None:
    """A worker that fell can claim any result; the engine judges its payload, and nothing else changes."""
    report = speak(base, pack(Chunk(0, VALUE), Chunk(1, b"forged"), final()))
    assert (report.status, report.value, report.payload) == ("done", 1, b"forged")
    assert base.run(job("1 + 1")).value == 2


def test_asking_for_loads_without_end_ends(base: Base) -> None:
    report = speak(base, pack(Fault("a", None)))
    assert report.status == "tampered"
    assert 0 < report.restarts <= 64  # fewer where the machine is so busy that they cost half a second together


BASE_STREAMS = {
    "unknown tag": frame_of(msgspec.msgpack.encode({"frame": "own"})),
    "what only a worker says": pack(Ready(0)),
    "deep nesting": frame_of(b"\x91" * 1_000_000),
    "a frame of 4 GiB": b"\xff\xff\xff\xff",
    "trailing bytes": frame_of(msgspec.msgpack.encode({"frame": "replied"}) + b"\0"),
    "an answer to nothing": frame_of(msgspec.msgpack.encode({"frame": "exited", "fork_id": 1, "status": 0})),
}


@pytest.mark.parametrize("name", BASE_STREAMS)
def test_bytes_that_no_base_writes_end_the_base(supervisor: Supervisor, name: str) -> None:
    code = f"import os, time\nos.write(3, {BASE_STREAMS[name]!r})\ntime.sleep(100)"
    with toy_base(supervisor) as base:
        with pytest.raises(BaseDied):
            base.request("exec", code.encode(), deadline_s=10)
        assert not base.alive
    with toy_base(supervisor) as base:
        assert base.run(job("1 + 1")).value == 2


def test_a_base_that_hands_out_another_process_as_a_worker_is_ended(
    supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker forked by a worker's forker: its parent is not the base."""
    monkeypatch.setattr(handle, "_READY_WAIT_S", 2.0)
    code = """
import os, macrocell.sandbox.worker as worker
serve = worker._serve
def serve_in_child(order):
    if os.fork() == 0:
        serve(order)
    else:
        import time
        time.sleep(100)
worker._serve = serve_in_child
"""
    with toy_base(supervisor) as base:
        base.request("exec", code.encode(), deadline_s=10)
        with pytest.raises(BaseDied):
            base.run(job("1"))
        assert not base.alive


def test_a_base_whose_worker_carries_another_state_is_ended(supervisor: Supervisor) -> None:
    with toy_base(supervisor) as base:
        base.request("exec", b"import sys, gc\n" + FORGE_STATE, deadline_s=10)
        with pytest.raises(BaseDied) as caught:
            base.run(job("1"))
        assert caught.value.message == "a worker that is not this base's"


FORGE_STATE = b"""
import macrocell.sandbox.worker as worker
ready = worker.Ready
worker.Ready = lambda state: ready(state + 1)
"""
