"""Real requests to change a workbook, with inputs and answers, which lie beside the checkout where they are present.

They come from SpreadsheetBench (https://spreadsheetbench.github.io), whose data is under CC BY-SA 4.0; none of it is
part of this repository.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from openpyxl import Workbook

_BESIDE = Path(__file__).resolve().parents[2].parent / "shared" / "tasks"
_FOLDER = Path(os.environ.get("MACROCELL_TASKS") or _BESIDE)

TASKS: Path | None = _FOLDER if (_FOLDER / "tasks.json").is_file() else None
"""The folder, which MACROCELL_TASKS may name; None where it is absent."""

PAIRS = (1, 2, 3)
"""Each request has three inputs, and an answer for each."""

needs_tasks = pytest.mark.skipif(TASKS is None, reason="the tasks of SpreadsheetBench are not beside this checkout")

_REFERENCE = re.compile(r"(?:'?(?P<sheet>[^'!,]+)'?!'?)?(?P<cells>[A-Z]+[0-9]+(?::[A-Z]+[0-9]+)?)")
"""A part of an answer's position, whose quotation marks stand on either side of the exclamation mark."""


@dataclass(frozen=True, slots=True)
class Task:
    """One request: its id, and where its answer stands, as the data set spells it."""

    id: str
    position: str

    def file(self, pair: int, kind: str) -> Path:
        """The workbook of a pair; kind is input or answer."""
        assert TASKS is not None
        return TASKS / self.id / f"{pair}_{self.id}_{kind}.xlsx"

    def cells(self, book: Workbook) -> dict[str, tuple[str, object] | None]:
        """What stands at the answer's position, by sheet and address; a part without a sheet means the active one."""
        found: dict[str, tuple[str, object] | None] = {}
        for part in _REFERENCE.finditer(self.position):
            sheet = book[part["sheet"]] if part["sheet"] else book.active
            rows = sheet[part["cells"]]
            for row in rows if isinstance(rows, tuple) else ((rows,),):
                found.update({f"{sheet.title}!{cell.coordinate}": plain(cell.value) for cell in row})
        return found


def read_tasks() -> dict[str, Task]:
    """All tasks by id, in the order of the data set; none where it is absent."""
    if TASKS is None:
        return {}
    entries = json.loads((TASKS / "tasks.json").read_text(encoding="utf-8"))
    return {str(entry["id"]): Task(str(entry["id"]), entry["answer_position"]) for entry in entries}


def plain(value: object) -> tuple[str, object] | None:
    """What of a value is compared: its kind, and a number to 2 places, a date's nearest day; None for "" and blank."""
    match value:
        case None | "":
            return None
        case bool():
            return "boolean", value
        case int() | float():
            return "number", round(float(value), 2)
        case datetime():
            return "date", (value + timedelta(hours=12)).date()
        case str():
            return "text", value
    raise TypeError(f"no rule compares {value!r}")
