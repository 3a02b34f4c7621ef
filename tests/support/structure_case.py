"""One real file whose rows, columns, cells and sheets are changed by macros: what was refused, and what was saved."""

from __future__ import annotations

import contextlib
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from macrocell import Engine, MacrocellError, Runtime

NEW_NAME, COPY_NAME = "It's renamed", "A copy"

_FIRST = "sheet = next(sheet for sheet in workbook.sheets if hasattr(sheet, 'cell'))\n"
INSERT, DELETE, MOVE, RENAME, COPY = "insert rows", "delete a column", "move a block", "rename", "copy"
STEPS: tuple[tuple[str, str], ...] = (
    (INSERT, _FIRST + "sheet.insert_rows(2, 3)"),
    (DELETE, _FIRST + "sheet.delete_columns(3)"),
    (MOVE, _FIRST + 'sheet["A5:B8"].move_to("E20")'),
    (RENAME, _FIRST + f"sheet.name = {NEW_NAME!r}"),
    (COPY, _FIRST + f"workbook.copy_sheet(sheet.name, {COPY_NAME!r})"),
)
"""Each a run of its own, so that the refusal of one hides no other."""

_SHEETS = "[sheet.name for sheet in workbook.sheets]"
_FORMULAS = """
found = {}
for sheet in workbook.sheets:
    if hasattr(sheet, "cell"):
        area = sheet.used_range
        cells = [cell for row in area.rows for cell in row if cell.formula] if area else []
        found[sheet.name] = {cell.address: cell.formula[1:] for cell in cells}
found
"""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A step that ended in an error; nothing of it was kept."""

    step: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Saved:
    """What was saved after some steps: the bytes, the sheets of the input that were deleted, the engine's formulas.

    reopened is the formulas that the engine reads from the bytes; None where it did not open them.
    """

    name: str
    data: bytes
    deleted: tuple[str, ...]
    formulas: dict[str, dict[str, str]]
    reopened: dict[str, dict[str, str]] | None


@dataclass(slots=True)
class Case:
    """A file, the steps that were kept or refused, and what was saved: after STEPS, then with a sheet deleted."""

    name: str
    before: bytes
    formulas: dict[str, dict[str, str]] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    saves: list[Saved] = field(default_factory=list)


def run_case(engine: Engine, path: Path, steps: tuple[tuple[str, str], ...] = STEPS) -> Case:
    """Run the steps on a file and save twice to a temporary folder; the file itself is only read."""
    case = Case(path.name, path.read_bytes())
    with tempfile.TemporaryDirectory() as folder, engine.open(path) as runtime:
        sheets = _value(runtime, _SHEETS, [])
        case.formulas = _value(runtime, _FORMULAS, {})
        for step in steps:
            _step(runtime, case, *step)
        if case.kept:
            _save(engine, runtime, case, "changed", Path(folder) / f"1{path.suffix}", ())
        doomed = _doomed(sheets, _value(runtime, _SHEETS, []))
        if doomed is not None and _step(runtime, case, "delete", f"workbook.delete_sheet({doomed!r})"):
            _save(engine, runtime, case, "deleted", Path(folder) / f"2{path.suffix}", (doomed,))
    return case


def _doomed(before: list[str], now: list[str]) -> str | None:
    """The sheet to delete: the last one of the input but for the first, else the copy; None where neither is there."""
    return next((name for name in (*reversed(before[1:]), COPY_NAME) if name in now), None)


def _step(runtime: Runtime, case: Case, name: str, source: str) -> bool:
    try:
        error = runtime.execute(source, mode="write").error
    except MacrocellError as failure:
        case.refusals.append(Refusal(name, failure.code, str(failure)))
        return False
    if error is not None:
        case.refusals.append(Refusal(name, error.code, error.message))
        return False
    case.kept.append(name)
    return True


def _save(engine: Engine, runtime: Runtime, case: Case, name: str, path: Path, deleted: tuple[str, ...]) -> None:
    try:
        data = runtime.save(path).read_bytes()
    except MacrocellError as failure:
        case.refusals.append(Refusal(f"save {name}", failure.code, str(failure)))
        return
    reopened = None
    with contextlib.suppress(MacrocellError), engine.open(path) as again:
        reopened = _value(again, _FORMULAS, {})
    case.saves.append(Saved(name, data, deleted, _value(runtime, _FORMULAS, {}), reopened))


def _value(runtime: Runtime, source: str, default):
    """What a reading macro gives; a large file may pass a limit of it."""
    outcome = runtime.execute(source)
    return default if outcome.error is not None else outcome.value
