"""Renamed sheets in the formulas of cells that are still raw XML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias, final

from ...formula.rename import rename_in_formula
from .editor import Editor, as_utf8, from_utf8
from .sheet import data_bounds
from .text import escape, plain_text

Renames: TypeAlias = Sequence[tuple[str, str]]


@final
class Renamer:
    """Carries (old name, new name) pairs, applied one after another, into the rows of sheet parts."""

    def __init__(self, renames: Renames) -> None:
        self._renames = renames

    def sheet(self, raw: bytes, part: str) -> bytes:
        """A sheet part after the renames; the same object where its cells speak of none of the sheets."""
        data, encoding = as_utf8(raw, part)
        start, end, prefix = data_bounds(data, part)
        if data.find(b"!", start, end) < 0:
            return raw
        if b"<![CDATA[" in data:
            return self._by_tree(raw, part)
        cells = _cell_formulas(prefix).sub(self._cell, data[start:end])
        if cells == data[start:end]:
            return raw
        return from_utf8(data[:start] + cells + data[end:], encoding)

    def _by_tree(self, raw: bytes, part: str) -> bytes:
        editor = Editor(raw, part)
        rows = editor.root.child("sheetData")
        for element in rows.walk() if rows is not None else ():
            if element.local == "f" and not element.children:
                text = editor.text(element)
                renamed = rename_in_formula(text, self._renames)
                if renamed != text:
                    editor.set_text(element, escape(renamed))
        return editor.result() if editor.edited else raw

    def _cell(self, match: re.Match[bytes]) -> bytes:
        return match[1] + self._escaped(match[2]) + match[3]

    def _escaped(self, raw: bytes) -> bytes:
        text = plain_text(raw)
        renamed = rename_in_formula(text, self._renames)
        return raw if renamed == text else escape(renamed)


@lru_cache(maxsize=8)
def _cell_formulas(prefix: bytes) -> re.Pattern[bytes]:
    """f elements whose text holds an exclamation mark."""
    name = re.escape(prefix) + b"f"
    return re.compile(rb"(<" + name + rb"(?:\s[^<>]*)?(?<!/)>)([^<!]*![^<]*)(</" + name + rb"\s*>)")
