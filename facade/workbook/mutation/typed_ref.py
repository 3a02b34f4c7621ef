"""The references of a formula as data: found once a shape when a formula is captured, carried and written again later.

Carrying needs no model and no reading of formula text, so that it is the same wherever and whenever it is done.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import accumulate
from typing import Final, NamedTuple, final

from msgspec.structs import replace

from ..formula.pieces import REF_ERROR, Ref, cells_text, pieces
from ..formula.sheet_prefix import read_prefix, write_prefix
from ..formula.step import DropStep, RenameStep, Step
from ..formula.token import Kind, tokens
from ..model.rect import MAX_ROWS, Rect
from .cell import MAX_FORMULA, Formula, RefMark

_DIGITS: Final = re.compile(r"(\d+)", re.ASCII)
_MAX_SHAPES: Final = 4096
_ROW_DIGITS: Final = 7
_ROWED: Final = frozenset({Kind.CELL, Kind.ROWS})
_FREE: Final = frozenset({Kind.NUMBER, Kind.STRING, Kind.OTHER, Kind.ERROR, Kind.COLUMNS})
_FORMS: Final = {"cell": "c", "area": "a", "columns": "o", "rows": "r", "": ""}
_NAMES: Final = {letter: form for form, letter in _FORMS.items()}


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


def typed(text: str, ids: Mapping[str, str]) -> Formula:
    """A formula with its references; ids gives a sheet's id by its folded name."""
    parts = _DIGITS.split(text)
    numbers = parts[1::2]
    shape = tuple(parts[::2])
    if shape not in _plans:
        if len(_plans) >= _MAX_SHAPES:
            _plans.clear()
        _plans[shape] = _plan(text) if max(map(len, numbers), default=0) <= _ROW_DIGITS else None
    plan = _plans[shape]
    if plan is None or any(numbers[at] != digits for at, digits in plan.exact):
        return _read(text, ids)
    return _fill(plan, parts, numbers, text, ids)


def _fill(plan: _Plan, parts: list[str], numbers: list[str], text: str, ids: Mapping[str, str]) -> Formula:
    if not plan.places:
        return Formula(text)
    offsets = [0, *accumulate(map(len, parts))]
    marks: list[RefMark] = []
    for ref, first, last, start, end in plan.places:
        rect = ref.rect
        if first >= 0 and rect is not None:
            one, other = numbers[first], numbers[last]
            row0, row1 = int(one) - 1, int(other) - 1
            if one[0] == "0" or other[0] == "0" or row1 >= MAX_ROWS or row0 > row1:
                return _read(text, ids)
            rect = Rect(row0, rect.col0, row1, rect.col1)
        mark = _mark(ref, rect, offsets[start[0]] + start[1], offsets[end[0]] + end[1], ids)
        if mark is not None:
            marks.append(mark)
    return Formula(text, tuple(marks))


def _read(text: str, ids: Mapping[str, str]) -> Formula:
    """The same without a plan."""
    marks: list[RefMark] = []
    at = 0
    for piece in pieces(text):
        if isinstance(piece, str):
            at += len(piece)
            continue
        mark = _mark(piece, piece.rect, at, at + len(piece.text), ids)
        if mark is not None:
            marks.append(mark)
        at += len(piece.text)
    return Formula(text, tuple(marks))


def _mark(ref: Ref, rect: Rect | None, start: int, end: int, ids: Mapping[str, str]) -> RefMark | None:
    """None where it names a sheet that there is not: such a reference is text."""
    sheet = last = ""
    if ref.first:
        found = ids.get(ref.first.casefold())
        other = ids.get(ref.last.casefold())
        if found is None or other is None:
            return None
        sheet, last = found, "" if other == found else other
    fixed = sum(1 << bit for bit, flag in enumerate(ref.fixed) if flag)
    return RefMark(start, end, sheet, last, rect, fixed, _FORMS[ref.form])  # type: ignore[arg-type]


def _plan(text: str) -> _Plan | None:
    found = [piece for piece in pieces(text) if not isinstance(piece, str)]
    bounds = _bounds(text)
    if bounds is None or len(bounds) != len(found):
        return None
    numbers = _DIGITS.findall(text)
    exact: list[tuple[int, str]] = []
    rows: list[tuple[int, int]] = []
    at = 0
    for token in tokens(text):
        digits = _DIGITS.findall(token.text)
        if token.kind in _ROWED:
            rows.append((at, at + len(digits) - 1))
        elif token.kind not in _FREE:
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
    parts = _DIGITS.split(text)
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


def carried(formula: Formula, step: Step, host: str) -> Formula:
    """A formula after a step; host is the id of the sheet it stands on. Ids say which sheets are meant, not names:
    a step's own name is not looked at, but for the new one of a rename."""
    parts: list[str] = []
    marks: list[RefMark] = []
    at = size = 0
    changed = False
    for mark in formula.refs:
        written = formula.text[mark.start : mark.end]
        new = _carried(mark, written, step, host)
        changed = changed or new is not None
        rect, now = (mark.rect, written) if new is None else new
        parts += (formula.text[at : mark.start], now)
        size += mark.start - at
        if rect is not None or new is None or not now.endswith(REF_ERROR):
            marks.append(replace(mark, start=size, end=size + len(now), rect=rect))
        size += len(now)
        at = mark.end
    if not changed:
        return formula
    parts.append(formula.text[at:])
    text = "".join(parts)
    return Formula(text, tuple(marks)) if len(text) <= MAX_FORMULA else formula


def _carried(mark: RefMark, written: str, step: Step, host: str) -> tuple[Rect | None, str] | None:
    """(cells, text) of a reference that a step changes; None for one that it does not."""
    prefix, bang, _ = written.rpartition("!")
    if mark.last:
        return _carried_sheets(mark, written, step)
    if (mark.sheet or host) != step.sheet_id:
        return None
    if type(step) is RenameStep:
        return (mark.rect, write_prefix(step.new, step.new) + written[len(prefix) + 1 :]) if bang else None
    if type(step) is DropStep:
        return None, REF_ERROR
    if mark.rect is None:
        return None
    placed = step.place(mark.rect)
    if placed is None:
        return None, prefix + bang + REF_ERROR
    if placed[1] == mark.rect:
        return None
    flags = tuple(bool(mark.fixed >> bit & 1) for bit in range(4))
    return placed[1], prefix + bang + cells_text(placed[1], _NAMES[mark.form], flags)  # type: ignore[arg-type]


def _carried_sheets(mark: RefMark, written: str, step: Step) -> tuple[Rect | None, str] | None:
    """A reference over several sheets follows their names; one that loses an end is lost, for what stands between its
    ends is not told here."""
    if step.sheet_id not in (mark.sheet, mark.last):
        return None
    if type(step) is DropStep:
        return None, REF_ERROR
    if type(step) is not RenameStep:
        return None
    prefix, _, rest = written.rpartition("!")
    known = read_prefix(prefix + "!")
    first = step.new if step.sheet_id == mark.sheet else known.first
    last = step.new if step.sheet_id == mark.last else known.last
    return mark.rect, write_prefix(first, last) + rest
