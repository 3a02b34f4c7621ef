"""Random changes of the sample workbook."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    AxisDelete,
    AxisInsert,
    AxisMove,
    CellsClear,
    CellsDelete,
    CellsInsert,
    CellsSet,
    Formula,
    MergeAdd,
    MergeRemove,
    Mutation,
    RangeMove,
    RangeSort,
    SheetAdd,
    SheetCopy,
    SheetDelete,
    SheetMove,
    SheetRename,
    StylePatch,
    StyleSet,
)

NAMES = ("Data", "Other", "Copy", "Bob's")
TEXTS = (
    "A1+1",
    "Data!A5*2",
    "SUM(Data:Other!A1)",
    "Copy!B2",
    "'Bob''s'!A1:B2",
    "SUM(A2:C5)",
    "$B$4",
    "SUM(4:5)",
    "B:B",
)
KINDS = (
    *("write", "write", "write", "insert", "insert", "delete", "delete", "delete", "move", "shift in", "shift out"),
    *("move range", "sort", "merge", "unmerge", "clear", "style", "copy", "drop", "drop", "rename", "order", "add"),
)


def edit(random: Random, model: Workbook, *, first: bool) -> Mutation:
    """Any change, which need not fit. first: names of sheets may stand in formulas, for all are still there."""
    kind = random.choice(KINDS)
    sheet: Any = random.choice(("s1", "s1", "s1", "s2", "s3"))
    axis: Any = random.choice(("rows", "rows", "columns"))
    at, count = random.choice((0, 1, 3, 4, 11)), random.choice((1, 1, 2))
    row0, col0 = random.randrange(8), random.randrange(5)
    rect = Rect(row0, col0, row0 + random.randrange(3), col0 + random.randrange(2))
    made: dict[str, Any] = {
        "write": lambda: _write(random, sheet, row0, col0, model if first else Workbook()),
        "insert": lambda: AxisInsert(sheet=sheet, axis=axis, at=at, count=count),
        "delete": lambda: AxisDelete(sheet=sheet, axis=axis, at=at, count=count),
        "move": lambda: AxisMove(
            sheet=sheet, axis=axis, at=at, count=count, to=random.choice((at + 4, max(at - 2, 0)))
        ),
        "shift in": lambda: CellsInsert(sheet=sheet, rect=rect, axis=axis),
        "shift out": lambda: CellsDelete(sheet=sheet, rect=rect, axis=axis),
        "move range": lambda: RangeMove(sheet=sheet, rect=rect, row0=random.randrange(9), col0=random.randrange(6)),
        "sort": lambda: _sort(random, sheet, rect),
        "merge": lambda: MergeAdd(sheet=sheet, rect=rect),
        "unmerge": lambda: MergeRemove(sheet=sheet, rect=Rect(9, 0, 10, 1)),
        "clear": lambda: CellsClear(sheet=sheet, rects=(rect,)),
        "style": lambda: StyleSet(sheet=sheet, rects=(rect,), patch=StylePatch(number_format="0.0")),
        "copy": lambda: SheetCopy(id=sheet, new_id=_new_id(model), name=random.choice(NAMES), index=1, cells=10_000),
        "drop": lambda: SheetDelete(id=sheet),
        "rename": lambda: SheetRename(id=sheet, name=random.choice(NAMES)),
        "order": lambda: SheetMove(id=sheet, index=random.randrange(3)),
        "add": lambda: SheetAdd(id=_new_id(model), name=random.choice(NAMES), index=0),
    }
    return made[kind]()


SPILLING = ("A1:A3*2", "_xlfn.UNIQUE(A1:A9)", "_xlfn._xlws.SORT(B1:C4)", "_xlfn.SEQUENCE(2,2)", "TRANSPOSE(A1:A4)")


def _write(random: Random, sheet: str, row0: int, col0: int, model: Workbook) -> CellsSet:
    there = {sheet.name for sheet in model.sheets}
    texts = [text for text in TEXTS if _spoken_of(text) <= there]
    formula = Formula(random.choice(texts))
    if random.random() < 0.15:
        formula = Formula(random.choice((formula.text, *SPILLING)), dynamic=True)
    cell: Any = random.randrange(100) if random.random() < 0.2 else formula
    return CellsSet(sheet=sheet, rect=Rect(row0, col0, row0, col0), rows=[[cell]])


def _spoken_of(text: str) -> set[str]:
    return {name.replace("''", "'") for name in re.findall(r"(?:Data|Other|Copy|Bob''s)(?=[!':])", text)}


def _sort(random: Random, sheet: str, rect: Rect) -> RangeSort:
    order = list(range(rect.rows))
    random.shuffle(order)
    return RangeSort(sheet=sheet, rect=rect, order=tuple(order))


def _new_id(model: Workbook) -> str:
    used = {sheet.id for sheet in model.sheets} | set(model.dropped)
    return next(name for name in (f"s{number}" for number in range(3, 99)) if name not in used)
