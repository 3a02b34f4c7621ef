"""Objects of real workbooks when rows and columns come and go: nothing is lost, and everything comes back."""

from pathlib import Path

import pytest
from macrocell.facade.errors import FacadeError, MutationConflict
from macrocell.facade.workbook.fingerprint import state_hash
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import AxisDelete, AxisInsert, AxisMove, Mutation, apply_all, take_back
from macrocell.facade.workbook.object.store import store_of
from macrocell.facade.workbook.xlsx.check import check_package
from macrocell.facade.workbook.xlsx.read import read_workbook
from support.corpus import CORPUS, each_file, needs_corpus
from support.saving import saved

pytestmark = needs_corpus
SMALL_BYTES = 150_000


def edits(sheet: str) -> list[Mutation]:
    return [
        AxisInsert(sheet=sheet, axis="rows", at=1, count=3),
        AxisDelete(sheet=sheet, axis="columns", at=1, count=1),
        AxisDelete(sheet=sheet, axis="rows", at=4, count=2),
        AxisMove(sheet=sheet, axis="rows", at=2, count=2, to=8),
    ]


def opened(path: Path) -> Workbook | None:
    try:
        book = read_workbook(path.read_bytes())
        for sheet in book.sheets:
            if sheet.kind == "worksheet":
                sheet.load()
    except FacadeError:
        return None
    return book


@pytest.mark.parametrize(
    "name",
    [str(path.relative_to(CORPUS)) for path in each_file() if path.stat().st_size < SMALL_BYTES],  # type: ignore[arg-type]
)
def test_a_real_workbooks_objects_follow_and_come_back(name: str) -> None:
    assert CORPUS is not None
    book = opened(CORPUS / name)
    sheet = next((one for one in book.sheets if one.kind == "worksheet"), None) if book is not None else None
    if book is None or sheet is None:
        return
    assert book.package is not None
    store = store_of(book)
    assert store is not None
    applied = []
    before = state_hash(book)
    for mutation in edits(sheet.id):
        try:
            applied.append(apply_all(book, [mutation]))
        except MutationConflict:
            continue
    assert store.broken == {}
    data = saved(book)
    assert set(check_package(data)) <= set(check_package(book.package.data))
    members = read_workbook(data).package.members  # type: ignore[union-attr]
    assert {part for part in book.package.members if part not in members} <= {"xl/calcChain.xml"}
    for done in reversed(applied):
        take_back(book, done)
    assert list(store.changed()) == []
    assert state_hash(book) == before
    assert saved(book) == book.package.data
