"""From a macro's own row lists to the bytes they travel in, without a copy of them, where every cell is plain."""

from __future__ import annotations

import gc
import marshal
import re
from collections.abc import Iterable, Sequence
from math import hypot
from types import NoneType
from typing import Any, Final

import msgspec

from ..model.kind import MANY_ROWS, kinds_in, lines_of
from ..model.rect import Rect
from ..mutation.cell import MAX_TEXT
from .input import PLAIN

FEW_ROWS: Final = MANY_ROWS
"""A matrix of fewer rows is copied: each column takes some microseconds, however short it is."""

_ROWS: Final = frozenset({list, tuple})
NUMBERS: Final = frozenset({int, float})
SUSPECT: Final = re.compile(r"(?m)^(?:=|[-+$( ]*[0-9.][0-9.,' eE+%)$-]*$)")
"""Where a line may be a formula, or a number written as text: such a matrix is looked at cell by cell."""
_HEAD: Final = 5
"""Bytes in marshal's format before the items of a list or tuple: its code, and how many, lowest byte first."""
_ROW_CODES: Final = (b"[", b"(")
_FLOAT: Final = b"g"
_NONE: Final = b"N"
_LENGTHS: Final = {b"i": 5, _FLOAT: 9, b"T": 1, b"F": 1, _NONE: 1}
_TEXT: Final = frozenset({str})
_CELL_BYTES: Final = 9
_LARGE_BYTES: Final = 64 * 1024

_encode: Final = msgspec.msgpack.Encoder().encode


def pack(rect: Rect, rows: list[Any]) -> tuple[bytes, bool] | None:
    """The rows' bytes, and whether there may be None in them; None unless they are lists or tuples of the rectangle's
    shape, all by exact type, and no cell needs a look of its own.

    No code of a macro runs meanwhile, neither a method, since all types are exact, nor a finaliser: what is encoded
    is what was looked at.
    """
    if len(rows) != rect.rows:
        return None
    collects = gc.isenabled()
    gc.disable()
    try:
        return _pack_alike(rect, rows) or _pack_any(rect, rows)
    finally:
        if collects:
            gc.enable()


def _pack_alike(rect: Rect, rows: list[Any]) -> tuple[bytes, bool] | None:
    """The same where each column holds one type, and no text: 25 ns a cell.

    marshal writes exact types only, each with its own first byte. Version 2 of its format has no references, and a
    fixed length for an integer of 32 bits, a float, True, False and None: as long as the first byte of every cell is
    that of the cell above, the next one is where it is in the first row.
    """
    try:
        layout = marshal.dumps(rows, 2)
    except ValueError:
        return None
    size, rest = divmod(len(layout) - _HEAD, rect.rows)
    head = layout[_HEAD : 2 * _HEAD]
    if rest or head[1:] != rect.columns.to_bytes(4, "little") or head[:1] not in _ROW_CODES:
        return None
    if any(layout[_HEAD + at :: size] != head[at : at + 1] * rect.rows for at in range(_HEAD)):
        return None
    at = 2 * _HEAD
    blanks = False
    for _ in range(rect.columns):
        code = layout[at : at + 1]
        length = _LENGTHS.get(code, 0)
        if not length or layout[at::size] != code * rect.rows:
            return None
        if code == _FLOAT and not _are_small(layout[at + length - 1 :: size]):
            return None
        blanks |= code == _NONE
        at += length
    _spare_memory(len(layout))
    return _encode(rows), blanks


def _are_small(tops: bytes) -> bool:
    """By the last bytes of floats, which hold the sign and most of the exponent: whether all are below 1e300."""
    return b"\x7f" not in tops and b"\xff" not in tops


def _pack_any(rect: Rect, rows: list[Any]) -> tuple[bytes, bool] | None:
    """The same for cells of any types, and text."""
    if not _ROWS.issuperset(map(type, rows)) or set(map(len, rows)) != {rect.columns}:
        return None
    found: set[type] = set()
    text_bytes = 0
    for cells in lines_of(rows):
        kinds = kinds_in((cells,))
        if not kinds <= PLAIN or (kinds & NUMBERS and not _are_bounded(cells, kinds)):
            return None
        if str in kinds:
            texts = cells if kinds == _TEXT else [value for value in cells if type(value) is str]
            joined = "\n".join(texts)
            if not _is_only_text(joined, texts):
                return None
            text_bytes += len(joined)
        found |= kinds
    _spare_memory(text_bytes + rect.rows * rect.columns * _CELL_BYTES)
    return _encode(rows), NoneType in found


def _is_only_text(joined: str, texts: Sequence[str]) -> bool:
    """Whether all are short and ASCII, and none is a formula or looks like a number."""
    return joined.isascii() and max(map(len, texts)) <= MAX_TEXT // 2 and SUSPECT.search(joined) is None


def _are_bounded(cells: Sequence[Any], kinds: set[type]) -> bool:
    return within_bounds(cells if kinds <= NUMBERS else [value for value in cells if type(value) in NUMBERS])


def within_bounds(numbers: Iterable[Any]) -> bool:
    """Whether ints and floats are all such as a cell can hold; False if that cannot be told at once.

    Their length as a vector bounds each of them, and is no number if one of them is none: 10 ns a number.
    """
    try:
        return hypot(*numbers) < 10**15
    except OverflowError:
        return False


def _spare_memory(size: int) -> None:
    """Raise MemoryError where the encoder, whose buffer grows by doubling, would crash the process."""
    if size > _LARGE_BYTES:
        bytes(3 * size)
