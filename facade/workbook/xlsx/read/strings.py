"""The shared strings of a workbook: by one regular expression, with lxml where that does not account for every byte."""

from __future__ import annotations

import re
from typing import Final

from ....value import RichText
from ..markup import each, prolog_end, refuse_document_type, utf8
from ..namespace import MAIN_SPELLINGS, main
from .fragment import inline_text
from .scan import IrregularError
from .text import text_of, value_text

CHUNK_BYTES: Final = 256 * 1024
"""Bytes of strings that are scanned at once; a chunk ends with an item."""

_ROOT = re.compile(rb"<sst(?:\s[^<>]*)?>")
_DEFAULT_SPACE = re.compile(rb"\sxmlns=[\"']([^\"']*)[\"']")
_ITEM = re.compile(
    rb'(<si>)(?:<t(?: xml:space="preserve")?>([^<]*)</t></si>|([^<]*(?:<(?!/?si[ />])[^<]*)*)</si>)'
    rb"|(<si/>)|\s+|([^<\s]|<)"
)
"""Groups: opening, plain text, other content, an empty item, junk. An item ends before the next one begins, so that
unclosed ones cost linear time."""
_END = b"</si>"


def read_strings(data: bytes, part: str) -> list[str | RichText]:
    """The shared strings in their order."""
    data = utf8(data, part)
    refuse_document_type(data, part)
    try:
        return _scan(data)
    except (IrregularError, ValueError):
        return read_strings_by_tree(data, part)


def read_strings_by_tree(data: bytes, part: str) -> list[str | RichText]:
    """The same by lxml alone."""
    return [text_of(item) for item in each(data, part, ("{*}si",)) if main(item.tag)]


def _scan(data: bytes) -> list[str | RichText]:
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    root = _ROOT.match(data, prolog_end(data))
    space = _DEFAULT_SPACE.search(root[0]) if root is not None else None
    if root is None or space is None or space[1].decode("utf-8", "replace") not in MAIN_SPELLINGS or b"<!" in data:
        raise IrregularError
    strings: list[str | RichText] = []
    place, last = root.end(), data.rfind(_END) + len(_END)
    while place < last:
        end = data.rfind(_END, place, place + CHUNK_BYTES) + len(_END)
        if end < len(_END):
            end = data.find(_END, place) + len(_END)
        strings.extend(_items(data, place, end))
        place = end
    _check_tail(data[max(last, root.end()) :], strings)
    return strings


def _items(data: bytes, start: int, end: int) -> list[str | RichText]:
    items: list[str | RichText] = []
    for opening, plain, content, empty, junk in _ITEM.findall(data, start, end):
        if plain:
            items.append(value_text(plain))
        elif content:
            items.append(inline_text(content))
        elif opening or empty:
            items.append("")
        elif junk:
            raise IrregularError
    return items


def _check_tail(tail: bytes, strings: list[str | RichText]) -> None:
    """Behind the last closed item there may be empty ones and an extension list."""
    empty = re.match(rb"(?:\s*<si/>)*", tail)
    rest = tail[empty.end() :] if empty else tail
    if empty:
        strings.extend([""] * empty[0].count(b"<si/>"))
    if b"<si" in rest or not rest.rstrip().endswith(b"</sst>"):
        raise IrregularError
