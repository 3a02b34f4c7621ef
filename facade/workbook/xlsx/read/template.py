"""Level 2 of the cascade: one regular expression for a whole row of a shape that was seen before."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import repeat
from operator import lt
from typing import Final, final

from ....value import Scalar
from ...model.formula import FormulaEntry, SharedFormula
from ...model.rect import MAX_ROWS
from ...model.row import SPARSE_GAP, Row
from .cell import Desk
from .scan import Found, clean_attributes
from .text import plain_text, value_text

BATCH_ROWS: Final = 512
"""Rows that are matched before their columns are converted; more gains nothing and holds more bytes objects."""
MAX_CELLS: Final = 500
"""Cells of a row that a template may have; compiling one of 500 takes some 40 ms."""

_NUMBER: Final = rb"(-?[0-9]{1,15}(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)"
_INDEX: Final = rb"([0-9]{1,9})"
_TEXT: Final = rb"([^<]+)"
_FOLLOWER = re.compile(rb' t="shared" si="[0-9]{1,9}"')

Shape = tuple[tuple[bytes, bytes, str, bool], ...]
"""Of every cell: letters, attributes, the kind of its formula ("", plain, follower), whether it has a value."""


def shape_of(found: Sequence[Found]) -> Shape | None:
    """The shape of one row's elements; None if no template can have it."""
    cells = []
    for letters, _, attributes, f_attributes, f_text, v, inline, tag, _, _, _ in found:
        if inline:
            return None
        if not letters:
            if tag:
                continue
            return None
        kind = ""
        if f_attributes:
            if f_text or _FOLLOWER.fullmatch(f_attributes) is None:
                return None
            kind = "follower"
        elif f_text:
            kind = "plain"
        cells.append((letters, attributes, kind, bool(v)))
    return tuple(cells) if 0 < len(cells) <= MAX_CELLS else None


@final
class RowTemplate:
    """The expression of a shape, and how to turn what its groups caught into rows."""

    __slots__ = ("_columns", "_desk", "_formulas", "_pattern", "_styles", "_values", "_width")

    def __init__(self, shape: Shape, desk: Desk) -> None:
        """The cells' attributes must have been met before (desk.cell_kinds), in ascending columns."""
        self._desk = desk
        pattern = [rb'<row r="([1-9][0-9]{0,6})"([^<>]*)>']
        styles: list[int] = []
        self._values: list[tuple[int, int, str]] = []
        self._formulas: list[tuple[int, int, str]] = []
        group = 2
        for letters, attributes, formula, has_value in shape:
            col0 = desk.columns[letters]
            style, kind, _ = desk.cell_kinds[attributes]
            styles.extend(repeat(0, col0 - len(styles)))
            styles.append(style)
            pattern.append(rb'<c r="' + letters + rb'\1"' + re.escape(attributes))
            if not formula and not has_value:
                pattern.append(rb"(?:/>|></c>)")
                continue
            pattern.append(rb">")
            if formula:
                pattern.append(rb"<f>([^<]+)</f>" if formula == "plain" else rb'<f t="shared" si="([0-9]{1,9})"/>')
                self._formulas.append((col0, group, formula))
                group += 1
            if has_value:
                pattern.append(rb"<v>" + _value_pattern(kind) + rb"</v>")
                self._values.append((col0, group, kind))
                group += 1
            pattern.append(rb"</c>")
        pattern.append(rb"</row>\s*")
        self._pattern = re.compile(b"".join(pattern))
        self._styles = desk.interned(styles)
        self._width = self._values[-1][0] + 1 if self._values else 0
        columns = tuple(col0 for col0, _, _ in self._formulas)
        self._columns = desk.tuples.setdefault(columns, columns)

    @staticmethod
    def fits(shape: Shape, desk: Desk) -> bool:
        """Whether the columns ascend without a gap that makes a row sparse, and every v means a value."""
        if any(desk.cell_kinds[attributes].kind == "inlineStr" for _, attributes, _, _ in shape):
            return False
        columns = [desk.columns[cell[0]] for cell in shape]
        return all(0 < after - before < SPARSE_GAP for before, after in zip([-1, *columns], columns, strict=False))

    def read(self, data: bytes, start: int, end: int) -> tuple[list[Row], int]:
        """The rows that match from start on, at most BATCH_ROWS, and where they end; none if the first does not."""
        match = self._pattern.scanner(data, start, end).match  # type: ignore[attr-defined]
        caught = []
        for _ in range(BATCH_ROWS):
            found = match()
            if found is None:
                break
            caught.append(found)
        if not caught:
            return [], start
        return self._rows([found.groups() for found in caught]), caught[-1].end()

    def _rows(self, caught: list[tuple[bytes, ...]]) -> list[Row]:
        groups = list(zip(*caught, strict=True))
        numbers = list(map(int, groups[0]))
        if numbers[-1] > MAX_ROWS:
            raise self._desk.outside(f"row {numbers[-1]}")
        if not all(map(lt, numbers, numbers[1:])):
            raise ValueError("rows out of order")
        rows = []
        values = self._value_rows(groups, numbers)
        attributes = [clean_attributes(raw, self._desk) for raw in groups[1]]
        formulas = self._formula_rows(groups) if self._formulas else repeat(None)
        styles = self._styles
        for number, row_values, raw, entries in zip(numbers, values, attributes, formulas, strict=False):
            row = Row(number - 1)
            row.values = row_values
            row.styles = styles
            row.attributes = raw
            row.formulas = entries
            rows.append(row)
        return rows

    def _value_rows(self, groups: Sequence[tuple[bytes, ...]], numbers: list[int]) -> Sequence[list[Scalar]]:
        if not self._width:
            return [[] for _ in numbers]
        blank: Sequence[Scalar] = [None] * len(numbers)
        columns: list[Sequence[Scalar]] = [blank] * self._width
        for col0, group, kind in self._values:
            columns[col0] = self._convert(groups[group], kind, numbers, col0)
        return list(map(list, zip(*columns, strict=True)))

    def _convert(self, raw: tuple[bytes, ...], kind: str, numbers: list[int], col0: int) -> Sequence[Scalar]:
        desk = self._desk
        if kind == "n":
            joined = b",".join(raw)
            if not (b"e" in joined or b"E" in joined):  # an exponent may mean infinity
                with suppress(ValueError):
                    values: list[Scalar] = json.loads(b"[%b]" % joined)
                    return values
        elif kind == "s":
            with suppress(IndexError):
                return list(map(desk.items().__getitem__, map(int, raw)))
        elif kind == "str":
            return [value_text(text) for text in raw]
        return [desk.value(kind, plain_text(text), number - 1, col0) for text, number in zip(raw, numbers, strict=True)]

    def _formula_rows(self, groups: Sequence[tuple[bytes, ...]]) -> Sequence[tuple[object, ...]]:
        columns: list[Sequence[FormulaEntry]] = []
        for col0, group, kind in self._formulas:
            raw = groups[group]
            if kind == "plain":
                columns.append(self._plain(raw))
            else:
                columns.append(self._followers(raw, col0, groups[0]))
        return list(zip(repeat(self._columns, len(groups[0])), *columns, strict=True))

    def _plain(self, raw: tuple[bytes, ...]) -> Sequence[str]:
        """Texts of formulas; what parts them can stand in none of them."""
        joined = b"<".join(raw)
        self._desk.note_formulas(joined)
        return [plain_text(text) for text in raw] if b"&" in joined else plain_text(joined).split("<")

    def _followers(self, raw: tuple[bytes, ...], col0: int, numbers: tuple[bytes, ...]) -> list[FormulaEntry]:
        known: dict[bytes, SharedFormula] = {}
        entries: list[FormulaEntry] = []
        for index, number in zip(raw, numbers, strict=True):
            entry = known.get(index)
            if entry is None:
                entry = known[index] = self._desk.shared(index.decode(), None, "", int(number) - 1, col0)
            entries.append(entry)
        return entries


def _value_pattern(kind: str) -> bytes:
    if kind == "n":
        return _NUMBER
    return _INDEX if kind == "s" else _TEXT
