"""The formula of every cell of a package as text, and which texts two readers of one package disagree about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from lxml import etree
from openpyxl.formula.translate import Translator
from support.package.archive import Archive, child, children, number
from support.package.area import parse_area, parse_place, spell
from support.package.book import read_book

Formulas = dict[str, dict[str, str]]
"""By sheet name and cell."""


class Difference(NamedTuple):
    """A cell for which two readers have different formulas; an empty text is a cell without one."""

    sheet: str
    cell: str
    ours: str
    theirs: str


def formulas(data: bytes) -> Formulas:
    """The formulas of all worksheets as the file spells them; a block's is told once, with the block's area."""
    archive = Archive(data)
    book = read_book(archive)
    if book is None:
        return {}
    return {entry.name: dict(_cells(root)) for entry, _, root in book.worksheets(archive)}


def formula_differences(ours: bytes, converted: bytes) -> list[Difference]:
    """The cells whose formula another reader has another text for, after normal().

    LibreOffice writes a truth or an error that is a value as a formula of that constant: not told.
    """
    return differences(formulas(ours), formulas(converted))


def name_differences(ours: bytes, converted: bytes) -> list[Difference]:
    """The same of defined names, as cells of a sheet called (names).

    Those that another reader leaves out are not told: LibreOffice writes none that it has another place for.
    """
    mine, other = names(ours), names(converted)
    return differences({"(names)": {name: text for name, text in mine.items() if name in other}}, {"(names)": other})


def names(data: bytes) -> dict[str, str]:
    """The texts of defined names; those of one sheet by the sheet's name and theirs."""
    book = read_book(Archive(data))
    found: dict[str, str] = {}
    for element in [] if book is None else book.names:
        scope = number(element.get("localSheetId"), -1)
        local = (
            book.sheets[scope].name if book is not None and scope is not None and 0 <= scope < len(book.sheets) else ""
        )
        found[f"{local}!{element.get('name', '')}".casefold()] = element.text or ""
    return found


def differences(mine: Formulas, other: Formulas) -> list[Difference]:
    """The cells for which two readers have formulas that are not one after normal()."""
    found: list[Difference] = []
    for sheet in sorted(mine.keys() | other.keys()):
        one, two = mine.get(sheet, {}), other.get(sheet, {})
        for cell in sorted(one.keys() | two.keys()):
            texts = one.get(cell, ""), two.get(cell, "")
            if normal(texts[0]) != normal(texts[1]) and not (not texts[0] and texts[1].strip().lower() in _CONSTANTS):
                found.append(Difference(sheet, cell, *texts))
    return found


def new_differences(before: list[Difference], after: list[Difference]) -> list[Difference]:
    """The differences of an edited file of a kind that its input lacked.

    Two differences are of one kind if they are equal but for the references and numbers in them, which move. One that
    is nothing but references is never excused: it is what a wrong shift looks like.
    """
    known = {(shape(one.ours), shape(one.theirs)) for one in before}
    return [
        one
        for one in after
        if shape(one.ours) == shape(one.theirs) or (shape(one.ours), shape(one.theirs)) not in known
    ]


def _cells(root: etree._Element) -> Iterator[tuple[str, str]]:
    masters: dict[str, tuple[str, str]] = {}
    waiting: list[tuple[str, str]] = []
    at = 0
    for row in children(child(root, "sheetData"), "row"):
        at = number(row.get("r"), at + 1) or at + 1
        last = 0
        for cell in children(row, "c"):
            place = parse_place(cell.get("r")) or (at, last + 1)
            last = place[1]
            formula = child(cell, "f")
            if formula is not None:
                yield from _cell(formula, spell(*place), masters, waiting)
    for index, name in waiting:
        text, origin = masters.get(index, ("", name))
        yield name, _moved(text, origin, name)


def _cell(
    formula: etree._Element, name: str, masters: dict[str, tuple[str, str]], waiting: list[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    kind, text = formula.get("t", "normal"), (formula.text or "").strip()
    if kind == "shared" and not text:
        waiting.append((formula.get("si", ""), name))
        return
    if kind == "shared" and formula.get("ref") is not None:
        masters[formula.get("si", "")] = text, name
    if kind in ("array", "dataTable"):
        area = parse_area(formula.get("ref"))
        block = formula.get("ref") if area is None else f"{spell(*area[:2])}:{spell(*area[2:])}"
        text = f"{{{text if kind == 'array' else 'TABLE'}}}{block}"
    yield name, text


def _moved(text: str, origin: str, name: str) -> str:
    """A follower's formula; openpyxl moves it, who knows nothing of how this project does."""
    try:
        return str(Translator(f"={text}", origin).translate_formula(name))[1:]
    except Exception as error:
        return f"cannot be moved: {text}: {error}"


_PARTS = re.compile(r"""("(?:[^"]|"")*")|'((?:[^']|'')*)'""")
_PREFIX = re.compile(r"_xl(?:fn|ws|pm|udf|eta)\.|\[0\]!")
_TRUTH = re.compile(r"\b(true|false)\(\)")
_COLUMN = re.compile(r"(\$?[a-z]{1,3})\$?1:(\$?[a-z]{1,3})\$?1048576\b")
_ROW = re.compile(r"\$?a(\$?\d+):\$?xfd(\$?\d+)\b")
_NUMBER = re.compile(r"(?<![\w.$\]])(\d+\.?\d*(?:e[-+]?\d+)?|\.\d+)(?![\w.(])")
_CONSTANTS = frozenset(
    ("true()", "false()", "#null!", "#div/0!", "#value!", "#ref!", "#name?", "#num!", "#n/a", "#getting_data")
)
_REFERENCE = re.compile(r"\$?\b[a-z]{1,3}\$?\d+\b|(?<![\w.])\d[\d.]*")


def normal(text: str) -> str:
    """A formula without what may differ between two spellings of one formula.

    Case outside of texts counts nowhere; blanks are read over, but for the intersection, which stands between the same
    references either way; _xlfn. and its kin are spellings of the file; [0]! is this
    workbook; TRUE() is TRUE; quotes around a sheet's name
    may stand where they need not; A1:A1048576 is A:A; 1E2 is 100.
    """
    out, last = [], 0
    for match in _PARTS.finditer(text):
        out.append(_plain(text[last : match.start()]))
        out.append(match[1] if match[1] is not None else match[2].replace("''", "'").casefold())
        last = match.end()
    out.append(_plain(text[last:]))
    return "".join(out)


def shape(text: str) -> str:
    """normal() with every reference and number made one sign."""
    return _REFERENCE.sub("§", normal(text))


def _plain(text: str) -> str:
    text = _PREFIX.sub("", re.sub(r"\s+", "", text).casefold())
    text = _ROW.sub(r"\1:\2", _COLUMN.sub(r"\1:\2", _TRUTH.sub(r"\1", text)))
    return _NUMBER.sub(lambda match: repr(float(match[1])), text)
