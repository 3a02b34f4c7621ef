"""What the elements of one cell mean: the rules that every level of the cascade shares."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from ....value import CellError, RichText, Scalar
from ...formula.reach import SHORT_ROWS, highest_row
from ...model.formula import ArrayFormula, DataTable, FormulaEntry, SharedFormula, SharedGroup
from ...model.rect import MAX_COLUMNS, MAX_ROWS, Rect, cell_name, parse_rect
from ...model.row import NO_STYLES, SPARSE_GAP, Row
from ..date import from_iso
from ..error import CorruptFileError, TooLargeError
from .text import decode_escapes

MAX_EXACT_DIGITS: Final = 15
"""Excel keeps 15 digits: a longer integer reads as the float it is to Excel."""

NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?", re.ASCII)
_NO_NUMBER: Final = frozenset({"nan", "inf", "-inf", "+inf", "infinity", "-infinity"})
_TRUE: Final = {"1": True, "0": False, "true": True, "false": False}

Cell = tuple[int, Scalar, int, "FormulaEntry | None"]
"""(col0, value, style id, formula)."""


class CellKind(NamedTuple):
    """What the attributes of a cell say but for its r; dynamic: it has cm."""

    style: int
    kind: str
    dynamic: bool


class Desk:
    """What the reading of one sheet needs and gathers. strings is called when the first shared string is met.

    deepest: a row number that no number in the texts of formulas exceeds; None where they were not all looked at.
    """

    __slots__ = (
        "blocks",
        "cell_kinds",
        "columns",
        "deepest",
        "epoch_1904",
        "errors",
        "followers",
        "formula_kinds",
        "groups",
        "part",
        "row_attributes",
        "string_items",
        "strings",
        "style_count",
        "tuples",
    )

    def __init__(
        self, part: str, *, strings: Callable[[], Sequence[str | RichText]], style_count: int, epoch_1904: bool
    ) -> None:
        self.part = part
        self.strings = strings
        self.style_count = style_count
        self.epoch_1904 = epoch_1904
        self.groups: dict[int, SharedGroup] = {}
        self.blocks: list[Rect] = []
        self.errors: dict[str, CellError] = {}
        self.row_attributes: dict[bytes, bytes] = {}
        self.tuples: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.followers: dict[tuple[int, int], SharedFormula] = {}
        self.columns: dict[bytes, int] = {}
        self.cell_kinds: dict[bytes, CellKind] = {}
        self.formula_kinds: dict[bytes, dict[str, str]] = {}
        self.string_items: Sequence[str | RichText] | None = None
        self.deepest: int | None = SHORT_ROWS

    def forget(self) -> None:
        """Drop what one reading gathered, before another begins."""
        self.groups = {}
        self.followers = {}
        self.blocks = []
        self.deepest = SHORT_ROWS

    def note_formulas(self, raw: bytes) -> None:
        """Take texts of formulas into account, as the part has them, with anything but digits between them."""
        if self.deepest is not None:
            self.deepest = None if b"&#" in raw else max(self.deepest, highest_row(raw))

    def reach(self, last_row0: int) -> int | None:
        """How far down all formulas may reach, shared ones too, in a sheet of so many rows; None if that is unknown."""
        if self.deepest is None:
            return None
        groups = {follower.group for follower in self.followers.values()}
        below = max((last_row0 - group.row0 for group in groups), default=0)
        return self.deepest + max(below, 0)

    def refusal(self, row0: int, col0: int, trouble: str) -> CorruptFileError:
        """The error for a cell."""
        return CorruptFileError(f"cell {cell_name(row0, col0)} {trouble}", part=self.part)

    def outside(self, reference: str) -> TooLargeError:
        """The error for a reference beyond the limits of a sheet."""
        return TooLargeError(
            f"{reference[:40]} lies outside {MAX_ROWS:,} rows and {MAX_COLUMNS:,} columns", part=self.part
        )

    def style(self, text: str, row0: int, col0: int) -> int:
        """A style id; 0 for one the file does not have, so that it cannot be taken for an appended one."""
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise self.refusal(row0, col0, f"has the style {text[:40]!r}")
        style = int(text)
        return style if style < self.style_count else 0

    def value(self, kind: str, text: str | None, row0: int, col0: int) -> Scalar:
        """The value of a v element by the cell's type; text is None where there is no v, "" where it is empty."""
        if kind == "str":
            return None if text is None else decode_escapes(text)
        if text is None or text == "":
            return None
        if kind == "n":
            return self.number(text, row0, col0)
        if kind == "s":
            return self.shared_string(text, row0, col0)
        if kind == "b":
            truth = _TRUE.get(text.strip().lower())
            if truth is None:
                raise self.refusal(row0, col0, f"has the truth value {text[:40]!r}")
            return truth
        if kind == "e":
            return self.error(text)
        if kind == "d":
            return self.iso_date(text, row0, col0)
        if kind == "inlineStr":
            return None
        raise self.refusal(row0, col0, f"has the unknown type {kind[:40]!r}")

    def number(self, text: str, row0: int, col0: int) -> int | float | CellError:
        """An integer of up to 15 digits, else a float; what no cell of Excel holds (NaN, infinity) is #NUM!."""
        bare = text.strip()
        if NUMBER.fullmatch(bare) is None:
            if bare.lower() in _NO_NUMBER:
                return self.error("#NUM!")
            raise self.refusal(row0, col0, f"has the number {text[:40]!r}")
        digits = bare.lstrip("+-")
        if len(digits) <= MAX_EXACT_DIGITS and digits.isdigit():
            return int(bare)
        value = float(bare)
        return self.error("#NUM!") if value in (float("inf"), float("-inf")) else value

    def shared_string(self, text: str, row0: int, col0: int) -> str | RichText:
        """The shared string of an index."""
        bare = text.strip()
        strings = self.items()
        if bare.isascii() and bare.isdigit() and len(bare) < 10 and int(bare) < len(strings):
            return strings[int(bare)]
        raise self.refusal(row0, col0, f"has the shared string {text[:40]!r} of {len(strings):,}")

    def items(self) -> Sequence[str | RichText]:
        """The shared strings."""
        if self.string_items is None:
            self.string_items = self.strings()
        return self.string_items

    def error(self, code: str) -> CellError:
        """The error value of a code, one object a code."""
        known = self.errors.get(code)
        if known is None:
            known = self.errors[code] = CellError(code)
        return known

    def iso_date(self, text: str, row0: int, col0: int) -> float:
        """The serial of an ISO 8601 text."""
        try:
            return from_iso(text.strip(), epoch_1904=self.epoch_1904)
        except (ValueError, OverflowError) as error:
            raise self.refusal(row0, col0, f"has the date {text[:40]!r}") from error

    def formula(
        self, attributes: Mapping[str, str], raw: bytes, text: str, row0: int, col0: int, *, dynamic: bool
    ) -> FormulaEntry | None:
        """The entry of an f element; None for one that says nothing. raw is its attributes as they stand."""
        kind = attributes.get("t", "normal")
        if kind == "normal":
            return text or None
        if kind == "shared":
            return self.shared(attributes.get("si", "0"), attributes.get("ref"), text, row0, col0)
        rect = self.rect(attributes.get("ref"), row0, col0)
        self.blocks.append(rect)
        if kind == "array":
            return ArrayFormula(text, rect, dynamic)
        if kind == "dataTable":
            self.deepest = None
            return DataTable(rect, raw)
        raise self.refusal(row0, col0, f"has a formula of the unknown type {kind[:40]!r}")

    def shared(self, index: str, ref: str | None, text: str, row0: int, col0: int) -> SharedFormula:
        """A member of a shared formula. The master has text; an index may be used again, and before its master."""
        if not (index.isascii() and index.isdigit() and len(index) < 10):
            raise self.refusal(row0, col0, f"has the shared formula {index[:40]!r}")
        number = int(index)
        group = self.groups.get(number)
        if text and (ref is not None or group is None):
            rect = self.rect(ref, row0, col0)
            if group is None or group.text is not None:
                group = self.groups[number] = SharedGroup(number, text, row0, col0, rect)
            else:
                group.text, group.row0, group.col0, group.rect = text, row0, col0, rect
        elif group is None:
            group = self.groups[number] = SharedGroup(number, None, row0, col0, None)
        key = (id(group), col0)
        known = self.followers.get(key)
        if known is None:
            known = self.followers[key] = SharedFormula(group, col0)
        return known

    def rect(self, ref: str | None, row0: int, col0: int) -> Rect:
        """The rectangle of a ref attribute; the cell itself where there is none."""
        if ref is None:
            return Rect(row0, col0, row0, col0)
        rect = parse_rect(ref)
        if rect is None:
            raise self.refusal(row0, col0, f"has the reference {ref[:40]!r}")
        return rect

    def check_groups(self) -> None:
        """Raise CorruptFileError for a shared formula whose master never came."""
        for group in self.groups.values():
            if group.text is None:
                raise self.refusal(
                    group.row0, group.col0, f"uses the shared formula {group.index}, which is not defined"
                )

    def fill(self, row: Row, cells: Sequence[Cell]) -> None:
        """Put cells (in any order) into an empty row, sparse where they lie far apart."""
        ordered = sorted({cell[0]: cell for cell in cells}.values())
        if _is_sparse(ordered):
            row.values = {col0: value for col0, value, _, _ in ordered if value is not None}
            row.styles = {col0: style for col0, _, style, _ in ordered if style}
        else:
            values: list[Scalar] = [None] * (ordered[-1][0] + 1)
            styles = [0] * len(values)
            for col0, value, style, _ in ordered:
                values[col0] = value
                styles[col0] = style
            while values and values[-1] is None:
                values.pop()
            row.values = values
            row.styles = self.interned(styles)
        entries = [(col0, entry) for col0, _, _, entry in ordered if entry is not None]
        if entries:
            columns = tuple(col0 for col0, _ in entries)
            row.formulas = (self.tuples.setdefault(columns, columns), *(entry for _, entry in entries))

    def interned(self, styles: Sequence[int]) -> tuple[int, ...]:
        """The one tuple of these style ids."""
        found = tuple(styles) if any(styles) else NO_STYLES
        return self.tuples.setdefault(found, found)


def _is_sparse(ordered: Sequence[Cell]) -> bool:
    last = -1
    for cell in ordered:
        if cell[0] - last > SPARSE_GAP:
            return True
        last = cell[0]
    return False


def row_number(text: str | None, last_row0: int, desk: Desk) -> int:
    """The row counted from 0 by its r attribute, the one behind the last row where it has none."""
    if text is None:
        row0 = last_row0 + 1
    elif text.isascii() and text.isdigit():
        row0 = int(text[:20]) - 1
    else:
        raise desk.outside(f"row {text}")
    if not 0 <= row0 < MAX_ROWS:
        raise desk.outside(f"row {text or row0 + 1}")
    return row0
