"""A matrix of plain scalars as the bytes it travels in; its rows are built only where somebody looks at them."""

from __future__ import annotations

from typing import Final, final

import msgspec

from .model.rect import Rect
from .mutation import CellsSet

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder().decode
_WIDE_HEADERS: Final = {0xDC: 3, 0xDD: 5}
"""Bytes of an array's header by the first of them; of fewer than 16 items that is all."""


@final
class PackedCells:
    """A cells.set of None, bool, int, float and str. pieces: encoded matrices of rect's columns, one below another."""

    __slots__ = ("pieces", "rect", "sheet")

    def __init__(self, sheet: str, rect: Rect, pieces: list[bytes]) -> None:
        self.sheet = sheet
        self.rect = rect
        self.pieces = pieces

    def encodable(self) -> CellsSet:
        """The mutation to be encoded and for nothing else: its rows are bytes."""
        whole = self.pieces[0]
        if len(self.pieces) > 1:
            whole = b"".join((_header(self.rect.rows), *map(_body, self.pieces)))
        return CellsSet(sheet=self.sheet, rect=self.rect, rows=msgspec.Raw(whole))  # type: ignore[arg-type]

    def built(self) -> CellsSet:
        """The mutation with its rows."""
        rows = [row for piece in self.pieces for row in _decode(piece)]
        return CellsSet(sheet=self.sheet, rect=self.rect, rows=rows)


def packed(mutation: CellsSet | PackedCells) -> PackedCells:
    """The same with its rows encoded; they are plain."""
    if isinstance(mutation, PackedCells):
        return mutation
    return PackedCells(mutation.sheet, mutation.rect, [_encode(mutation.rows)])


def _header(count: int) -> bytes:
    if count < 16:
        return bytes((0x90 | count,))
    return b"\xdc" + count.to_bytes(2, "big") if count < 1 << 16 else b"\xdd" + count.to_bytes(4, "big")


def _body(piece: bytes) -> memoryview:
    return memoryview(piece)[_WIDE_HEADERS.get(piece[0], 1) :]
