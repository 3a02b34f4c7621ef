"""Sizes, levels and panes on every workbook of the corpus: saved, read back, and taken back to the file's own bytes."""

from __future__ import annotations

from pathlib import Path

import pytest
from macrocell.facade.errors import MutationConflict
from macrocell.facade.workbook.fingerprint import state_hash
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import AxisFormat, Mutation, SheetFreeze, apply_all
from macrocell.facade.workbook.xlsx.error import FILE_ERRORS
from macrocell.facade.workbook.xlsx.patch import SAVE_ERRORS
from macrocell.facade.workbook.xlsx.read import read_workbook
from support.corpus import each_file, needs_corpus
from support.saving import saved

MAX_BYTES = 1_000_000
"""Larger files are read by other tests; here each is hashed three times."""
UNREADABLE = tuple(FILE_ERRORS)

FILES = [path for path in each_file() if path.stat().st_size < MAX_BYTES]


def loaded(data: bytes) -> Workbook | None:
    """A workbook with all its sheets in memory; None for a file that is refused."""
    try:
        book = read_workbook(data)
        for sheet in book.sheets:
            sheet.load()
    except UNREADABLE:
        return None
    return book


def changes(book: Workbook) -> list[Mutation]:
    """Panes, hidden and grouped rows and columns on every worksheet."""
    made: list[Mutation] = []
    for sheet in book.sheets:
        if sheet.kind == "worksheet":
            made += [
                SheetFreeze(sheet=sheet.id, row0=3, col0=1),
                AxisFormat(sheet=sheet.id, axis="rows", spans=((1, 4), (9, 9)), size=33.5, level=3, hidden=True),
                AxisFormat(sheet=sheet.id, axis="columns", spans=((0, 2), (5, 5)), size=12.25, level=2),
            ]
    return made


@needs_corpus
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_formats_are_saved_read_back_and_taken_back(path: Path) -> None:
    data = path.read_bytes()
    book = loaded(data)
    if book is None:
        return
    before = state_hash(book)
    try:
        applied = apply_all(book, changes(book))
    except MutationConflict as conflict:
        assert "more than once" in conflict.message
        return
    try:
        file = saved(book)
    except tuple(SAVE_ERRORS):
        file = None
    if file is not None:
        again = loaded(file)
        assert again is not None
        assert state_hash(again) == state_hash(book)
    apply_all(book, applied.inverse())
    assert state_hash(book) == before
    assert saved(book) == data
