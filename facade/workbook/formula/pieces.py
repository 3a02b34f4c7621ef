"""A formula's text as pieces: literal text, and references that can be carried elsewhere and written again."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias, final

from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect, column_letters, parse_rect
from .sheet_prefix import read_prefix, write_prefix
from .token import Kind, Token, tokens

REF_ERROR: Final = "#REF!"


@final
class Ref(NamedTuple):
    """What a formula says of a sheet of its workbook.

    first and last name the sheets of a 3-D reference, are equal for one sheet, and "" for the formula's own.
    rect is None where no cells follow the sheet's name (a name of its own, an error); tail is then that text.
    form: cell (A1), area (A1:B2), columns (A:C) or rows (1:3). fixed: dollar signs of row0, col0, row1, col1.
    text is how it was written, prefix included; "" once something of it has changed.
    """

    first: str
    last: str
    rect: Rect | None
    form: str
    fixed: tuple[bool, bool, bool, bool]
    tail: str
    text: str

    def write(self) -> str:
        """The text of the reference."""
        if self.text:
            return self.text
        prefix = write_prefix(self.first, self.last) if self.first else ""
        return prefix + (self.tail if self.rect is None else cells_text(self.rect, self.form, self.fixed))


Piece: TypeAlias = "str | Ref"

_CELLS: Final = {Kind.CELL: "cell", Kind.COLUMNS: "columns", Kind.ROWS: "rows"}
_END: Final = re.compile(r"(\$?)([A-Za-z]*)(\$?)([0-9]*)")


@lru_cache(maxsize=8192)
def pieces(text: str) -> tuple[Piece, ...]:
    """The pieces of a formula, in order; joined they are its text. References into other workbooks are literal."""
    found: list[Piece] = []
    literal: list[str] = []
    prefix: Token | None = None
    for token in tokens(text):
        if token.kind is Kind.PREFIX:
            prefix = token
            continue
        ref = _ref(prefix, token)
        if ref is None:
            literal.append(token.text if prefix is None else prefix.text + token.text)
        else:
            if literal:
                found.append("".join(literal))
                literal.clear()
            found.append(ref)
        prefix = None
    if prefix is not None:
        literal.append(prefix.text)
    if literal:
        found.append("".join(literal))
    return tuple(found)


def write_pieces(parts: tuple[Piece, ...] | list[Piece]) -> str:
    """The text of a formula."""
    return "".join(part if isinstance(part, str) else part.write() for part in parts)


def _ref(prefix: Token | None, token: Token) -> Ref | None:
    """The reference a token is with what stands before it; None for everything else."""
    first = last = ""
    if prefix is not None:
        book, first, last = read_prefix(prefix.text)
        if book or not first:
            return None
    form = _CELLS.get(token.kind)
    rect = parse_rect(token.text) if form is not None else None
    text = token.text if prefix is None else prefix.text + token.text
    if rect is not None and form is not None:
        if form == "cell" and ":" in token.text:
            form = "area"
        return Ref(first, last, rect, form, fixed_of(token.text), "", text)
    return None if prefix is None else Ref(first, last, None, "", (False, False, False, False), token.text, text)


def fixed_of(text: str) -> tuple[bool, bool, bool, bool]:
    """Dollar signs by corner. Where the text names the later corner first, the flags follow their numbers.

    Of whole columns the rows count as fixed, and of whole rows the columns.
    """
    first, _, second = text.partition(":")
    ends = (_end(first), _end(second or first))
    rows = sorted((row for row, _ in ends), key=_index)
    columns = sorted((column for _, column in ends), key=_index)
    whole_rows, whole_columns = rows[0][0] < 0, columns[0][0] < 0
    return (
        whole_rows or rows[0][1],
        whole_columns or columns[0][1],
        whole_rows or rows[1][1],
        whole_columns or columns[1][1],
    )


def _index(end: tuple[int, bool]) -> int:
    return end[0]


def _end(text: str) -> tuple[tuple[int, bool], tuple[int, bool]]:
    match = _END.fullmatch(text)
    assert match is not None
    dollar, letters, dollar_row, digits = match.groups()
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    if not letters:
        return (int(digits), bool(dollar)), (-1, False)
    if not digits:
        return (-1, False), (number, bool(dollar))
    return (int(digits), bool(dollar_row)), (number, bool(dollar))


def cells_text(rect: Rect, form: str, fixed: tuple[bool, bool, bool, bool]) -> str:
    """A1 text with its dollar signs. What has come to span a whole axis stays in the form it was written in."""
    if form == "columns" and rect.row0 == 0 and rect.row1 == MAX_ROWS - 1:
        return f"{_column(rect.col0, fixed[1])}:{_column(rect.col1, fixed[3])}"
    if form == "rows" and rect.col0 == 0 and rect.col1 == MAX_COLUMNS - 1:
        return f"{_row(rect.row0, fixed[0])}:{_row(rect.row1, fixed[2])}"
    start = _column(rect.col0, fixed[1]) + _row(rect.row0, fixed[0])
    if form == "cell":
        return start
    return f"{start}:{_column(rect.col1, fixed[3])}{_row(rect.row1, fixed[2])}"


def _column(col0: int, fixed: bool) -> str:
    return ("$" if fixed else "") + column_letters(col0)


def _row(row0: int, fixed: bool) -> str:
    return ("$" if fixed else "") + str(row0 + 1)
