"""What a workbook says, as plain values: what its saved file must say when it is read again."""

from __future__ import annotations

import re
from typing import Any

from macrocell.facade.workbook.formula.entry import entry_now
from macrocell.facade.workbook.model.column import joined
from macrocell.facade.workbook.model.formula import ArrayFormula, DataTable
from macrocell.facade.workbook.model.row import Row
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook

_ATTRIBUTE = re.compile(rb"""([^\s=]+)\s*=\s*["']([^"']*)["']""")


def picture(book: Workbook) -> dict[str, Any]:
    """Every sheet by name: rows that hold anything, merged areas, blocks and columns. Loads the sheets."""
    return {sheet.name: sheet_picture(book, sheet) for sheet in book.sheets}


def sheet_picture(book: Workbook, sheet: Sheet) -> dict[str, Any]:
    """One sheet of it."""
    sheet.load()
    rows = ((row0, row_picture(book, sheet, row)) for row0, row in sheet.each_row())
    return {
        "rows": {row0: row for row0, row in rows if any(row)},
        "merges": list(sheet.merges),
        "blocks": sorted(sheet.blocks),
        "columns": joined(sheet.columns),
    }


def row_picture(book: Workbook, sheet: Sheet, row: Row) -> tuple[Any, ...]:
    """Values, formulas and styles by column, and the attributes by name."""
    values = row.values.items() if isinstance(row.values, dict) else enumerate(row.values)
    styles = row.styles.items() if isinstance(row.styles, dict) else enumerate(row.styles)
    formulas = {}
    for col0 in row.formula_columns():
        entry = row.formula(col0)
        assert entry is not None
        now = entry_now(book.history, sheet, entry, row)
        if isinstance(now, ArrayFormula):
            formulas[col0] = (now.text, now.rect, now.dynamic)
        elif isinstance(now, DataTable):
            formulas[col0] = (now.rect, sorted(_ATTRIBUTE.findall(now.attributes)))
        else:
            formulas[col0] = now  # type: ignore[assignment]
    return (
        {col0: value for col0, value in sorted(values) if value is not None},
        formulas,
        {col0: style for col0, style in sorted(styles) if style},
        sorted(_ATTRIBUTE.findall(row.attributes)),
    )
