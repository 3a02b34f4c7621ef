"""LibreOffice edits files itself: a failing order holds up no other; its formulas are compared with the engine's."""

import pytest
from support.formula_text import Difference, formulas
from support.libreoffice import needs_soffice
from support.libreoffice_edit import Order, edit, store
from support.package.sample import pack, sample_parts
from support.structure_case import DELETE, INSERT, MOVE, RENAME, Case, Saved
from support.structure_rival import Edited, order, rival_differences, single

pytestmark = needs_soffice

GOOD = pack(sample_parts())
TOLD = {
    "It's renamed": {"D5": "F20*2", "D6": "F21*2", "F5": "F20:F21"},
    "Other": {},
    "It's 3": {"A1": "Other!A1+1"},
    "Spare": {},
}
"""The sample's formulas after three rows before row 2, without column C, with A5:B8 moved to E20."""


def case_of(told: dict[str, dict[str, str]]) -> Case:
    case = Case("a.xlsx", GOOD, single(formulas(GOOD)), kept=[INSERT, DELETE, MOVE, RENAME])
    case.saves = [Saved("changed", b"", (), told, None)]
    return case


@pytest.fixture(scope="module")
def edited() -> Edited:
    bad, last = Order(GOOD, "  document.Nothing()"), Order(GOOD, store("changed"))
    return edit({"a.xlsx": order(case_of(TOLD)), "bad": bad, "last": last})


def test_an_order_that_fails_is_left_out_and_the_others_are_stored(edited: Edited) -> None:
    assert {key: list(files) for key, files in edited.items()} == {
        "a.xlsx": ["changed"],
        "bad": [],
        "last": ["changed"],
    }


def test_nothing_is_told_where_both_follow_references_alike(edited: Edited) -> None:
    assert rival_differences(case_of(TOLD), edited, {}, "a.xlsx input") == []


def test_a_reference_that_did_not_follow_is_told(edited: Edited) -> None:
    stale = {**TOLD, "It's renamed": {**TOLD["It's renamed"], "D6": "B6*2"}}
    assert rival_differences(case_of(stale), edited, {}, "a.xlsx input") == [
        ("changed", Difference("It's renamed", "D6", "B6*2", "F21*2"))
    ]
