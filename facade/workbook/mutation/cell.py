"""How a cell travels in a mutation: scalars as they are, everything else as a small tagged array.

A run may send scalars, HoleMark, Formula, ErrorMark and RichMark. The other marks stand in inverses only: they bring
back what a file held, exactly, and a run that sends one is refused.
"""

from __future__ import annotations

import re
from types import NoneType
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from ...value import ERROR_CODES, CellError, RichText, Scalar, TextRun
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect

MAX_TEXT: Final = 32_767
"""Characters of a text cell, in UTF-16 units: Excel's limit."""
MAX_FORMULA: Final = 8_192
"""Characters of a formula: Excel's limit."""
MAX_INT: Final = 999_999_999_999_999
"""Excel keeps 15 digits; a longer integer would be changed silently."""
MAX_FLOAT: Final = 1.7976931348623157e308
"""Bounds that keep infinity out; not-a-number fails every comparison."""

Int: TypeAlias = Annotated[int, Meta(ge=-MAX_INT, le=MAX_INT)]
Float: TypeAlias = Annotated[float, Meta(ge=-MAX_FLOAT, le=MAX_FLOAT)]
Text: TypeAlias = Annotated[str, Meta(max_length=MAX_TEXT)]
Number0: TypeAlias = Annotated[int, Meta(ge=0, le=2**32)]
Epoch: TypeAlias = Annotated[int, Meta(ge=-1, le=2**32)]
"""The epoch of the history that a text is of; -1 for that in which it is brought back."""


class HoleMark(Struct, frozen=True, array_like=True, tag="h", forbid_unknown_fields=True):
    """HOLE: this cell is not written."""


class RefMark(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A reference in a formula's text, typed, so that it can be carried elsewhere without reading the text.

    start and end are its characters. sheet is a sheet's id, "" for that of the formula; last is another's for a
    reference over several sheets. rect is None where a name of the sheet follows. fixed: bits for row0, col0, row1,
    col1. form: cell, area, columns or rows, by their first letters; "" without cells.
    """

    start: Annotated[int, Meta(ge=0, le=MAX_FORMULA)]
    end: Annotated[int, Meta(ge=0, le=MAX_FORMULA)]
    sheet: Annotated[str, Meta(max_length=64)]
    last: Annotated[str, Meta(max_length=64)]
    rect: Rect | None
    fixed: Annotated[int, Meta(ge=0, le=15)]
    form: Literal["c", "a", "o", "r", ""]


class Formula(Struct, frozen=True, array_like=True, tag="f", forbid_unknown_fields=True):
    """A formula to write: its text without the equals sign, and its references to cells of the workbook in order.

    dynamic: its result takes as many cells as it has values.
    """

    text: Annotated[str, Meta(min_length=1, max_length=MAX_FORMULA)]
    refs: tuple[RefMark, ...] = ()
    dynamic: bool = False


class ErrorMark(Struct, frozen=True, array_like=True, tag="e", forbid_unknown_fields=True):
    """An error value."""

    code: Annotated[str, Meta(max_length=64)]


class RichMark(Struct, frozen=True, array_like=True, tag="r", forbid_unknown_fields=True):
    """Rich text: runs of (text, rPr element or empty). raw, the original element, in inverses only."""

    runs: tuple[tuple[Text, bytes], ...]
    raw: bytes = b""


class KeptText(Struct, frozen=True, array_like=True, tag="k", forbid_unknown_fields=True):
    """A text of a file that no run could write (too long, or half a surrogate pair): UTF-8 with surrogates passed."""

    data: bytes


Constant: TypeAlias = bool | Int | Float | Text | ErrorMark | RichMark | KeptText | None


class PlainMark(Struct, frozen=True, array_like=True, tag="p", forbid_unknown_fields=True):
    """A formula of the file, with the value cached beside it."""

    text: str
    cached: Constant = None
    epoch: Epoch = 0


class SharedMark(Struct, frozen=True, array_like=True, tag="s", forbid_unknown_fields=True):
    """A member of a shared formula: the place of its group in the mutation's groups, and its column in the file."""

    group: Number0
    col0: Number0
    cached: Constant = None


class ArrayMark(Struct, frozen=True, array_like=True, tag="a", forbid_unknown_fields=True):
    """The first cell of an array formula; rect is its block."""

    text: str
    rect: Rect
    dynamic: bool = False
    cached: Constant = None
    epoch: Epoch = 0


class TableMark(Struct, frozen=True, array_like=True, tag="t", forbid_unknown_fields=True):
    """The first cell of a data table."""

    rect: Rect
    attributes: bytes
    cached: Constant = None
    epoch: Epoch = 0


class GroupMark(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A shared formula, as the model's SharedGroup has it."""

    index: Number0
    text: str | None
    row0: Number0
    col0: Number0
    rect: Rect | None


Cell: TypeAlias = (
    bool | Int | Float | Text | HoleMark | Formula | ErrorMark | RichMark
    | KeptText | PlainMark | SharedMark | ArrayMark | TableMark | None
)  # fmt: skip

HOLE_MARK: Final = HoleMark()
PLAIN: Final = frozenset({NoneType, bool, int, float, str})
"""Types that are the same in the model and on the wire."""
WRITABLE: Final = PLAIN | {HoleMark, Formula, ErrorMark, RichMark}
"""What a run may send."""
ENTRY_MARKS: Final = (PlainMark, SharedMark, ArrayMark, TableMark)

_KNOWN_ERRORS: Final = frozenset(ERROR_CODES)
_ATTRIBUTE: Final = rb' (?:val|rgb|theme|tint|indexed|auto)="[^\x00-\x1f"<>&]{0,128}"'
_RUN_PROPERTIES: Final = re.compile(
    rb"<rPr>(?:<(?:rFont|charset|family|b|i|strike|outline|shadow|condense|extend|color|sz|u|vertAlign|scheme)"
    rb"(?:" + _ATTRIBUTE + rb"){0,6}\s?/>)*</rPr>"
)
_TWICE: Final = re.compile(rb'( [a-z]+=")[^"]*"(?: [a-z]+="[^"]*"){0,4}\1')
_FORMULA_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def text_units(text: str) -> int:
    """Its length as Excel counts it: characters beyond U+FFFF count twice."""
    return len(text) if text.isascii() else len(text) + sum(char > "\uffff" for char in text)


def problem_of(cell: object) -> str | None:
    """What forbids a run to send this cell, or None. The schema's own bounds were checked before."""
    kind = type(cell)
    if kind not in WRITABLE:
        return "a mark that only an inverse may hold"
    if isinstance(cell, Formula):
        return "a formula with a control character" if _FORMULA_CONTROL.search(cell.text) else _refs_problem(cell)
    if isinstance(cell, ErrorMark):
        return None if cell.code in _KNOWN_ERRORS else "an unknown error code"
    if isinstance(cell, RichMark):
        return _rich_problem(cell)
    if isinstance(cell, str) and len(cell) > MAX_TEXT // 2 and text_units(cell) > MAX_TEXT:
        return f"text over {MAX_TEXT} characters"
    return None


def _refs_problem(cell: Formula) -> str | None:
    at = 0
    for ref in cell.refs:
        if not at <= ref.start < ref.end <= len(cell.text):
            return "a formula whose references do not lie in its text"
        rect = ref.rect
        if rect is not None and not (
            0 <= rect.row0 <= rect.row1 < MAX_ROWS and 0 <= rect.col0 <= rect.col1 < MAX_COLUMNS
        ):
            return "a formula with a reference outside the sheet"
        at = ref.end
    return None


def _rich_problem(cell: RichMark) -> str | None:
    if cell.raw:
        return "rich text with raw markup"
    if sum(text_units(text) for text, _ in cell.runs) > MAX_TEXT:
        return f"text over {MAX_TEXT} characters"
    if any(properties and not _are_properties(properties) for _, properties in cell.runs):
        return "rich text with markup that is no run property"
    return None


def _are_properties(markup: bytes) -> bool:
    """Whether it is one rPr element that any parser takes: known names, none twice, characters that XML can hold."""
    if not _RUN_PROPERTIES.fullmatch(markup) or _TWICE.search(markup):
        return False
    try:
        return not _FORMULA_CONTROL.search(markup.decode())
    except UnicodeDecodeError:
        return False


def rich_mark(value: RichText) -> RichMark:
    """Rich text as a run writes it: without the original element."""
    return RichMark(tuple((run.text, run.properties) for run in value.runs))


def to_constant(value: Scalar) -> Constant:
    """A value of the model as an inverse holds it."""
    kind = type(value)
    if kind is str:
        assert isinstance(value, str)
        return _kept_text(value)
    if isinstance(value, CellError):
        return ErrorMark(value.code)
    if isinstance(value, RichText):
        return RichMark(tuple((run.text, run.properties) for run in value.runs), value.raw)
    return value


def from_constant(cell: Constant) -> Scalar:
    """The model's value of what to_constant gave; other scalars as they are."""
    if isinstance(cell, ErrorMark):
        return CellError(cell.code)
    if isinstance(cell, RichMark):
        return RichText(tuple(TextRun(text, properties) for text, properties in cell.runs), cell.raw)
    if isinstance(cell, KeptText):
        return cell.data.decode("utf-8", "surrogatepass")
    return cell


def _kept_text(value: str) -> Constant:
    if value.isascii():
        return value if len(value) <= MAX_TEXT else KeptText(value.encode())
    try:
        value.encode()
    except UnicodeEncodeError:
        return KeptText(value.encode("utf-8", "surrogatepass"))
    return value if len(value) <= MAX_TEXT else KeptText(value.encode())
