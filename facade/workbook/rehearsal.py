"""What a worker that waits for its job does with the time: it makes the pages its own that a run is likely to write to.

Reading a value writes to its page (the count of references to it), and so does calling a function; a fork shares pages
until then, and each costs some 3 microseconds: half of what a macro pays for the first look at a small sheet.
"""

from __future__ import annotations

from typing import Final

from .face import open_workbook
from .model.row import Row
from .model.workbook import Workbook
from .session import Session

MAX_CELLS: Final = 20_000
"""Some 2 ms of a processor that has nothing else to do, and 2 MB. Of larger sheets the first rows are touched."""


def play(model: Workbook) -> None:
    """Do what most macros do, on a workbook that nobody will see."""
    session = Session(model, read_only=False)
    sheet = open_workbook(session, unit_id="", name="").sheets[0]
    sheet["A1"].value = 1
    sheet["B1"] = "text"
    sheet.cell(row=2, column=1).value = 2.5
    sheet["C1"] = "=SUM(A1:A2)"
    for row in sheet["A1:C2"]:
        for cell in row:
            _ = cell.value
    sheet["A3:B4"].values = [[1, "a"], [None, 2.5]]
    sheet.append([1, "b"])
    for _ in sheet.iter_rows(min_row=2, values_only=True):
        pass
    _ = sheet["A1:B4"].values, sheet.used_range.values, sheet.max_row, sheet.max_column
    session.finish()


def touch(model: Workbook) -> None:
    """Read the rows that are in memory, and write each one's first value where it stands."""
    left = MAX_CELLS
    for sheet in model.sheets:
        if sheet.loader is None:
            for _, row in sheet.each_row():
                left -= _touch(row)
                if left < 0:
                    return


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
