"""The zip container of a package, read from memory: its directory, checked before anything is inflated."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final, cast, final

from isal import isal_zlib

from .error import CorruptFileError, TooLargeError, ZipBombError

MAX_MEMBERS: Final = 20_000
"""Members of a package; real workbooks have up to a few thousand (pictures, comments)."""
MAX_MEMBER_BYTES: Final = 512 * 1024 * 1024
"""Inflated bytes of one member; 1M cells take 40 to 70 MB."""
MAX_TOTAL_BYTES: Final = 2 * 1024 * 1024 * 1024
"""Inflated bytes of all members together, as the directory declares them."""
MAX_RATIO: Final = 500
"""Inflated to deflated bytes. Deflate reaches 1032; the most repetitive honest sheet seen has 250."""
RATIO_FREE_BYTES: Final = 16 * 1024 * 1024
"""Below this size a member may have any ratio."""

_END = struct.Struct("<4s4H2LH")
_END64 = struct.Struct("<4sQ2H2L4Q")
_LOCATOR64 = struct.Struct("<4sLQL")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_LOCAL = struct.Struct("<4s5H3L2H")
_STORED, _DEFLATED = 0, 8
_DAMAGED = cast("type[Exception]", isal_zlib.error)


@final
@dataclass(frozen=True, slots=True)
class Member:
    """One member as its directory entry has it; header_start..data_start is its local header, with name and extra.

    span_end is where its last byte lies: the end of its data, or of the data descriptor behind it.
    """

    name: str
    raw_name: bytes
    version_made: int
    version_needed: int
    flags: int
    method: int
    time: int
    date: int
    crc: int
    compressed_size: int
    size: int
    internal: int
    external: int
    extra: bytes
    comment: bytes
    header_start: int
    data_start: int
    local_extra: bytes

    @property
    def data_end(self) -> int:
        """Just behind the compressed bytes."""
        return self.data_start + self.compressed_size


def read_directory(data: bytes) -> list[Member]:
    """The members in the order of the central directory.

    Raises CorruptFileError for a damaged container, TooLargeError and ZipBombError for one beyond the caps.
    """
    count, start, size, shift = _find_directory(data)
    if count > MAX_MEMBERS:
        raise TooLargeError(f"the package has {count:,} members", limit=MAX_MEMBERS, observed=count)
    members: list[Member] = []
    place, end = start, start + size
    for _ in range(count):
        member, place = _read_entry(data, place, end, shift)
        members.append(member)
    _check(members, start)
    return members


def inflate(data: bytes, member: Member) -> bytes:
    """The bytes of a member, never more than its directory entry declares; checked against its size and CRC-32."""
    packed = memoryview(data)[member.data_start : member.data_end]
    content = bytes(packed) if member.method == _STORED else _inflate(packed, member)
    if len(content) != member.size:
        raise CorruptFileError(f"it has {len(content):,} bytes where {member.size:,} are declared", part=member.name)
    if isal_zlib.crc32(content) != member.crc:
        raise CorruptFileError("its check sum does not fit its content", part=member.name)
    return content


def inflate_head(data: bytes, member: Member, size: int) -> bytes:
    """The first bytes of a member, unchecked."""
    packed = memoryview(data)[member.data_start : member.data_end]
    if member.method == _STORED:
        return bytes(packed[:size])
    try:
        return isal_zlib.decompressobj(-15).decompress(packed[: size + 1024], size)
    except _DAMAGED as error:
        raise CorruptFileError("its compressed data are damaged", part=member.name) from error


def _inflate(packed: memoryview, member: Member) -> bytes:
    engine = isal_zlib.decompressobj(-15)
    try:
        content = engine.decompress(packed, member.size + 1)
    except _DAMAGED as error:
        raise CorruptFileError("its compressed data are damaged", part=member.name) from error
    if len(content) > member.size:
        raise ZipBombError(f"it inflates to more than the {member.size:,} bytes declared", part=member.name)
    if not engine.eof:
        raise CorruptFileError("its compressed data end too early", part=member.name)
    return content


def _find_directory(data: bytes) -> tuple[int, int, int, int]:
    """(count, start, size, shift): shift is the number of bytes that stand before the zip proper."""
    place = data.rfind(b"PK\x05\x06", max(0, len(data) - 65_557))
    if place < 0 or place + _END.size > len(data):
        raise CorruptFileError("the zip container has no directory at its end: the file is cut off")
    _, disk, disk0, here, count, size, start, _ = _END.unpack_from(data, place)
    locator = place - _LOCATOR64.size
    wide = 0xFFFF in (here, count) or 0xFFFFFFFF in (size, start)
    if wide and locator >= 0 and data[locator : locator + 4] == b"PK\x06\x07":
        place = _LOCATOR64.unpack_from(data, locator)[2]
        if place + _END64.size > len(data) or data[place : place + 4] != b"PK\x06\x06":
            raise CorruptFileError("the zip container's 64-bit directory is damaged")
        _, _, _, _, disk, disk0, here, count, size, start = _END64.unpack_from(data, place)
    if disk or disk0 or here != count:
        raise CorruptFileError("the zip container is a part of a set of several files")
    shift = place - (start + size)
    if shift < 0:
        raise CorruptFileError("the zip container's directory lies outside the file")
    return count, start + shift, size, shift


def _read_entry(data: bytes, place: int, end: int, shift: int) -> tuple[Member, int]:
    """One record of the directory, and where the next begins. Long only by the record's fields, one a line."""
    if place + _CENTRAL.size > end or data[place : place + 4] != b"PK\x01\x02":
        raise CorruptFileError("the zip container's directory is damaged")
    (
        _,
        made,
        needed,
        flags,
        method,
        time,
        date,
        crc,
        packed,
        size,
        name_size,
        extra_size,
        comment_size,
        _,
        internal,
        external,
        offset,
    ) = _CENTRAL.unpack_from(data, place)
    name_start = place + _CENTRAL.size
    extra_start = name_start + name_size
    comment_start = extra_start + extra_size
    behind = comment_start + comment_size
    if behind > end:
        raise CorruptFileError("the zip container's directory is damaged")
    raw_name = data[name_start:extra_start]
    name = raw_name.decode("utf-8" if flags & 0x800 else "cp437", "replace")
    extra = data[extra_start:comment_start]
    size, packed, offset = _wide(extra, size, packed, offset, name)
    if flags & 0x41:
        raise CorruptFileError("it is encrypted inside the zip container", part=name)
    if method not in (_STORED, _DEFLATED):
        raise CorruptFileError(f"it is compressed by method {method}; a package has only deflate", part=name)
    header = offset + shift
    data_start, local_extra = _local(data, header, raw_name, name)
    if data_start + packed > len(data):
        raise CorruptFileError("its data lie outside the file", part=name)
    member = Member(
        name,
        raw_name,
        made,
        needed,
        flags,
        method,
        time,
        date,
        crc,
        packed,
        size,
        internal,
        external,
        extra,
        data[comment_start:behind],
        header,
        data_start,
        local_extra,
    )
    return member, behind


def _wide(extra: bytes, size: int, packed: int, offset: int, name: str) -> tuple[int, int, int]:
    """The 64-bit sizes of the extra field with id 1, where the 32-bit ones are all ones (APPNOTE 4.5.3)."""
    if 0xFFFFFFFF not in (size, packed, offset):
        return size, packed, offset
    place = 0
    while place + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, place)
        if kind == 1:
            wide = [number for (number,) in struct.iter_unpack("<Q", extra[place + 4 : place + 4 + length // 8 * 8])]
            fields = [wide.pop(0) if value == 0xFFFFFFFF and wide else value for value in (size, packed, offset)]
            return fields[0], fields[1], fields[2]
        place += 4 + length
    raise CorruptFileError("its sizes are missing in the zip container's directory", part=name)


def _local(data: bytes, header: int, raw_name: bytes, name: str) -> tuple[int, bytes]:
    """(start of the data, extra field) by the local header, whose name must be the directory's."""
    if header < 0 or header + _LOCAL.size > len(data) or data[header : header + 4] != b"PK\x03\x04":
        raise CorruptFileError("its header is not where the zip container's directory says", part=name)
    *_, name_size, extra_size = _LOCAL.unpack_from(data, header)
    name_start = header + _LOCAL.size
    if data[name_start : name_start + name_size] != raw_name:
        raise CorruptFileError("its header has another name than the zip container's directory", part=name)
    extra_start = name_start + name_size
    return extra_start + extra_size, data[extra_start : extra_start + extra_size]


def _check(members: list[Member], directory: int) -> None:
    total = 0
    for member in members:
        total += member.size
        if member.method == _STORED and member.size != member.compressed_size:
            raise CorruptFileError("its stored size and its size differ", part=member.name)
        if member.size > MAX_MEMBER_BYTES:
            raise _too_big(member)
        if member.size > RATIO_FREE_BYTES and member.size > member.compressed_size * MAX_RATIO:
            raise ZipBombError(
                f"{member.compressed_size:,} bytes would inflate to {member.size:,}",
                part=member.name,
                limit=MAX_RATIO,
                observed=member.size / max(1, member.compressed_size),
            )
    if total > MAX_TOTAL_BYTES:
        raise TooLargeError(f"its members inflate to {total:,} bytes together", limit=MAX_TOTAL_BYTES, observed=total)
    place = 0
    for member in sorted(members, key=lambda member: member.header_start):
        if member.header_start < place or member.data_end > directory:
            raise ZipBombError("its data overlap those of another member", part=member.name)
        place = member.data_end


def _too_big(member: Member) -> ZipBombError | TooLargeError:
    """A member beyond the size cap is a bomb if its ratio is one too."""
    bomb = member.size > member.compressed_size * MAX_RATIO
    kind = ZipBombError if bomb else TooLargeError
    return kind(
        f"{member.compressed_size:,} bytes would inflate to {member.size:,}",
        part=member.name,
        limit=MAX_MEMBER_BYTES,
        observed=member.size,
    )
