"""Moving the text of a shared formula from its master to another cell."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, final

from ..model.formula import SharedFormula, SharedGroup
from ..model.rect import MAX_COLUMNS, MAX_ROWS, column_index, column_letters

REF_ERROR: Final = "#REF!"

_WORD = r"[\w$\\?]"
scanner: Final = re.compile(
    rf"""
      "(?:[^"]|"")*+"                                                     # text
    | '(?:[^']|'')*+'                                                     # a quoted sheet, with or without a book
    | \[(?:[^\[\]']|'.|\[(?:[^\[\]']|'.)*+\])*+\]                         # a structured reference, or an external book
    | {_WORD}++(?:\.{_WORD}++)*+(?::{_WORD}++(?:\.{_WORD}++)*+)?+!            # a sheet, or two of a 3-D reference
    | (?P<rows>(\$?)([1-9][0-9]{{0,6}})(\.?:\.?)(\$?)([1-9][0-9]{{0,6}})(?!{_WORD}|[(!\[]|\.\w))
    | (?P<columns>(\$?)([A-Za-z]{{1,3}})(\.?:\.?)(\$?)([A-Za-z]{{1,3}})(?!{_WORD}|[(!\[]|\.\w))
    | (?P<cell>(\$?)([A-Za-z]{{1,3}})(\$?)([1-9][0-9]{{0,6}})(?!{_WORD}|[(!\[]|\.\w))
    | {_WORD}++(?:\.{_WORD}++)*+                                          # a function, name or number
    """,
    re.VERBOSE | re.DOTALL,
)
"""One token. What it does not match (operators, white space, braces) stands for itself."""


@final
@dataclass(frozen=True, slots=True)
class _Axis:
    """One end of a reference on one axis: index counts from 0; fixed by a dollar sign."""

    fixed: bool
    index: int


_Piece = str | tuple[_Axis, _Axis] | tuple[str, _Axis, str, _Axis]
"""Literal text; a cell (row, column); or whole rows or columns ("row" or "column", first, colon, last)."""


def formula_text(entry: SharedFormula, source_row0: int) -> str:
    """The text of a member of a shared formula that stands in a row with this source0."""
    return member_text(entry.group, source_row0, entry.col0)


def member_text(group: SharedGroup, source_row0: int, col0: int) -> str:
    """The text of a shared formula at a cell, without the equals sign; row and column are those of the file."""
    assert group.text is not None, "a loaded sheet has no group without its master"
    return shift_text(group.text, source_row0 - group.row0, col0 - group.col0)


def shift_text(text: str, rows: int, columns: int) -> str:
    """The formula as it reads after a copy by so many rows and columns: relative references move, $ ones stay.

    A reference that would leave the sheet becomes #REF!.
    """
    if not rows and not columns:
        return text
    pattern, base = _pattern(text, columns)
    if not base:
        return pattern
    moved = tuple(row + rows for row in base)
    if min(moved) >= 1 and max(moved) <= MAX_ROWS:
        return pattern % moved
    return "".join(_render(piece, rows, columns) for piece in _pieces(text))


def shift_texts(text: str, rows: list[int], columns: int) -> list[str]:
    """The same for many distances of rows, some 0.4 us each."""
    pattern, base = _pattern(text, columns)
    if not base or not rows or min(base) + min(rows) < 1 or max(base) + max(rows) > MAX_ROWS:
        return [shift_text(text, distance, columns) for distance in rows]
    found = list(map(pattern.__mod__, zip(*(map(row.__add__, rows) for row in base), strict=True)))
    if not columns and 0 in rows:
        found[rows.index(0)] = text
    return found


@lru_cache(maxsize=4096)
def _pattern(text: str, columns: int) -> tuple[str, tuple[int, ...]]:
    """(text with %d for every relative row and its columns moved, the rows counted from 1); plain text if none."""
    parts: list[str] = []
    rows: list[int] = []
    for piece in _pieces(text):
        parts.append(_column_pattern(piece, columns, rows))
    joined = "".join(parts)
    return (joined if rows else joined.replace("%%", "%")), tuple(rows)


def _column_pattern(piece: _Piece, columns: int, rows: list[int]) -> str:
    if isinstance(piece, str):
        return piece.replace("%", "%%")
    if len(piece) == 2:
        row, column = piece
        letters = _column(column, columns)
        return letters if letters == REF_ERROR else letters + _row_pattern(row, rows)
    kind, first, colon, last = piece
    if kind == "row":
        return _row_pattern(first, rows) + colon + _row_pattern(last, rows)
    return _render(piece, 0, columns)


def _row_pattern(row: _Axis, rows: list[int]) -> str:
    if row.fixed:
        return f"${row.index + 1}"
    rows.append(row.index + 1)
    return "%d"


def _render(piece: _Piece, rows: int, columns: int) -> str:
    if isinstance(piece, str):
        return piece
    if len(piece) == 2:
        row, column = _row(piece[0], rows), _column(piece[1], columns)
        return REF_ERROR if REF_ERROR in (row, column) else column + row
    kind, first, colon, last = piece
    ends = (_row(first, rows), _row(last, rows)) if kind == "row" else (_column(first, columns), _column(last, columns))
    return REF_ERROR if REF_ERROR in ends else colon.join(ends)


def _row(row: _Axis, rows: int) -> str:
    if row.fixed:
        return f"${row.index + 1}"
    index = row.index + rows
    return str(index + 1) if 0 <= index < MAX_ROWS else REF_ERROR


def _column(column: _Axis, columns: int) -> str:
    if column.fixed:
        return f"${column_letters(column.index)}"
    index = column.index + columns
    return column_letters(index) if 0 <= index < MAX_COLUMNS else REF_ERROR


def fixed_rows(piece: _Piece) -> tuple[bool, ...]:
    """For each row number of a reference, whether a dollar sign fixes it."""
    if isinstance(piece, str):
        return ()
    if len(piece) == 2:
        return (piece[0].fixed,)
    return (piece[1].fixed, piece[3].fixed) if piece[0] == "row" else ()


@lru_cache(maxsize=4096)
def _pieces(text: str) -> tuple[_Piece, ...]:
    pieces: list[_Piece] = []
    place = 0
    for match in scanner.finditer(text):
        piece = reference_of(match)
        if piece is None:
            continue
        if match.start() > place:
            pieces.append(text[place : match.start()])
        pieces.append(piece)
        place = match.end()
    pieces.append(text[place:])
    return tuple(pieces)


def reference_of(match: re.Match[str]) -> _Piece | None:
    """The reference a token is; None for anything else, also for one beyond the sheet's limits, which is a name."""
    if match["cell"] is not None:
        row, column = int(match[17]) - 1, column_index(match[15])
        if row >= MAX_ROWS or column >= MAX_COLUMNS:
            return None
        return _Axis(bool(match[16]), row), _Axis(bool(match[14]), column)
    if match["rows"] is not None:
        first, last = int(match[3]) - 1, int(match[6]) - 1
        if max(first, last) >= MAX_ROWS:
            return None
        return "row", _Axis(bool(match[2]), first), match[4], _Axis(bool(match[5]), last)
    if match["columns"] is not None:
        first, last = column_index(match[9]), column_index(match[12])
        if max(first, last) >= MAX_COLUMNS:
            return None
        return "column", _Axis(bool(match[8]), first), match[10], _Axis(bool(match[11]), last)
    return None
