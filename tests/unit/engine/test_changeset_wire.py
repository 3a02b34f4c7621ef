"""Changesets as bytes: what goes in comes out, old versions are read, and hostile bytes give one clear error."""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from macrocell.engine import changeset_wire
from macrocell.engine.changeset_wire import decode_changeset, encode_changeset
from macrocell.engine.errors import ChangesetInvalid
from macrocell.engine.pending import Changeset
from macrocell.facade.change import Change
from macrocell.facade.workbook.mutation import encode
from support.changesets import CASES, changeset
from support.effort import tries


def packed(body: bytes, *, version: int = 1, size: int | None = None, stream: bytes | None = None) -> bytes:
    stated = hashlib.sha256(bytes((version,)) + body).digest()
    head = changeset_wire._HEAD.pack(b"MCCS", version, len(body) if size is None else size, stated)
    return head + (zlib.compress(body) if stream is None else stream)


def sent() -> bytes:
    return encode_changeset(changeset(), req_id="req-1")


def body_of(change: Any) -> bytes:
    """The body of a changeset with something in it changed."""
    parts = msgspec.msgpack.decode(zlib.decompress(sent()[changeset_wire._HEAD.size :]))
    change(parts)
    return packed(msgspec.msgpack.encode(parts))


def refusal(data: bytes, **more: Any) -> tuple[str, str]:
    with pytest.raises(ChangesetInvalid) as caught:
        decode_changeset(data, **more)
    return caught.value.reason, caught.value.message


def test_what_goes_in_comes_out() -> None:
    found = decode_changeset(sent(), unit_id="unit-1")
    assert (found.changeset, found.req_id, found.unit_type) == (changeset(), "req-1", "workbook")
    assert decode_changeset(sent(), digest=found.digest).digest == found.digest


def test_inverses_can_be_left_out() -> None:
    found = decode_changeset(encode_changeset(changeset(), req_id="r", inverses=False)).changeset
    assert [run.inverse for run in found.runs] == [b""] * 3
    assert found.mutations == changeset().mutations


def test_an_empty_changeset_is_one() -> None:
    empty = Changeset(unit_id="u", base_revision=0, sid="s")
    assert decode_changeset(encode_changeset(empty, req_id="r")).changeset == empty


@pytest.mark.parametrize("version", [1])
def test_every_version_stays_readable(version: int) -> None:
    found = decode_changeset((CASES / f"version_{version}.bin").read_bytes(), unit_id="unit-1")
    assert (found.changeset, found.req_id) == (changeset(), "req-1")


def test_there_is_a_golden_file_of_every_version() -> None:
    assert {path.name for path in CASES.iterdir()} == {f"version_{number}.bin" for number in changeset_wire._READERS}


def _unknown(parts: Any) -> None:
    parts[5][0][2] = msgspec.msgpack.encode([2, [{"type": "cells.melt", "sheet": "s1"}]])


def _later(parts: Any) -> None:
    parts[5][0][2] = msgspec.msgpack.encode([99, []])


def _wrong(parts: Any) -> None:
    parts[5][0][2] = msgspec.msgpack.encode([2, [{"type": "axis.insert", "sheet": "s1"}]])


def _wrong_inverse(parts: Any) -> None:
    parts[5][0][3] = b"\xc1"


def _other_audit(parts: Any) -> None:
    parts[5][0][6][2] = "run-9"


def _deep_value(parts: Any) -> None:
    parts[5][0][4][0]["before"] = [[[[1]]]]


def _odd_value(parts: Any) -> None:
    parts[5][0][4][0]["after"] = msgspec.msgpack.Ext(7, b"x")


def _one_field_more(parts: Any) -> None:
    parts[5][0][4][0]["more"] = 1


def _longer(parts: Any) -> None:
    parts.append(1)


@pytest.mark.parametrize(
    ("data", "reason", "message"),
    [
        (b"", "truncated", "0 bytes are no changeset"),
        (b"PK\x03\x04" + sent()[4:], "not_a_changeset", "these bytes are no changeset"),
        (packed(b"", version=9), "version", "a changeset of version 9; this reads up to 1"),
        (sent()[:-1], "truncated", "the changeset ends before its end"),
        (sent()[: changeset_wire._HEAD.size], "truncated", "the changeset ends before its end"),
        (sent() + b"x", "tampered", "bytes behind the end of the changeset"),
        (packed(b"abc", stream=zlib.compress(b"abd")), "tampered", "the changeset is not what its hash says"),
        (packed(b"abc", size=2), "tampered", "more bytes than the changeset announces"),
        (packed(b"abc", size=4), "truncated", "the changeset ends before its end"),
        (packed(b"abc", size=2**60), "too_large", f"a changeset of {2**60:,} bytes; at most 268,435,456"),
        (body_of(_unknown), "unknown_mutation", None),
        (body_of(_later), "unknown_mutation", None),
        (body_of(_wrong), "malformed", None),
        (body_of(_wrong_inverse), "malformed", None),
        (body_of(_other_audit), "malformed", "run run-1 carries the audit record of another"),
        (body_of(_longer), "malformed", None),
        (body_of(_deep_value), "malformed", None),
        (body_of(_odd_value), "malformed", None),
        (body_of(_one_field_more), "malformed", None),
        (packed(b"\x91" * 100_000), "malformed", None),
    ],
)
def test_hostile_bytes_are_one_clear_error(data: bytes, reason: str, message: str | None) -> None:
    found = refusal(data)
    assert found[0] == reason
    assert message is None or found[1] == message


def test_a_changeset_of_another_unit_is_refused() -> None:
    assert refusal(sent(), unit_id="unit-2") == ("foreign_unit", "a changeset of unit unit-1, not of unit-2")
    assert refusal(sent(), unit_type="board") == ("foreign_unit", "a changeset of a workbook, not of a board")


def test_a_changeset_that_is_another_than_was_meant_is_refused() -> None:
    assert refusal(sent(), digest="0" * 64)[0] == "tampered"


@pytest.mark.parametrize(
    ("changed", "req_id", "message"),
    [
        ({"sid": ""}, "r", "Expected `str` of length >= 1 - at `$[3]`"),
        ({"unit_id": "u" * 201}, "r", "Expected `str` of length <= 200 - at `$[1]`"),
        ({"base_revision": -1}, "r", "Expected `int` >= 0 - at `$[2]`"),
        ({}, "", "Expected `str` of length >= 1 - at `$[4]`"),
    ],
)
def test_what_could_not_be_read_again_is_not_written(changed: dict[str, Any], req_id: str, message: str) -> None:
    with pytest.raises(ChangesetInvalid) as caught:
        encode_changeset(replace(changeset(), **changed), req_id=req_id)
    assert (caught.value.reason, caught.value.message) == ("malformed", f"not the body of a changeset: {message}")


@pytest.mark.parametrize("value", [2**64, "\ud800", object()])
def test_what_no_bytes_can_hold_is_one_clear_error(value: Any) -> None:
    whole = changeset()
    odd = replace(whole.runs[0], changes=(Change(kind="cells", sheet="Data", before=value),))
    with pytest.raises(ChangesetInvalid) as caught:
        encode_changeset(replace(whole, runs=(odd,)), req_id="r")
    assert (caught.value.reason, caught.value.message.partition(": ")[0]) == (
        "malformed",
        "not what a changeset can hold",
    )


def test_what_would_inflate_beyond_what_it_announces_is_never_inflated(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    real = zlib.decompressobj

    class Watched:
        def __init__(self) -> None:
            self.stream = real()

        def decompress(self, data: Any, limit: int) -> bytes:
            asked.append(limit)
            return self.stream.decompress(data, limit)

        def __getattr__(self, name: str) -> Any:
            return getattr(self.stream, name)

    monkeypatch.setattr(changeset_wire.zlib, "decompressobj", Watched)
    bomb = zlib.compress(bytes(64 * 1024 * 1024), 9)
    assert refusal(packed(b"", size=1000, stream=bomb))[0] == "tampered"
    assert asked == [1001]


def test_a_changeset_that_is_too_large_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changeset_wire, "MAX_BYTES", 300)
    with pytest.raises(ChangesetInvalid) as caught:
        sent()
    assert (caught.value.reason, caught.value.limit) == ("too_large", 300)
    assert caught.value.hint == "Commit after fewer runs, or let each run change less; a changeset is never split."


@pytest.mark.parametrize("seed", range(4))
def test_no_damaged_byte_gives_another_changeset_or_another_error(seed: int) -> None:
    random, whole = Random(seed), sent()
    for _ in range(tries(200)):
        data = bytearray(whole)
        for _ in range(random.choice((1, 1, 2, 5))):
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        damaged = bytes(data[: random.choice((len(data), random.randrange(len(data))))])
        try:
            found = decode_changeset(damaged)
        except ChangesetInvalid:
            continue
        assert found.changeset == changeset()


@pytest.mark.parametrize("seed", range(4))
def test_a_body_with_a_fitting_hash_is_still_hostile(seed: int) -> None:
    random = Random(seed)
    body = zlib.decompress(sent()[changeset_wire._HEAD.size :])
    for _ in range(tries(200)):
        data = bytearray(body)
        for _ in range(random.choice((1, 1, 2, 5))):
            data[random.randrange(len(data))] = random.randrange(256)
        try:
            found = decode_changeset(packed(bytes(data)))
        except ChangesetInvalid:
            continue
        for run in found.changeset.runs:
            assert encode(run.mutations)
            assert replace(run) == run
