"""The cells of one sheet, written anew where the model differs from the file, and what that means for the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, final

from ...formula.entry import entry_now
from ...formula.region import Region
from ...model.formula import ArrayFormula, DataTable, FormulaEntry, SharedFormula
from ...model.history import History
from ...model.rect import Rect, cell_name
from ...model.row import Row
from ...model.sheet import Sheet
from .cell import Master, Tags, cell, content, formula_element, reworded_element
from .editor import start_tag_end
from .group import Shares
from .row import SourceCell, set_attributes
from .source import Source
from .strings import SharedStrings

_KNOWN: Final = frozenset((b"s", b"t", b"cm", b"vm"))
_STYLE: Final = re.compile(rb"""((?<![^\s])s\s*=\s*["']\s*)([0-9]{1,9})""")
_NOTHING: Final[dict[int, Master | str]] = {}
_KIND: Final[dict[type, bytes]] = {Master: b"shared", ArrayFormula: b"array", DataTable: b"dataTable"}
"""The kind of f element that each is written as; others are normal."""


@final
class CellRewriter:
    """Writes cells, and notes while it does.

    content_changed: a value or formula differs from the file. formulas_changed: a formula came, went or became
    another. grown: the rectangle around the cells with content that were written.
    watched holds rectangles to look out for, hit the places in it of those in which content changed.
    shares is what becomes of the cells of shared formulas, where that was asked. moved: formulas may read another text
    than the file's though no one has written them.
    """

    def __init__(
        self,
        data: bytes,
        sheet: Sheet,
        tags: Tags,
        strings: SharedStrings,
        history: History,
        *,
        epoch_1904: bool,
        moved: bool,
        style_number: Callable[[int], int],
        dynamic_mark: Callable[[], int],
    ) -> None:
        self.content_changed = False
        self.formulas_changed = False
        self.grown: Rect | None = None
        self.watched: Sequence[Rect] = ()
        self.hit: set[int] = set()
        self.shares = Shares()
        self._data = data
        self._sheet = sheet
        self._tags = tags
        self._strings = strings
        self._history = history
        self._moved = moved
        self._epoch_1904 = epoch_1904
        self._style_number = style_number
        self._dynamic_mark = dynamic_mark
        self._arrays: Region | None = None
        self._opening = b"<" + tags.f
        self._extension = b"<" + tags.prefix + b"extLst"

    def source(self, old: SourceCell) -> Source:
        """The content of a cell of the file."""
        return Source(self._data, old, self._tags, self._strings.text)

    def new_row(self, row0: int, row: Row, columns: Iterable[int] | None = None) -> bytes:
        """A row that is not in the file, with the cells of these columns (ascending), or all; b"" for nothing."""
        cells = b"".join(self.new(row0, row, col0) for col0 in (_columns(row) if columns is None else columns))
        attributes = self.row_attributes(row)
        if not cells and not attributes:
            return b""
        name = self._tags.row
        head = b"<" + name + b' r="%d"' % (row0 + 1) + (b" " + attributes if attributes else b"")
        return head + b">" + cells + b"</" + name + b">" if cells else head + b"/>"

    def row_attributes(self, row: Row) -> bytes:
        """The attributes of a row but r and spans, its style by the number it has in the file."""
        return _STYLE.sub(lambda match: match[1] + b"%d" % self._style_number(int(match[2])), row.attributes.strip())

    def new(self, row0: int, row: Row, col0: int) -> bytes:
        """A cell that is not in the file; b"" where it would say nothing."""
        entry = row.formula(col0)
        formula = None if entry is None else entry_now(self._history, self._sheet, entry, row)
        result = self._is_result(row0, col0)
        kind, inner = content(self._tags, row.value(col0), formula, self._place(row0, col0), result=result)
        if inner:
            self._note(row0, col0, formula=formula is not None, filled=True)
        style = self._style_number(row.style(col0))
        mark = self._dynamic_mark() if type(entry) is ArrayFormula and entry.dynamic else 0
        return cell(self._tags, row0, col0, style=style, kind=kind, inner=inner, mark=mark)

    def overwritten(self, row0: int, row: Row, old: SourceCell) -> bytes | None:
        """A cell of the file with the model's content and style; None where neither differs.

        old stands in the column that it has in the model; its name is the one of the file, in what is given too.
        """
        col0 = old.col0
        if col0 not in (row.touched or ()):
            return self._untouched(row0, row, old)
        style = self._style_number(row.style(col0))
        handed = self.shares.written.get(row0, _NOTHING).get(col0)
        if handed is None and self._is_plain(row, old, style):
            return self._plain(row0, row, old, style)
        source = self.source(old)
        attributes: dict[bytes, bytes | None] = {}
        if style != old.look.style:
            attributes[b"s"] = b"%d" % style if style else None
        same_value = self._holds_value(source, row, same_style=not attributes)
        entry = self._entry(row, col0)
        if source.formula is not None and entry is not None and same_value and (handed is not None or self._moved):
            return self._reworded(row0, row, source, handed or entry, attributes)
        same_formula = handed is None and self._is_same(source, row0, entry)
        if same_formula and same_value:
            return self._assembled(row, old, attributes, source.inner) if attributes else None
        kind, inner = self._content(row0, row, source, handed or entry, same_formula=same_formula)
        attributes |= {b"t": kind or None, b"vm": None}
        if type(entry) is ArrayFormula and entry.dynamic:
            if b"cm" not in old.look.attributes:
                attributes[b"cm"] = b"%d" % self._dynamic_mark()
        elif not same_formula or source.formula is None:
            attributes[b"cm"] = None
        self._note(row0, col0, formula=not same_formula, filled=bool(inner))
        return self._assembled(row, old, attributes, inner)

    def _untouched(self, row0: int, row: Row, old: SourceCell) -> bytes | None:
        """A cell of which only the formula's text may differ; None where it does not."""
        source = self.source(old)
        entry = self._entry(row, old.col0)
        if source.formula is None or entry is None:
            return None
        handed = self.shares.written.get(row0, _NOTHING).get(old.col0)
        if handed is None and source.formula.kind == b"shared":
            return None
        return self._reworded(row0, row, source, handed or entry, {})

    def _entry(self, row: Row, col0: int) -> FormulaEntry | None:
        """The formula as it reads now; a member of a shared one stays that as long as nothing has moved."""
        entry = row.formula(col0)
        if entry is None or (not self._moved and isinstance(entry, SharedFormula)):
            return entry
        return entry_now(self._history, self._sheet, entry, row)

    def _is_same(self, source: Source, row0: int, entry: FormulaEntry | None) -> bool:
        """Whether a formula is the one of the file: of shared ones that was decided for all of them together."""
        if (row0, source.cell.col0) in self.shares.kept:
            return True
        return source.holds_formula(entry)

    def _is_plain(self, row: Row, old: SourceCell, style: int) -> bool:
        """Whether the cell can be written anew without a look at what it holds: a constant of the same style."""
        look = old.look
        return (
            look.plain
            and look.style == style
            and old.named
            and (row.formulas is None or row.formula(old.col0) is None)
            and self._data.find(self._opening, old.inner_start, old.inner_end) < 0
            and self._data.find(self._extension, old.inner_start, old.inner_end) < 0
        )

    def _plain(self, row0: int, row: Row, old: SourceCell, style: int) -> bytes | None:
        kind, inner = content(self._tags, row.value(old.col0), None, "", result=self._is_result(row0, old.col0))
        data, same_kind = self._data, (kind or b"n") == old.look.kind
        if same_kind and data[old.inner_start : old.inner_end] == inner:
            return None
        self._note(row0, old.col0, formula=False, filled=bool(inner))
        if not inner:
            return self._assembled(row, old, {b"t": None}, inner)
        if same_kind and old.inner_start < old.inner_end:
            return data[old.start : old.inner_start] + inner + data[old.inner_end : old.end]
        return cell(self._tags, row0, old.col0, style=style, kind=kind, inner=inner)

    def _reworded(
        self,
        row0: int,
        row: Row,
        source: Source,
        formula: FormulaEntry | Master,
        attributes: dict[bytes, bytes | None],
    ) -> bytes | None:
        """The cell keeps its cached value and type, byte for byte; only its f element and its style change."""
        old = source.cell
        raw = source.formula
        assert raw is not None
        if type(formula) is not Master and self._is_same(source, row0, formula):
            return self._assembled(row, old, attributes, source.inner) if attributes else None
        place = self._place(row0, old.col0)
        if raw.kind == _KIND.get(type(formula), b"normal") and (type(formula) is not Master or raw.masters):
            fresh = reworded_element(self._tags, raw.raw, formula, place)
        else:
            fresh = formula_element(self._tags, formula, place)
        self._note(row0, old.col0, formula=True, filled=True)
        return self._assembled(row, old, attributes, source.inner.replace(raw.raw, fresh, 1))

    def _content(
        self, row0: int, row: Row, source: Source, entry: FormulaEntry | Master | None, *, same_formula: bool
    ) -> tuple[bytes, bytes]:
        """Type and content; a formula that is unchanged stays byte for byte beside its new cached value."""
        col0 = source.cell.col0
        place = self._place(row0, col0)
        if same_formula and entry is not None:
            assert source.formula is not None
            kind, inner = content(self._tags, row.value(col0), "", place)
            inner = source.formula.raw + inner[len(formula_element(self._tags, "", place)) :]
        else:
            result = self._is_result(row0, col0)
            kind, inner = content(self._tags, row.value(col0), entry, place, result=result)
        extension = source.inner.find(self._extension)
        return kind, inner + (source.inner[extension:] if extension >= 0 else b"")

    def _assembled(self, row: Row, old: SourceCell, attributes: dict[bytes, bytes | None], inner: bytes) -> bytes:
        """The cell's own tag with changed attributes around new content; b"" where it would say nothing.

        A cell without r stays: the cells behind it count from it.
        """
        tag = set_attributes(self._data[old.start : start_tag_end(self._data, old.start)], attributes)
        if inner:
            opened = tag[:-2].rstrip() + b">" if tag.endswith(b"/>") else tag
            return opened + inner + b"</" + self._tags.c + b">"
        telling = old.look.attributes.keys() - _KNOWN
        if old.named and not telling and not row.style(old.col0) and not self._styled_around(row):
            return b""
        return tag if tag.endswith(b"/>") else tag[:-1].rstrip() + b"/>"

    def _styled_around(self, row: Row) -> bool:
        """Whether a missing cell would look like its row or column instead of plain."""
        return any(span.style for span in self._sheet.columns) or b"customFormat" in row.attributes

    def _holds_value(self, source: Source, row: Row, *, same_style: bool) -> bool:
        """Whether the cell's value is the file's; a shared string is looked up only where more than text may go."""
        attributes = source.cell.look.attributes
        if source.cell.look.kind == b"s" and same_style and b"vm" not in attributes and b"cm" not in attributes:
            return False
        return source.holds_value(row.value(source.cell.col0), self._tags, epoch_1904=self._epoch_1904)

    def _note(self, row0: int, col0: int, *, formula: bool, filled: bool) -> None:
        self.content_changed = True
        if formula:
            self.formulas_changed = True
        if self.watched:
            self.hit.update(place for place, rect in enumerate(self.watched) if rect.holds(row0, col0))
        grown = self.grown
        if filled and (grown is None or not (grown[0] <= row0 <= grown[2] and grown[1] <= col0 <= grown[3])):
            here = Rect(row0, col0, row0, col0)
            self.grown = here if self.grown is None else self.grown.around(here)

    def _is_result(self, row0: int, col0: int) -> bool:
        """Whether an array formula gives the cell its value."""
        if not self._sheet.blocks:  # most sheets, asked for every cell that is written
            return False
        if self._arrays is None:
            self._arrays = Region(block for block in self._sheet.blocks if block.rows > 1 or block.columns > 1)
        return self._arrays.holds(row0, col0)

    def _place(self, row0: int, col0: int) -> str:
        return f"{self._sheet.name}!{cell_name(row0, col0)}"


def _columns(row: Row) -> list[int]:
    """The columns in which a row has anything, ascending."""
    columns = set(row.values if isinstance(row.values, dict) else range(len(row.values)))
    columns.update(row.styles if isinstance(row.styles, dict) else range(len(row.styles)))
    columns.update(row.formula_columns())
    return sorted(columns)
