"""A changeset as bytes: versioned, compressed, its size capped on both ways. What comes in is hostile until decoded.

See docs/changeset.md. A changeset is never split: one that is too large is refused where it is written.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias, final

import msgspec
from msgspec import Meta, Struct

from ..facade.change import Change
from .audit import Audit
from .errors import ChangesetInvalid
from .pending import Changeset, Run

if TYPE_CHECKING:
    from ..facade import Mutation

VERSION: Final = 1
"""Of the wire form. It grows with any change of what the bytes mean; every earlier one stays readable."""
MAGIC: Final = b"MCCS"
MAX_BYTES: Final = 256 * 1024 * 1024
"""What one changeset may hold, inflated. A larger one would not be split without anybody knowing: it is refused."""
CHUNK_BYTES: Final = 1024 * 1024
LEVEL: Final = 1
"""Of zlib: level 6 takes four times as long for a few percent less."""
MAX_RUNS: Final = 100_000
_HEAD: Final = struct.Struct(">4sBQ32s")
"""Magic, version, bytes of the body, SHA-256 of version and body."""

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
Digest: TypeAlias = Annotated[str, Meta(max_length=200)]
Text: TypeAlias = Annotated[str, Meta(max_length=1_000)]
Plain: TypeAlias = bool | int | float | str | None
Shown: TypeAlias = Plain | list[list[Plain]]


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """A decoded changeset with what travels beside it. digest is the hexadecimal SHA-256 that its bytes carry."""

    changeset: Changeset
    req_id: str
    unit_type: str
    digest: str


class _AuditWire(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    who: Text
    at: datetime
    run_id: Id
    sid: Id
    unit_id: Id
    program_hash: Digest
    mode: Text
    isolation: Text
    layers: tuple[Text, ...]
    seed: int | None
    now: datetime | None
    writable: tuple[str, ...] | None
    inputs: dict[str, Digest]
    undoes: Id | None
    version: Text


class _ChangeWire(Struct, frozen=True, forbid_unknown_fields=True):
    """As facade.change.Change, its values no deeper than a reader of them has to be prepared for."""

    kind: Text
    sheet: Text
    range: Text | None
    before: Shown
    after: Shown
    cells: int


class _RunWire(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    run_id: Id
    program_hash: Digest
    mutations: bytes
    inverse: bytes
    changes: tuple[_ChangeWire, ...]
    undoes: Id | None
    audit: _AuditWire | None


class _Body(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    unit_type: Id
    unit_id: Id
    base_revision: Annotated[int, Meta(ge=0, lt=2**53)]
    sid: Id
    req_id: Id
    runs: Annotated[tuple[_RunWire, ...], Meta(max_length=MAX_RUNS)]


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(_Body)


def encode_changeset(changeset: Changeset, *, req_id: str, unit_type: str = "workbook", inverses: bool = True) -> bytes:
    """The bytes that decode_changeset takes. inverses=False leaves out what takes the runs back.

    Raises ChangesetInvalid, reason "too_large" beyond MAX_BYTES, "malformed" for what could not be read again.
    """
    runs = tuple(_run_wire(run, inverses=inverses) for run in changeset.runs)
    held = sum(len(run.mutations) + len(run.inverse) for run in runs)
    if held <= MAX_BYTES:
        body = _encoded(_Body(unit_type, changeset.unit_id, changeset.base_revision, changeset.sid, req_id, runs))
        held = len(body)
    if held > MAX_BYTES:
        raise _too_large(held)
    _read_1(body)  # what is written can be read: a log must never accept what nobody can take out of it
    return _HEAD.pack(MAGIC, VERSION, len(body), _digest(VERSION, body)) + zlib.compress(body, LEVEL)


def _encoded(body: _Body) -> bytes:
    try:
        return _ENCODER.encode(body)
    except (OverflowError, TypeError, ValueError) as error:  # numbers beyond 64 bits, halves of surrogate pairs
        raise ChangesetInvalid(f"not what a changeset can hold: {error}", reason="malformed") from error


def _run_wire(run: Run, *, inverses: bool) -> _RunWire:
    audit = None if run.audit is None else _AuditWire(**{name: getattr(run.audit, name) for name in _AUDIT})
    inverse = run.inverse if inverses else b""
    changes = tuple(_ChangeWire(**{name: getattr(change, name) for name in _CHANGE}) for change in run.changes)
    return _RunWire(run.run_id, run.program_hash, run.encoded, inverse, changes, run.undoes, audit)


_AUDIT: Final = tuple(field.name for field in fields(Audit))
_CHANGE: Final = Change.__struct_fields__


def decode_changeset(
    data: bytes, *, unit_id: str | None = None, unit_type: str = "workbook", digest: str | None = None
) -> Packed:
    """The changeset that the bytes hold, every mutation of it checked but for the fit to a workbook.

    unit_id: whose it must be; digest: what it must be, where that is known from elsewhere. Raises ChangesetInvalid,
    nothing else; see its reason. Memory: at most MAX_BYTES are inflated, and no more than the head says.
    """
    version, size, stated = _read_head(data)
    body = _inflate(data, size)
    if _digest(version, body) != stated:
        raise ChangesetInvalid("the changeset is not what its hash says", reason="tampered")
    if digest is not None and digest != stated.hex():
        raise ChangesetInvalid("the changeset is another than the one that was meant", reason="tampered")
    wire = _READERS[version](body)
    if wire.unit_type != unit_type:
        raise ChangesetInvalid(f"a changeset of a {wire.unit_type}, not of a {unit_type}", reason="foreign_unit")
    if unit_id is not None and wire.unit_id != unit_id:
        raise ChangesetInvalid(f"a changeset of unit {wire.unit_id}, not of {unit_id}", reason="foreign_unit")
    runs = tuple(_run(run, wire) for run in wire.runs)
    changeset = Changeset(unit_id=wire.unit_id, base_revision=wire.base_revision, sid=wire.sid, runs=runs)
    return Packed(changeset=changeset, req_id=wire.req_id, unit_type=wire.unit_type, digest=stated.hex())


def _read_head(data: bytes) -> tuple[int, int, bytes]:
    if len(data) < _HEAD.size:
        raise ChangesetInvalid(f"{len(data)} bytes are no changeset", reason="truncated")
    magic, version, size, stated = _HEAD.unpack_from(data)
    if magic != MAGIC:
        raise ChangesetInvalid("these bytes are no changeset", reason="not_a_changeset")
    if version not in _READERS:
        raise ChangesetInvalid(
            f"a changeset of version {version}; this reads up to {VERSION}",
            reason="version",
            hint="Update Macrocell.",
            limit=VERSION,
            observed=version,
        )
    if size > MAX_BYTES:
        raise _too_large(size)
    return version, size, stated


def _inflate(data: bytes, size: int) -> bytes:
    """Never more than was announced, whatever the stream would give."""
    body = bytearray()
    stream = zlib.decompressobj()
    view = memoryview(data)
    try:
        for at in range(_HEAD.size, len(data), CHUNK_BYTES):
            chunk: Any = view[at : at + CHUNK_BYTES]
            while chunk and not stream.eof:
                body += stream.decompress(chunk, min(CHUNK_BYTES, size - len(body) + 1))
                if len(body) > size:
                    raise ChangesetInvalid("more bytes than the changeset announces", reason="tampered")
                chunk = stream.unconsumed_tail
            if stream.unused_data or (stream.eof and at + CHUNK_BYTES < len(data)):
                raise ChangesetInvalid("bytes behind the end of the changeset", reason="tampered")
    except zlib.error as error:
        raise ChangesetInvalid(f"the changeset cannot be inflated: {error}", reason="tampered") from error
    if not stream.eof or len(body) != size:
        raise ChangesetInvalid("the changeset ends before its end", reason="truncated")
    return bytes(body)


def _digest(version: int, body: bytes) -> bytes:
    return hashlib.sha256(bytes((version,)) + body).digest()


def _read_1(body: bytes) -> _Body:
    try:
        return _DECODER.decode(body)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise ChangesetInvalid(f"not the body of a changeset: {error}", reason="malformed") from error


_READERS: Final = {1: _read_1}
"""What reads the body of each version."""


def _run(wire: _RunWire, body: _Body) -> Run:
    audit = None if wire.audit is None else _audit(wire, wire.audit, body)
    if wire.inverse:
        _mutations(wire.inverse, wire)
    return Run(
        run_id=wire.run_id,
        program_hash=wire.program_hash,
        mutations=_mutations(wire.mutations, wire),
        changes=tuple(Change(**{name: getattr(change, name) for name in _CHANGE}) for change in wire.changes),
        encoded=wire.mutations,
        inverse=wire.inverse,
        undoes=wire.undoes,
        audit=audit,
    )


def _audit(run: _RunWire, wire: _AuditWire, body: _Body) -> Audit:
    if (wire.run_id, wire.unit_id, wire.program_hash) != (run.run_id, body.unit_id, run.program_hash):
        raise ChangesetInvalid(f"run {run.run_id} carries the audit record of another", reason="malformed")
    given: Mapping[str, Any] = {name: getattr(wire, name) for name in _AUDIT}
    return Audit(**given)


def _mutations(data: bytes, run: _RunWire) -> tuple[Mutation, ...]:
    from ..facade import MutationInvalid, decode_mutations

    try:
        return decode_mutations(data)
    except MutationInvalid as error:
        reason = "unknown_mutation" if _has_unknown(data) else "malformed"
        raise ChangesetInvalid(f"run {run.run_id}: {error.message}", reason=reason) from error


def _has_unknown(data: bytes) -> bool:
    """Whether a list of mutations that cannot be read is one of a later version, or has a kind that is not known."""
    from ..facade.workbook.mutation import REGISTRY
    from ..facade.workbook.mutation.wire import VERSION as KNOWN

    known = {family.id for family in REGISTRY}
    try:
        version, found = _ENVELOPE.decode(data)
        return version > KNOWN or any(one.type not in known for one in found)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return False


class _Tagged(Struct, frozen=True):
    type: str


_ENVELOPE: Final = msgspec.msgpack.Decoder(tuple[int, list[_Tagged]])


def _too_large(observed: int) -> ChangesetInvalid:
    return ChangesetInvalid(
        f"a changeset of {observed:,} bytes; at most {MAX_BYTES:,}",
        reason="too_large",
        hint="Commit after fewer runs, or let each run change less; a changeset is never split.",
        limit=MAX_BYTES,
        observed=observed,
    )
