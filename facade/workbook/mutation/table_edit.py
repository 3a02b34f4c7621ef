"""Tables whose columns come or go with columns of their sheet: header cells, and references to what is lost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from ...errors import MutationConflict
from ...mutation import Marks
from ..formula.entry import entry_text
from ..formula.step import RenameStep, Step
from ..formula.token import Kind, tokens
from ..model.formula import ArrayFormula, DataTable, DatedFormula
from ..model.rect import Rect
from ..model.row import Row
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from .track import mark_written, touch

if TYPE_CHECKING:
    from ..object.current import Table

Lost: TypeAlias = "dict[str, frozenset[str] | None]"
"""By the folded name of a table the folded names of columns that go; None where the table goes."""


def refuse_structure(model: Workbook, sheet: Sheet, step: Step) -> None:
    """Raise MutationConflict for a step that would cut a table or pivot table of its sheet."""
    if not _is_related(model, sheet, "table", "pivotTable"):
        return
    from ..object.current import structure_problem

    problem = structure_problem(model, sheet, step)
    if problem is not None:
        raise MutationConflict(problem)


def tables_of(model: Workbook, sheet: Sheet | None) -> list[Table]:
    """The tables of a sheet as they stand now."""
    if sheet is None or not _is_related(model, sheet, "table"):
        return []
    from ..object.current import current_tables

    return current_tables(model, sheet)


def lost_columns(model: Workbook, step: Step) -> Lost:
    """What of tables a step, about to be made, will take away."""
    lost: Lost = {}
    if type(step) is RenameStep:
        return lost
    tables = tables_of(model, model.sheet(step.sheet_id))
    for table in tables:
        from ..object.table import carried_columns

        placed = step.place(table.rect)
        if placed is None:
            lost[table.name.casefold()] = None
            continue
        left = {name.casefold() for _, name in carried_columns(table.columns, table.rect, placed[1], step)}
        gone = frozenset(name.casefold() for _, name in table.columns) - left
        if gone:
            lost[table.name.casefold()] = gone
    return lost


def without_lost(text: str, lost: Lost) -> str:
    """A formula in which references to lost columns and tables read #REF!; the same object where there are none."""
    if not lost or not any(table in text.casefold() for table in lost):
        return text
    from ..object.table import without_columns

    for table, columns in lost.items():
        text = _without_table(text, table) if columns is None else without_columns(text, table, columns)
    return text


def _without_table(text: str, table: str) -> str:
    found = tokens(text)
    named = [
        token.kind in (Kind.STRUCTURED, Kind.NAME) and token.text.partition("[")[0].casefold() == table
        for token in found
    ]
    if not any(named):
        return text
    return "".join("#REF!" if is_named else token.text for token, is_named in zip(found, named, strict=True))


def lose(model: Workbook, lost: Lost, marks: Marks) -> None:
    """Have every formula and name read #REF! for what was lost; called when the step was made."""
    if not lost:
        return
    model.names = [(name, scope, without_lost(text, lost)) for name, scope, text in model.names]
    for sheet in model.sheets:
        if sheet.kind == "worksheet" and (sheet.loaded or _may_name(model, sheet, lost)):
            sheet.load()
            for row0, row in sheet.each_row():
                if row.formulas is not None:
                    _lose_in_row(model, sheet, row0, row, lost, marks)


def _may_name(model: Workbook, sheet: Sheet, lost: Lost) -> bool:
    if model.package is None or not sheet.origin:
        return True
    raw = model.package.read(sheet.origin).lower()
    return any(not table.isascii() or table.encode() in raw for table in lost)


def _lose_in_row(model: Workbook, sheet: Sheet, row0: int, row: Row, lost: Lost, marks: Marks) -> None:
    for col0 in row.formula_columns():
        entry = row.formula(col0)
        if entry is None or isinstance(entry, DataTable):
            continue
        text = entry_text(model.history, sheet, entry, row)
        new = without_lost(text, lost)
        if new == text:
            continue
        epoch = model.history.stamp()
        sheet.deepest = None
        if isinstance(entry, ArrayFormula):
            row.set_formula(col0, ArrayFormula(new, entry.rect, entry.dynamic, epoch))
        else:
            row.set_formula(col0, DatedFormula(new, epoch))
        touch(row, (col0,), marks)
        mark_written(model, sheet.id, Rect(row0, col0, row0, col0), marks)


def name_new_columns(model: Workbook, sheet: Sheet, before: Iterable[Table], marks: Marks) -> None:
    """Write the names of columns that a step has brought into tables into their header cells."""
    known = {table.id: table.columns for table in before}
    for table in tables_of(model, sheet) if known else ():
        header = table.header_rect
        for col0, column in enumerate(table.columns, table.rect.col0):
            if header is not None and column not in known.get(table.id, ()):
                row = sheet.ensure_row(header.row0)
                row.set_value(col0, column[1])
                touch(row, (col0,), marks)
                mark_written(model, sheet.id, Rect(header.row0, col0, header.row0, col0), marks)


def _is_related(model: Workbook, sheet: Sheet, *kinds: str) -> bool:
    package = model.package
    if package is None or not sheet.origin:
        return False
    return any(relation.kind in kinds for relation in package.relations(sheet.origin))
