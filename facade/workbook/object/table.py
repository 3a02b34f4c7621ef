"""A table's area and its columns, carried through a step; columns that come get names, those that go are lost."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import msgspec

from ..formula.carrier import Carrier
from ..formula.step import AxisStep, MoveStep, ShiftStep, Step
from ..formula.token import Kind, tokens
from ..model.rect import MAX_COLUMNS, Rect, parse_rect
from .area import area_text, carried_rect
from .mention import Mention, Value

Column = tuple[int, str]
"""Which of the file's columns it is, -1 for one that came later; and its name."""
COLUMNS_AT: Final = 1
"""The slot that holds the columns."""
_COLUMNS: Final = msgspec.json.Decoder(tuple[Column, ...])


def write_columns(columns: Iterable[Column]) -> str:
    """Columns as the text of a slot."""
    return msgspec.json.encode(tuple(columns)).decode()


@lru_cache(maxsize=256)
def read_columns(text: str) -> tuple[Column, ...]:
    """The columns that a slot holds."""
    return _COLUMNS.decode(text)


def carried_table(mention: Mention, value: Value, step: Step, formulas: Carrier) -> Value | None:
    """Slots: the area, the columns, the area and the columns of the filter, and what is computed in columns."""
    old, name = parse_rect(value[0] or ""), mention.role
    text = carried_rect(value[0] or "", step)
    if text is None or old is None:
        return None if text is None else value
    new = parse_rect(text)
    assert new is not None
    columns = read_columns(value[COLUMNS_AT] or "[]")
    placed = carried_columns(columns, old, new, step)
    names = {column[1].casefold() for column in placed}
    lost = frozenset(column[1].casefold() for column in columns) - names
    texts: list[str | None] = [text, write_columns(placed) if placed != columns else value[COLUMNS_AT]]
    for slot, item in zip(mention.slots[2:], value[2:], strict=True):
        if item is None:
            texts.append(None)
        elif slot.name == "ref":
            texts.append(_filter_area(item, old, new, step))
        elif slot.name == "colId":
            texts.append(_placed(item, columns, placed))
        elif slot.kind == "formula":
            texts.append(without_columns(formulas.text(item), name, lost))
        else:
            texts.append(item)
    return tuple(texts)


def resized(mention: Mention, value: Value, rect: Rect) -> Value:
    """The slots of a table that covers other rows; its filter leaves out as many of its last rows as before."""
    old = parse_rect(value[0] or "")
    assert old is not None
    texts = list(value)
    texts[0] = area_text(rect)
    for place, slot in enumerate(mention.slots[2:], 2):
        own = parse_rect(texts[place] or "") if slot.name == "ref" else None
        if own is not None and own.row0 == old.row0 and (own.col0, own.col1) == (old.col0, old.col1):
            texts[place] = area_text(rect._replace(row1=max(rect.row1 - (old.row1 - own.row1), rect.row0)))
    return tuple(texts)


def carried_columns(columns: tuple[Column, ...], old: Rect, new: Rect, step: Step) -> tuple[Column, ...]:
    """The columns of a table after a step that takes its area from old to new."""
    if type(step) is MoveStep or step_axis(step) != "columns" or len(columns) != old.columns:
        return columns
    assert type(step) is AxisStep or type(step) is ShiftStep
    places = {step.edit.index(old.col0 + at, MAX_COLUMNS): column for at, column in enumerate(columns)}
    taken = {column[1].casefold() for column in columns}
    found: list[Column] = []
    for col0 in range(new.col0, new.col1 + 1):
        column = places.get(col0)
        if column is None:
            column = -1, free_name(taken)
            taken.add(column[1].casefold())
        found.append(column)
    return tuple(found)


def step_axis(step: Step) -> str | None:
    """The axis along which a step moves cells; None for one that does not."""
    return step.axis if type(step) is AxisStep or type(step) is ShiftStep else None


def free_name(taken: set[str]) -> str:
    """The first of Column1, Column2 ... that is not taken; taken holds folded names."""
    number = 1
    while f"column{number}" in taken:
        number += 1
    return f"Column{number}"


def _filter_area(text: str, old: Rect, new: Rect, step: Step) -> str | None:
    """The filter of a table covers it but for its last rows, the totals: it keeps as far from the table's end."""
    rect = parse_rect(text)
    if rect is None or rect.row0 != old.row0 or (rect.col0, rect.col1) != (old.col0, old.col1):
        return carried_rect(text, step)
    if new == old:
        return text
    return area_text(new._replace(row1=max(new.row1 - (old.row1 - rect.row1), new.row0)))


def _placed(text: str, columns: tuple[Column, ...], placed: tuple[Column, ...]) -> str | None:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else len(columns)
    if number >= len(columns):
        return text
    return str(placed.index(columns[number])) if columns[number] in placed else None


_ESCAPED: Final = re.compile(r"'(.)", re.DOTALL)
_NAMED: Final = re.compile(r"\[((?:[^\[\]'@]|'.)+)\]", re.DOTALL)


def without_columns(text: str, table: str, lost: frozenset[str]) -> str:
    """A formula in which references to a table's lost columns (by folded names) read #REF!."""
    if not lost or "[" not in text:
        return text
    return "".join(
        "#REF!" if token.kind is Kind.STRUCTURED and _names_lost(token.text, table, lost) else token.text
        for token in tokens(text)
    )


def _names_lost(text: str, table: str, lost: frozenset[str]) -> bool:
    """Whether a structured reference names a lost column: T[v], T[[#All],[v]], T[[a]:[v]], [@v]."""
    owner, _, inner = text.partition("[")
    if owner and owner.casefold() != table.casefold():
        return False
    inner = inner[:-1].removeprefix("@")
    named = _NAMED.findall(inner) if "[" in inner else [inner]
    return any(_ESCAPED.sub(r"\1", name).casefold() in lost for name in named)
