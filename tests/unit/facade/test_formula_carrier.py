"""Formula texts carried through edits: many at once against one by one, and quick against slow."""

import random

import pytest
from macrocell.facade.axis import AxisEdit
from macrocell.facade.workbook.formula.carrier import Carrier, Stage
from macrocell.facade.workbook.formula.shared import shift_text, shift_texts
from macrocell.facade.workbook.formula.step import AxisStep

SHAPES = (
    "A{a}*2+$C${b}",
    "SUM(A{a}:B{b})",
    "Data2!A{a}+{b}",
    "SUM({a}:{b})+B{a}",
    'A{a}&"B{b}"',
    "LOG10(A{a})+X{b}+XFE{b}",
    "SUM(A:A)+A{a}",
    "'My data'!$A{a}:B${b}",
    "1+1",
    "Data!Z{a}",
)


def random_edit(dice: random.Random) -> AxisEdit:
    at, count = dice.randrange(40), dice.randint(1, 4)
    kind = dice.choice(("insert", "insert", "delete", "move"))
    if kind == "move":
        return AxisEdit("move", at, count, dice.choice((*range(at), *range(at + count + 1, 45))))
    return AxisEdit(kind, at, count)  # type: ignore[arg-type]


def random_texts(dice: random.Random) -> list[str]:
    """Mostly of one shape, as the column of a table has them."""
    shape, odd = dice.choice(SHAPES), dice.random() < 0.3
    top = dice.choice((50, 50, 1_048_580))
    numbers = [(dice.randint(1, top), dice.randint(1, top)) for _ in range(dice.randint(1, 40))]
    if dice.random() < 0.5:
        numbers = [(min(pair), max(pair)) for pair in numbers]
    return [(dice.choice(SHAPES) if odd and dice.random() < 0.1 else shape).format(a=a, b=b) for a, b in numbers]


@pytest.mark.parametrize("seed", range(300))
def test_many_at_once_read_as_one_by_one_and_as_step_by_step(seed: int) -> None:
    dice = random.Random(seed)
    steps = [
        AxisStep(sheet, name, "rows", random_edit(dice))
        for sheet, name in dice.choices((("s1", "Data"), ("s2", "Data2"), ("s3", "My data")), k=dice.randint(1, 3))
    ]
    stages: list[Stage] = [(step, "s1") for step in steps]
    texts = random_texts(dice)
    found = Carrier(stages).texts(texts)
    assert found == [Carrier(stages).text(text) for text in texts]
    expected = texts
    for stage in stages:
        expected = [Carrier([stage])._slow(text) for text in expected]
    assert found == expected


@pytest.mark.parametrize("seed", range(100))
def test_many_members_of_a_shared_formula_read_as_one_by_one(seed: int) -> None:
    dice = random.Random(seed)
    text = dice.choice(SHAPES).format(a=dice.randint(1, 30), b=dice.randint(31, 60))
    rows = [dice.choice((dice.randint(-40, 40), 1_048_570, 0)) for _ in range(dice.randint(0, 20))]
    columns = dice.choice((0, 0, 1, -1, 16_380))
    assert shift_texts(text, rows, columns) == [shift_text(text, distance, columns) for distance in rows]
