"""What the card shows as a beginning is a macro that runs."""

from pathlib import Path

from macrocell import Engine
from macrocell.engine.reference.card import START
from support.books import plain_book


def test_the_beginning_on_the_card_runs_as_it_stands(tmp_path: Path) -> None:
    with Engine() as engine, engine.open(plain_book(tmp_path / "book.xlsx")) as runtime:
        outcome = runtime.execute(START, mode="write")
        assert (outcome.error, outcome.value) == (None, {"rows": 6})
        assert sorted(change.range for change in outcome.changes) == ["A6:B6", "B2:C2", "E1:F2"]
