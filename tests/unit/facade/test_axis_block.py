"""Blocks of array formulas side by side when their columns change places."""

from macrocell.facade.workbook.fingerprint import state_hash
from macrocell.facade.workbook.mutation import AxisDelete, AxisInsert, apply_all, take_back
from support.saving import book_of, sheet_part


def test_blocks_that_follow_each_other_keep_their_own_places() -> None:
    cells = "".join(f'<c r="{letter}1"><f t="array" ref="{letter}1">A2:A3</f></c>' for letter in "CD")
    book = book_of(sheet_part(f'<row r="1">{cells}</row>'))
    sheet = book.sheets[0]
    before = state_hash(book)
    for mutation in (
        AxisInsert(sheet="s1", axis="columns", at=1, count=1),
        AxisDelete(sheet="s1", axis="columns", at=1, count=1),
    ):
        applied = apply_all(book, [mutation])
        row = sheet.row(0)
        assert row is not None
        assert row.formulas is not None
        assert [entry.rect for entry in row.formulas[1:]] == sheet.blocks  # type: ignore[union-attr]
        assert len(set(sheet.blocks)) == 2
        take_back(book, applied)
        assert state_hash(book) == before
