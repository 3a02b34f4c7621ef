"""The raw attributes of rows and columns: read, changed in place, and in one spelling for comparing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import isfinite
from types import MappingProxyType
from typing import Final

ATTRIBUTE: Final = re.compile(rb"""([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')""")
_FLAGS: Final = frozenset((b"hidden", b"customHeight", b"customWidth", b"collapsed", b"bestFit", b"customFormat"))
_EDGES: Final = frozenset((b"thickTop", b"thickBot", b"ph", b"phonetic"))
_NUMBERS: Final = frozenset((b"ht", b"width", b"outlineLevel", b"s"))
_TRUE: Final = frozenset((b"1", b"true", b"on"))


@lru_cache(maxsize=4096)
def attributes(raw: bytes) -> Mapping[bytes, bytes]:
    """The values by name, as they are written; of one that is given twice, the first."""
    found: dict[bytes, bytes] = {}
    for name, double, single in ATTRIBUTE.findall(raw):
        found.setdefault(name, double or single)
    return MappingProxyType(found)


def is_well_formed(raw: bytes) -> bool:
    """Whether it is nothing but attributes."""
    return not ATTRIBUTE.sub(b"", raw).strip()


def flag(raw: bytes, name: bytes) -> bool:
    """Whether an attribute is there and true."""
    return attributes(raw).get(name, b"").strip() in _TRUE


def number(raw: bytes, name: bytes) -> float | None:
    """The number of an attribute; None where it is not there or none."""
    try:
        found = float(attributes(raw)[name])
    except (KeyError, ValueError):
        return None
    return found if isfinite(found) else None


def deepest_level(texts: Iterable[bytes]) -> int:
    """The highest outline level of rows or columns, by their attributes."""
    levels = (number(text, b"outlineLevel") or 0 for text in texts if b"outlineLevel" in text)
    return min(max(int(max(levels, default=0)), 0), 7)


def number_text(value: float) -> bytes:
    """A number as attributes spell it: 20, 12.75."""
    return b"%.15g" % value


def changed(raw: bytes, values: Mapping[bytes, bytes | None]) -> bytes:
    """With attributes changed in place, taken out (None), or added at the end; every other byte stays."""
    left = dict(values)
    pieces: list[bytes] = []
    position = 0
    for match in ATTRIBUTE.finditer(raw):
        name = match[1]
        if name not in left:
            continue
        value = left.pop(name)
        if value is None:
            pieces.append(raw[position : match.start()].rstrip())
        else:
            first, last = match.span(2) if match[2] is not None else match.span(3)
            pieces.append(raw[position:first] + value + raw[last : match.end()])
        position = match.end()
    text = b"".join((*pieces, raw[position:]))
    added = b" ".join(name + b'="' + value + b'"' for name, value in left.items() if value is not None)
    return b" ".join(part for part in (text.strip() if values else text, added) if part)


@lru_cache(maxsize=4096)
def canonical(raw: bytes) -> bytes:
    """In the order of names, numbers and flags in one spelling, without what says the same as nothing."""
    spelled = ((name, _spelled(name, value)) for name, value in sorted(attributes(raw).items()))
    return b" ".join(name + b'="' + value + b'"' for name, value in spelled if value)


def _spelled(name: bytes, value: bytes) -> bytes:
    if name in _FLAGS or name in _EDGES:
        return b"1" if value.strip() in _TRUE else b""
    if name not in _NUMBERS:
        return value
    try:
        found = float(value)
    except ValueError:
        return value
    return b"" if name == b"outlineLevel" and not found else number_text(found)
