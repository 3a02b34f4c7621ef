"""Shared strings by number, for the few cells whose text has to be compared with the file's."""

from __future__ import annotations

import re
from typing import final

from ..package import Package
from .editor import as_utf8
from .text import plain_text


@final
class SharedStrings:
    """Finds items of the sharedStrings part when first asked; a part it cannot take apart has none."""

    __slots__ = ("_data", "_items", "_package", "_prefix")

    def __init__(self, package: Package | None) -> None:
        self._package = package
        self._data = b""
        self._prefix = b""
        self._items: list[tuple[int, int]] | None = None

    def text(self, index: int) -> tuple[str, bytes] | None:
        """(text without phonetic hints, raw content of the si element), or None."""
        items = self._items
        if items is None:
            items = self._items = self._read()
        if index >= len(items):
            return None
        raw = self._data[slice(*items[index])]
        name = re.escape(self._prefix)
        spoken = re.sub(rb"<" + name + rb"rPh[\s>].*?</" + name + rb"rPh\s*>", b"", raw, flags=re.DOTALL)
        texts = re.findall(rb"<" + name + rb"t(?:\s[^<>]*)?(?<!/)>(.*?)</" + name + rb"t\s*>", spoken, re.DOTALL)
        return "".join(plain_text(text) for text in texts), raw

    def _read(self) -> list[tuple[int, int]]:
        package = self._package
        part = _part(package) if package is not None else None
        if package is None or part is None:
            return []
        self._data, _ = as_utf8(package.read(part), part)
        root = re.search(rb"<((?:[^\s<>/:!?]+:)?)sst[\s/>]", self._data)
        if root is None or b"<!" in self._data:
            return []
        self._prefix = root[1]
        opening, closing = b"<" + root[1] + b"si", b"</" + root[1] + b"si"
        items = []
        for match in re.finditer(re.escape(opening) + rb"(?:\s[^<>]*)?(/?)>", self._data):
            close = match.end() if match[1] else self._data.find(closing, match.end())
            if close < 0:
                return []
            items.append((match.end(), close))
        return items


def _part(package: Package) -> str | None:
    main = package.main_part()
    inner = () if main is None else package.relations(main)
    return next((item.part for item in inner if item.kind == "sharedStrings"), None)
