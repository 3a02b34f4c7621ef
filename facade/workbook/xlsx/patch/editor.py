"""A part's XML with byte offsets, so that an edit replaces exactly the bytes it is about."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import Final, final
from xml.parsers import expat

from ..namespace import MAIN_SPELLINGS
from .error import PartDamagedError
from .text import escape_attribute, plain_text, unescape

_SEPARATOR: Final = "\n"
"""Between namespace, local name and prefix in expat's names; no name and no namespace of a part holds a line end."""

_ATTRIBUTE = re.compile(rb"""([^\s=<>/"']+)\s*=\s*("[^"]*"|'[^']*')""")
_START_TAG = re.compile(rb"""<[^\s<>/"'=]++(?:[^<>"']|"[^"]*"|'[^']*')*+>""")
_ENCODING = re.compile(rb"""^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")


@final
class Element:
    """One element: start and end are the offsets of all of it, open_end that behind its start tag.

    close is where its end tag begins; an empty element (<a/>) has close == end == open_end. namespace is "" for none.
    """

    __slots__ = ("children", "close", "end", "local", "namespace", "open_end", "parent", "prefix", "start")

    def __init__(self, name: str, start: int, parent: Element | None) -> None:
        pieces = name.split(_SEPARATOR)
        self.namespace = pieces[0] if len(pieces) > 1 else ""
        self.local = pieces[1] if len(pieces) > 1 else pieces[0]
        self.prefix = pieces[2] if len(pieces) > 2 else ""
        self.start = start
        self.open_end = self.close = self.end = start
        self.parent = parent
        self.children: list[Element] = []

    @property
    def empty(self) -> bool:
        """Whether it is written <a/>."""
        return self.open_end == self.end

    def child(self, local: str) -> Element | None:
        """The first child of a local name; within SpreadsheetML, of its own namespace: readers ignore others."""
        return next(iter(self.named(local)), None)

    def named(self, local: str) -> list[Element]:
        """All children of a local name, as child finds one."""
        found = [child for child in self.children if child.local == local]
        if self.namespace not in MAIN_SPELLINGS:
            return found
        return [child for child in found if child.namespace == self.namespace]

    def walk(self) -> Iterator[Element]:
        """Itself and everything inside, in document order."""
        stack = [self]
        while stack:
            element = stack.pop()
            yield element
            stack.extend(reversed(element.children))


@final
class Editor:
    """The XML of one part and the edits made to it. Offsets are those of data, which is always UTF-8.

    A part in another encoding is read through UTF-8 and written back in its own.
    """

    def __init__(self, raw: bytes, part: str, *, converted: bool = False) -> None:
        """converted: raw is UTF-8 already, whatever it declares."""
        self.part = part
        self.data, self._encoding = (raw, "utf-8") if converted else as_utf8(raw, part)
        self.root = _parse(self.data, part)
        self._edits: list[tuple[int, int, bytes]] = []

    @property
    def edited(self) -> bool:
        """Whether anything was replaced or inserted."""
        return bool(self._edits)

    def text(self, element: Element) -> str:
        """The character data of an element without children."""
        return plain_text(self.data[element.open_end : element.close])

    def attribute(self, element: Element, name: str) -> str | None:
        """The value of an attribute by its name as written, prefix included."""
        span = self._span(element, name)
        return None if span is None else unescape(self.data[span[0] + 1 : span[1] - 1])

    def attribute_names(self, element: Element) -> list[str]:
        """The names of the attributes as written."""
        return [match[1].decode() for match in self._attributes(element)]

    def relation_attribute(self, element: Element, local: str) -> str | None:
        """The value of a prefixed attribute by its local name: r:id under whatever prefix."""
        for name in self.attribute_names(element):
            if name.endswith(":" + local):
                return self.attribute(element, name)
        return None

    def set_attribute(self, element: Element, name: str, value: str) -> None:
        """Change an attribute in place, or add it as the last one."""
        quoted = b'"' + escape_attribute(value) + b'"'
        span = self._span(element, name)
        if span is not None:
            self.replace(*span, quoted)
        else:
            behind = element.open_end - (2 if self.data[element.open_end - 2 : element.open_end] == b"/>" else 1)
            while self.data[behind - 1 : behind].isspace():
                behind -= 1
            self.insert(behind, b" " + name.encode() + b"=" + quoted)

    def remove_attribute(self, element: Element, name: str) -> None:
        """Take an attribute away, with the white space in front of it."""
        for match in self._attributes(element):
            if match[1] == name.encode():
                start = match.start()
                while self.data[start - 1 : start].isspace():
                    start -= 1
                self.replace(start, match.end(), b"")

    def set_text(self, element: Element, escaped: bytes) -> None:
        """Change the content of an element that has no children; escaped is ready character data."""
        self.replace(element.open_end, element.close, escaped)

    def append(self, element: Element, inner: bytes) -> None:
        """Put markup in as the last children of an element; an empty element is opened."""
        if not element.empty:
            self.insert(element.close, inner)
            return
        name = _start_name(self.data, element.start)
        self.replace(element.open_end - 2, element.open_end, b">" + inner + b"</" + name + b">")

    def replace(self, start: int, end: int, new: bytes) -> None:
        """Replace the bytes start..end, whatever is edited within them."""
        self._edits.append((start, end, new))

    def insert(self, at: int, new: bytes) -> None:
        """Insert in front of the byte at an offset; several insertions at one place keep their order."""
        self._edits.append((at, at, new))

    def result(self) -> bytes:
        """The part with all edits, in its own encoding."""
        return from_utf8(self._edited(0, len(self.data)), self._encoding)

    def result_split(self, at: int) -> tuple[bytes, bytes]:
        """UTF-8 with all edits, in two: what stood before the offset, and the rest. No edit may lie across it."""
        return self._edited(0, at), self._edited(at, len(self.data))

    def _edited(self, first: int, last: int) -> bytes:
        pieces: list[bytes] = []
        position = first
        for start, end, new in sorted(self._edits, key=_order):
            if start < position:  # inside of what is replaced as a whole
                continue
            if first <= start < last or (start == last == len(self.data)):
                pieces += (self.data[position:start], new)
                position = end
        pieces.append(self.data[position:last])
        return b"".join(pieces)

    def _attributes(self, element: Element) -> Iterator[re.Match[bytes]]:
        behind = element.start + 1 + len(_start_name(self.data, element.start))
        return _ATTRIBUTE.finditer(self.data, behind, element.open_end)

    def _span(self, element: Element, name: str) -> tuple[int, int] | None:
        wanted = name.encode()
        return next((match.span(2) for match in self._attributes(element) if match[1] == wanted), None)


def _order(edit: tuple[int, int, bytes]) -> tuple[int, bool, int]:
    """Insertions before replacements of the same place, the wider of these first."""
    start, end, _ = edit
    return start, end > start, -end


def as_utf8(raw: bytes, part: str) -> tuple[bytes, str]:
    """The part in UTF-8 (a UTF-8 byte order mark stays), and the codec it came in."""
    if raw[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        encoding = "utf-16-le" if raw[:2] == codecs.BOM_UTF16_LE else "utf-16-be"
    else:
        declared = _ENCODING.match(raw[:200].removeprefix(codecs.BOM_UTF8))
        encoding = declared[1].decode().lower() if declared else "utf-8"
    if encoding in ("utf-8", "utf8", "us-ascii", "ascii"):
        return raw, "utf-8"
    try:
        return raw.decode(encoding).encode(), encoding
    except (LookupError, UnicodeError) as error:
        raise PartDamagedError(part, f"its encoding {encoding} cannot be read") from error


def from_utf8(data: bytes, encoding: str) -> bytes:
    """Back into the part's own codec; characters it lacks become references."""
    return data if encoding == "utf-8" else data.decode().encode(encoding, "xmlcharrefreplace")


def start_tag_end(data: bytes, start: int) -> int:
    """The offset behind the start tag that begins at an offset; a > inside an attribute's value does not end it."""
    match = _START_TAG.match(data, start)
    if match is None:
        raise ValueError(f"no start tag at offset {start}")
    return match.end()


def _start_name(data: bytes, start: int) -> bytes:
    match = re.compile(rb"[^\s/>]+").match(data, start + 1)
    assert match is not None
    return match[0]


def _parse(data: bytes, part: str) -> Element:
    """The tree of a part; not split: the three handlers share its state."""
    parser = expat.ParserCreate("utf-8", namespace_separator=_SEPARATOR)
    parser.namespace_prefixes = True
    parser.buffer_text = True
    root: list[Element] = []
    stack: list[Element] = []

    def opened(name: str, _attributes: dict[str, str]) -> None:
        start = parser.CurrentByteIndex
        element = Element(name, start, stack[-1] if stack else None)
        element.open_end = start_tag_end(data, start)
        if stack:
            stack[-1].children.append(element)
        else:
            root.append(element)
        stack.append(element)

    def closed(_name: str) -> None:
        element = stack.pop()
        if data[element.open_end - 2 : element.open_end] == b"/>":
            element.close = element.end = element.open_end
        else:
            element.close = parser.CurrentByteIndex
            element.end = data.index(b">", element.close) + 1

    def refused(*_: object) -> None:
        raise PartDamagedError(part, "it declares a document type")

    parser.StartElementHandler = opened
    parser.EndElementHandler = closed
    parser.StartDoctypeDeclHandler = refused
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError) as error:
        raise PartDamagedError(part, f"its XML is broken ({error})") from error
    return root[0]
