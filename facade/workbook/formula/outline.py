"""Where the references of a formula stand, found once for all texts that differ in their numbers only.

A shape is a text without its runs of digits.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import Final, NamedTuple, final

from ..model.rect import MAX_ROWS, Rect
from .pieces import Ref, pieces
from .token import Kind, tokens

DIGITS: Final = re.compile(r"(\d+)", re.ASCII)
"""What a shape leaves out."""
MAX_SHAPES: Final = 4096
"""Shapes that are remembered; a hostile file can have any number of them."""
ROW_DIGITS: Final = 7
"""A longer run of digits is no row, and reads as a plain number."""
ROWED: Final = frozenset({Kind.CELL, Kind.ROWS})
"""Tokens whose digits are row numbers."""
FREE: Final = frozenset({Kind.NUMBER, Kind.STRING, Kind.OTHER, Kind.ERROR, Kind.COLUMNS})
"""Tokens whose digits may be any; those of all others belong to the shape."""


@final
class Found(NamedTuple):
    """A reference in a text, and its first and behind its last character."""

    ref: Ref
    start: int
    end: int


@final
class _Place(NamedTuple):
    """A reference of a shape: its first text's, the places of its row numbers (-1 for none), and its boundaries, each
    as (part of the text, characters into it)."""

    ref: Ref
    first: int
    last: int
    start: tuple[int, int]
    end: tuple[int, int]


@final
class _Plan(NamedTuple):
    exact: tuple[tuple[int, str], ...]
    places: tuple[_Place, ...]


_plans: dict[tuple[str, ...], _Plan | None] = {}


def references(text: str) -> list[Found]:
    """All references of a formula in their order, with those of no cells; those into other workbooks are none."""
    parts = DIGITS.split(text)
    numbers = parts[1::2]
    shape = tuple(parts[::2])
    if shape not in _plans:
        if len(_plans) >= MAX_SHAPES:
            _plans.clear()
        _plans[shape] = _plan(text) if max(map(len, numbers), default=0) <= ROW_DIGITS else None
    plan = _plans[shape]
    if plan is None or any(numbers[at] != digits for at, digits in plan.exact):
        return _read(text)
    return _fill(plan, parts, numbers, text)


def _fill(plan: _Plan, parts: list[str], numbers: list[str], text: str) -> list[Found]:
    if not plan.places:
        return []
    offsets = [0, *accumulate(map(len, parts))]
    found: list[Found] = []
    for ref, first, last, start, end in plan.places:
        low, high = offsets[start[0]] + start[1], offsets[end[0]] + end[1]
        if first < 0 or ref.rect is None:
            found.append(Found(ref, low, high))
            continue
        one, other = numbers[first], numbers[last]
        row0, row1 = int(one) - 1, int(other) - 1
        if one[0] == "0" or other[0] == "0" or row1 >= MAX_ROWS or row0 > row1:
            return _read(text)
        rect = Rect(row0, ref.rect.col0, row1, ref.rect.col1)
        written = text[low:high]
        found.append(Found(Ref(ref.first, ref.last, rect, ref.form, ref.fixed, "", written), low, high))
    return found


def _read(text: str) -> list[Found]:
    """The same without a plan."""
    found: list[Found] = []
    at = 0
    for piece in pieces(text):
        size = len(piece) if isinstance(piece, str) else len(piece.text)
        if not isinstance(piece, str):
            found.append(Found(piece, at, at + size))
        at += size
    return found


def _plan(text: str) -> _Plan | None:
    found = [piece for piece in pieces(text) if not isinstance(piece, str)]
    bounds = _bounds(text)
    if bounds is None or len(bounds) != len(found):
        return None
    numbers = DIGITS.findall(text)
    exact: list[tuple[int, str]] = []
    rows: list[tuple[int, int]] = []
    at = 0
    for token in tokens(text):
        digits = DIGITS.findall(token.text)
        if token.kind in ROWED:
            rows.append((at, at + len(digits) - 1))
        elif token.kind not in FREE:
            exact.extend(enumerate(digits, at))
        at += len(digits)
    places: list[_Place] = []
    at = 0
    for ref, (start, end) in zip(found, bounds, strict=True):
        first = last = -1
        if ref.rect is not None and ref.form != "columns":
            if at == len(rows):
                return None
            first, last = rows[at]
            at += 1
            if (int(numbers[first]), int(numbers[last])) != (ref.rect.row0 + 1, ref.rect.row1 + 1):
                return None
        places.append(_Place(ref, first, last, start, end))
    return _Plan(tuple(exact), tuple(places)) if at == len(rows) else None


def _bounds(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]] | None:
    """Where the references of a text begin and end, by part; None where one begins inside a number."""
    parts = DIGITS.split(text)
    offsets = [0, *accumulate(map(len, parts))]
    found = []
    at = 0
    for piece in pieces(text):
        size = len(piece) if isinstance(piece, str) else len(piece.text)
        if not isinstance(piece, str):
            start, end = _bound(at, offsets), _bound(at + size, offsets)
            if start is None or end is None:
                return None
            found.append((start, end))
        at += size
    return found


def _bound(at: int, offsets: list[int]) -> tuple[int, int] | None:
    """(part, characters into it); a boundary inside a run of digits is none."""
    for part in range(len(offsets) - 1):
        if offsets[part] <= at < offsets[part + 1] or (at == offsets[part] == offsets[part + 1] and part % 2 == 0):
            inside = at - offsets[part]
            return None if inside and part % 2 else (part, inside)
    return len(offsets) - 1, 0
