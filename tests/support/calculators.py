"""Other calculators, asked for the formulas of a file: what they make of it, beside what is made of it here."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

import formualizer
import ironcalc
from macrocell.facade.value import CellError

Values: TypeAlias = Callable[[str, int, int], Any]
"""The value of a cell, by sheet name, row and column counted from 0."""

CALCULATORS: Final = ("formualizer 0.13.0", "IronCalc 0.9.1")
_CODES: Final = {"Div": "#DIV/0!", "Na": "#N/A", "Name": "#NAME?", "Null": "#NULL!", "Num": "#NUM!", "Ref": "#REF!"}


def by_formualizer(data: bytes) -> Values:
    """All formulas of the file computed by formualizer, on one thread."""
    settings = formualizer.EvaluationConfig()
    settings.enable_parallel = False
    settings.max_threads = 1
    config = formualizer.WorkbookConfig(mode=formualizer.WorkbookMode.Ephemeral, eval_config=settings)
    book = formualizer.Workbook.from_bytes(data, config=config)
    book.evaluate_all()
    book.set_temporal_egress("serial")

    def value(sheet: str, row0: int, col0: int) -> Any:
        found = book.get_value(sheet, row0 + 1, col0 + 1)
        if isinstance(found, dict):
            return CellError(_CODES.get(str(found.get("kind")), "#VALUE!"))
        return 0 if found is None else found

    return value


def by_ironcalc(data: bytes) -> Values:
    """All formulas of the file computed by IronCalc."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "book.xlsx")
        path.write_bytes(data)
        model = ironcalc.load_from_xlsx(str(path), "en", "UTC", "en")
    model.evaluate()
    places = {sheet["name"]: at for at, sheet in enumerate(model.get_worksheets_properties())}

    def value(sheet: str, row0: int, col0: int) -> Any:
        found = model.get_cell_value(places[sheet], row0 + 1, col0 + 1)
        if isinstance(found, str) and found.startswith("#"):
            return CellError(found)
        return found

    return value


def by_all(data: bytes) -> dict[str, Values | None]:
    """By name; None for one that does not take the file."""
    found: dict[str, Values | None] = {}
    for name, compute in zip(CALCULATORS, (by_formualizer, by_ironcalc), strict=True):
        try:
            found[name] = compute(data)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt | SystemExit | MemoryError):
                raise
            found[name] = None
    return found
