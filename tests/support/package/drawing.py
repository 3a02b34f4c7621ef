"""Anchors of drawings and controls: from does not lie behind to, and both lie on the grid."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree
from support.package.archive import Archive, child, local, number
from support.package.area import COLUMNS, ROWS
from support.package.finding import Finding

_ROOTS = frozenset(("wsDr", "worksheet"))


def drawing_findings(archive: Archive) -> Iterator[Finding]:
    """All of this module."""
    for part, root in archive.trees.items():
        if local(root) in _ROOTS:
            for start in root.iter("{*}from"):
                if local(start.getparent()) in ("twoCellAnchor", "oneCellAnchor", "anchor", "objectPr"):
                    yield from _anchor(part, start)


def _anchor(part: str, start: etree._Element) -> Iterator[Finding]:
    end = child(start.getparent(), "to")
    first, last = _place(start), None if end is None else _place(end)
    if first is None or (end is not None and last is None):
        yield Finding("anchor_bad", part, "an anchor lies off the grid")
    elif last is not None and (last[0] < first[0] or last[2] < first[2] or last < first):
        yield Finding("anchor_backwards", part, f"an anchor runs from {first} to {last}")


def _place(marker: etree._Element) -> tuple[int, int, int, int] | None:
    """(column, offset, row, offset), all from 0; None where it lies off the grid."""
    words = []
    for name in ("col", "colOff", "row", "rowOff"):
        found = child(marker, name)
        words.append(number(None if found is None else (found.text or "").strip().removesuffix("emu"), -1))
    column, aside, row, below = words
    if column is None or row is None or not 0 <= column < COLUMNS or not 0 <= row < ROWS:
        return None
    return column, aside or 0, row, below or 0
