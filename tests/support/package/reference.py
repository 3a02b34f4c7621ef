"""Sheets that formulas of cells, names, rules and charts speak of, and that the workbook has not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from support.package.archive import Archive, local
from support.package.book import Book
from support.package.finding import Finding

_TEXT = re.compile(r'"(?:[^"]|"")*"')
_SHEET = re.compile(r"'((?:[^'\[\]]|'')+)'!|(?<![\w.\]'#?\\:])([^\W\d][\w.]*)!")
"""A sheet's name in front of a reference; those of other workbooks have brackets. A:B!C1 are two sheets: the last
name alone is read of names without quotes."""

_FORMULAS = frozenset(("f", "formula", "formula1", "formula2", "definedName", "calculatedColumnFormula"))


def reference_findings(archive: Archive, book: Book) -> Iterator[Finding]:
    """All of this module."""
    known = {entry.name.casefold() for entry in book.sheets}
    for part, root in archive.trees.items():
        missing: dict[str, str] = {}
        for element in root.iter():
            if local(element) in _FORMULAS and element.text and "!" in element.text:
                for name in sheets_of(element.text):
                    if any(word.casefold() not in known for word in name.split(":")):
                        missing.setdefault(name, element.text)
        for name, text in missing.items():
            yield Finding("sheet_unknown", part, f"{text[:80]} speaks of the sheet {name}, which is not there")


def sheets_of(formula: str) -> Iterator[str]:
    """The sheets of this workbook that a formula names, as they are called."""
    for match in _SHEET.finditer(_TEXT.sub('""', formula)):
        yield match[1].replace("''", "'") if match[1] is not None else match[2]
