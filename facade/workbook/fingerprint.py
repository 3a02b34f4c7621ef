"""The state hash: SHA-256 over what is authoritative in a workbook, in canonical order.

Left out: cached and spilled values, style and string indices, ids, marks, how a number is spelled (5 and 5.0 are one).
Equal states have equal hashes whatever way led to them.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final, final

import msgspec

from ..value import CellError, RichText
from .formula.entry import entry_text
from .formula.sheet_prefix import read_prefix, write_prefix
from .formula.token import Kind, tokens
from .model.attribute_text import canonical
from .model.column import ColumnSpan, joined
from .model.formula import ArrayFormula
from .model.rect import Rect
from .model.row import Row
from .model.sheet import Sheet
from .model.style import StyleTable
from .model.workbook import Workbook
from .mutation.cell import PLAIN
from .xlsx.tab_color import tab_color

_ENCODER: Final = msgspec.msgpack.Encoder()
_EXACT: Final = 10**15
"""Up to here a float without a fraction and the integer are the same number of a cell."""


def state_hash(model: Workbook) -> str:
    """Hexadecimal. Loads every sheet; about a second for a million cells."""
    digest = hashlib.sha256()
    styles = _Styles(model.styles)
    digest.update(_ENCODER.encode(("workbook", 1, model.epoch_1904, [sheet.name for sheet in model.sheets])))
    scopes = {sheet.id: sheet.name for sheet in model.sheets}
    names = sorted(
        (name, scopes.get(scope or "", ""), canonical_formula(model, text)) for name, scope, text in model.names
    )
    digest.update(_pack(names))
    if objects := _objects(model):
        digest.update(_pack(objects))
    for sheet in model.sheets:
        sheet.load()
        color = tab_color(model.package, sheet)
        kept = (sheet.name, sheet.kind, sheet.state, color, sorted(sheet.merges), _columns(sheet), _panes(sheet))
        digest.update(_pack(kept))
        hidden = _hidden(sheet)
        for row0, row in sheet.each_row():
            line = _line(model, sheet, row, styles, hidden.get(row0, ()))
            if line is not None:
                digest.update(_pack((row0, *line)))
    return digest.hexdigest()


def _objects(model: Workbook) -> list[Any]:
    """The mentions of objects that read otherwise than in the file; nothing where no structure was edited."""
    if not model.history.now and not model.kept:
        return []
    from .object.store import store_of

    store = store_of(model)
    return [] if store is None else sorted((mention.id, value) for mention, value in store.changed())


def _columns(sheet: Sheet) -> list[ColumnSpan]:
    return joined([span._replace(attributes=canonical(span.attributes)) for span in sheet.columns])


def _panes(sheet: Sheet) -> list[Any]:
    """What is frozen; how far the rest is scrolled is no state."""
    return [None if pane is None else pane._replace(top=0, left=0) for pane in sheet.panes]


def _pack(value: Any) -> bytes:
    try:
        return _ENCODER.encode(value)
    except UnicodeEncodeError:
        return repr(value).encode("utf-8", "surrogatepass")


def _hidden(sheet: Sheet) -> dict[int, list[Rect]]:
    """The blocks by row: only the first cell of a block is authoritative, the others show its results."""
    rows: dict[int, list[Rect]] = {}
    for block in sheet.blocks:
        for row0 in range(block.row0, block.row1 + 1):
            rows.setdefault(row0, []).append(block)
    return rows


def _line(
    model: Workbook, sheet: Sheet, row: Row, styles: _Styles, blocks: tuple[Rect, ...] | list[Rect]
) -> tuple[Any, ...] | None:
    """(values, formulas, styles, attributes) of a row; None if there is nothing."""
    values = row.slice(0, max(row.width() - 1, -1))
    for block in blocks:
        for col0 in range(block.col0, min(block.col1 + 1, len(values))):
            values[col0] = None
    formulas = []
    for col0 in row.formula_columns():
        entry = row.formula(col0)
        assert entry is not None
        if col0 < len(values):
            values[col0] = None
        rect = None
        if isinstance(entry, ArrayFormula):
            rect = "dynamic" if entry.dynamic else entry.rect
        formulas.append((col0, canonical_formula(model, entry_text(model.history, sheet, entry, row)), rect))
    while values and values[-1] is None:
        values.pop()
    look, attributes = styles.of(row), canonical(row.attributes)
    if not values and not formulas and not look and not attributes:
        return None
    return _canonical(values), formulas, look, attributes


def _canonical(values: list[Any]) -> list[Any]:
    kinds = set(map(type, values))
    if float not in kinds and kinds <= PLAIN:
        return values
    return [_canonical_value(value) for value in values]


def _canonical_value(value: Any) -> Any:
    kind = type(value)
    if kind is float and value.is_integer() and -_EXACT < value < _EXACT:
        return int(value)
    if kind is CellError:
        return ("error", value.code)
    if kind is RichText:
        return ("rich", value.raw, tuple((run.text, run.properties) for run in value.runs))
    return value


def canonical_formula(model: Workbook, text: str) -> str:
    """With sheet names as the sheets are called, in the quotes that they need, and no others."""
    if "!" not in text:
        return text
    return "".join(_prefix(model, token.text) if token.kind is Kind.PREFIX else token.text for token in tokens(text))


def _prefix(model: Workbook, text: str) -> str:
    prefix = read_prefix(text)
    if prefix.book:
        return text
    first, last = (
        name if (sheet := model.sheet_named(name)) is None else sheet.name for name in (prefix.first, prefix.last)
    )
    return write_prefix(first, last)


@final
class _Styles:
    """What style ids stand for, as text; style 0 is the blank."""

    def __init__(self, table: StyleTable) -> None:
        self._table = table
        self._plain = table.style(0)
        self._looks: dict[int, str] = {}
        self._tuples: dict[tuple[int, ...], str] = {}

    def of(self, row: Row) -> str:
        styles = row.styles
        if isinstance(styles, dict):
            return self._text(styles)
        known = self._tuples.get(styles)
        if known is None:
            known = self._tuples[styles] = self._text(dict(enumerate(styles)))
        return known

    def _text(self, styles: dict[int, int]) -> str:
        looks = ((col0, self._look(style)) for col0, style in sorted(styles.items()))
        return ";".join(f"{col0}={look}" for col0, look in looks if look)

    def _look(self, style: int) -> str:
        known = self._looks.get(style)
        if known is None:
            look = self._table.style(style)
            known = self._looks[style] = "" if look == self._plain else repr(look)
        return known
