"""The text of what a cell's formula entry holds, as it reads now."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, TypeAlias

from ..model.formula import ArrayFormula, DataTable, DatedFormula, FormulaEntry, SharedFormula
from ..model.history import History
from ..model.row import Row
from ..model.sheet import Sheet
from .shared import formula_text, shift_texts

_CELL: Final = re.compile(rb'\b(r1|r2)="([^"]*)"')
_REF: Final = re.compile(rb"""(?<![^\s])ref\s*=\s*(?:"[^"]*"|'[^']*')""")


def entry_text(history: History, sheet: Sheet, entry: FormulaEntry, row: Row) -> str:
    """The formula without the equals sign; row is the one it stands in. A data table reads as TABLE(B1,B2)."""
    now = history.now
    if type(entry) is str:
        return history.carrier(sheet).text(entry) if now else entry
    if type(entry) is DatedFormula:
        return entry.text if entry.epoch == now else history.carrier(sheet, entry.epoch).text(entry.text)
    if type(entry) is SharedFormula:
        text = formula_text(entry, row.source0)
        return history.carrier(sheet).text(text) if now else text
    if type(entry) is ArrayFormula:
        return entry.text if entry.epoch == now else history.carrier(sheet, entry.epoch).text(entry.text)
    assert type(entry) is DataTable
    cells = dict(_CELL.findall(table_attributes(history, sheet, entry)))
    return f"TABLE({cells.get(b'r1', b'').decode()},{cells.get(b'r2', b'').decode()})"


Placed: TypeAlias = "tuple[int, Row, FormulaEntry]"
"""A formula with its row, by number too."""


def entry_texts(history: History, sheet: Sheet, entries: list[Placed]) -> list[str]:
    """entry_text of many, best of one column: where they are all of the file and alike, that takes a tenth."""
    kinds = {type(entry) for _, _, entry in entries}
    if kinds == {str}:
        return history.carrier(sheet).texts([entry for _, _, entry in entries])  # type: ignore[misc]
    first = entries[0][2]
    if kinds == {SharedFormula} and isinstance(first, SharedFormula) and all(entry is first for _, _, entry in entries):
        group = first.group
        rows = [row.source0 - group.row0 for _, row, _ in entries]
        return history.carrier(sheet).texts(shift_texts(group.text or "", rows, first.col0 - group.col0))
    return [entry_text(history, sheet, entry, row) for _, row, entry in entries]


def entry_now(history: History, sheet: Sheet, entry: FormulaEntry, row: Row) -> str | ArrayFormula | DataTable:
    """The entry as it is written now: plain and shared formulas as their text, blocks with text, cells and ref."""
    if type(entry) is DataTable:
        attributes = table_attributes(history, sheet, entry)
        for name in (b"1", b"2"):
            if b"r" + name + b'="#REF!"' in attributes and b"del" + name not in attributes:
                attributes += b" del" + name + b'="1"'
        return replace(entry, attributes=_REF.sub(b'ref="' + entry.rect.a1.encode() + b'"', attributes, count=1))
    text = entry_text(history, sheet, entry, row)
    return replace(entry, text=text, epoch=history.now) if type(entry) is ArrayFormula else text


def table_attributes(history: History, sheet: Sheet, entry: DataTable) -> bytes:
    """The attributes of a data table with its input cells where they are now; its own ref is not among what follows."""
    if entry.epoch == history.now:
        return entry.attributes
    carrier = history.carrier(sheet, entry.epoch)

    def carried(match: re.Match[bytes]) -> bytes:
        return match[1] + b'="' + carrier.text(match[2].decode()).encode() + b'"'

    return _CELL.sub(carried, entry.attributes)
