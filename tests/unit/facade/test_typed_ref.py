"""Formulas carried as data: what a reference reads after a step, without a model and without reading its text."""

from __future__ import annotations

import pytest
from macrocell.facade.axis import AxisEdit
from macrocell.facade.workbook.formula.step import AxisStep, DropStep, RenameStep, Step
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.mutation import AxisInsert, CellsSet, Formula, SheetRename
from macrocell.facade.workbook.mutation.cell import MAX_FORMULA
from macrocell.facade.workbook.mutation.typed_ref import FormulaTooLongError, carried, typed
from macrocell.facade.workbook.transform import TransformConflict, over, transform

IDS = {"data": "s1", "a!b": "s2", "o": "s3"}
INSERT = AxisStep("s1", "", "rows", AxisEdit("insert", 1, 2))
RENAME = RenameStep("s1", "", "In put")


@pytest.mark.parametrize(
    ("text", "step", "expected"),
    [
        ("SUM(Data!A1:A5)+A2", INSERT, "SUM(Data!A1:A7)+A2"),
        ("Data!#REF!+Data!A2", INSERT, "Data!#REF!+Data!A4"),
        ("Data!#REF!+Data!A2", RENAME, "'In put'!#REF!+'In put'!A2"),
        ("'a!b'!#REF!+'a!b'!A1", RenameStep("s2", "", "c!d"), "'c!d'!#REF!+'c!d'!A1"),
        ("Data!total*2", RENAME, "'In put'!total*2"),
        ("SUM(Data:O!A1)", RENAME, "SUM('In put:O'!A1)"),
        ("SUM(Data:O!A1)", INSERT, "SUM(Data:O!A1)"),
        ("Data!A1+Data!total+Data!#REF!", DropStep("s1", "", ()), "#REF!+#REF!+#REF!"),
        ("Data!$2:3", AxisStep("s1", "", "rows", AxisEdit("delete", 0, 9)), "Data!#REF!"),
        ('INDIRECT("Data!A2")+Foo!A2', INSERT, 'INDIRECT("Data!A2")+Foo!A2'),
    ],
)
def test_references_follow_and_their_marks_stand_where_they_read(text: str, step: Step, expected: str) -> None:
    found = carried(typed(Formula(text), IDS), step, "s3")
    assert found.text == expected
    names = {"s1": "in put" if step is RENAME else "data", "s2": "c!d", "s3": "o"}
    assert (
        found == typed(Formula(expected), {name: sheet_id for sheet_id, name in names.items()}) or "#REF!" in expected
    )


def test_carried_twice_is_carried_through_both() -> None:
    once = carried(typed(Formula("Data!#REF!+Data!A2"), IDS), RENAME, "s3")
    assert carried(once, INSERT, "s3").text == "'In put'!#REF!+'In put'!A4"


def test_a_formula_that_would_be_too_long_is_a_conflict() -> None:
    text = "+".join(["Data!A1"] * (MAX_FORMULA // 8))
    with pytest.raises(FormulaTooLongError):
        carried(typed(Formula(text), IDS), RenameStep("s1", "", "A much longer name"), "s3")
    write = CellsSet(sheet="s3", rect=Rect(0, 0, 0, 0), rows=[[typed(Formula(text), IDS)]])
    with pytest.raises(TransformConflict) as caught:
        transform([write], [SheetRename(id="s1", name="A much longer name")])
    assert (caught.value.code, str(caught.value)) == (
        "formula_too_long",
        "a formula would be longer than a cell can hold",
    )


def test_more_pairs_than_can_be_carried_are_a_conflict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(over, "MAX_PAIRS", 3)
    inserts = [AxisInsert(sheet="s1", axis="rows", at=0, count=1)] * 2
    with pytest.raises(TransformConflict) as caught:
        transform(inserts, inserts)
    assert (caught.value.code, str(caught.value)) == (
        "too_many",
        "2 changes over 2 others are more than can be carried",
    )


def test_a_reference_whose_cells_are_gone_still_follows_its_sheet() -> None:
    once = carried(typed(Formula("Data!A3+1"), IDS), AxisStep("s1", "", "rows", AxisEdit("delete", 2, 1)), "s3")
    assert once == typed(Formula("Data!#REF!+1"), IDS)
    assert carried(once, RENAME, "s3").text == "'In put'!#REF!+1"
    assert carried(once, DropStep("s1", "", ()), "s3").text == "#REF!+1"
