"""Text as a sheet's XML holds it: escapes in markup, and Excel's own _xHHHH_ escapes in cell text."""

from __future__ import annotations

import re
from typing import Final

_NAMED: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_REFERENCE = re.compile(r"&(?:#x([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));")
_STORED = re.compile(r"[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_SPECIAL = re.compile(rb"(<!\[CDATA\[.*?\]\]>|<!--.*?-->|<\?.*?\?>)", re.DOTALL)
_UNFIT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def escape(text: str) -> bytes:
    """Character data of an element, UTF-8. A carriage return becomes a reference: a parser would read it as LF."""
    return _marked(text).replace("\r", "&#13;").encode()


def escape_attribute(text: str) -> bytes:
    """The value of an attribute that stands between double quotes, UTF-8; white space survives normalisation."""
    marked = _marked(text).replace('"', "&quot;")
    return marked.replace("\t", "&#9;").replace("\n", "&#10;").replace("\r", "&#13;").encode()


def cell_text(text: str) -> bytes:
    """The content of a t element: what XML cannot hold is stored as _xHHHH_, and literal _x0041_ text is protected.

    Carriage returns are stored as _x000D_, as Excel does (ECMA-376 part 1, 22.9.2.19 ST_Xstring).
    """
    return _marked(_STORED.sub(_stored, text)).encode()


def needs_space(text: str) -> bool:
    """Whether xml:space="preserve" is due: readers may trim or fold white space otherwise."""
    return text != text.strip() or "\n" in text or "\t" in text or "  " in text


def unfit(text: str) -> bool:
    """Whether XML 1.0 cannot hold the text even with references."""
    return _UNFIT.search(text) is not None


def whole(text: str | None) -> int:
    """The number that an attribute holds; 0 where it is missing or no number."""
    bare = (text or "").strip()
    return int(bare) if bare.isascii() and bare.isdigit() and len(bare) < 10 else 0


def unescape(raw: bytes) -> str:
    """The text of character data or of an attribute value without CDATA, with line ends read as LF."""
    text = raw.decode()
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _REFERENCE.sub(_character, text) if "&" in text else text


def plain_text(inner: bytes) -> str:
    """Character data of an element's content: references, CDATA and comments resolved."""
    if b"<!" not in inner and b"<?" not in inner:
        return unescape(inner)
    pieces = _SPECIAL.split(inner)
    return "".join(
        piece[9:-3].decode() if piece.startswith(b"<![CDATA[") else unescape(piece)
        for piece in pieces
        if not piece.startswith((b"<!--", b"<?"))
    )


def _marked(text: str) -> str:
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    return text.replace(">", "&gt;") if ">" in text else text


def _stored(match: re.Match[str]) -> str:
    return f"_x{ord(match[0]):04X}_"


def _character(match: re.Match[str]) -> str:
    if match[3]:
        return _NAMED[match[3]]
    code = int(match[1], 16) if match[1] else int(match[2])
    return chr(code) if code <= 0x10FFFF else match[0]
