"""Tracing and listing formulas of files through the whole path, results as plain values."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from macrocell import Engine
from support.corpus import corpus_file, needs_corpus

MACRO = """
before = workbook.formulas()
trace = workbook.trace("Sheet1!B4")
if args["rows"]:
    workbook["Sheet1"].insert_rows(3, args["rows"])
after = workbook.trace("Sheet1!B6")
return {"before": before, "trace": trace, "after": [one.address for one in after.precedents], "last": after.formula}
"""


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


@needs_corpus
@pytest.mark.parametrize(("mode", "rows"), [("read", 0), ("write", 2)])
def test_a_real_file_tells_of_its_formulas(engine: Engine, mode: str, rows: int) -> None:
    with engine.open(corpus_file("poi__VLookupFullColumn.xlsx")) as runtime:
        outcome = runtime.execute(MACRO, mode=mode, args={"rows": rows})  # type: ignore[arg-type]
    assert outcome.error is None
    assert outcome.value == {
        "before": [
            {
                "r1c1": "=VLOOKUP(RC[-1],C4:C5,2,0)",
                "count": 308,
                "first": "Sheet1!B4",
                "example": "=VLOOKUP(A4,$D:$E,2,0)",
                "sheet": "Sheet1",
                "functions": ["VLOOKUP"],
                "volatile": False,
                "array": False,
            }
        ],
        "trace": {
            "cell": "Sheet1!B4",
            "formula": "=VLOOKUP(A4,$D:$E,2,0)",
            "value": "Value1",
            "state": "cached",
            "reason": None,
            "precedents": [
                {"address": "Sheet1!A4", "level": 1, "formula": None, "value": "Key1"},
                {"address": "Sheet1!D:E", "level": 1, "formula": None, "value": None},
            ],
            "dependents": [],
            "truncated": False,
            "opaque": False,
            "note": None,
        },
        "after": ["Sheet1!A6", "Sheet1!D:E"],
        "last": "=VLOOKUP(A6,$D:$E,2,0)",
    }


@pytest.mark.parametrize(
    ("source", "message", "hint"),
    [
        (
            "workbook['Sheet1']['A1'].precedents",
            "'Cell' object has no attribute 'precedents'",
            "use workbook.trace(cell).precedents",
        ),
        (
            "workbook.trace()",
            "Workbook.trace() missing 1 required positional argument: 'ref'",
            'write workbook.trace(ref, depth=1); ref is an address with its sheet, "Data!B7", or a cell',
        ),
        (
            "workbook.trace('Sheet1!A1').dependants",
            "'Trace' object has no attribute 'dependants'",
            "did you mean trace.dependents?",
        ),
        (
            "workbook.trace('Sheet1!A1')['value']",
            "'Trace' object is not subscriptable",
            "a trace has attributes, not keys: trace.value, trace.precedents",
        ),
    ],
)
def test_what_is_written_by_habit_is_answered(engine: Engine, source: str, message: str, hint: str) -> None:
    with engine.create() as runtime:
        outcome = runtime.execute(source)
    assert outcome.error is not None
    assert (outcome.error.message, outcome.error.hint) == (message, hint)
