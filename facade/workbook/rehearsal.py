"""What a worker that waits for its job does with the time: it makes the pages its own that a run is likely to write to.

Reading a value writes to its page (the count of references to it), and so does calling a function; a fork shares pages
until then, and each costs some 3 microseconds: half of what a macro pays for the first look at a small sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .face import open_workbook
from .model.row import Row
from .model.workbook import Workbook
from .session import Session

MAX_CELLS: Final = 20_000
"""Some 2 ms of a processor that has nothing else to do, and 2 MB. Of larger sheets the first rows are touched."""
STEP_CELLS: Final = 1_000


def play(model: Workbook) -> Iterator[None]:
    """Do what most macros do, step by step, on a workbook that nobody will see."""
    session = Session(model, read_only=False)
    sheet = open_workbook(session, unit_id="", name="").sheets[0]
    sheet["A1"].value = 1
    sheet["B1"] = "text"
    sheet.cell(row=2, column=1).value = 2.5
    yield
    sheet["C1"] = "=SUM(A1:A2)"
    for row in sheet["A1:C2"]:
        for cell in row:
            _ = cell.value
    yield
    sheet["A3:B4"].values = [[1, "a"], [None, 2.5]]
    sheet.append([1, "b"])
    yield
    for _ in sheet.iter_rows(min_row=2, values_only=True):
        pass
    _ = sheet["A1:B4"].values, sheet.used_range.values, sheet.max_row, sheet.max_column
    yield
    session.finish()


def touch(model: Workbook) -> Iterator[None]:
    """Read the rows that are in memory, step by step, and write each one's first value where it stands."""
    done = step = 0
    for sheet in model.sheets:
        if sheet.loader is not None:
            continue
        for _, row in sheet.each_row():
            size = _touch(row)
            done, step = done + size, step + size
            if done > MAX_CELLS:
                return
            if step > STEP_CELLS:
                step = 0
                yield


def _touch(row: Row) -> int:
    values = row.values
    if isinstance(values, dict):
        for _ in values.values():
            pass
    elif values:
        for _ in values:
            pass
        values[0] = values[0]
    return len(values)
