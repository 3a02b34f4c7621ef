"""The calculation chain: it names cells with formulas, each once, but for those of arrays, which Excel names twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from support.package.archive import Archive, children
from support.package.area import parse_place
from support.package.book import Book
from support.package.cells import Cells
from support.package.finding import Finding


def chain_findings(archive: Archive, book: Book, cells: Mapping[str, Cells]) -> Iterator[Finding]:
    """All of this module; cells by sheet id, checked before."""
    for part in archive.related(book.main, "calcChain"):
        sheet, seen = "", set()
        for element in children(archive.trees.get(part), "c"):
            sheet = element.get("i", sheet)
            name = element.get("r", "")
            place = parse_place(name)
            if place is None or sheet not in cells or not cells[sheet].computes(*place):
                yield Finding("chain_formula_missing", part, f"{name} of sheet {sheet} has no formula")
            elif (sheet, place) in seen and not cells[sheet].spills(*place):
                yield Finding("chain_duplicate", part, f"{name} of sheet {sheet} is there twice")
            seen.add((sheet, place))
