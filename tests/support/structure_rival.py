"""The steps of structure cases as LibreOffice takes them, and where its formulas differ from the engine's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from support.formula_text import Difference, Formulas, differences, formulas, new_differences
from support.libreoffice_edit import Order, edit, store, text
from support.package.archive import Archive
from support.package.book import read_book
from support.structure_case import COPY, COPY_NAME, DELETE, INSERT, MOVE, NEW_NAME, RENAME, Case

Edited = dict[str, dict[str, bytes]]
"""By case and save."""

_RANGE = "sheet.getCellRangeByName({}).RangeAddress"
_BASIC = {
    INSERT: f"  sheet.insertCells({_RANGE.format(text('A2:A4'))}, com.sun.star.sheet.CellInsertMode.ROWS)",
    DELETE: f"  sheet.removeRange({_RANGE.format(text('C1'))}, com.sun.star.sheet.CellDeleteMode.COLUMNS)",
    MOVE: "  place.Sheet = sheet.RangeAddress.Sheet\n  place.Column = 4\n  place.Row = 19\n"
    f"  sheet.moveRange(place, {_RANGE.format(text('A5:B8'))})",
    RENAME: f"  sheet.Name = {text(NEW_NAME)}",
    COPY: f"  document.Sheets.copyByName(sheet.Name, {text(COPY_NAME)}, document.Sheets.Count)",
}


def rival(cases: Iterable[Case]) -> Edited:
    """What LibreOffice makes of each file by the steps that the engine kept, and as many saves."""
    return edit({case.name: order(case) for case in cases if case.saves})


def order(case: Case) -> Order:
    """The steps that the engine kept, and its saves."""
    archive = Archive(case.before)
    book = read_book(archive)
    assert book is not None
    first = book.worksheets(archive)[0][0].name
    lines = [f"  sheet = document.Sheets.getByName({text(first)})"]
    lines += [_BASIC[step] for step in case.kept if step in _BASIC]
    for save in case.saves:
        lines += [f"  document.Sheets.removeByName({text(name)})" for name in save.deleted]
        lines.append(store(save.name))
    return Order(case.before, "\n".join(lines))


def rival_differences(
    case: Case, edited: Edited, converted: Mapping[str, bytes | None], source: str
) -> list[tuple[str, Difference]]:
    """(save, difference) of the engine's formulas from those of LibreOffice's own edit, but for what differs in the
    input already; source is the input's key in converted."""
    old = converted.get(source)
    before = [] if old is None else differences(case.formulas, single(formulas(old)))
    found: list[tuple[str, Difference]] = []
    for save in case.saves:
        data = edited.get(case.name, {}).get(save.name)
        if data is not None:
            after = differences(save.formulas, single(formulas(data)))
            found.extend((save.name, one) for one in new_differences(before, after))
    return found


def single(found: Formulas) -> Formulas:
    """Blocks by the text of their first cell, as the engine tells them; data tables have none."""
    return {
        sheet: {cell: _bare(shown) for cell, shown in cells.items() if not shown.startswith("{TABLE}")}
        for sheet, cells in found.items()
    }


def _bare(shown: str) -> str:
    return shown[1 : shown.rindex("}")] if shown.startswith("{") else shown
