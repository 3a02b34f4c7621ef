"""What a cell of the file holds, compared with what the model holds: whether it was overwritten, and how."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple, final

from ....value import CellError, RichText, Scalar
from ...model.formula import ArrayFormula, DataTable, FormulaEntry, SharedFormula
from ..date import from_iso
from .cell import Tags
from .editor import start_tag_end
from .row import SourceCell, attributes_of
from .text import cell_text, plain_text

_DECLARATION = re.compile(rb"""\sxmlns(?::[^\s=]+)?=(?:"[^"]*"|'[^']*')""")
_INPUTS: Final = (b"r1", b"r2", b"del1", b"del2")
"""What a data table says of its input cells."""
_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")


@final
class SourceFormula(NamedTuple):
    """The f element of a cell: its raw markup, attributes and text."""

    raw: bytes
    attributes: dict[bytes, bytes]
    text: str

    @property
    def kind(self) -> bytes:
        """normal, shared, array or dataTable."""
        return self.attributes.get(b"t", b"normal")

    @property
    def masters(self) -> bool:
        """Whether followers may take their text from here."""
        return self.kind == b"shared" and (bool(self.text) or b"ref" in self.attributes)


@final
class Source:
    """The content of one cell of the file. shared_text gives (text, raw si content) of a shared string."""

    __slots__ = ("_shared_text", "cell", "formula", "inner", "stored")

    def __init__(
        self, data: bytes, cell: SourceCell, tags: Tags, shared_text: Callable[[int], tuple[str, bytes] | None]
    ) -> None:
        self.cell = cell
        self.inner = data[cell.inner_start : cell.inner_end]
        self.formula = read_formula(self.inner, tags)
        stored = _element(tags.v).search(self.inner)
        self.stored = None if stored is None else plain_text(stored[1] or b"")
        self._shared_text = shared_text

    def holds_formula(self, entry: FormulaEntry | None) -> bool:
        """Whether the model's formula is still the one of the file."""
        formula = self.formula
        if entry is None:
            return formula is None or (formula.kind == b"normal" and not formula.text)
        if formula is None:
            return False
        if type(entry) is str:
            return formula.kind == b"normal" and formula.text == entry
        if type(entry) is SharedFormula:
            return formula.kind == b"shared" and formula.attributes.get(b"si") == b"%d" % entry.group.index
        ref = formula.attributes.get(b"ref", b"").replace(b"$", b"").decode()
        if type(entry) is ArrayFormula:
            same = formula.kind == b"array" and (b"cm" in self.cell.look.attributes) == entry.dynamic
            return same and formula.text == entry.text and ref == _full(entry.rect.a1, ref)
        assert type(entry) is DataTable
        if formula.kind != b"dataTable" or ref != _full(entry.rect.a1, ref):
            return False
        wanted = attributes_of(b" " + entry.attributes, 0, len(entry.attributes) + 1)
        return all(formula.attributes.get(name) == wanted.get(name) for name in _INPUTS)

    def holds_value(self, value: Scalar, tags: Tags, *, epoch_1904: bool) -> bool:
        """Whether the model's value is still the one of the file. False also where telling would need a full read."""
        kind = self.cell.look.kind
        if kind == b"inlineStr":
            return self._holds_inline(value, tags)
        stored = self.stored
        if kind == b"str":
            return type(value) is str and stored is not None and (stored == value or _same_stored(stored, value))
        if not stored:
            return value is None
        if kind == b"s":
            return self._holds_shared(stored, value)
        if kind == b"b":
            return type(value) is bool and stored.strip() in (("1", "true") if value else ("0", "false"))
        if kind == b"e":
            return type(value) is CellError and value.code == stored.strip()
        if kind == b"d":
            return type(value) in (int, float) and _serial(stored, epoch_1904=epoch_1904) == value
        return type(value) in (int, float) and _NUMBER.fullmatch(stored.strip()) is not None and float(stored) == value

    def _holds_inline(self, value: Scalar, tags: Tags) -> bool:
        match = _element(tags.is_).search(self.inner)
        inner = (match[1] or b"") if match else b""
        if type(value) is RichText:
            return _same_rich(value, inner)
        texts = _element(tags.t).findall(inner)
        if type(value) is not str or len(texts) != 1 or b"<" + tags.r in inner:
            return value is None and not texts
        return _same_stored(plain_text(texts[0]), value)

    def _holds_shared(self, stored: str, value: Scalar) -> bool:
        if type(value) not in (str, RichText) or not stored.strip().isdigit():
            return False
        known = self._shared_text(int(stored))
        if known is None:
            return False
        text, raw = known
        if type(value) is RichText:
            return _same_rich(value, raw)
        return type(value) is str and _same_stored(text, value)


def read_formula(inner: bytes, tags: Tags) -> SourceFormula | None:
    """The f element among the content of a cell, None where there is none."""
    opening = b"<" + tags.f
    start = inner.find(opening)
    while start >= 0 and inner[start + len(opening) : start + len(opening) + 1] not in (
        b" ",
        b">",
        b"/",
        b"\n",
        b"\r",
        b"\t",
    ):
        start = inner.find(opening, start + 1)
    if start < 0:
        return None
    open_end = start_tag_end(inner, start)
    attributes = attributes_of(inner, start, open_end)
    if inner[open_end - 2 : open_end] == b"/>":
        return SourceFormula(inner[start:open_end], attributes, "")
    close = inner.index(b"</" + tags.f, open_end)
    end = inner.index(b">", close) + 1
    return SourceFormula(inner[start:end], attributes, plain_text(inner[open_end:close]))


@lru_cache(maxsize=32)
def _element(tag: bytes) -> re.Pattern[bytes]:
    """An element of that name; group 1 is its content, None where it is empty."""
    name = re.escape(tag)
    return re.compile(rb"<" + name + rb"""(?:\s[^<>]*)?(?:(?<=/)>|>(.*?)</""" + name + rb"\s*>)", re.DOTALL)


def _same_stored(stored: str, value: str) -> bool:
    return plain_text(cell_text(value)) == stored or ("_x" not in stored and stored == value)


def _full(address: str, ref: str) -> str:
    """A one-cell address in the form A1:A1 if the file wrote it so."""
    return f"{address}:{address}" if ":" in ref and ":" not in address else address


def _serial(stored: str, *, epoch_1904: bool) -> float | None:
    """The serial number of an ISO 8601 text; None where it is none."""
    try:
        return from_iso(stored.strip(), epoch_1904=epoch_1904)
    except (ValueError, OverflowError):
        return None


def _same_rich(value: RichText, raw: bytes) -> bool:
    """Whether rich text is what the markup holds; the reader's own repeats namespaces declared further out."""
    return bool(value.raw) and (value.raw == raw or _DECLARATION.sub(b"", value.raw) == raw)
