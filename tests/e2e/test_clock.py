"""The clock of a run is the run's, whoever waited for it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from macrocell import Engine
from support.books import plain_book


def test_runs_of_one_macro_each_see_their_own_time(tmp_path: Path) -> None:
    path = plain_book(tmp_path / "clock.xlsx")
    source = "sheet = workbook.sheets[0]\nsheet['A1'] = '=NOW()'\nsheet['A1'].value"
    moments = [datetime(2026, 3, day, 12) for day in (1, 2, 3)]
    with Engine() as engine, engine.open(path) as runtime:
        seen = [runtime.execute(source, mode="write", dry_run=True, now=moment).value for moment in moments]
    assert seen == [46082.5, 46083.5, 46084.5]
