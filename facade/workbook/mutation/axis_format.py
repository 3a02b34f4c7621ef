"""axis.format: sizes, visibility and outline levels of whole rows or columns, and the style their blank cells take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from itertools import groupby, pairwise
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from ...errors import MutationConflict, MutationInvalid
from ...mutation import Family, Marks
from ..model.attribute_text import attributes, changed, flag, is_well_formed, number, number_text
from ..model.column import ColumnSpan, joined
from ..model.rect import MAX_COLUMNS, MAX_ROWS, column_letters
from ..model.row import Row
from ..model.sheet import Sheet, row_style
from ..model.workbook import Workbook
from .place import SheetId, loaded_sheet, rows_between
from .track import prune_row

AxisName: TypeAlias = Literal["rows", "columns"]
Index: TypeAlias = Annotated[int, Meta(ge=0, lt=MAX_ROWS)]
Span: TypeAlias = "tuple[Index, Index]"

MAX_HEIGHT: Final = 409.0
"""Points: the highest row Excel has is 409.5, and it asks for 0 to 409."""
MAX_WIDTH: Final = 255.0
"""Characters: Excel's limit."""
MAX_LEVEL: Final = 7
"""Outline levels: Excel's limit."""
MAX_FORMAT_ROWS: Final = 100_000
"""Rows of one mutation: each of them may become a row of the file."""
MAX_SPANS: Final = 10_000


class KeptFormat(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Rows or columns with the same raw attributes; of columns, the style of their blank cells too."""

    first: Index
    last: Index
    attributes: bytes
    style: Annotated[int, Meta(ge=0)] = 0


class AxisFormat(
    Struct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="axis.format",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """What is None stays. spans are (first, last), counted from 0, ascending and apart.

    size: points of rows, characters of columns; default_size takes a size of their own away. style is the number in
    the file of what blank cells look like. kept stands in inverses only, and alone: all that the spans have.
    """

    sheet: SheetId
    axis: AxisName
    spans: tuple[tuple[Index, Index], ...]
    size: float | None = None
    default_size: bool = False
    hidden: bool | None = None
    level: Annotated[int, Meta(ge=0, le=MAX_LEVEL)] | None = None
    collapsed: bool | None = None
    style: Annotated[int, Meta(ge=0)] | None = None
    kept: tuple[KeptFormat, ...] | None = None

    @property
    def changes(self) -> bool:
        """Whether it sets anything but what was kept."""
        values = (self.size, self.hidden, self.level, self.collapsed, self.style)
        return self.default_size or any(value is not None for value in values)


class AxisFacts(NamedTuple):
    """What a row or column has of its own. size is None where it has the default one."""

    size: float | None = None
    hidden: bool = False
    level: int = 0
    collapsed: bool = False
    style: int | None = None


NO_FACTS: Final = AxisFacts()


@lru_cache(maxsize=4096)
def row_facts(raw: bytes) -> AxisFacts:
    """Of a row by its attributes."""
    return AxisFacts(number(raw, b"ht"), flag(raw, b"hidden"), _level(raw), flag(raw, b"collapsed"), row_style(raw))


@lru_cache(maxsize=4096)
def column_facts(raw: bytes, style: int) -> AxisFacts:
    """Of a column by its attributes and style; the width counts where it is the column's own."""
    size = number(raw, b"width") if flag(raw, b"customWidth") or flag(raw, b"bestFit") else None
    return AxisFacts(size, flag(raw, b"hidden"), _level(raw), flag(raw, b"collapsed"), style or None)


def _level(raw: bytes) -> int:
    return min(max(int(number(raw, b"outlineLevel") or 0), 0), MAX_LEVEL)


def facts(sheet: Sheet, axis: AxisName, first: int, last: int) -> Iterator[tuple[int, int, AxisFacts]]:
    """(first, last, what they have of their own) that together make up first..last, neighbours joined."""
    runs = _row_runs(sheet, first, last) if axis == "rows" else _column_runs(sheet, first, last)
    for own, group in groupby(runs, key=lambda run: run[2]):
        stretch = list(group)
        yield stretch[0][0], stretch[-1][1], own


def _row_runs(sheet: Sheet, first: int, last: int) -> Iterator[tuple[int, int, AxisFacts]]:
    at = first
    for row0, row in sheet.each_row(first, last):
        if row.attributes:
            if at < row0:
                yield at, row0 - 1, NO_FACTS
            yield row0, row0, row_facts(row.attributes)
            at = row0 + 1
    if at <= last:
        yield at, last, NO_FACTS


def _column_runs(sheet: Sheet, first: int, last: int) -> Iterator[tuple[int, int, AxisFacts]]:
    at = first
    for span in sorted(sheet.columns):
        low, high = max(span.col0, at), min(span.col1, last)
        if low <= high:
            if at < low:
                yield at, low - 1, NO_FACTS
            yield low, high, column_facts(span.attributes, span.style)
            at = high + 1
    if at <= last:
        yield at, last, NO_FACTS


def cells_of(params: AxisFormat) -> int:
    """Each row or column counts as a cell, since each costs as much as one."""
    return sum(last - first + 1 for first, last in params.spans)


def verify(params: AxisFormat, from_run: bool) -> None:
    """Spans in order and within the sheet, sizes within Excel's, something set; nothing that only inverses hold."""
    _verify_spans(params)
    if params.kept is not None and from_run:
        raise MutationInvalid("kept rows or columns, which only an inverse may hold")
    if params.kept is not None:
        _verify_kept(params, params.kept)
    elif not params.changes:
        raise MutationInvalid("a format of rows or columns that sets nothing")
    limit = MAX_HEIGHT if params.axis == "rows" else MAX_WIDTH
    if params.size is not None and (params.default_size or not 0 <= params.size <= limit):
        raise MutationInvalid(f"a size of {params.axis} that is not from 0 to {limit:g}, or no size of their own")


def _verify_spans(params: AxisFormat) -> None:
    spans, limit = params.spans, MAX_ROWS if params.axis == "rows" else MAX_COLUMNS
    if not 1 <= len(spans) <= MAX_SPANS:
        raise MutationInvalid(f"{len(spans)} spans of {params.axis}; one mutation holds 1 to {MAX_SPANS:,}")
    apart = all(before[1] < after[0] for before, after in pairwise(spans))
    if not apart or any(first > last for first, last in spans) or spans[-1][1] >= limit:
        raise MutationInvalid(f"spans of {params.axis} that do not ascend within {limit:,}")
    if params.axis == "rows" and cells_of(params) > MAX_FORMAT_ROWS:
        raise MutationInvalid(
            f"a format of {cells_of(params):,} rows; at most {MAX_FORMAT_ROWS:,}",
            limit=MAX_FORMAT_ROWS,
            observed=cells_of(params),
        )


def _verify_kept(params: AxisFormat, kept: tuple[KeptFormat, ...]) -> None:
    inside = all(any(first <= one.first <= one.last <= last for first, last in params.spans) for one in kept)
    if not inside or not all(is_well_formed(one.attributes) for one in kept) or params.changes:
        raise MutationInvalid("kept rows or columns that are none of the spans")


def check(model: Workbook, params: AxisFormat) -> None:
    """The sheet is there, its columns are told once each, and the style is one of the file."""
    sheet = loaded_sheet(model, params.sheet)
    if params.style is not None and params.style >= model.styles.source_count:
        raise MutationConflict("a look that the file does not have")
    if params.axis == "columns":
        spans = sorted(sheet.columns)
        odd = next((after for before, after in pairwise(spans) if before.col1 >= after.col0), None)
        odd = odd or next((span for span in spans if span.col0 > span.col1), None)
        if odd is not None:
            raise MutationConflict(
                f"the file tells of column {column_letters(odd.col0)} of {sheet.name} more than once"
            )


def apply(model: Workbook, params: AxisFormat, marks: Marks) -> None:
    """Change the attributes of the rows or columns; whether any may differ from the part is noted on the sheet."""
    sheet = loaded_sheet(model, params.sheet)
    note_reformatted(sheet, marks)
    if params.axis == "rows" and (params.hidden, params.size, params.default_size, params.kept) != _UNSIZED:
        marks.undo.append(partial(setattr, model, "reshown", model.reshown))
        model.reshown += 1
    if params.axis == "columns":
        sheet.columns = _formatted_columns(sheet, params)
    elif params.kept is not None:
        _put_kept(sheet, params.spans, params.kept)
    else:
        _format_rows(sheet, params)


_UNSIZED: Final = (None, None, False, None)


def note_reformatted(sheet: Sheet, marks: Marks) -> None:
    """Remember that what the part says around the cells of a sheet may no longer hold."""
    if not sheet.reformatted:
        sheet.reformatted = True
        marks.undo.append(partial(setattr, sheet, "reformatted", False))


def _format_rows(sheet: Sheet, params: AxisFormat) -> None:
    known: dict[bytes, bytes] = {}
    values = _row_values(params)
    for first, last in params.spans:
        for row0, found in enumerate(rows_between(sheet, first, last), first):
            old = b"" if found is None else found.attributes
            new = known.get(old)
            if new is None:
                new = known[old] = changed(old, values)
            if new != old:
                _put_attributes(sheet, row0, found, new)
    sheet.styled_rows = sheet.styled_rows or params.style is not None


def _put_attributes(sheet: Sheet, row0: int, found: Row | None, attributes: bytes) -> None:
    row = sheet.ensure_row(row0) if found is None else found
    row.attributes = attributes
    if not attributes:
        prune_row(sheet, row0, row)


def _row_values(params: AxisFormat) -> dict[bytes, bytes | None]:
    values = _shared_values(params)
    if params.size is not None:
        values |= {b"ht": number_text(params.size), b"customHeight": b"1"}
    elif params.default_size:
        values |= {b"ht": None, b"customHeight": None}
    if params.style is not None:
        values |= {b"s": b"%d" % params.style, b"customFormat": b"1"}
    return values


def _shared_values(params: AxisFormat) -> dict[bytes, bytes | None]:
    values: dict[bytes, bytes | None] = {}
    if params.hidden is not None:
        values[b"hidden"] = b"1" if params.hidden else None
    if params.level is not None:
        values[b"outlineLevel"] = b"%d" % params.level if params.level else None
    if params.collapsed is not None:
        values[b"collapsed"] = b"1" if params.collapsed else None
    return values


def _put_kept(sheet: Sheet, spans: Iterable[tuple[int, int]], kept: Iterable[KeptFormat]) -> None:
    """Give rows the very attributes they had; those that are not among the kept had none."""
    wanted = {row0: one.attributes for one in kept for row0 in range(one.first, one.last + 1)}
    for first, last in spans:
        for row0, found in enumerate(rows_between(sheet, first, last), first):
            new = wanted.get(row0, b"")
            if found is not None or new:
                _put_attributes(sheet, row0, found, new)
    sheet.styled_rows = sheet.styled_rows or any(b"customFormat" in new for new in wanted.values())


def _formatted_columns(sheet: Sheet, params: AxisFormat) -> list[ColumnSpan]:
    found = list(_outside(sheet.columns, params.spans))
    if params.kept is not None:
        return joined([*found, *(ColumnSpan(one.first, one.last, one.style, one.attributes) for one in params.kept)])
    default = number_text(sheet.format.width)
    for first, last in params.spans:
        for span in _pieces(sheet.columns, first, last):
            new = _formatted(span, params, default)
            if new.style or new.attributes:
                found.append(new)
    return joined(found)


def _formatted(span: ColumnSpan, params: AxisFormat, default: bytes) -> ColumnSpan:
    """A column whose width is not its own says the default one, for without any it may be shown as hidden."""
    values = _shared_values(params)
    if params.size is not None:
        values |= {b"width": number_text(params.size), b"customWidth": b"1"}
    elif params.default_size:
        values |= {b"width": None, b"customWidth": None, b"bestFit": None}
    style = span.style if params.style is None else params.style
    text = changed(span.attributes, values)
    own = attributes(text)
    if own.keys() <= {b"width"} and not style and span.attributes != text:
        return span._replace(style=0, attributes=b"")
    if b"width" not in own:
        text = changed(text, {b"width": default})
    return span._replace(style=style, attributes=text)


def _outside(columns: Iterable[ColumnSpan], spans: tuple[tuple[int, int], ...]) -> Iterator[ColumnSpan]:
    """The parts of columns that lie in none of the spans."""
    for span in columns:
        at = span.col0
        for first, last in spans:
            if last < at or first > span.col1:
                continue
            if at < first:
                yield span._replace(col0=at, col1=first - 1)
            at = last + 1
        if at <= span.col1:
            yield span._replace(col0=at)


def _pieces(columns: Iterable[ColumnSpan], first: int, last: int) -> Iterator[ColumnSpan]:
    """What makes up first..last, with what columns have of their own, or nothing."""
    at = first
    for span in sorted(columns):
        low, high = max(span.col0, at), min(span.col1, last)
        if low <= high:
            if at < low:
                yield ColumnSpan(at, low - 1, 0, b"")
            yield span._replace(col0=low, col1=high)
            at = high + 1
    if at <= last:
        yield ColumnSpan(at, last, 0, b"")


def invert(model: Workbook, params: AxisFormat) -> tuple[AxisFormat, ...]:
    """The attributes that the rows or columns have now, as they are spelled."""
    sheet = loaded_sheet(model, params.sheet)
    kept = _kept_rows(sheet, params) if params.axis == "rows" else _kept_columns(sheet, params)
    return (AxisFormat(sheet=params.sheet, axis=params.axis, spans=params.spans, kept=tuple(kept)),)


def _kept_rows(sheet: Sheet, params: AxisFormat) -> Iterator[KeptFormat]:
    for first, last in params.spans:
        rows = enumerate((b"" if row is None else row.attributes for row in rows_between(sheet, first, last)), first)
        for text, group in groupby(rows, key=lambda item: item[1]):
            numbers = [row0 for row0, _ in group]
            if text:
                yield KeptFormat(numbers[0], numbers[-1], text)


def _kept_columns(sheet: Sheet, params: AxisFormat) -> Iterator[KeptFormat]:
    for first, last in params.spans:
        for span in _pieces(sheet.columns, first, last):
            if span.style or span.attributes:
                yield KeptFormat(span.col0, span.col1, span.attributes, span.style)


FAMILY: Final[Family[Workbook]] = Family(
    params=AxisFormat, check=check, apply=apply, invert=invert, cells=cells_of, verify=verify
)
