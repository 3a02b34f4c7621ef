"""A worker that waits reads and plays; nobody may be able to tell afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from macrocell.facade.workbook.fingerprint import state_hash
from macrocell.facade.workbook.host import WorkbookHost
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.rehearsal import MAX_CELLS, play, touch
from macrocell.facade.workbook.xlsx.new import new_workbook
from support.models import everything


def filled(cells: dict[tuple[int, int], object]) -> Workbook:
    model = new_workbook()
    sheet = model.sheets[0]
    sheet.load()
    for (row0, col0), value in cells.items():
        sheet.ensure_row(row0).set_value(col0, value)  # type: ignore[arg-type]
    return model


def all_of(steps: Iterator[None]) -> int:
    return sum(1 for _ in steps)


def test_touching_changes_nothing() -> None:
    model = filled({(0, 0): 1, (1, 1): "text", (0, 16_383): 2.5, (499_999, 0): True})
    before, hashed = everything(model), state_hash(model)
    all_of(touch(model))
    assert everything(model) == before
    assert state_hash(model) == hashed


def test_touching_ends_in_large_sheets() -> None:
    model = filled({(row0, 0): row0 for row0 in range(MAX_CELLS + 100)})
    before = everything(model)
    all_of(touch(model))
    assert everything(model) == before


def test_a_play_can_be_played_again() -> None:
    model = new_workbook()
    for _ in range(3):
        all_of(play(model))
    assert model.sheets[0].row(0) is not None


def test_plays_before_any_fork_are_on_workbooks_of_their_own() -> None:
    WorkbookHost.preload()
    fresh = new_workbook()
    assert everything(fresh) == everything(new_workbook())
    stage = WorkbookHost._stage
    assert stage is not None
    assert everything(stage) == everything(fresh)
