"""The cells a formula of a workbook reads: sheets and names of its text looked up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, final

from ..model.formula import ArrayFormula, DataTable, FormulaEntry, SharedFormula
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect
from ..model.row import Row
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from .entry import entry_text
from .pieces import REF_ERROR
from .precedent import POSITIONAL, SHOWN_ONLY, UNSTEADY, Precedents, precedents, sheets_between
from .shape import quick_precedents
from .step import RenameStep

Reads: TypeAlias = "list[tuple[str, Rect]]"


@final
class Reader:
    """One state of a workbook: its sheets and names. may_cross: whether a text takes, of several cells, the one in the
    row or column of the formula's own cell, so that its value changes when that is moved."""

    def __init__(self, model: Workbook, may_cross: Callable[[str], bool]) -> None:
        self._model = model
        self._may_cross = may_cross
        self._known: set[str] | None = None
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
        if found.opaque or (found.functions and self._asks_more(found.functions)):
            return None
        if self._model.retabbed and any(one.first != one.last for one in found.references):
            return None
        reads = self._references(found, sheet, rows, columns)
        if reads is None or not self._add_names(found, sheet, reads, frozenset()):
            return None
        return _widened(reads) if found.functions & _WIDENING else reads

    def _asks_more(self, functions: frozenset[str]) -> bool:
        """Whether one of the functions has results that change without the cells it names."""
        names = {name.upper().removeprefix("_XLFN.") for name in functions}
        return bool(names & UNSTEADY) or bool(self._model.reshown and names & SHOWN_ONLY)

    def _speaks_of_others(self, text: str) -> bool:
        """Whether a text of the file names a sheet that was not there then, and that another may be called by now."""
        if "!" not in text:
            return False
        if self._known is None:
            first = {
                step.sheet_id: step.name for step in reversed(self._model.history.steps) if type(step) is RenameStep
            }
            sheets = [*self._model.sheets, *self._dropped()]
            of_file = [sheet for sheet in sheets if sheet.part] or sheets
            now = {sheet.id: sheet.name for sheet in of_file}
            self._known = {first.get(sheet_id, name).casefold() for sheet_id, name in now.items()}
        known = self._known
        found = quick_precedents(text).references
        return any(name and name.casefold() not in known for one in found for name in (one.first, one.last))

    def _dropped(self) -> list[Sheet]:
        return [dropped.sheet for dropped in self._model.dropped.values()]

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
            spanned = _spans_sheets(_written(entry))  # it stays where it is when cells of one of its sheets move
            crosses = type(entry) is not ArrayFormula and _takes_several(found) and self._may_cross(text)
            strange = self._speaks_of_others(_written(entry))
            return (found._replace(opaque=True) if lost or asks or spanned or crosses or strange else found), 0, 0
        if isinstance(entry, SharedFormula):
            group = entry.group
            assert group.text is not None
            return precedents(group.text), row.source0 - group.row0, entry.col0 - group.col0
        assert not isinstance(entry, DataTable)
        return quick_precedents(entry if isinstance(entry, str) else entry.text), 0, 0

    def _references(self, found: Precedents, sheet: Sheet, rows: int, columns: int) -> Reads | None:
        """None where a sheet is not there, since one of that name may come, or came after the file."""
        reads: Reads = []
        for reference in found.references:
            moved = reference.moved(rows, columns)
            if moved is not None:
                sheets = self._sheets(moved.first, moved.last, sheet)
                if not sheets or (sheet.part and any(not other.part for other in sheets)):
                    return None
                reads.extend((other.id, moved.rect) for other in sheets)
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
            if self._model.history.now and REF_ERROR in text:
                return False
            inner, folded = precedents(text), name.casefold()
            if inner.functions & _WIDENING:
                return False
            if folded in seen or inner.opaque:
                return False
            if self._model.retabbed and "!" in text:  # it may have been a range of sheets
                return False
            if self._model.history.now and _spans_sheets(text):
                return False
            if any(not all(reference.fixed) or not reference.first for reference in inner.references):
                return False
            further = self._references(inner, sheet, 0, 0)
            if further is None:
                return False
            reads.extend(further)
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


_WIDENING: Final = frozenset({"SUMIF", "AVERAGEIF", "sumif", "averageif"})
"""Functions that read more cells than their last argument names: as many as their first does."""


def _widened(reads: Reads) -> Reads:
    rows, columns = max(rect.rows for _, rect in reads), max(rect.columns for _, rect in reads)
    return [
        (
            sheet_id,
            rect._replace(row1=min(rect.row0 + rows, MAX_ROWS) - 1, col1=min(rect.col0 + columns, MAX_COLUMNS) - 1),
        )
        for sheet_id, rect in reads
    ]


def _takes_several(found: Precedents) -> bool:
    """Whether it may read several cells in one place."""
    return any(name not in found.functions for _, name in found.names) or any(
        one.rect.rows > 1 or one.rect.columns > 1 for one in found.references
    )


def _spans_sheets(text: str) -> bool:
    """Whether a text names a range of sheets, of which there may be one left by now."""
    return "!" in text and ":" in text and any(one.first != one.last for one in quick_precedents(text).references)


def _written(entry: FormulaEntry) -> str:
    """The text as it was written, of its own time."""
    if isinstance(entry, SharedFormula):
        return entry.group.text or ""
    return entry if isinstance(entry, str) else getattr(entry, "text", "")
