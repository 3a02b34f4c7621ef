"""Formulas as they read after a copy: what shared.shift_text does, found once for texts that differ in numbers only."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, final

from ..model.rect import MAX_ROWS
from .shared import fixed_rows, reference_of, scanner, shift_text

_DIGITS: Final = re.compile(r"(\d+)", re.ASCII)
_NUMBER: Final = re.compile(r"[0-9.]+")
_MAX_SHAPES: Final = 4096
_ROW_DIGITS: Final = 7


@final
class _Plan(NamedTuple):
    """Places of the runs of digits that are relative rows, of those that are fixed ones, and what others must be; the
    text between the runs, its columns shifted."""

    rows: tuple[int, ...]
    fixed: tuple[int, ...]
    exact: tuple[tuple[int, str], ...]
    parts: tuple[str, ...]


_plans: dict[tuple[int, tuple[str, ...]], _Plan | None] = {}


def shifted_text(text: str, rows: int, columns: int) -> str:
    """The same as shift_text."""
    parts = _DIGITS.split(text)
    key = columns, tuple(parts[::2])
    if key not in _plans:
        if len(_plans) >= _MAX_SHAPES:
            _plans.clear()
        _plans[key] = _plan(text, columns)
    plan = _plans[key]
    if plan is None:
        return shift_text(text, rows, columns)
    numbers = parts[1::2]
    for at, digits in plan.exact:
        if numbers[at] != digits:
            return shift_text(text, rows, columns)
    for at in plan.fixed:
        if not _is_row(numbers[at], 0):
            return shift_text(text, rows, columns)
    for at in plan.rows:
        digits = numbers[at]
        if not _is_row(digits, rows):
            return shift_text(text, rows, columns)
        numbers[at] = str(int(digits) + rows)
    parts[::2] = plan.parts
    parts[1::2] = numbers
    return "".join(parts)


def _is_row(digits: str, rows: int) -> bool:
    """Whether digits name a row, and one so many below does too."""
    if digits[0] == "0" or len(digits) > _ROW_DIGITS:
        return False
    row = int(digits)
    return row <= MAX_ROWS and 1 <= row + rows <= MAX_ROWS


def _plan(text: str, columns: int) -> _Plan | None:
    """None where the numbers alone could make another thing of a text of that shape."""
    rows: list[int] = []
    fixed: list[int] = []
    exact: list[tuple[int, str]] = []
    at = end = 0
    for match in scanner.finditer(text):
        if _DIGITS.search(text, end, match.start()):
            return None
        end = match.end()
        runs = _DIGITS.findall(match[0])
        piece = reference_of(match)
        if piece is None:
            if _NUMBER.fullmatch(match[0]):
                if ":" in text[max(match.start() - 2, 0) : match.start()] + text[end : end + 2]:
                    return None  # 0:7 is no reference, 5:7 is one
            elif match[0][0] != '"':
                exact.extend(enumerate(runs, at))
        else:
            for place, is_fixed in enumerate(fixed_rows(piece), at):
                (fixed if is_fixed else rows).append(place)
        at += len(runs)
    moved = _DIGITS.split(shift_text(text, 0, columns))
    if moved[1::2] != _DIGITS.findall(text):
        return None
    return _Plan(tuple(rows), tuple(fixed), tuple(exact), tuple(moved[::2]))
