"""The bench's workbooks are what their names say, as openpyxl reads them."""

import runpy
from pathlib import Path
from typing import Any

import macrocell
import openpyxl
import pytest

GENERATOR = runpy.run_path(str(Path(macrocell.__file__).resolve().parent / "benchmarks" / "big_workbook.py"))
ROWS = 40


@pytest.mark.parametrize(
    ("kind", "width", "formulas"), [("grid", 10, 0), ("regular", 10, ROWS), ("shared", 10, 4 * ROWS)]
)
def test_regular_kinds_have_the_same_shape_in_each_row(tmp_path: Path, kind: str, width: int, formulas: int) -> None:
    sheet = made(tmp_path, kind)
    assert sheet.dimensions == f"A1:J{ROWS}"
    assert {sum(cell.value is not None for cell in row) for row in sheet.iter_rows()} == {width}
    assert sum(cell.data_type == "f" for row in sheet.iter_rows() for cell in row) == formulas


def test_the_irregular_kind_has_holes_types_and_formulas(tmp_path: Path) -> None:
    cells = [cell for row in made(tmp_path, "irregular").iter_rows() for cell in row]
    assert len(cells) == 20 * ROWS
    assert {cell.data_type for cell in cells} == {"n", "s", "b", "f", "d"}
    assert 0 < sum(cell.value is None for cell in cells) < len(cells) / 5


def test_an_unknown_kind_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no such kind: 'round'"):
        GENERATOR["write_workbook"](tmp_path / "x.xlsx", "round", ROWS)


def made(folder: Path, kind: str) -> Any:
    path = folder / f"{kind}.xlsx"
    GENERATOR["write_workbook"](path, kind, ROWS)
    return openpyxl.load_workbook(path)["Data"]
