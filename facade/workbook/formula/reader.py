"""The cells a formula of a workbook reads: sheets and names of its text looked up."""

from __future__ import annotations

from typing import TypeAlias, final

from ..model.formula import DataTable, FormulaEntry, SharedFormula
from ..model.rect import Rect
from ..model.row import Row
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from .entry import entry_text
from .pieces import REF_ERROR
from .precedent import POSITIONAL, SHOWN_ONLY, Precedents, precedents, sheets_between
from .shape import quick_precedents

Reads: TypeAlias = "list[tuple[str, Rect]]"


@final
class Reader:
    """One state of a workbook: its sheets and names."""

    def __init__(self, model: Workbook) -> None:
        self._model = model
        self._names = {(name.casefold(), scope): text for name, scope, text in model.names}

    def reads(self, sheet: Sheet, row0: int, col0: int) -> Reads | None:
        """(sheet id, rectangle) of all that the formula at a cell reads; None where its text does not tell.

        The sheet must be loaded. A cell without a formula reads nothing.
        """
        row = sheet.row(row0)
        entry = row.formula(col0) if row is not None else None
        if row is None or entry is None:
            return []
        if isinstance(entry, DataTable):
            return None
        found, rows, columns = self._parsed(entry, sheet, row)
        if found.opaque or (self._model.reshown and any(name.upper() in SHOWN_ONLY for name in found.functions)):
            return None
        if self._model.retabbed and any(one.first != one.last for one in found.references):
            return None
        reads = self._references(found, sheet, rows, columns)
        return reads if self._add_names(found, sheet, reads, frozenset()) else None

    def reads_of(self, text: str, sheet: Sheet) -> Reads | None:
        """The same for a formula's text on a sheet, without its equals sign."""
        found = quick_precedents(text)
        if found.opaque:
            return None
        reads = self._references(found, sheet, 0, 0)
        return reads if self._add_names(found, sheet, reads, frozenset()) else None

    def _parsed(self, entry: FormulaEntry, sheet: Sheet, row: Row) -> tuple[Precedents, int, int]:
        """(what the text reads, how far the cell lies from the text's own): shared formulas are parsed once a group.

        After structural edits a formula that lost a reference, or asks where cells stand, counts as not to be told.
        """
        history = self._model.history
        if history.now or self._model.retabbed:
            text = entry_text(history, sheet, entry, row)
            found = quick_precedents(text)
            lost = REF_ERROR in text and REF_ERROR not in _written(entry)
            asks = any(name.upper() in POSITIONAL for name in found.functions)
            return (found._replace(opaque=True) if lost or asks else found), 0, 0
        if isinstance(entry, SharedFormula):
            group = entry.group
            assert group.text is not None
            return precedents(group.text), row.source0 - group.row0, entry.col0 - group.col0
        assert not isinstance(entry, DataTable)
        return quick_precedents(entry if isinstance(entry, str) else entry.text), 0, 0

    def _references(self, found: Precedents, sheet: Sheet, rows: int, columns: int) -> Reads:
        reads: Reads = []
        for reference in found.references:
            moved = reference.moved(rows, columns)
            if moved is not None:
                reads.extend((other.id, moved.rect) for other in self._sheets(moved.first, moved.last, sheet))
        return reads

    def _add_names(self, found: Precedents, sheet: Sheet, reads: Reads, seen: frozenset[str]) -> bool:
        """Add what the names of a formula stand for; False where that cannot be told.

        seen holds the names on the way here, for names that go in circles.
        """
        for prefix, name in found.names:
            text = self._name_text(prefix, name, sheet)
            if text is None:
                if found.binds or name in found.functions:
                    continue
                return False
            inner, folded = precedents(text), name.casefold()
            if folded in seen or inner.opaque:
                return False
            if self._model.retabbed and any(one.first != one.last for one in inner.references):
                return False
            if any(not all(reference.fixed) or not reference.first for reference in inner.references):
                return False
            reads.extend(self._references(inner, sheet, 0, 0))
            if not self._add_names(inner, sheet, reads, seen | {folded}):
                return False
        return True

    def _name_text(self, prefix: str, name: str, sheet: Sheet) -> str | None:
        folded = name.casefold()
        scope = self._model.sheet_named(prefix) if prefix else sheet
        return self._names.get((folded, scope.id if scope else None), self._names.get((folded, None)))

    def _sheets(self, first: str, last: str, own: Sheet) -> list[Sheet]:
        if not first:
            return [own]
        if first == last:
            sheet = self._model.sheet_named(first)
            return [] if sheet is None else [sheet]
        names = sheets_between([sheet.name for sheet in self._model.sheets], first, last)
        return [sheet for sheet in self._model.sheets if sheet.name in names]


def _written(entry: FormulaEntry) -> str:
    """The text as it was written, of its own time."""
    if isinstance(entry, SharedFormula):
        return entry.group.text or ""
    return entry if isinstance(entry, str) else getattr(entry, "text", "")
