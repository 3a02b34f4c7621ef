"""The quick way to shift formulas against the one that reads each of them."""

import random

import pytest
from macrocell.facade.workbook.formula.shared import shift_text
from macrocell.facade.workbook.formula.shift import shifted_text

PARTS = (
    "A1", "$B$2", "C$3", "$D4", "A1:B9", "$A$1:B7", "C:D", "$C:D", "3:7", "$3:7", "0:7", "7:0", "LOG10(5)", "LOG10",
    "Sheet1!A5", "'It''s 2'!B6", "T[Col 1]", "[1]Data!A7", '"A1 ""B2"" 3"', "1.5", "2", "1E5", "A0", "XFD1048576",
    "A1048577", "R1C1", "x1.y2", "ABCD5", "A1.:.B2", "#REF!", "007", "F12(", "Ü1",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(40))
def test_both_give_the_same_text(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(200):
        text = chance.choice("+*,&: ").join(chance.choices(PARTS, k=chance.randrange(1, 5)))
        for _ in range(4):
            text = "".join(str(chance.randrange(1, 30)) if char in "123456789" else char for char in text)
            rows, columns = chance.choice([0, 1, 5, -3, 1_048_575]), chance.choice([0, 0, 1, -2, 16_383])
            assert shifted_text(text, rows, columns) == shift_text(text, rows, columns), (text, rows, columns)
