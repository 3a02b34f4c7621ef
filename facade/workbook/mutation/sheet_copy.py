"""sheet.copy: a worksheet once more, with all that is on it and its own names; and sheet.uncopy, for inverses only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, structs

from ...errors import MutationConflict, MutationInvalid
from ...mutation import Family, Marks
from ..formula.entry import entry_text
from ..formula.pieces import Piece, pieces, write_pieces
from ..formula.step import RenameStep
from ..formula.structured import rename_tables
from ..model.formula import ArrayFormula, DataTable, DatedFormula, FormulaEntry
from ..model.row import Row
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from ..xlsx.table import tables_of
from .place import SheetId, loaded_sheet
from .sheet_add import no_cells
from .sheet_name import name_problem
from .tab import NewSheetId, SheetName, TabIndex, check_new, check_not_last, known_sheet, leave_front, retab
from .track import mark_written

MAX_TABLES: Final = 10_000
"""Tables of one sheet."""
MAX_STEM: Final = 240
"""Characters of a table's name that its copy keeps; a table's name has at most 255."""
_NUMBERED: Final = re.compile(r"_[0-9]{1,6}\Z")
_TABLE: Final = re.compile(r"(?:[^\W\d]|[_\\])[\w.\\]*")
TableName = Annotated[str, Meta(min_length=1, max_length=255)]


class SheetCopy(Struct, frozen=True, kw_only=True, tag_field="type", tag="sheet.copy", forbid_unknown_fields=True):
    """new_id, name and index are those of the copy. cells is what count_cells gives for the sheet, or more.

    tables: (name now, name on the copy) of every table of the sheet, since no two tables share a name.
    again stands in inverses only: a copy that was taken back is made again.
    """

    id: SheetId
    new_id: NewSheetId
    name: SheetName
    index: TabIndex
    cells: Annotated[int, Meta(ge=0)]
    tables: Annotated[tuple[tuple[TableName, TableName], ...], Meta(max_length=MAX_TABLES)] = ()
    again: bool = False


class SheetUncopy(Struct, frozen=True, kw_only=True, tag_field="type", tag="sheet.uncopy", forbid_unknown_fields=True):
    """Take back a copy that nothing speaks of; copy is how it was made."""

    copy: SheetCopy


def count_cells(sheet: Sheet) -> int:
    """How many cells a copy of a loaded sheet makes room for; a row without any counts as one."""
    return sum(max(len(row.values), len(row.styles), 1) for _, row in sheet.each_row())


def cells_of(params: SheetCopy) -> int:
    """What it says itself; check compares that with the sheet."""
    return params.cells


def verify(params: SheetCopy, from_run: bool) -> None:
    """Names that Excel takes, and no table named twice."""
    if from_run and params.again:
        raise MutationInvalid("a copy that is made again, which only an inverse may hold")
    problem = name_problem(params.name)
    if problem is not None:
        raise MutationInvalid(problem[0])
    for names in ([old for old, _ in params.tables], [new for _, new in params.tables]):
        if len({name.casefold() for name in names}) != len(names):
            raise MutationInvalid("a table that is named twice")
    for _, new in params.tables:
        if _TABLE.fullmatch(new) is None:
            raise MutationInvalid(f"{new!r} is no name for a table")


def check(model: Workbook, params: SheetCopy) -> None:
    """The sheet is there, its tables are all named, and what is new is free."""
    sheet = loaded_sheet(model, params.id)
    check_new(model, params.new_id, params.name, params.index)
    if count_cells(sheet) > params.cells:
        raise MutationConflict(f"{sheet.name} has more cells than the {params.cells:,} that were to be copied")
    own = {name.casefold() for name in tables_of(model.package, sheet)}
    if own != {old.casefold() for old, _ in params.tables}:
        raise MutationConflict(f"the tables of {sheet.name} are not those that were named")
    taken = table_names(model)
    double = next((new for _, new in params.tables if new.casefold() in taken), None)
    if double is not None:
        raise MutationConflict(f"there is already a table or name {double}")


def table_names(model: Workbook) -> set[str]:
    """The names of all tables, and of what else a formula may name, casefolded."""
    names = {name.casefold() for name, _, _ in model.names}
    dropped = (dropped.sheet for dropped in model.dropped.values())
    for sheet in (*model.sheets, *dropped):
        names.update(name.casefold() for name in tables_of(model.package, sheet))
    return names


def fresh_tables(model: Workbook, sheet: Sheet) -> tuple[tuple[str, str], ...]:
    """The tables of a sheet, each with a name for its copy that nothing has: Sales_2 for Sales, then Sales_3."""
    own = tables_of(model.package, sheet)
    if not own:
        return ()
    taken = table_names(model)
    found: list[tuple[str, str]] = []
    numbers: dict[str, int] = {}
    for name in own:
        stem = _NUMBERED.sub("", name)[:MAX_STEM] if _TABLE.fullmatch(name) else "Table"
        number = numbers.get(stem, 2)
        while f"{stem}_{number}".casefold() in taken:
            number += 1
        numbers[stem] = number
        taken.add(f"{stem}_{number}".casefold())
        found.append((name, f"{stem}_{number}"))
    return tuple(found)


def apply(model: Workbook, params: SheetCopy, marks: Marks) -> None:
    """Make the copy. Its formulas stood on the original until now; what they say of themselves means the copy."""
    source = loaded_sheet(model, params.id)
    known = model.uncopied.pop(params.new_id, None)
    copy = known if known is not None and params.again else _made(model, source, params)
    model.history.stamp()
    model.history.reached = {}
    model.names = [*model.names, *_names(model, source, copy, _renamed(params))]
    for rect in [rect for sheet_id, rect in model.written if sheet_id == source.id]:
        mark_written(model, copy.id, rect, marks)
    marks.undo.append(partial(setattr, model, "seams", model.seams))
    own = [seam for seam in model.seams if seam.sheet_id == source.id]
    model.seams = [*model.seams, *(seam._replace(sheet_id=copy.id) for seam in own)]
    model.sheets.insert(params.index, copy)
    retab(model, marks)


def _renamed(params: SheetCopy) -> dict[str, str]:
    return {old.casefold(): new for old, new in params.tables}


def _made(model: Workbook, source: Sheet, params: SheetCopy) -> Sheet:
    """A new copy. One that is made again must be the very same, for what was written on it later knows its epochs."""
    copy = Sheet(params.new_id, params.name)
    for name in Sheet.__slots__:
        if name not in _OWN:
            value = getattr(source, name)
            setattr(copy, name, list(value) if isinstance(value, list) else value)
    epoch = model.history.stamp()
    copy.lineage = (*source.lineage, (source.id, epoch))
    copy.copies = (*source.copies, (epoch, RenameStep(source.id, source.name, copy.name)))
    for row0, row in source.each_row():
        copy.put_row(row0, _cloned(row))
    copy.kept = _kept(model, source)
    renamed = _renamed(params)
    origins = tables_of(model.package, source, own=True)
    copy.tables = {name: renamed[source.tables.get(name, name).casefold()] for name in origins}
    if renamed:
        _rename_tables(model, copy, renamed)
    return copy


def _kept(model: Workbook, source: Sheet) -> dict[str, Any]:
    """What objects of a sheet have been made to say, by their ids in the file: what becomes of them later is not the
    copy's."""
    prefix = f"{source.id}:" if source.copies else ""
    own = {key.removeprefix(prefix): value for key, value in model.kept.items() if key.startswith(prefix)}
    return {**source.kept, **own}


_OWN: Final = frozenset(
    ("_far_from", "far", "id", "loader", "name", "part", "rows", "copies", "lineage", "tables", "kept")
)
"""What a copy does not have in common with the original; of all else lists are copied, and other values never change.
"""


def _cloned(row: Row) -> Row:
    new = Row(row.source0)
    new.values = row.values.copy()
    new.styles = row.styles.copy() if isinstance(row.styles, dict) else row.styles
    new.formulas, new.attributes, new.touched = row.formulas, row.attributes, row.touched
    return new


def _names(
    model: Workbook, source: Sheet, copy: Sheet, renamed: dict[str, str]
) -> Iterator[tuple[str, str | None, str]]:
    """The sheet's own names for the copy: where they speak of the sheet, they speak of the copy."""
    for name, scope, text in model.names:
        if scope == source.id:
            yield name, copy.id, rename_tables(_pointed(text, source.name, copy.name), renamed)


def _pointed(text: str, old: str, new: str) -> str:
    """A name's text with the cells of one sheet for the same cells of another."""
    return write_pieces([_pointed_piece(part, old, new) for part in pieces(text)])


def _pointed_piece(part: Piece, old: str, new: str) -> Piece:
    if isinstance(part, str) or part.first != part.last or part.first.casefold() != old.casefold():
        return part
    return part._replace(first=new, last=new, text="")


def _rename_tables(model: Workbook, copy: Sheet, renamed: dict[str, str]) -> None:
    """Formulas of the copy that speak of its tables by their old names."""
    for _, row in copy.each_row():
        for col0 in row.formula_columns():
            entry = row.formula(col0)
            if entry is None or isinstance(entry, DataTable):
                continue
            text = entry_text(model.history, copy, entry, row)
            new = rename_tables(text, renamed)
            if new is not text:
                row.set_formula(col0, _dated(model, entry, new))
                row.touched = frozenset((*(row.touched or ()), col0))


def _dated(model: Workbook, entry: FormulaEntry, text: str) -> FormulaEntry:
    epoch = model.history.stamp()
    if isinstance(entry, ArrayFormula):
        return replace(entry, text=text, epoch=epoch)
    return DatedFormula(text, epoch)


def invert(_model: Workbook, params: SheetCopy) -> tuple[SheetUncopy, ...]:
    """The copy is taken back."""
    return (SheetUncopy(copy=params),)


def verify_uncopy(_params: SheetUncopy, from_run: bool) -> None:
    """Never from a run."""
    if from_run:
        raise MutationInvalid("sheet.uncopy stands in inverses only")


def check_uncopy(model: Workbook, params: SheetUncopy) -> None:
    """The copy is there, and no formula elsewhere would be broken."""
    copy = known_sheet(model, params.copy.new_id)
    if copy.part:
        raise MutationConflict(f"{copy.name} came from the file and is no copy")
    check_not_last(model, copy)
    if _is_spoken_of(model, copy):
        raise MutationConflict(f"formulas on other sheets speak of {copy.name}")


def _is_spoken_of(model: Workbook, copy: Sheet) -> bool:
    """Whether a name, or a formula that was written in another sheet, may speak of a copy; those of the file cannot."""
    spelled = copy.name.replace("'", "''").casefold()
    texts = (
        entry_text(model.history, other, entry, row)
        for other in model.sheets
        if other is not copy and other.loaded
        for _, row in other.each_row()
        if row.touched and row.formulas is not None
        for col0 in row.touched.intersection(row.formula_columns())
        if (entry := row.formula(col0)) is not None
    )
    names = (text for _, scope, text in model.names if scope != copy.id)
    return any("!" in text and spelled in text.casefold() for text in chain(texts, names))


def apply_uncopy(model: Workbook, params: SheetUncopy, _marks: Marks) -> None:
    """Take it out with its names."""
    copy = known_sheet(model, params.copy.new_id)
    leave_front(model, copy)
    model.sheets = [other for other in model.sheets if other is not copy]
    model.uncopied[copy.id] = copy
    model.names = [named for named in model.names if named[1] != copy.id]
    model.kept = {key: kept for key, kept in model.kept.items() if not key.startswith(f"{copy.id}:")}
    model.history.reached = {}
    model.written = [placed for placed in model.written if placed[0] != copy.id]


def invert_uncopy(_model: Workbook, params: SheetUncopy) -> tuple[SheetCopy, ...]:
    """The same copy again."""
    return (structs.replace(params.copy, again=True),)


COPY: Final[Family[Workbook]] = Family(
    params=SheetCopy, check=check, apply=apply, invert=invert, cells=cells_of, verify=verify
)
UNCOPY: Final[Family[Workbook]] = Family(
    params=SheetUncopy,
    check=check_uncopy,
    apply=apply_uncopy,
    invert=invert_uncopy,
    cells=no_cells,
    verify=verify_uncopy,
)
