"""The cells of a sheet part that share formulas, with what the model says of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple, final

from ...formula.entry import entry_text
from ...formula.shared import formula_text
from ...model.formula import ArrayFormula, DataTable, FormulaEntry, SharedFormula
from ...model.history import History
from ...model.rect import Rect, column_index, parse_rect
from ...model.row import Row
from ...model.sheet import Sheet
from .cell import Tags
from .group import Member
from .locate import Place, RowIndex
from .row import SourceRow, attributes_of
from .source import read_formula
from .text import plain_text, whole

_BLOCKS: Final = (ArrayFormula, DataTable)


@final
class Frame(NamedTuple):
    """A sheet part as bytes: masked has its comments blanked, start..end is what sheetData holds."""

    data: bytes
    masked: bytes
    start: int
    end: int
    tags: Tags
    part: str


@final
class _Said(NamedTuple):
    """A shared f element: its number, its text ("" for a follower), and its ref."""

    col0: int
    number: int
    text: str
    ref: Rect | None


def members(
    frame: Frame, index: RowIndex, sheet: Sheet, history: History, target: Callable[[int], int]
) -> dict[int, list[Member]]:
    """By number, the cells of shared formulas that still hold a formula of their own, in the order of the model.

    target tells where a column of the part is now, -1 for nowhere.
    """
    found: dict[int, list[Member]] = {}
    if frame.masked.find(b"shared", frame.start, frame.end) < 0:
        return found
    seen: set[int] = set()
    for row0, row in sheet.each_row():
        place = index.place(row.source0) if row.source0 >= 0 else -1
        if place < 0 or row.formulas is None:
            continue
        entries = dict(zip(row.formula_columns(), row.formulas[1:], strict=True))
        for said in _shared_in(frame, index, place):
            col0 = target(said.col0)
            masters = bool(said.ref) or (bool(said.text) and said.number not in seen)
            seen.add(said.number)
            entry = entries.get(col0)
            if entry is None or isinstance(entry, _BLOCKS):
                continue
            text = entry_text(history, sheet, entry, row)  # type: ignore[arg-type]
            found.setdefault(said.number, []).append(
                Member(
                    row0,
                    col0,
                    text,
                    row0 != row.source0 or col0 != said.col0,
                    said.text if masters else "",
                    (said.ref or Rect(row.source0, said.col0, row.source0, said.col0)) if masters else None,
                    entry.group if isinstance(entry, SharedFormula) and _is_still(entry, row, text) else None,
                )
            )
    return found


def _is_still(entry: FormulaEntry, row: Row, text: str) -> bool:
    return isinstance(entry, SharedFormula) and formula_text(entry, row.source0) == text


def _shared_in(frame: Frame, index: RowIndex, place: int) -> Iterator[_Said]:
    """The shared f elements of a row. By one expression where all its formulas are of the common form."""
    start, end = index.starts[place], index.starts[place + 1]
    masked = frame.masked
    if masked.find(b"shared", start, end) < 0:
        return
    matches = list(_formulas(frame.tags.c, frame.tags.f).finditer(masked, start, end))
    if len(matches) != masked.count(b"<" + frame.tags.f, start, end):
        yield from _shared_cells(frame, index, place)
        return
    for match in matches:
        shared = read_shared(match[2])
        if shared is not None:
            number, ref = shared
            text = "" if match[2].endswith(b"/") else plain_text(match[3])
            yield _Said(column_index(match[1].decode()), number, text, ref)


def _shared_cells(frame: Frame, index: RowIndex, place: int) -> Iterator[_Said]:
    start = index.starts[place]
    row = SourceRow(frame.masked, Place(start, row_end(frame, start)), index.numbers[place], frame.tags.c, frame.part)
    for cell in row.cells():
        formula = read_formula(frame.data[cell.inner_start : cell.inner_end], frame.tags)
        if formula is not None and formula.kind == b"shared":
            ref = parse_rect(formula.attributes.get(b"ref", b"").decode())
            yield _Said(cell.col0, whole(formula.attributes.get(b"si", b"").decode()), formula.text, ref)


def row_end(frame: Frame, start: int) -> int:
    """Where the row ends that begins there."""
    masked = frame.masked
    match = _TAG.match(masked, start)
    assert match is not None
    if masked[match.end() - 2] == 0x2F:
        return match.end()
    return masked.index(b">", masked.index(b"</" + frame.tags.row, match.end())) + 1


_TAG: Final = re.compile(rb"""<(?:[^<>"']++|"[^"<]*"|'[^'<]*')*+>""")


@lru_cache(maxsize=256)
def read_shared(raw: bytes) -> tuple[int, Rect | None] | None:
    """(number, ref) by the attributes of a shared f; None for another."""
    attributes = attributes_of(raw, 0, len(raw))
    if attributes.get(b"t") != b"shared":
        return None
    number, ref = (attributes.get(name, b"").decode("latin-1") for name in (b"si", b"ref"))
    return whole(number), parse_rect(ref)


@lru_cache(maxsize=8)
def _formulas(cell: bytes, formula: bytes) -> re.Pattern[bytes]:
    return re.compile(
        rb'<%b r="([A-Z]{1,3})[0-9]+"[^<>]*><%b((?=[\s/>])[^<>]*)>([^<]*)' % (re.escape(cell), re.escape(formula))
    )
