"""One formula beside some cells, as a test computes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from macrocell.facade.workbook.calc import Failure
from macrocell.facade.workbook.model.rect import Rect, parse_cell
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import CellsSet, Formula, apply_all
from macrocell.facade.workbook.state import FormulaStates


def placed(rows: Iterable[Sequence[Any]]) -> dict[str, Any]:
    """Rows that begin at A1, by the names of their cells."""
    return {
        f"{chr(65 + col)}{row}": f"'{value}" if isinstance(value, str) else value
        for row, values in enumerate(rows, 1)
        for col, value in enumerate(values)
    }


def computed(
    text: str,
    cells: Mapping[str, Any],
    *,
    at: str = "Z99",
    names: Iterable[tuple[str, str | None, str]] = (),
    epoch_1904: bool = False,
    now: datetime | None = None,
) -> Any:
    """What a formula on the sheet Data gives; the reason where it is not computed.

    Keys of cells are names such as B3, of the sheet "In put" with a ! before; text that begins with = is a formula, and
    an apostrophe before it makes it text.
    """
    model = Workbook()
    model.epoch_1904 = epoch_1904
    model.sheets = [Sheet("s1", "Data"), Sheet("s2", "In put")]
    model.names = list(names)
    for place, content in (*cells.items(), (at, f"={text}")):
        found = parse_cell(place.removeprefix("!"))
        assert found is not None, place
        formula = isinstance(content, str) and content[:1] == "="
        wire = content
        if isinstance(content, str):
            wire = Formula(content[1:]) if formula else content.removeprefix("'")
        sheet, rect = "s2" if place[0] == "!" else "s1", Rect(*found, *found)
        apply_all(model, [CellsSet(sheet=sheet, rect=rect, rows=[[wire]])])
    here = parse_cell(at)
    assert here is not None
    value = FormulaStates(model, lambda sheet: sheet, now).value(model.sheets[0], *here)
    return value.reason if isinstance(value, Failure) else value
