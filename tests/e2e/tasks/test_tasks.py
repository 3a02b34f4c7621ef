"""Requests that people made of real workbooks, each met by one macro that an agent might write for it.

Requests, inputs and answers are those of SpreadsheetBench (https://spreadsheetbench.github.io, CC BY-SA 4.0): people's
questions to Excel forums with three workbooks each and what was held to be the answer. Each macro is run on all three.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import openpyxl
import pytest
from macrocell import Engine
from support.package_check import new_findings
from support.tasks import PAIRS, needs_tasks, plain, read_tasks

MACROS = {path.stem: path for path in sorted((Path(__file__).parent / "macros").glob("*.py"))}


@dataclass(frozen=True)
class Wrong:
    """Cells of an answer that do not answer the request, why, and what the macro gives there."""

    reason: str
    cells: dict[str, object]


_OFFSET = Wrong(
    "the answer's formulas compare the ports from row 2 on with the types from row 3 on, so that the last port of each"
    " type is not found, or found with the volume of another type",
    {
        **{f"Sea Freight Rates!H{row}": 0.25 for row in (22, 41, 86, 105)},
        **{f"Sea Freight Rates!H{row}": 0.5 for row in (149, 168)},
        **{f"Sea Freight Rates!H{row}": 0.75 for row in (37, 101)},
        **{f"Sea Freight Rates!H{row}": 1.5 for row in (56, 120, 164)},
        **{f"Sea Freight Rates!H{row}": 1.75 for row in (49, 113)},
        **{f"Sea Freight Rates!H{row}": 0 for row in (43, 62, 107, 126, 170, 189)},
        "Sea Freight Rates!H176": 3.5,
        "Sea Freight Rates!H183": 3,
    },
)
_UNCALCULATED = "the answer's formulas in column F were moved and never calculated, so that they have no values"
_LAST_ROWS = tuple(f"Q!F{row}" for row in range(7, 38, 5))


def _symbols(*names: str) -> dict[str, object]:
    return dict(zip(_LAST_ROWS, (*names, "^NSEI", "JUBLFOOD.NS", "SUNPHARMA.NS", "TCS.NS", "LT.NS"), strict=True))


WRONG = {
    ("57232", 1): _OFFSET,
    ("57232", 2): _OFFSET,
    ("57232", 3): _OFFSET,
    ("38985", 2): Wrong(
        "the name in C8 is another one than in the first workbook, the answer's D8 is not", {"Sheet1!D8": "Red"}
    ),
    ("38985", 3): Wrong(
        "the answer has other names in C10 and C11 than the input", {"Sheet1!D10": "Blue", "Sheet1!D11": "Red"}
    ),
    ("208-20", 1): Wrong(_UNCALCULATED, _symbols("UPL.NS", "AXISBANK.NS")),
    ("208-20", 2): Wrong(_UNCALCULATED, _symbols("AXISBANK.NS", "UPL.NS")),
    ("208-20", 3): Wrong(_UNCALCULATED, _symbols("AXISBANK.NS", "UPL.NS")),
    ("156-8", 3): Wrong(
        "the answer has the word of a row further down beside this row's letters", {"Sheet1!A22": "RADICATT"}
    ),
    ("290-27", 3): Wrong(
        "the answer has numbers in column D, which the request leaves alone, where the input is blank",
        {"Sheet1!D20": None, "Sheet1!D22": None, "Sheet1!D24": None},
    ),
}
"""By task and pair; every other cell of every answer is what the macro gives."""


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


def _read(path: Path) -> openpyxl.Workbook:
    with warnings.catch_warnings():
        warnings.filterwarnings(
            "ignore", module="openpyxl"
        )  # what openpyxl cannot read of a file is none of the answer
        return openpyxl.load_workbook(path, data_only=True)


@needs_tasks
def test_each_task_has_a_macro() -> None:
    assert sorted(MACROS) == sorted(read_tasks())


@needs_tasks
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("name", MACROS)
def test_one_macro_meets_the_request_in_each_workbook(engine: Engine, name: str, pair: int, tmp_path: Path) -> None:
    task = read_tasks()[name]
    source = task.file(pair, "input")
    with engine.open(source) as runtime:
        outcome = runtime.execute(MACROS[name].read_text(encoding="utf-8"), mode="write")
        assert outcome.error is None
        saved = runtime.save(tmp_path / "out.xlsx")
    answer, given = task.cells(_read(task.file(pair, "answer"))), task.cells(_read(saved))
    wrong = {cell: plain(value) for cell, value in WRONG[name, pair].cells.items()} if (name, pair) in WRONG else {}
    assert given == answer | wrong
    assert [cell for cell, value in wrong.items() if answer[cell] == value] == []
    assert new_findings(source.read_bytes(), saved.read_bytes()) == []
