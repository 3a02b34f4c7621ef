"""Text of cells: escapes, shared and inline strings, rich text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ....value import RichText, TextRun
from ..namespace import main

if TYPE_CHECKING:
    from lxml import etree

_ESCAPES = re.compile(r"_x([Dd][89ABab][0-9A-Fa-f]{2})__x([Dd][C-Fc-f][0-9A-Fa-f]{2})_|_x([0-9A-Fa-f]{4})_")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_REFERENCE = re.compile(r"#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6})")
_ENTITY: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


def decode_escapes(text: str) -> str:
    """Put characters for _xHHHH_ (ECMA-376 22.9.2.19), surrogate pairs as one; a lone surrogate stays as written."""
    return _ESCAPES.sub(_character, text) if "_x" in text else text


def _character(match: re.Match[str]) -> str:
    high, low, single = match.groups()
    if high is not None:
        return chr(0x10000 + ((int(high, 16) & 0x3FF) << 10) + (int(low, 16) & 0x3FF))
    code = int(single, 16)
    return match[0] if 0xD800 <= code <= 0xDFFF else chr(code)


def unescape(text: str) -> str:
    """Put characters for the references of XML; text with any other & raises ValueError."""
    first, *parts = text.split("&")
    if not parts:
        return text
    pieces = [first]
    for part in parts:
        name, semicolon, rest = part.partition(";")
        character = _ENTITY.get(name)
        if character is None:
            character = _referenced(name)
        if not semicolon:
            raise ValueError("an & that begins no reference")
        pieces.append(character)
        pieces.append(rest)
    return "".join(pieces)


def _referenced(name: str) -> str:
    match = _REFERENCE.fullmatch(name)
    if match is None:
        raise ValueError("an & that begins no reference")
    code = int(match[1]) if match[1] is not None else int(match[2], 16)
    if (
        code > 0x10FFFF
        or 0xD800 <= code <= 0xDFFF
        or (code < 32 and code not in (9, 10, 13))
        or code in (0xFFFE, 0xFFFF)
    ):
        raise ValueError("a reference to no character")
    return chr(code)


def plain_text(raw: bytes) -> str:
    """Character data as text. Raises ValueError for bad UTF-8, bad references and control characters."""
    text = raw.decode()
    if not text.isprintable() and _CONTROL.search(text) is not None:
        raise ValueError("a control character")
    return unescape(text) if "&" in text else text


def value_text(raw: bytes) -> str:
    """Character data of a string value as text."""
    return decode_escapes(plain_text(raw))


def text_of(item: etree._Element) -> str | RichText:
    """The text of an si or is element: str, or RichText if it has runs. Phonetic hints are left out."""
    from lxml import etree

    runs: list[TextRun] = []
    plain: list[str] = []
    for child in item:
        kind = main(child.tag)
        if kind == "t":
            plain.append(child.text or "")
        elif kind == "r":
            runs.append(_run(child))
    if not runs:
        return decode_escapes("".join(plain))
    if plain:
        runs.insert(0, TextRun(decode_escapes("".join(plain))))
    raw = b"".join(etree.tostring(child, with_tail=False) for child in item)
    return RichText(tuple(runs), raw)


def _run(element: etree._Element) -> TextRun:
    from lxml import etree

    text, properties = "", b""
    for child in element:
        kind = main(child.tag)
        if kind == "t":
            text += child.text or ""
        elif kind == "rPr":
            properties = etree.tostring(child, with_tail=False)
    return TextRun(decode_escapes(text), properties)
