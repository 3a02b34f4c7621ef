"""Structured references as plain ones: what the calculator is given for T[price], and for T[[#This Row],[price]]."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, final

from ..formula.sheet_prefix import write_prefix
from ..formula.token import Kind, tokens
from ..model.rect import Rect, column_letters
from ..model.sheet import Sheet
from ..model.workbook import Workbook

_PART: Final = r"\[((?:'.|[^'\[\]])*)\]"
_PLAIN: Final = re.compile(r"(?:'.|[^'\[\],:@#])*|#[A-Za-z ]+")
_PARTS: Final = re.compile(rf"\s*{_PART}(?:\s*([,:])\s*{_PART})*\s*")
_EACH: Final = re.compile(_PART)
_ESCAPED: Final = re.compile(r"'(.)")
_THIS_ROW: Final = "#this row"


@final
class _Table(NamedTuple):
    """Where a table stands: all of it, its columns by folded name, and how many rows are header and totals."""

    sheet: Sheet
    rect: Rect
    columns: dict[str, int]
    header: int
    totals: int

    def rows(self, item: str, row0: int) -> tuple[int, int] | None:
        """First and last row of an item, "" for the data; None where there are none."""
        rect = self.rect
        first, last = rect.row0 + self.header, rect.row1 - self.totals
        if item in ("", "#data"):
            found = (first, last)
        elif item == "#all":
            found = (rect.row0, rect.row1)
        elif item == "#headers":
            found = (rect.row0, rect.row0 + self.header - 1)
        elif item == "#totals":
            found = (last + 1, rect.row1)
        elif item == _THIS_ROW and first <= row0 <= last:
            found = (row0, row0)
        else:
            return None
        return found if found[0] <= found[1] else None


@final
class Tables:
    """The tables of a model as they stand now."""

    def __init__(self, model: Workbook) -> None:
        self._tables: dict[str, _Table] = {}
        if model.package is None:
            return
        from ..object.current import current_tables

        for sheet in model.sheets:
            for table in current_tables(model, sheet) if sheet.kind == "worksheet" else ():
                names = {name.casefold(): place for place, (_, name) in enumerate(table.columns)}
                self._tables[table.name.casefold()] = _Table(sheet, table.rect, names, table.header, table.totals)

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._tables)

    def plain(self, text: str, sheet: Sheet, row0: int, col0: int) -> str:
        """The formula of a cell without structured references; one that cannot be told stays as it is."""
        if not self._tables:
            return text
        folded = text.casefold()
        if "[" not in text and not any(name in folded for name in self._tables):
            return text
        parts: list[str] = []
        before = None
        for token in tokens(text):
            part = None
            if before is not Kind.PREFIX and token.kind in (Kind.STRUCTURED, Kind.NAME):
                part = self._reference(token.text, sheet, row0, col0)
            parts.append(token.text if part is None else part)
            before = token.kind
        return "".join(parts)

    def _reference(self, text: str, sheet: Sheet, row0: int, col0: int) -> str | None:
        name, bracket, rest = text.partition("[")
        table = self._tables.get(name.casefold()) if name else self._around(sheet, row0, col0)
        if table is None:
            return None
        said = _said(rest[:-1]) if bracket else ((), ())
        if said is None:
            return None
        items, columns = said
        rows = table.rows(items[0] if items else "", row0) if len(items) < 2 else None
        places = [table.columns.get(column.casefold()) for column in columns]
        if rows is None or None in places or (_THIS_ROW in items and table.sheet is not sheet):
            return None
        wanted = [place for place in places if place is not None] or [0, table.rect.columns - 1]
        first, last = table.rect.col0 + min(wanted), table.rect.col0 + max(wanted)
        corners = [f"${column_letters(col)}${row + 1}" for row, col in zip(rows, (first, last), strict=True)]
        prefix = write_prefix(table.sheet.name, table.sheet.name)
        return prefix + (corners[0] if corners[0] == corners[1] else ":".join(corners))

    def _around(self, sheet: Sheet, row0: int, col0: int) -> _Table | None:
        """The table that a cell stands in, which [@price] is about."""
        held = (table for table in self._tables.values() if table.sheet is sheet and table.rect.holds(row0, col0))
        return next(held, None)


def _said(inner: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """(items such as #all, names of one column or of two ends) between the outer brackets; None for anything else."""
    items: list[str] = []
    if inner.startswith("@"):
        items.append(_THIS_ROW)
        inner = inner[1:]
    if _PLAIN.fullmatch(inner):
        parts, joins = [inner] if inner else [], ""
    elif _PARTS.fullmatch(inner):
        parts, joins = _EACH.findall(inner), re.sub(r"\s", "", _EACH.sub("", inner))
    else:
        return None
    columns = [part for part in parts if not part.startswith("#")]
    items.extend(part.casefold() for part in parts if part.startswith("#"))
    if len(columns) > 2 or joins.count(":") != (len(columns) == 2) or (len(columns) == 2 and not joins.endswith(":")):
        return None
    return tuple(items), tuple(_ESCAPED.sub(r"\1", column) for column in columns)
