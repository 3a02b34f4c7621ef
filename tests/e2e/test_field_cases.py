"""What people reported of other tools, through the public interface. The ids are those of the list of cases."""

import io
import json
import os
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import openpyxl
import psutil
import pytest
from macrocell import Engine, Limits, Runtime
from macrocell.engine import FileChanged, FileUnreadable
from openpyxl.styles import Font
from openpyxl.utils.datetime import CALENDAR_MAC_1904


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


@pytest.fixture
def runtime(engine: Engine, tmp_path: Path) -> Iterator[Runtime]:
    with opened(engine, tmp_path, openpyxl.Workbook()) as runtime:
        yield runtime


def opened(engine: Engine, folder: Path, book: openpyxl.Workbook) -> Runtime:
    path = folder / "book.xlsx"
    book.save(path)
    return engine.open(path)


def write(runtime: Runtime, macro: str) -> object:
    outcome = runtime.execute(macro, mode="write")
    assert outcome.error is None
    return outcome.value


def failure(runtime: Runtime, macro: str) -> tuple[object, ...]:
    outcome = runtime.execute(macro, mode="write")
    assert outcome.error is not None
    assert runtime.pending.runs == ()
    return outcome.error.type, outcome.error.line, outcome.error.message, outcome.error.hint


def saved(runtime: Runtime, folder: Path) -> openpyxl.Workbook:
    return openpyxl.load_workbook(runtime.save(folder / "out.xlsx", overwrite=True))


def test_d01_dates_use_the_files_own_epoch(engine: Engine, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.epoch = CALENDAR_MAC_1904
    book.active["A1"] = datetime(2021, 1, 1)
    with opened(engine, tmp_path, book) as runtime:
        assert write(runtime, "s = workbook.active\ns['B1'].value = s['A1'].value\ns['B1'].value") == datetime(
            2021, 1, 1
        )
        out = runtime.save(tmp_path / "out.xlsx")
    assert b"<v>42735</v>" in zipfile.ZipFile(out).read("xl/worksheets/sheet1.xml").split(b'r="B1"')[1]
    assert openpyxl.load_workbook(out).active["B1"].value == datetime(2021, 1, 1)


def test_d02_a_timezone_aware_datetime_fails_at_its_line_with_the_cure(runtime: Runtime) -> None:
    macro = "import datetime\nworkbook.active['A1'].value = datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc)"
    kind, line, message, hint = failure(runtime, macro)
    assert (kind, line) == ("CellValueError", 2)
    assert message == "A1: timezone-aware datetimes have no place in a cell"
    assert hint == (
        "use .replace(tzinfo=None) to keep the clock time, or .astimezone(zone).replace(tzinfo=None) to convert it"
    )


def test_d05_digits_are_never_rounded_silently(runtime: Runtime, tmp_path: Path) -> None:
    kind, line, message, hint = failure(runtime, "s = workbook.active\ns['A2'].value = 123456789012345678")
    assert (kind, line) == ("CellValueError", 2)
    assert message == "A2: an integer of more than 15 digits would lose its last ones"
    assert hint == "write it as text, str(value), or as float(value) where rounding is right"
    write(runtime, "workbook.active['A1'].value = '007'")
    assert saved(runtime, tmp_path).active["A1"].value == "007"


def test_d06_text_that_looks_like_a_number_is_reported_and_can_be_parsed(runtime: Runtime) -> None:
    outcome = runtime.execute("workbook.active['A1:A2'].values = [['15%'], ['$1,234.50']]", mode="write")
    assert outcome.ok
    assert len(outcome.warnings) == 1
    assert "parse_number" in outcome.warnings[0]
    macro = "from macrocell import parse_number\n[parse_number(c[0]) for c in workbook.active['A1:A2'].values]"
    assert runtime.execute(macro).value == [0.15, 1234.5]


def test_d06_the_number_is_written_and_the_macro_names_its_format(runtime: Runtime, tmp_path: Path) -> None:
    write(
        runtime,
        "from macrocell import parse_number\n"
        "sheet = workbook.active\n"
        "sheet['A1:A2'].values = [['15%'], ['$1,234.50']]\n"
        "sheet['A3'].formula = '=SUM(A1:A2)'",
    )
    convert = (
        "from macrocell import parse_number\n"
        "for cell, code in zip(workbook.active['A1:A2'].cells, {}):\n"
        "    cell.value = parse_number(cell.value)\n"
        "    if code: cell.number_format = code\n"
    )
    plain = convert.format("[None, None]") + "[[c.value, c.number_format] for c in workbook.active['A1:A2'].cells]"
    assert runtime.execute(plain, mode="write", dry_run=True).value == [[0.15, "General"], [1234.5, "General"]]
    write(runtime, convert.format("['0%', '$#,##0.00']"))
    sheet = saved(runtime, tmp_path).active
    assert [(sheet[at].value, sheet[at].number_format) for at in ("A1", "A2")] == [
        (0.15, "0%"),
        (1234.5, "$#,##0.00"),
    ]
    assert sheet["A3"].value == "=SUM(A1:A2)"


def test_d08_none_clears_and_an_empty_text_is_a_text(runtime: Runtime, tmp_path: Path) -> None:
    write(runtime, "workbook.active['A1'].value = 'x'")
    write(runtime, "workbook.active['A1'].value = None\nworkbook.active['A2'].value = ''")
    runtime.save(tmp_path / "out.xlsx")
    xml = zipfile.ZipFile(tmp_path / "out.xlsx").read("xl/worksheets/sheet1.xml")
    assert b'r="A1"' not in xml
    assert b'<c r="A2" t="inlineStr"><is><t></t></is></c>' in xml or b'<c r="A2" t="str"><v></v></c>' in xml
    assert runtime.execute("workbook.active['A1:A2'].values").value == [[None], [""]]


@pytest.mark.parametrize("name", ["Q3 SALES", "Bob's 表 😀", "R1C1", "Q1", "2026", "a-b"])
def test_d11_sheet_names_are_quoted_where_needed(engine: Engine, tmp_path: Path, name: str) -> None:
    book = openpyxl.Workbook()
    book.active.title = "Old"
    book.create_sheet("SALES")["A1"] = 2
    book.create_sheet("O")["A1"] = "=Old!A1+SALES!A1"
    book["O"]["A2"] = '="Old!A1"&Old!B2'
    with opened(engine, tmp_path, book) as runtime:
        write(runtime, f"workbook['Old'].name = {name!r}")
        quoted = "'" + name.replace("'", "''") + "'"
        assert runtime.execute("[c.formula for c in workbook['O']['A']]").value == [
            f"={quoted}!A1+SALES!A1",
            f'="Old!A1"&{quoted}!B2',
        ]
        after = saved(runtime, tmp_path)
    assert after.sheetnames == [name, "SALES", "O"]
    assert after["O"]["A1"].value == f"={quoted}!A1+SALES!A1"


@pytest.mark.parametrize(
    "macro",
    [
        "s['A2'] = '=webservice(\"x\")'",
        "s['A2'].value = '=1+WebService(\"x\")'",
        "s['A2:B2'].values = [['=1', '=_xlfn.WEBSERVICE(A1)']]",
        "s.append(['=WEBSERVICE(\"x\")'])",
        "s['A2'].formula = '=WEBSERVICE(\"x\")'",
        "s['A2'].value = \"=cmd|'/c calc'!A0\"",
    ],
)
def test_d12_one_rule_for_formulas_that_reach_outside_on_every_path(runtime: Runtime, macro: str) -> None:
    kind, line, _, hint = failure(runtime, "s = workbook.active\n" + macro)
    assert (kind, line) == ("ExternalError", 2)
    assert "allow_external" in str(hint)


def test_d12_text_that_begins_with_an_equals_sign(runtime: Runtime, tmp_path: Path) -> None:
    write(runtime, "workbook.active['A1'].set_text('=1+1')")
    out = saved(runtime, tmp_path)
    assert (out.active["A1"].value, out.active["A1"].data_type) == ("=1+1", "s")


def test_d12_allow_external_lets_them_through(tmp_path: Path) -> None:
    with Engine(allow_external=True) as engine, opened(engine, tmp_path, openpyxl.Workbook()) as runtime:
        write(runtime, "workbook.active['A2'].value = '=WEBSERVICE(\"x\")'")


def test_d13_a_value_that_is_no_longer_known_is_never_shown_as_if_it_were(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    book = openpyxl.Workbook()
    book.active["A1"], book.active["A2"], book.active["A3"] = 2, "=A1*10", "=B9"
    book.save(path)
    _cache(path, {"A2": "20", "A3": "7"})
    with engine.open(path) as runtime:
        assert runtime.execute("s = workbook.active\n(s['A2'].value, s['A2'].state)").value == (20, "cached")
        macro = "s = workbook.active\ns['A1'].value = 5\n"
        macro += "s['A4'].value = '=A2+RAND()'\n"
        expected = (50, "computed", 20, 7, "not_computed")
        assert (
            write(runtime, macro + "a = s['A2']\n(a.value, a.state, a.cached_value, s['A3'].value, s['A4'].state)")
            == expected
        )
        runtime.save()
        assert runtime.execute("workbook.active['A2'].value").value == 50
        runtime.rollback()
        kind, line, _, _ = failure(runtime, macro + "s['A4'].value")
        assert (kind, line) == ("NotComputedError", 4)
    assert openpyxl.load_workbook(path, data_only=True).active["A2"].value == 50


def test_b01_the_used_range_is_that_of_content(engine: Engine, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in range(1, 11):
        book.active.append([row, row])
    book.active["A1048576"].font = Font(bold=True)
    with opened(engine, tmp_path, book) as runtime:
        macro = "s = workbook.active\n(s.used_range.address, s.max_row, s.max_column, len(list(s.iter_rows())))"
        assert runtime.execute(macro).value == ("A1:B10", 10, 2, 10)


@pytest.mark.parametrize("reference", ["A1", "A1:A1", "C3:D4", "A1:XFD1048576", "A1048576:B1048576", "nonsense", ""])
def test_b01_the_files_own_dimension_is_not_believed(engine: Engine, tmp_path: Path, reference: str) -> None:
    book = openpyxl.Workbook()
    for row in range(1, 11):
        book.active.append([row, row])
    book.active["A1048576"].font = Font(bold=True)
    right, wrong = io.BytesIO(), tmp_path / "wrong.xlsx"
    book.save(right)
    with zipfile.ZipFile(right) as old, zipfile.ZipFile(wrong, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "xl/worksheets/sheet1.xml":
                assert content.count(b'<dimension ref="A1:B1048576"') == 1
                content = content.replace(b'ref="A1:B1048576"', f'ref="{reference}"'.encode())
            new.writestr(name, content)
    with engine.open(wrong) as runtime:
        macro = (
            "s = workbook.active\n[s.used_range.address, s.max_row, s.max_column, s['B10'].value, len(list(s.values))]"
        )
        assert runtime.execute(macro).value == ["A1:B10", 10, 2, 10, 10]


def test_b03_output_for_a_model_has_a_budget(runtime: Runtime) -> None:
    write(runtime, "workbook.active['A1:T5000'].values = [[n] * 20 for n in range(5000)]")
    outcome = runtime.execute("print(workbook.active.used_range.values)")
    assert len(outcome.stdout.encode()) < 66_000
    assert outcome.truncated == ("stdout",)


def test_x01_a_call_that_never_ends_leaves_file_and_state_as_they_were(engine: Engine, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active["A1"] = 1
    with opened(engine, tmp_path, book) as runtime:
        before, state = (tmp_path / "book.xlsx").read_bytes(), runtime.state_hash()
        for atomic in (True, False):
            outcome = runtime.execute(
                "workbook.active['A1'].value = 2\nx = 10**10**8",
                mode="write",
                atomic=atomic,
                limits=Limits(wall_s=0.5),
            )
            assert outcome.error is not None
            assert (outcome.error.code, outcome.error.limit_name, outcome.error.line) == ("limit", "wall_s", 2)
            assert (outcome.mutations, outcome.changes, len(runtime.pending)) == ((), (), 0)
            assert outcome.usage.wall_s < 1.5
            assert runtime.state_hash() == state
            assert (tmp_path / "book.xlsx").read_bytes() == before
            assert runtime.execute("workbook.active['A1'].value").value == 1
        assert saved(runtime, tmp_path).active["A1"].value == 1


TRICKS = {
    "a dunder in a format text": ("'{0.__class__.__mro__}'.format(workbook)", "macro_error"),
    "a private part in a format text": ("'{0._core}'.format(workbook.active)", "macro_error"),
    "a format method by a default": (
        "class T(str): pass\ngetattr(T('{0._core}'), 'format', None)(workbook.active)",
        "macro_error",
    ),
    "a generator's frame": ("g = (x for x in [1])\ng.gi_frame.f_back", "refused"),
    "a generator's frame by text": ("g = (x for x in [1])\ngetattr(g, 'gi_' + 'frame')", "macro_error"),
    "a frame from a pattern": ("match (x for x in []):\n    case object(gi_frame=f): f.f_globals", "refused"),
    "an error's traceback": ("try: 1 / 0\nexcept Exception as e: e.__traceback__.tb_frame", "refused"),
    "an error's traceback by text": (
        "try: 1 / 0\nexcept Exception as e: getattr(e, '__trace' + 'back__')",
        "macro_error",
    ),
    "the object behind an error": ("try: workbook.nope\nexcept AttributeError as e: e.obj", "macro_error"),
    "the shadow of a positional parameter": ("def f(_x, /, **_y): pass\nf(1, _x=2)", "refused"),
    "a private parameter by a dict": ("workbook.add_sheet(**{'_core': 1})", "macro_error"),
    "ctypes": ("import ctypes\nctypes.CDLL(None).system(b'id')", "refused"),
    "os by from": ("from os import system\nsystem('id')", "refused"),
    "a raw module in a module": ("from json import scanner\nscanner.re.sys", "refused"),
    "the dict of a type": ("type.__dict__['__subclasses__'](object)", "refused"),
    "the dict of a type by text": ("getattr(type, '__dict__')", "macro_error"),
    "subclasses": ("().__class__.__base__.__subclasses__()", "refused"),
    "open": ("open('/etc/passwd').read()", "refused"),
    "eval": ("eval('1')", "refused"),
    "a function's globals": ("def f(): pass\nf.__globals__", "refused"),
}


@pytest.mark.parametrize("name", TRICKS)
def test_x03_each_trick_is_an_error_and_the_next_run_is_right(runtime: Runtime, name: str) -> None:
    """That a file or socket is out of reach even past the language is proven where the layers are, attack by attack."""
    macro, code = TRICKS[name]
    state, open_files = runtime.state_hash(), set(os.listdir("/proc/self/fd"))
    outcome = runtime.execute(macro, mode="write")
    assert outcome.error is not None
    assert (outcome.error.code, outcome.value, outcome.stdout, outcome.mutations) == (code, None, "", ())
    assert (runtime.state_hash(), len(runtime.pending)) == (state, 0)
    assert set(os.listdir("/proc/self/fd")) == open_files
    assert runtime.execute("1 + 1").value == 2


def test_x02_deep_nesting_is_an_ordinary_error(runtime: Runtime) -> None:
    outcome = runtime.execute("x = []\nfor n in range(10000):\n    x = [x]\nx")
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.limit_name) == ("limit", "result_depth")
    deep = runtime.execute("x = " + "-" * 3000 + "1")
    assert deep.error is not None
    assert deep.error.code == "refused"
    assert runtime.execute("1").ok


def test_x05_parallel_writes_to_one_file_are_both_in_or_one_is_a_conflict(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    openpyxl.Workbook().save(path)
    barrier, ends = threading.Barrier(2), {}

    def session(cell: str) -> None:
        with engine.open(path) as runtime:
            runtime.execute(f"workbook.active['{cell}'].value = 1", mode="write")
            barrier.wait()
            try:
                runtime.save()
                ends[cell] = "saved"
            except FileChanged:
                ends[cell] = "conflict"

    threads = [threading.Thread(target=session, args=(cell,)) for cell in ("A1", "B1")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ends.values()) == ["conflict", "saved"]
    sheet = openpyxl.load_workbook(path).active
    assert {cell for cell in ends if sheet[cell].value == 1} == {cell for cell, end in ends.items() if end == "saved"}


def test_x08_what_a_macro_prints_never_reaches_the_hosts_output(tmp_path: Path) -> None:
    openpyxl.Workbook().save(tmp_path / "book.xlsx")
    script = (
        "from macrocell import Engine\n"
        "with Engine() as engine, engine.open('book.xlsx') as runtime:\n"
        "    outcome = runtime.execute('print(\"{}\")')\n"
        "import json; print(json.dumps(outcome.stdout))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == "{}\n"
    assert done.stderr == ""


def test_x10_an_unknown_sheet_names_near_matches(engine: Engine, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.title = "Sales "
    with opened(engine, tmp_path, book) as runtime:
        outcome = runtime.execute("x = 1\nworkbook['Sales']")
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.line) == ("sheet_not_found", 2)
    assert "'Sales '" in f"{outcome.error.message} {outcome.error.hint}"


@cache
def _hostile() -> dict[str, tuple[bytes, str]]:
    """File content and the code it is refused with."""

    def package(sheet: bytes, **members: bytes) -> bytes:
        target = io.BytesIO()
        openpyxl.Workbook().save(target)
        made = io.BytesIO()
        with zipfile.ZipFile(target) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
            for name in old.namelist():
                new.writestr(name, sheet if name == "xl/worksheets/sheet1.xml" else old.read(name))
            for name, data in members.items():
                new.writestr(name, data)
        return made.getvalue()

    head = b'<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    return {
        "spaces": (package(head + b" " * (512 << 20) + b"<sheetData/></worksheet>"), "zip_bomb"),
        "entities": (
            package(b'<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>'),
            "xml_bomb",
        ),
        "reference": (
            package(head + b'<sheetData><row r="99999999"><c r="A99999999"><v>1</v></c></row></sheetData></worksheet>'),
            "too_large",
        ),
        "truncated": (package(head + b"<sheetData/></worksheet>")[:-200], "corrupt"),
    }


@pytest.mark.parametrize("name", ["spaces", "entities", "reference", "truncated"])
def test_x13_a_hostile_file_is_one_clear_error_and_costs_little(engine: Engine, tmp_path: Path, name: str) -> None:
    content, code = _hostile()[name]
    path = tmp_path / "hostile.xlsx"
    path.write_bytes(content)
    before = psutil.Process().memory_info().rss
    try:
        runtime = engine.open(path)
    except FileUnreadable as error:
        assert error.code == code
        assert error.hint
    else:
        with runtime:
            outcome = runtime.execute("workbook.sheets[0].used_range")
            assert outcome.error is not None
            assert outcome.error.code == code
            assert outcome.error.hint
    assert psutil.Process().memory_info().rss - before < 200 << 20


def test_a_clock_with_a_time_zone_is_refused(runtime: Runtime) -> None:
    from macrocell.engine import ProgramMismatch

    with pytest.raises(ProgramMismatch):
        runtime.execute("1", now=datetime(2026, 1, 1, tzinfo=UTC))


def _cache(path: Path, values: dict[str, str]) -> None:
    """Put cached values beside formulas, as Excel would have saved them."""
    with zipfile.ZipFile(path) as old:
        members = {name: old.read(name) for name in old.namelist()}
    sheet = members["xl/worksheets/sheet1.xml"].decode()
    for cell, value in values.items():
        before, after = sheet.split(f'r="{cell}"')
        sheet = (
            before
            + f'r="{cell}"'
            + after.replace("<v></v>", f"<v>{value}</v>", 1)
            .replace("<v/>", f"<v>{value}</v>", 1)
            .replace("<v />", f"<v>{value}</v>", 1)
        )
    members["xl/worksheets/sheet1.xml"] = sheet.encode()
    with zipfile.ZipFile(path, "w") as new:
        for name, data in members.items():
            new.writestr(name, data)
