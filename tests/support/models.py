"""Workbook models made by hand, everything of one as plain data, and hosts that run code without a sandbox."""

from __future__ import annotations

from typing import Any

import msgspec
from macrocell.facade.unit import (
    ApplyReport,
    ApplyRequest,
    DiffReport,
    DiffRequest,
    HashReport,
    LoadRequest,
    RevertRequest,
    RunPayload,
    RunSpec,
)
from macrocell.facade.value import CellError, RichText, TextRun
from macrocell.facade.workbook.fingerprint import canonical_formula
from macrocell.facade.workbook.formula.entry import entry_text, table_attributes
from macrocell.facade.workbook.host import WorkbookHost
from macrocell.facade.workbook.model.formula import ArrayFormula, DataTable, SharedFormula, SharedGroup
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.model.row import Row
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook

encode = msgspec.msgpack.encode


def sample() -> Workbook:
    """Two sheets as a reader leaves them: values of every kind, a shared formula, an array, a data table, a merge.

    Data: A1:A5 numbers, B1:B5 the shared formula A1*2, C1:C2 an array formula, D1 =Data!A1 quoted without need,
    E1 rich text, E2 an error, E3 text, A7:B8 a data table, A10:B11 merged. Other: A1 =Data!A1+1, A2 =SUM('Data'!A:A).
    """
    model = Workbook()
    data, other = Sheet("s1", "Data", part="a.xml"), Sheet("s2", "Other", part="b.xml")
    model.sheets = [data, other]
    model.active = "s1"
    model.names = [("total", None, "Data!$A$1"), ("local", "s2", "'Data'!$B$1")]
    group = SharedGroup(0, "A1*2", 0, 1, Rect(0, 1, 4, 1))
    for row0 in range(5):
        row = put_row(data, row0, [row0 + 1, (row0 + 1) * 2])
        row.set_formula(1, SharedFormula(group, 1))
    _rest_of_data(data)
    put_row(other, 0, [2]).set_formula(0, "Data!A1+1")
    put_row(other, 1, [15]).set_formula(0, "SUM('Data'!A:A)")
    return model


def _rest_of_data(data: Sheet) -> None:
    first = data.ensure_row(0)
    first.set_value(2, 1)
    first.set_formula(2, ArrayFormula("A1:A2", Rect(0, 2, 1, 2)))
    data.ensure_row(1).set_value(2, 2)
    data.blocks.append(Rect(0, 2, 1, 2))
    first.set_value(3, 1)
    first.set_formula(3, "'Data'!A1")
    first.set_value(4, RichText((TextRun("a"), TextRun("b", b"<rPr><b/></rPr>")), b"<r><t>a</t></r>"))
    data.ensure_row(1).set_value(4, CellError("#N/A"))
    data.ensure_row(2).set_value(4, "text")
    table = put_row(data, 6, [10, 20])
    table.set_formula(0, DataTable(Rect(6, 0, 7, 1), b't="dataTable" ref="A7:B8" r1="A1"'))
    put_row(data, 7, [30, 40])
    data.blocks.append(Rect(6, 0, 7, 1))
    data.merges.append(Rect(9, 0, 10, 1))
    put_row(data, 9, ["merged"])


def put_row(sheet: Sheet, row0: int, values: list[Any]) -> Row:
    """A row as the reader places it."""
    row = Row(row0)
    row.values = values
    sheet.put_row(row0, row)
    return row


def everything(model: Workbook, *, texts: bool = False) -> Any:
    """All that a model holds, as plain data: equal for equal models, marks included.

    texts: formulas as they read, whatever they are members of, with sheet names in the quotes that they need.
    """
    return {
        "names": list(model.names),
        "steps": list(model.history.steps),
        "written": list(model.written),
        "active": model.active,
        "sheets": [_sheet(model, sheet, texts) for sheet in model.sheets],
    }


def content(model: Workbook) -> Any:
    """Everything but marks, and but rows that hold nothing."""
    state = everything(model, texts=True)
    state["written"] = state["steps"] = None
    state["sheets"] = [
        (*sheet[:5], {row0: row[:3] for row0, row in sheet[5].items() if row[1] or row[2]})
        if len(sheet) == 6
        else sheet
        for sheet in state["sheets"]
    ]
    return state


def _sheet(model: Workbook, sheet: Sheet, texts: bool) -> Any:
    if not sheet.loaded:
        return (sheet.id, sheet.name, "not loaded")
    groups: dict[int, int] | None = None if texts else {}
    rows = {row0: _row(model, sheet, row, groups) for row0, row in sheet.each_row()}
    return (sheet.id, sheet.name, sheet.part, sorted(sheet.merges), sorted(sheet.blocks), rows)


def _row(model: Workbook, sheet: Sheet, row: Row, groups: dict[int, int] | None) -> Any:
    columns = range(max(row.width(), len(row.styles), 0))
    cells = {
        col0: (type(row.value(col0)).__name__, row.value(col0), _entry(model, sheet, row, row.formula(col0), groups))
        for col0 in columns
        if row.value(col0) is not None or row.formula(col0) is not None
    }
    looks = {col0: row.style(col0) for col0 in columns if row.style(col0)}
    return (row.source0, cells, looks, sorted(row.touched) if row.touched is not None else None)


def _entry(model: Workbook, sheet: Sheet, row: Row, entry: Any, groups: dict[int, int] | None) -> Any:
    """Members of shared formulas as such as long as no structural edit was made, every text as it reads now."""
    if isinstance(entry, SharedFormula) and not model.history.now and groups is not None:
        number = groups.setdefault(id(entry.group), len(groups))
        group = entry.group
        return ("shared", number, group.index, group.text, group.row0, group.col0, group.rect, entry.col0)
    if isinstance(entry, DataTable):
        return (entry.rect, table_attributes(model.history, sheet, entry))
    text = None if entry is None else entry_text(model.history, sheet, entry, row)
    if text is not None and groups is None:
        text = canonical_formula(model, text)
    return (text, entry.rect, entry.dynamic) if isinstance(entry, ArrayFormula) else text


def blank_host() -> WorkbookHost:
    """A host with a new workbook, as in a base."""
    host = WorkbookHost()
    host.request("load", encode(LoadRequest(unit_id="u", file_name="book.xlsx")), b"")
    return host


def sample_host() -> WorkbookHost:
    """A host with the sample."""
    host = blank_host()
    host._model = sample()
    return host


def apply(host: WorkbookHost, token: str, mutations: bytes, **more: Any) -> ApplyReport:
    """Serve an apply."""
    reply, _ = host.request("apply", encode(ApplyRequest(token=token, mutations=mutations, **more)), b"")
    return msgspec.msgpack.decode(reply, type=ApplyReport)


def revert(host: WorkbookHost, *tokens: str) -> ApplyReport:
    """Serve a revert."""
    reply, _ = host.request("revert", encode(RevertRequest(tokens=tokens)), b"")
    return msgspec.msgpack.decode(reply, type=ApplyReport)


def diff(host: WorkbookHost, *tokens: str) -> DiffReport:
    """Serve a diff."""
    reply, _ = host.request("diff", encode(DiffRequest(tokens=tokens)), b"")
    return msgspec.msgpack.decode(reply, type=DiffReport)


def state_hash(host: WorkbookHost) -> str:
    """Serve a hash."""
    reply, _ = host.request("hash", b"", b"")
    return msgspec.msgpack.decode(reply, type=HashReport).state_hash


def capture(worker: WorkbookHost, code: str, **spec: Any) -> RunPayload:
    """Run code as a macro in a host that is used up by it: what its worker would report."""
    given = {"unit_id": "u", "mode": "write", "max_mutations": 100_000, "max_cells": 5_000_000, **spec}
    names = dict(worker.begin(encode(RunSpec(**given)), {}, lambda key: None))
    failed = False
    try:
        exec(compile(code, "<macro>", "exec"), names)
    except Exception:
        failed = True
    return msgspec.msgpack.decode(worker.finish(failed), type=RunPayload)
