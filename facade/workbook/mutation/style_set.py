"""style.set: properties of the format of whole rectangles; what the patch does not name stays."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial
from itertools import groupby
from typing import Any, Final

import msgspec
from msgspec import Struct

from ...errors import MutationConflict, MutationInvalid
from ...mutation import Family, Marks
from ..model.look import Alignment, Border, Fill, Font, NamedLook, Protection
from ..model.rect import Rect
from ..model.row import SPARSE_GAP, Row
from ..model.sheet import Sheet
from ..model.style import MAX_STYLES, PROPERTIES, StyleTable, TooManyStylesError
from ..model.workbook import Workbook
from .place import SheetId, area, loaded_sheet, rows_between, verify_rects
from .track import prune_row, touch_all

MAX_FORMAT: Final = 255
"""Characters of a number format code: Excel's limit."""


class StylePatch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The properties to set; None leaves one as it is. style is the named style, with all that it gives a cell where
    the workbook does not have it yet; what it gives is set by the other properties.
    """

    number_format: str | None = None
    font: Font | None = None
    fill: Fill | None = None
    border: Border | None = None
    alignment: Alignment | None = None
    protection: Protection | None = None
    style: NamedLook | None = None

    def changes(self) -> dict[str, Any]:
        """The properties that are set, as a style of the table holds them."""
        found = {name: value for name in PROPERTIES if (value := getattr(self, name)) is not None}
        if self.style is not None:
            found["style"] = self.style.name
        return found


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
    patch = params.patch
    if not patch.changes():
        raise MutationInvalid("a style patch that sets nothing")
    if from_run:
        for code in (patch.number_format, None if patch.style is None else patch.style.number_format):
            if code is not None:
                _verify_code(code)


def fits(code: str) -> bool:
    """Whether a run may set a number format code; a file may hold others."""
    return 0 < len(code) <= MAX_FORMAT and code.isprintable()


def _verify_code(code: str) -> None:
    if not 0 < len(code) <= MAX_FORMAT:
        raise MutationInvalid(f"a number format of {len(code)} characters; it has 1 to {MAX_FORMAT}")
    if not fits(code):
        raise MutationInvalid("a number format with a control character")


def check(model: Workbook, params: StyleSet) -> None:
    """The sheet is there, its named style is the one the workbook has, and the style table holds what comes of it."""
    sheet = loaded_sheet(model, params.sheet)
    named = params.patch.style
    if named is not None:
        _check_named(model.styles, named)
    changes = params.patch.changes()
    try:
        for style in {style for rect in params.rects for style in _styles_in(sheet, rect)}:
            model.styles.patched(style, changes)
    except TooManyStylesError:
        raise MutationConflict(
            f"a workbook holds at most {MAX_STYLES:,} different cell formats", limit=MAX_STYLES
        ) from None


def _check_named(styles: StyleTable, named: NamedLook) -> None:
    known = styles.named.get(named.name)
    if known is None:
        folded = named.name.casefold()
        clash = next((name for name in styles.named if name.casefold() == folded), None)
        if clash is not None:
            raise MutationConflict(f"there is a named style {clash!r}, and names differ by more than case")
    elif known != named:
        raise MutationConflict(f"the named style {named.name!r} of the workbook looks different")


def _styles_in(sheet: Sheet, rect: Rect) -> set[int]:
    """The style ids of a rectangle, 0 for what is not there."""
    tuples: set[tuple[int, ...]] = set()
    found: set[int] = set()
    for row in rows_between(sheet, rect.row0, rect.row1):
        styles = () if row is None else row.styles
        if type(styles) is tuple:
            tuples.add(styles)
        else:
            found.update(row.style(col0) for col0 in range(rect.col0, rect.col1 + 1))  # type: ignore[union-attr]
    for styles in tuples:
        part = styles[rect.col0 : rect.col1 + 1]
        found.update(part)
        if len(part) < rect.columns:
            found.add(0)
    return found


def apply(model: Workbook, params: StyleSet, marks: Marks) -> None:
    """Give every cell the style that differs from its own in the patch only."""
    sheet = loaded_sheet(model, params.sheet)
    named = params.patch.style
    if named is not None and model.styles.add_named(named):
        marks.undo.append(partial(model.styles.drop_named, named.name))
    painter = _Painter(sheet, model.styles, params.patch.changes(), marks)
    for rect in params.rects:
        painter.paint(rect)


class _Painter:
    """One application: rows with the same styles share the result."""

    def __init__(self, sheet: Sheet, styles: StyleTable, changes: dict[str, Any], marks: Marks) -> None:
        self._sheet = sheet
        self._styles = styles
        self._changes = changes
        self._marks = marks
        self._ids: dict[int, int] = {}
        self._tuples: dict[tuple[tuple[int, ...], int, int], tuple[int, ...]] = {}

    def paint(self, rect: Rect) -> None:
        sheet, col0, col1 = self._sheet, rect.col0, rect.col1
        rows = rows_between(sheet, rect.row0, rect.row1)
        before: list[tuple[int, Row, tuple[int, ...] | dict[int, int]]] = []
        leaves_blanks = self._id(0) == 0
        for at, found in enumerate(rows):
            row = found
            if row is None:
                if leaves_blanks:
                    continue
                row = rows[at] = sheet.ensure_row(rect.row0 + at)
            old = row.styles
            before.append((rect.row0 + at, row, old if isinstance(old, tuple) else dict(old)))
            if type(old) is tuple and col0 - len(old) < SPARSE_GAP:
                key = (old, col0, col1)
                row.styles = self._tuples.get(key) or self._painted(key)
            else:
                for place in range(col0, col1 + 1):
                    row.set_style(place, self._id(row.style(place)))
        if self._marks.looks:
            self._marks.undo.append(partial(_put_back, sheet, before))
        touch_all(rows, range(col0, col1 + 1), self._marks)
        for row0, row, _ in before:
            if row.source0 < 0:
                prune_row(sheet, row0, row)

    def _painted(self, key: tuple[tuple[int, ...], int, int]) -> tuple[int, ...]:
        old, col0, col1 = key
        filled = [*old, *[0] * (col1 + 1 - len(old))]
        filled[col0 : col1 + 1] = map(self._id, filled[col0 : col1 + 1])
        painted = self._tuples[key] = tuple(filled)
        return painted

    def _id(self, style: int) -> int:
        known = self._ids.get(style)
        if known is None:
            known = self._ids[style] = self._styles.patched(style, self._changes)
        return known


def _put_back(sheet: Sheet, before: list[tuple[int, Row, tuple[int, ...] | dict[int, int]]]) -> None:
    """Bring the very ids back; a row that turned sparse meanwhile keeps its form."""
    for row0, row, old in before:
        styles = old
        if type(row.styles) is dict and type(styles) is tuple:
            styles = {col0: style for col0, style in enumerate(styles) if style}
        row.styles = styles
        if sheet.row(row0) is row:
            prune_row(sheet, row0, row)


def invert(model: Workbook, params: StyleSet) -> tuple[StyleSet, ...]:
    """The properties of the patch as they are now, as rectangles by what they are."""
    sheet, styles = loaded_sheet(model, params.sheet), model.styles
    names = tuple(params.patch.changes())
    by_old: dict[tuple[Any, ...], list[Rect]] = {}
    values_of = properties_of(styles, names)
    for rect in params.rects:
        for old, part in style_parts(sheet, rect, values_of):
            by_old.setdefault(old, []).append(part)
    return tuple(
        StyleSet(sheet=params.sheet, rects=tuple(rects), patch=_patch_of(styles, dict(zip(names, old, strict=True))))
        for old, rects in by_old.items()
    )


def _patch_of(styles: StyleTable, values: dict[str, Any]) -> StylePatch:
    if "style" in values:
        values["style"] = styles.named[values["style"]]
    return msgspec.structs.replace(_NOTHING, **values)


_NOTHING: Final = StylePatch()


def properties_of(styles: StyleTable, names: tuple[str, ...]) -> Callable[[int], tuple[Any, ...]]:
    """What gives some properties of a style id, each looked up once."""
    known: dict[int, tuple[Any, ...]] = {}

    def values(style_id: int) -> tuple[Any, ...]:
        found = known.get(style_id)
        if found is None:
            style = styles.style(style_id)
            found = known[style_id] = tuple(getattr(style, name) for name in names)
        return found

    return values


def style_parts(sheet: Sheet, rect: Rect, look: Callable[[int], Hashable]) -> Iterator[tuple[Any, Rect]]:
    """(what look gives for the style ids, rectangle) that together make up the rectangle; equal rows go together."""
    known: dict[tuple[int, ...], tuple[tuple[Any, int, int], ...]] = {}

    def parts(row: Row | None) -> tuple[tuple[Any, int, int], ...]:
        styles = () if row is None else row.styles
        if type(styles) is not tuple:
            return _runs([look(row.style(col0)) for col0 in range(rect.col0, rect.col1 + 1)], rect.col0)  # type: ignore[union-attr]
        found = known.get(styles)
        if found is None:
            here = styles[rect.col0 : rect.col1 + 1]
            ids = [*here, *[0] * (rect.columns - len(here))]
            found = known[styles] = _runs([look(style_id) for style_id in ids], rect.col0)
        return found

    rows = enumerate(map(parts, rows_between(sheet, rect.row0, rect.row1)), rect.row0)
    for runs, group in groupby(rows, key=lambda item: item[1]):
        numbers = [row0 for row0, _ in group]
        for value, left, right in runs:
            yield value, Rect(numbers[0], left, numbers[-1], right)


def styles_in(sheet: Sheet, rect: Rect) -> Iterator[tuple[int, Rect]]:
    """(style id, rectangle) of all cells of a rectangle that have one, of whole rows or columns too."""
    held = [
        (row0, len(row.styles) if isinstance(row.styles, tuple) else max(row.styles) + 1)
        for row0, row in sheet.each_row(rect.row0, rect.row1)
        if row.styles
    ]
    for first, last, width in _stretches(held):
        if width > rect.col0:
            part = Rect(first, rect.col0, last, min(rect.col1, width - 1))
            yield from ((style, place) for style, place in style_parts(sheet, part, int) if style)


def _stretches(rows: list[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """(first row, last row, width) of rows that follow each other, by (row, width)."""
    first = last = -2
    width = 0
    for row0, wide in rows:
        if row0 != last + 1:
            if last >= 0:
                yield first, last, width
            first, width = row0, 0
        last, width = row0, max(width, wide)
    if last >= 0:
        yield first, last, width


def put_style(sheet: Sheet, rect: Rect, style: int) -> None:
    """Give every cell of a rectangle a style by its id."""
    for row0 in range(rect.row0, rect.row1 + 1):
        row = sheet.ensure_row(row0)
        styles = row.styles
        if isinstance(styles, tuple) and rect.col0 - len(styles) < SPARSE_GAP:
            filled = [*styles, *[0] * (rect.col1 + 1 - len(styles))]
            filled[rect.col0 : rect.col1 + 1] = [style] * rect.columns
            row.styles = tuple(filled)
        else:
            for col0 in range(rect.col0, rect.col1 + 1):
                row.set_style(col0, style)


def whole_look(styles: StyleTable, sheet_id: str, style: int, rects: Iterable[Rect]) -> StyleSet:
    """The mutation that gives cells all that a style id stands for."""
    names = (*PROPERTIES, "style") if "style" not in PROPERTIES else tuple(PROPERTIES)
    found = styles.style(style)
    patch = _patch_of(styles, {name: getattr(found, name) for name in names})
    return StyleSet(sheet=sheet_id, rects=tuple(rects), patch=patch)


def _runs(values: list[Any], col0: int) -> tuple[tuple[Any, int, int], ...]:
    runs: list[tuple[Any, int, int]] = []
    for value, places in groupby(enumerate(values, col0), key=lambda item: item[1]):
        columns = [place for place, _ in places]
        runs.append((value, columns[0], columns[-1]))
    return tuple(runs)


FAMILY: Final[Family[Workbook]] = Family(
    params=StyleSet, check=check, apply=apply, invert=invert, cells=cells_of, verify=verify
)
