"""The cells of one sheet, written anew where the model differs from the file, and what that means for the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, final

from ...model.formula import FormulaEntry
from ...model.rect import Rect, cell_name
from ...model.row import Row
from ...model.sheet import Sheet
from .cell import Master, Tags, cell, content, formula_element
from .editor import start_tag_end
from .row import SourceCell, set_attributes
from .source import Source
from .strings import SharedStrings

_KNOWN: Final = frozenset((b"s", b"t", b"cm", b"vm"))


@final
class CellRewriter:
    """Writes cells, and notes while it does.

    content_changed: a value or formula differs from the file. formulas_changed: a formula came, went or became
    another. grown: the rectangle around the cells with content that were written.
    watched holds rectangles to look out for, hit the places in it of those in which content changed.
    """

    def __init__(
        self,
        data: bytes,
        sheet: Sheet,
        tags: Tags,
        strings: SharedStrings,
        *,
        epoch_1904: bool,
        style_number: Callable[[int], int],
    ) -> None:
        self.content_changed = False
        self.formulas_changed = False
        self.grown: Rect | None = None
        self.watched: Sequence[Rect] = ()
        self.hit: set[int] = set()
        self._data = data
        self._sheet = sheet
        self._tags = tags
        self._strings = strings
        self._epoch_1904 = epoch_1904
        self._style_number = style_number
        self._opening = b"<" + tags.f
        self._extension = b"<" + tags.prefix + b"extLst"

    def source(self, old: SourceCell) -> Source:
        """The content of a cell of the file."""
        return Source(self._data, old, self._tags, self._strings.text)

    def new(self, row0: int, row: Row, col0: int) -> bytes:
        """A cell that is not in the file; b"" where it would say nothing."""
        formula = row.formula(col0)
        kind, inner = content(self._tags, row.value(col0), formula, self._place(row0, col0))
        if inner:
            self._note(row0, col0, formula=formula is not None, filled=True)
        style = self._style_number(row.style(col0))
        return cell(self._tags, row0, col0, style=style, kind=kind, inner=inner)

    def overwritten(self, row0: int, row: Row, old: SourceCell, handed: Master | str | None) -> bytes | None:
        """A cell of the file with the model's content and style; None where neither differs.

        handed is the formula that a lost master left to this cell.
        """
        style = self._style_number(row.style(old.col0))
        if handed is None and self._is_plain(row, old, style):
            return self._plain(row0, row, old, style)
        source = self.source(old)
        attributes: dict[bytes, bytes | None] = {}
        if style != old.look.style:
            attributes[b"s"] = b"%d" % style if style else None
        same_value = self._holds_value(source, row, same_style=not attributes)
        if handed is not None:
            return self._handed(row0, row, source, handed, attributes)
        same_formula = source.holds_formula(row.formula(old.col0))
        if same_formula and same_value:
            return self._assembled(row, old, attributes, source.inner) if attributes else None
        kind, inner = self._content(row0, row, source, same_formula=same_formula)
        attributes |= {b"t": kind or None, b"vm": None}
        if not same_formula or source.formula is None:
            attributes[b"cm"] = None
        self._note(row0, old.col0, formula=not same_formula, filled=bool(inner))
        return self._assembled(row, old, attributes, inner)

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
        kind, inner = content(self._tags, row.value(old.col0), None, "")
        data, same_kind = self._data, (kind or b"n") == old.look.kind
        if same_kind and data[old.inner_start : old.inner_end] == inner:
            return None
        self._note(row0, old.col0, formula=False, filled=bool(inner))
        if not inner:
            return self._assembled(row, old, {b"t": None}, inner)
        if same_kind and old.inner_start < old.inner_end:
            return data[old.start : old.inner_start] + inner + data[old.inner_end : old.end]
        return cell(self._tags, row0, old.col0, style=style, kind=kind, inner=inner)

    def _handed(
        self, row0: int, row: Row, source: Source, handed: Master | str, attributes: dict[bytes, bytes | None]
    ) -> bytes:
        """The cell keeps its cached value and type, byte for byte; only its f element changes."""
        old = source.cell
        assert source.formula is not None
        fresh = formula_element(self._tags, handed, self._place(row0, old.col0))
        self._note(row0, old.col0, formula=True, filled=True)
        return self._assembled(row, old, attributes, source.inner.replace(source.formula.raw, fresh, 1))

    def _content(self, row0: int, row: Row, source: Source, *, same_formula: bool) -> tuple[bytes, bytes]:
        """Type and content; a formula that is unchanged stays byte for byte beside its new cached value."""
        col0 = source.cell.col0
        place = self._place(row0, col0)
        entry: FormulaEntry | None = row.formula(col0)
        if same_formula and entry is not None:
            assert source.formula is not None
            kind, inner = content(self._tags, row.value(col0), "", place)
            inner = source.formula.raw + inner[len(formula_element(self._tags, "", place)) :]
        else:
            kind, inner = content(self._tags, row.value(col0), entry, place)
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
            self.grown = here if self.grown is None else around(self.grown, here)

    def _place(self, row0: int, col0: int) -> str:
        return f"{self._sheet.name}!{cell_name(row0, col0)}"


def around(first: Rect, second: Rect) -> Rect:
    """The smallest rectangle that covers both."""
    return Rect(
        min(first.row0, second.row0),
        min(first.col0, second.col0),
        max(first.row1, second.row1),
        max(first.col1, second.col1),
    )
