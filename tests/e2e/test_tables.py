"""Rows added to the tables of a file: what they cover, what formulas take from them, and the saved part."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from macrocell import Engine
from support.package_check import new_findings
from support.saving import part_of
from support.tables import with_table

PART = "xl/tables/table1.xml"


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as made:
        yield made


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "book.xlsx"
    made.write_bytes(with_table())
    return made


def write(engine: Engine, path: Path, macro: str, out: Path | None = None) -> Any:
    with engine.open(path) as runtime:
        outcome = runtime.execute(macro, mode="write")
        assert outcome.error is None, outcome.error
        if out is not None:
            runtime.save(out)
        return outcome


def refused(engine: Engine, path: Path, macro: str) -> Any:
    with engine.open(path) as runtime:
        before = runtime.state_hash()
        outcome = runtime.execute(macro, mode="write")
        assert outcome.error is not None
        assert runtime.state_hash() == before
        return outcome.error


def test_an_appended_row_belongs_to_the_table_and_to_what_speaks_of_it(
    engine: Engine, path: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.xlsx"
    macro = """t = workbook.tables["T"]
t.append(["x", 5])
s = t.sheet
[t.ref, s["E1"].value, s["A4:C4"].values, s["C4"].formula, s["B4"].font.b, len(t), t.columns]"""
    outcome = write(engine, path, macro, out)
    assert outcome.value == ["A1:C4", 8, [["x", 5, 10]], "=T[[#This Row],[v]]*2", True, 3, ["n", "v", "w"]]
    resized = [change for change in outcome.changes if change.kind == "table_resized"]
    assert [(one.sheet, one.range, one.before, one.after) for one in resized] == [("Data", "A1:C4", "A1:C3", "A1:C4")]
    xml = part_of(out.read_bytes(), PART)
    assert 'ref="A1:C4"' in xml
    assert '<autoFilter ref="A1:C4"' in xml
    assert not new_findings(path.read_bytes(), out.read_bytes())
    read: Any = openpyxl.load_workbook(out, data_only=True)["Data"]
    assert (read.tables["T"].ref, read["E1"].value, read["C4"].value) == ("A1:C4", 8, 10)


def test_a_date_shows_as_one_in_the_look_of_the_row_above(engine: Engine, path: Path) -> None:
    """With the number format that any date gets where the row above has none for dates, else with that one."""
    macro = """from datetime import date
t, s = workbook.tables["T"], workbook["Data"]
t.append([date(2024, 1, 2), date(2024, 1, 3)])
s["A4"].number_format = "dd/mm/yy"
t.append([date(2024, 1, 4), 5])
s["J1"] = date(2024, 1, 2)
usual = s["J1"].number_format
[[c.number_format for c in row] for row in s["A4:B5"].cells], usual, s["B4"].font.b, s["B5"].font.b, s["A5"].value"""
    formats, usual, *rest = write(engine, path, macro.replace(".cells]", "]")).value
    assert formats == [["dd/mm/yy", usual], ["dd/mm/yy", usual]]
    assert rest == [True, True, dt.datetime(2024, 1, 4)]


def test_tables_of_a_sheet_and_of_its_copy_are_both_read_back_with_their_new_rows(
    engine: Engine, path: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.xlsx"
    macro = """s = workbook["Data"]
copy = workbook.copy_sheet("Data", "Again")
s.tables.values()[0].append(["x", 5])
copy.tables.values()[0].append(["y", 6]).append(["z", 7])
[copy.title, [(t.name, t.ref) for t in workbook.tables.values()]]"""
    title, tables = write(engine, path, macro, out).value
    assert [ref for _, ref in tables] == ["A1:C4", "A1:C5"]
    assert not new_findings(path.read_bytes(), out.read_bytes())
    values: Any = openpyxl.load_workbook(out, data_only=True)
    formulas: Any = openpyxl.load_workbook(out)
    for sheet, (name, ref), rows in zip(
        ("Data", title), tables, ([("x", 5, 10)], [("y", 6, 12), ("z", 7, 14)]), strict=True
    ):
        assert {one.name: one.ref for one in formulas[sheet].tables.values()} == {name: ref}
        new = f"A4:C{3 + len(rows)}"
        assert [tuple(cell.value for cell in row) for row in values[sheet][new]] == rows
        assert [row[2].value for row in formulas[sheet][new]] == [f"={name}[[#This Row],[v]]*2"] * len(rows)
        assert all(row[1].font.b for row in formulas[sheet][new])


def test_totals_move_down_and_stay_the_last_row(engine: Engine, tmp_path: Path) -> None:
    path, out = tmp_path / "book.xlsx", tmp_path / "out.xlsx"
    path.write_bytes(with_table(totals=True))
    macro = """t = workbook.tables["T"]
t.sheet["A6"] = "below"
t.append({"V": 7, "n": "y"}).append(["z"])
[t.ref, t.data.address, t.has_totals, t.sheet["A6:C6"].values, t.sheet["A8"].value, t.sheet["E1"].value]"""
    outcome = write(engine, path, macro, out)
    assert outcome.value == ["A1:C6", "A2:C5", True, [["Total", 10, None]], "below", 10]
    xml = part_of(out.read_bytes(), PART)
    assert 'ref="A1:C6"' in xml
    assert '<autoFilter ref="A1:C5"' in xml
    assert 'totalsRowCount="1"' in xml
    assert not new_findings(path.read_bytes(), out.read_bytes())


def test_what_stands_below_moves_down_within_the_columns_of_the_table(engine: Engine, path: Path) -> None:
    macro = """t, s = workbook.tables["T"], workbook["Data"]
s["B4"], s["E4"], s["G1"] = "below", "beside", "=B4"
t.append(["x", 1])
[t.ref, s["B4:B5"].values, s["E4"].value, s["G1"].formula]"""
    assert write(engine, path, macro).value == ["A1:C4", [[1], ["below"]], "beside", "=B5"]


def test_resize_gives_up_rows_and_takes_them_in(engine: Engine, path: Path, tmp_path: Path) -> None:
    macro = """t = workbook.tables["T"]
small = t.resize("A1:C2").ref, t.sheet["E1"].value, t.sheet["A3"].value
t.ref = "A1:C9"
[small, t.ref, t.sheet["E1"].value, t.to_records()[:2]]"""
    first = [{"n": "a", "v": 1, "w": 2}, {"n": "b", "v": 2, "w": 4}]
    assert write(engine, path, macro, tmp_path / "out.xlsx").value == [("A1:C2", 1, "b"), "A1:C9", 3, first]


def test_undo_and_a_failing_run_leave_the_file_as_it_was(engine: Engine, path: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.xlsx"
    with engine.open(path) as runtime:
        before = runtime.state_hash()
        failed = runtime.execute("workbook.tables['T'].append(['x', 1])\n1 / 0", mode="write")
        assert not failed.ok
        assert runtime.state_hash() == before
        assert runtime.execute("workbook.tables['T'].append(['x', 1])", mode="write").ok
        assert runtime.execute("workbook['Data'].insert_rows(1, 2)", mode="write").ok
        assert runtime.execute("workbook.tables['T'].ref").value == "A3:C6"
        runtime.undo()
        runtime.undo()
        assert runtime.state_hash() == before
        assert runtime.execute("workbook.tables['T'].ref, workbook['Data']['E1'].value").value == ("A1:C3", 3)
        runtime.save(out)
    assert out.read_bytes() == path.read_bytes()


def test_a_run_before_others_can_be_dropped(engine: Engine, path: Path) -> None:
    with engine.open(path) as runtime:
        first = runtime.execute("workbook.tables['T'].append(['x', 1])", mode="write")
        assert runtime.execute("workbook['Data']['H1'] = 5", mode="write").ok
        runtime.rollback(first.run_id)
        assert runtime.execute("workbook.tables['T'].ref, workbook['Data']['H1'].value").value == ("A1:C3", 5)


def test_tables_are_found_by_name_on_their_sheet_and_in_the_workbook(engine: Engine, path: Path) -> None:
    macro = """s = workbook.add_sheet("Other")
[list(workbook.tables), "t" in workbook["Data"].tables, len(s.tables), workbook.tables.get("no"),
 [t.displayName for t in workbook["Data"].tables.values()], repr(workbook.tables["t"]),
 workbook["Data"].tables.items()[0][0], workbook.tables["T"].range.address]"""
    wanted = [["T"], True, 0, None, ["T"], "<Table 'T': Data!A1:C3>", "T", "A1:C3"]
    assert write(engine, path, macro).value == wanted


@pytest.mark.parametrize(
    ("macro", "code", "message"),
    [
        ("workbook.tables['Tt']", "table_not_found", "there is no table 'Tt'"),
        ("workbook.tables['T'].append([1, 2, 3, 4])", "shape", "a row of 4 values for the 3 columns of the table T"),
        ("workbook.tables['T'].append({'vv': 1})", "argument", "the table T has no column 'vv'"),
        ("workbook.tables['T'].append(5)", "argument", "append takes a list, not int"),
        ("workbook.tables['T'].resize('A2:C9')", "structure", "the table T in A1:C3 keeps its first row"),
        ("workbook.tables['T'].resize('A1:D9')", "structure", "the table T in A1:C3 keeps its first row"),
        ("workbook.tables['T'].resize('A1:C1')", "structure", "the table T keeps at least one row of data"),
        ("workbook.tables['T'].resize(5)", "argument", "resize takes what the table is to cover"),
        (
            "workbook['Data'].merge('A5:B5')\nworkbook.tables['T'].resize('A1:C9')",
            "structure",
            "the table T would grow over the merged range A5:B5",
        ),
        (
            "workbook['Data']['A5'] = '=SEQUENCE(2)'\nworkbook.tables['T'].resize('A1:C9')",
            "structure",
            "the table T would grow over the array formula A5",
        ),
    ],
)
def test_what_cannot_be_is_told_and_changes_nothing(
    engine: Engine, path: Path, macro: str, code: str, message: str
) -> None:
    error = refused(engine, path, macro)
    assert (error.code, error.message[: len(message)]) == (code, message)
    assert error.hint


@pytest.mark.parametrize("row", ["float('nan'), 1", "'x', '=SUM(1'", "'x', '=[other.xlsx]S!A1'", "lambda: 1"])
def test_a_row_that_cannot_be_written_does_not_grow_the_table(engine: Engine, path: Path, row: str) -> None:
    macro = f"""t = workbook.tables["T"]
t.sheet["B4"] = "below"
try:
    t.append([{row}])
except Exception as error:
    told = str(error)
[bool(told), t.ref, t.sheet["B4"].value]"""
    assert write(engine, path, macro).value == [True, "A1:C3", "below"]


def test_totals_do_not_move_by_a_resize(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(with_table(totals=True))
    assert "ends in a row of totals" in refused(engine, path, "workbook.tables['T'].resize('A1:C9')").message


def test_a_scope_holds_for_tables_too(engine: Engine, path: Path) -> None:
    with engine.open(path) as runtime:
        inside = runtime.execute("workbook.tables['T'].append(['x', 1])", mode="write", writable=["Data!A1:C9"])
        assert inside.ok, inside.error
        outside = runtime.execute("workbook.tables['T'].append(['y', 1])", mode="write", writable=["Data!E:F"])
        assert outside.error is not None
        assert outside.error.code == "not_writable"
