"""style.set: properties of the format of whole rectangles; what the patch does not name stays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import Final

from msgspec import Struct

from ...errors import MutationInvalid
from ...mutation import Family, Marks
from ..model.rect import MAX_COLUMNS, Rect
from ..model.row import SPARSE_GAP, Row
from ..model.sheet import Sheet
from ..model.style import StyleTable
from ..model.workbook import Workbook
from .place import SheetId, area, loaded_sheet, verify_rects
from .track import prune_row, touch

MAX_FORMAT: Final = 255
"""Characters of a number format code: Excel's limit."""


class StylePatch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The properties to set; None leaves one as it is."""

    number_format: str | None = None


class StyleSet(Struct, frozen=True, kw_only=True, tag_field="type", tag="style.set", forbid_unknown_fields=True):
    """Every cell of the rectangles gets the patch, blank ones too."""

    sheet: SheetId
    rects: tuple[Rect, ...]
    patch: StylePatch


def cells_of(params: StyleSet) -> int:
    """The cells of all rectangles."""
    return sum(map(area, params.rects))


def verify(params: StyleSet, from_run: bool) -> None:
    """Bounds, and a patch that sets something. An inverse may bring back any code a file had."""
    verify_rects(params.rects)
    code = params.patch.number_format
    if code is None:
        raise MutationInvalid("a style patch that sets nothing")
    if from_run and not 0 < len(code) <= MAX_FORMAT:
        raise MutationInvalid(f"a number format of {len(code)} characters; it has 1 to {MAX_FORMAT}")
    if from_run and not code.isprintable():
        raise MutationInvalid("a number format with a control character")


def check(model: Workbook, params: StyleSet) -> None:
    """The sheet is there."""
    loaded_sheet(model, params.sheet)


def apply(model: Workbook, params: StyleSet, marks: Marks) -> None:
    """Give every cell the style that differs from its own in the patch only."""
    sheet = loaded_sheet(model, params.sheet)
    painter = _Painter(model.styles, params.patch, marks)
    for rect in params.rects:
        for row0 in range(rect.row0, rect.row1 + 1):
            row = sheet.row(row0)
            if row is None:
                if params.patch.number_format == model.styles.number_format(0):
                    continue
                row = sheet.ensure_row(row0)
            marks.undo.append(partial(prune_row, sheet, row0, row))
            painter.paint(row, rect.col0, rect.col1)
            prune_row(sheet, row0, row)


class _Painter:
    """One application: rows with the same styles share the result."""

    def __init__(self, styles: StyleTable, patch: StylePatch, marks: Marks) -> None:
        self._styles = styles
        self._patch = patch
        self._marks = marks
        self._ids: dict[int, int] = {}
        self._tuples: dict[tuple[tuple[int, ...], int, int], tuple[int, ...]] = {}

    def paint(self, row: Row, col0: int, col1: int) -> None:
        old = row.styles
        self._marks.undo.append(partial(_put_styles, row, old if isinstance(old, tuple) else dict(old)))
        touch(row, range(col0, col1 + 1), self._marks)
        if isinstance(old, tuple) and col0 - len(old) < SPARSE_GAP:
            key = (old, col0, col1)
            new = self._tuples.get(key)
            if new is None:
                new = self._tuples[key] = self._painted(old, col0, col1)
            row.styles = new
            return
        for place in range(col0, col1 + 1):
            row.set_style(place, self._id(row.style(place)))

    def _painted(self, old: tuple[int, ...], col0: int, col1: int) -> tuple[int, ...]:
        filled = [*old, *[0] * (col1 + 1 - len(old))]
        filled[col0 : col1 + 1] = map(self._id, filled[col0 : col1 + 1])
        return tuple(filled)

    def _id(self, style: int) -> int:
        known = self._ids.get(style)
        if known is None:
            code = self._patch.number_format
            known = style if code is None else self._styles.with_number_format(style, code)
            self._ids[style] = known
        return known


def _put_styles(row: Row, styles: tuple[int, ...] | dict[int, int]) -> None:
    """Bring the very ids back; a row that turned sparse meanwhile keeps its form."""
    if isinstance(row.styles, dict) and isinstance(styles, tuple):
        styles = {col0: style for col0, style in enumerate(styles) if style}
    row.styles = styles


def invert(model: Workbook, params: StyleSet) -> tuple[StyleSet, ...]:
    """The number formats there are now, as rectangles by code."""
    sheet = loaded_sheet(model, params.sheet)
    by_code: dict[str, list[Rect]] = {}
    for rect in params.rects:
        for code, part in format_parts(sheet, model.styles, rect):
            by_code.setdefault(code, []).append(part)
    return tuple(
        StyleSet(sheet=params.sheet, rects=tuple(rects), patch=StylePatch(number_format=code))
        for code, rects in by_code.items()
    )


def format_parts(sheet: Sheet, styles: StyleTable, rect: Rect) -> Iterator[tuple[str, Rect]]:
    """(number format code, rectangle) that together make up the rectangle; rows of the same formats go together."""
    rows = (
        (row0, _row_parts(row, styles, rect.col0, rect.col1))
        for row0, row in ((row0, sheet.row(row0)) for row0 in range(rect.row0, rect.row1 + 1))
    )
    for parts, group in groupby(rows, key=lambda item: item[1]):
        numbers = [row0 for row0, _ in group]
        for code, left, right in parts:
            yield code, Rect(numbers[0], left, numbers[-1], right)


def _row_parts(row: Row | None, styles: StyleTable, col0: int, col1: int) -> tuple[tuple[str, int, int], ...]:
    if row is None or not row.styles:
        return ((styles.number_format(0), col0, col1),)
    codes = ((styles.number_format(row.style(place)), place) for place in range(col0, min(col1, MAX_COLUMNS - 1) + 1))
    parts = []
    for code, places in groupby(codes, key=lambda item: item[0]):
        columns = [place for _, place in places]
        parts.append((code, columns[0], columns[-1]))
    return tuple(parts)


FAMILY: Final[Family[Workbook]] = Family(
    params=StyleSet, check=check, apply=apply, invert=invert, cells=cells_of, verify=verify
)
