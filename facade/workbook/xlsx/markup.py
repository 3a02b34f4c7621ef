"""XML of an untrusted part: no document types, no entities, bounded depth, one encoding."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Final, NoReturn

from .error import CorruptFileError, TooLargeError, XmlBombError

if TYPE_CHECKING:
    from lxml import etree

MAX_DEPTH: Final = 256
"""libxml2's own limit without huge_tree; a sheet needs 8 levels, a drawing some 30."""

_DECLARED = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]+)[\"']")
_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def utf8(data: bytes, part: str) -> bytes:
    """The same markup in UTF-8, without a byte order mark; its declaration of another encoding is taken out."""
    encoding = _encoding(data)
    if encoding == "utf-8":
        return data
    if encoding == "utf-8-sig":
        return data[3:]
    try:
        text = data.decode(encoding)  # not codecs.decode: that also takes zlib and bz2
    except (LookupError, UnicodeError, ValueError) as error:
        raise CorruptFileError(f"the text is not in the encoding it declares ({encoding})", part=part) from error
    return re.sub(r"^\s*<\?xml.*?\?>", "", text, count=1, flags=re.DOTALL).encode("utf-8", "strict")


def refuse_document_type(data: bytes, part: str) -> None:
    """Raise XmlBombError if the markup (in UTF-8) has a document type; one can only stand before the root."""
    start = prolog_end(data)
    if data.startswith(b"<!DOCTYPE", start):
        raise XmlBombError("it has a document type definition, which no workbook needs", part=part)


def prolog_end(data: bytes) -> int:
    """Where the first thing that is no white space, comment or processing instruction begins."""
    place = 0
    while True:
        while data[place : place + 1].isspace():
            place += 1
        if data.startswith(b"<?", place):
            end = data.find(b"?>", place + 2) + 2
        elif data.startswith(b"<!--", place):
            end = data.find(b"-->", place + 4) + 3
        else:
            return place
        if end <= place:
            return place
        place = end


def parse(data: bytes, part: str) -> etree._Element:
    """The root element. Raises CorruptFileError for malformed markup, XmlBombError for hostile markup."""
    from lxml import etree

    data = utf8(data, part)
    refuse_document_type(data, part)
    try:
        return etree.fromstring(data, _parser())
    except (etree.XMLSyntaxError, ValueError) as error:
        _refuse(error, part)


def markup_text(element: etree._Element) -> str:
    """An element as markup, without what follows it."""
    from lxml import etree

    return etree.tostring(element, encoding="unicode", with_tail=False)


def each(data: bytes, part: str, tags: tuple[str, ...]) -> Iterator[etree._Element]:
    """Every element with one of these tags, at its end, in document order; emptied when the next is asked for."""
    for event, element in events(data, part, tags):
        if event == "end":
            yield element


def events(data: bytes, part: str, tags: tuple[str, ...]) -> Iterator[tuple[str, etree._Element]]:
    """("start" or "end", element) for these tags, in document order; an ended element is emptied and forgotten.

    At its start an element has its attributes, not yet its content.
    """
    from lxml import etree

    data = utf8(data, part)
    refuse_document_type(data, part)
    source = etree.iterparse(
        BytesIO(data),
        events=("start", "end"),
        tag=tags,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
    )
    try:
        for event, element in source:
            yield event, element
            if event == "end":
                _forget(element)
    except etree.XMLSyntaxError as error:
        _refuse(error, part)


def _forget(element: etree._Element) -> None:
    element.clear()
    parent = element.getparent()
    while parent is not None and (before := element.getprevious()) is not None:
        parent.remove(before)


def _parser() -> etree.XMLParser:
    from lxml import etree

    return etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)


def _encoding(data: bytes) -> str:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return encoding
    if data[:4] == b"\x3c\x00\x3f\x00":
        return "utf-16-le"
    if data[:4] == b"\x00\x3c\x00\x3f":
        return "utf-16-be"
    declared = _DECLARED.match(data[:256].lstrip())
    name = declared[1].decode("ascii").lower() if declared else "utf-8"
    return "utf-8" if name in {"utf-8", "utf8", "us-ascii", "ascii"} else name


def _refuse(error: Exception, part: str) -> NoReturn:
    text = str(error)
    if "memory" in text.lower():
        raise TooLargeError("it needs more memory than this process has", part=part) from error
    if "xcessive depth" in text:
        raise XmlBombError(
            f"its markup is nested deeper than {MAX_DEPTH} levels", part=part, limit=MAX_DEPTH
        ) from error
    if "uge" in text and "node" in text:
        raise XmlBombError(
            "a single piece of text in it exceeds 10,000,000 bytes", part=part, limit=10_000_000
        ) from error
    raise CorruptFileError(f"malformed markup: {text.partition(' (')[0]}", part=part) from error
