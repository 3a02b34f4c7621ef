"""What objects of a sheet say now, for those who ask: tables, pivot tables, protection, rules by their element."""

from __future__ import annotations

from typing import Final, NamedTuple, final

from ..formula.step import AxisStep, MoveStep, ShiftStep, Step
from ..formula.structured import rename_tables
from ..model.rect import Rect, parse_rect
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from ..xlsx.patch.editor import Editor
from .scan import TABLE_FACTS
from .store import store_of
from .table import COLUMNS_AT, Column, read_columns, resized


@final
class Table(NamedTuple):
    """A table as it stands now. header and totals are how many of its rows those are.

    linked: its columns belong to a query or a map, and do not come or go by themselves.
    """

    id: str
    name: str
    part: str
    rect: Rect
    columns: tuple[Column, ...]
    header: int
    totals: int
    linked: bool

    @property
    def header_rect(self) -> Rect | None:
        """The cells that hold the names of its columns."""
        return self.rect._replace(row1=self.rect.row0) if self.header else None


def current_tables(model: Workbook, sheet: Sheet) -> list[Table]:
    """The tables of a sheet; the object package is not even imported for one without."""
    store = store_of(model)
    found = []
    for mention in store.of_sheet(sheet, "table") if store is not None else ():
        value = store.value(mention) if mention.rule == "table" and store is not None else None
        rect = None if value is None else parse_rect(value[0] or "")
        if value is not None and rect is not None:
            header, totals, kind = value[-len(TABLE_FACTS) :]
            columns = read_columns(value[COLUMNS_AT] or "[]")
            found.append(
                Table(
                    mention.id,
                    sheet.tables.get(mention.role, mention.role),
                    mention.part,
                    rect,
                    columns,
                    0 if header == "0" else 1,
                    0 if totals in ("0", None) else 1,
                    kind != "worksheet",
                )
            )
    return found


def resize_table(model: Workbook, sheet: Sheet, table_id: str, rect: Rect) -> None:
    """Have a table of a sheet, and its filter with it, cover other rows from now on."""
    store = store_of(model)
    assert store is not None
    mention = next(one for one in store.of_sheet(sheet, "table") if one.id == table_id)
    value = store.value(mention)
    assert value is not None
    store.put(table_id, resized(mention, value, rect))


def column_formulas(model: Workbook, sheet: Sheet, table: Table) -> list[str | None]:
    """The formula of each column that is computed in all its rows, as it reads now; None for the others."""
    store, package = store_of(model), model.package
    assert store is not None
    assert package is not None
    mention = next(one for one in store.of_sheet(sheet, "table") if one.id == table.id)
    value = store.value(mention)
    elements = list(Editor(package.read(table.part), table.part).root.walk())
    columns = [element for element in elements if element.local == "tableColumn"]
    renamed = {old.casefold(): new for old, new in sheet.tables.items()}
    found: dict[int, str] = {}
    for slot, text in zip(mention.slots, value or (), strict=False):
        element = elements[slot.at]
        if slot.kind == "formula" and element.local == "calculatedColumnFormula" and element.parent in columns:
            found[columns.index(element.parent)] = rename_tables(text or "", renamed) if renamed else text or ""
    return [found.get(at) or None for at, _ in table.columns]


def current_pivots(model: Workbook, sheet: Sheet) -> list[Rect]:
    """Where the pivot tables of a sheet stand."""
    store = store_of(model)
    mentions = store.of_sheet(sheet, "pivotTable") if store is not None else ()
    values = (store.value(mention) for mention in mentions if mention.role == "location" and store is not None)
    rects = (parse_rect(value[0] or "") for value in values if value is not None)
    return [rect for rect in rects if rect is not None]


def is_protected(model: Workbook, sheet: Sheet, allowed_by: str = "") -> bool:
    """Whether a sheet is locked, and not for what the named attribute of its protection would allow."""
    store = store_of(model)
    known = {} if store is None else store.protection(sheet)
    return known.get("sheet") in _TRUE and (not allowed_by or known.get(allowed_by) not in _FALSE)


_TRUE: Final = ("1", "true", "on")
_FALSE: Final = ("0", "false", "off")


def structure_problem(model: Workbook, sheet: Sheet, step: Step) -> str | None:
    """Why a step cannot be made for the sake of a table or pivot table on its sheet; None where it can."""
    for table in current_tables(model, sheet):
        if (problem := _table_problem(table, step)) is not None:
            return f"{sheet.name}!{table.rect.a1} is the table {table.name}, {problem}"
    for rect in current_pivots(model, sheet):
        if _cuts(rect, step):
            return f"{sheet.name}!{rect.a1} is a pivot table, which would be cut"
        if step.place(rect) is None:
            return f"{sheet.name}!{rect.a1} is a pivot table, which cannot be deleted yet"
    return None


def _cuts(rect: Rect, step: Step) -> bool:
    """Whether an area would be changed in its inside."""
    if isinstance(step, AxisStep):
        rows, edit = step.axis == "rows", step.edit
        first, last = (rect.row0, rect.row1) if rows else (rect.col0, rect.col1)
        end = edit.at + edit.count
        if edit.kind == "insert":
            return first < edit.at <= last
        parts = edit.at <= last and first < end and not (edit.at <= first and last < end)
        return parts or (edit.kind == "move" and first < edit.to <= last)
    if isinstance(step, ShiftStep):
        return _shift_cuts(rect, step)
    if isinstance(step, MoveStep):
        source, target = step.rect, step.target
        return (source.overlaps(rect) and not source.covers(rect)) or (
            target.overlaps(rect) and not target.covers(rect) and not source.covers(rect)
        )
    return False


def _shift_cuts(rect: Rect, step: ShiftStep) -> bool:
    band = step.rect
    if step.axis == "rows":
        beside = rect.col1 < band.col0 or band.col1 < rect.col0
        inside = band.col0 <= rect.col0 and rect.col1 <= band.col1
        before = rect.row1 < band.row0
    else:
        beside = rect.row1 < band.row0 or band.row1 < rect.row0
        inside = band.row0 <= rect.row0 and rect.row1 <= band.row1
        before = rect.col1 < band.col0
    if beside or before:
        return False
    return not inside or _cuts(rect, AxisStep(step.sheet_id, step.name, step.axis, step.edit))


def _table_problem(table: Table, step: Step) -> str | None:
    rect = table.rect
    if not _cuts(rect, step):
        return None
    if isinstance(step, ShiftStep) and step.axis == "rows" and _is_spanned(rect, step.rect):
        step = AxisStep(step.sheet_id, step.name, step.axis, step.edit)
    if not isinstance(step, AxisStep):
        if isinstance(step, MoveStep) and not (table.header and _meets(step, rect._replace(row1=rect.row0))):
            return None
        return "which would be cut"
    edit = step.edit
    if step.axis == "columns":
        if table.linked:
            return "whose columns belong to a query or a map"
        return "whose columns cannot change places yet" if edit.kind == "move" else None
    if edit.kind == "insert":
        return None
    first, last = rect.row0 + table.header, rect.row1 - table.totals
    end = edit.at + edit.count
    if table.header and edit.at <= rect.row0 < end:
        return f"whose header in row {rect.row0 + 1} cannot go alone"
    if table.totals and edit.at <= rect.row1 < end:
        return f"whose totals in row {rect.row1 + 1} cannot go alone"
    if edit.at <= first and last < end:
        return "of which at least one row must stay"
    return None


def _is_spanned(rect: Rect, band: Rect) -> bool:
    """Whether the columns of a table all lie within those of a band, so that rows of it come and go whole."""
    return band.col0 <= rect.col0 and rect.col1 <= band.col1


def _meets(step: MoveStep, rect: Rect) -> bool:
    return step.rect.overlaps(rect) or step.target.overlaps(rect)
