"""A file session through the public interface: run, look, take back, save."""

import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import openpyxl
import pytest
from macrocell import Engine, Limits, MacrocellError, Runtime
from macrocell.engine import (
    CallInvalid,
    EngineClosed,
    FileChanged,
    FileUnreadable,
    NotAvailable,
    OutputExists,
    Program,
    ProgramMismatch,
    Refusals,
    RunConflict,
    UnknownRun,
)
from support.books import other_members, plain_book


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return plain_book(tmp_path / "book.xlsx")


@pytest.fixture
def runtime(engine: Engine, book: Path) -> Iterator[Runtime]:
    with engine.open(book) as runtime:
        yield runtime


def value(runtime: Runtime, expression: str) -> object:
    outcome = runtime.execute(expression)
    assert outcome.error is None
    return outcome.value


def test_a_read_macro_gives_a_typed_result(runtime: Runtime) -> None:
    outcome = runtime.execute("workbook['Data']['A1:C2'].values")
    assert outcome.ok
    assert outcome.value == [["name", "count", "day"], ["bolt", 3, datetime(2026, 1, 5)]]
    assert (outcome.mode, outcome.isolation, outcome.changes, outcome.mutations) == ("read", "kernel", (), ())
    assert outcome.usage.wall_s > 0


def test_a_write_is_pending_shown_and_saved_with_nothing_else_touched(runtime: Runtime, book: Path) -> None:
    outcome = runtime.execute("workbook['Data']['B2'].value = 7", mode="write")
    assert outcome.ok
    (change,) = outcome.changes
    assert (change.kind, change.sheet, change.range, change.before, change.after, change.cells) == (
        "cells",
        "Data",
        "B2",
        3,
        7,
        1,
    )
    assert runtime.pending.mutations == outcome.mutations
    out = runtime.save(book.parent / "out.xlsx")
    assert openpyxl.load_workbook(out)["Data"]["B2"].value == 7
    assert openpyxl.load_workbook(book)["Data"]["B2"].value == 3
    _, changed = other_members(book, out)
    assert changed <= {"xl/worksheets/sheet1.xml", "xl/workbook.xml"}
    assert runtime.pending.runs != ()


def test_an_untouched_workbook_is_saved_as_it_came(runtime: Runtime, book: Path) -> None:
    runtime.execute("workbook['Data']['A1'].value")
    assert runtime.save(book.parent / "same.xlsx").read_bytes() == book.read_bytes()


def test_changes_in_read_mode_raise_at_the_line_and_change_nothing(runtime: Runtime) -> None:
    outcome = runtime.execute("sheet = workbook['Data']\nsheet['B2'].value = 7")
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.type, outcome.error.line) == ("read_only", "ReadOnlyError", 2)
    assert outcome.error.text == "sheet['B2'].value = 7"
    assert value(runtime, "workbook['Data']['B2'].value") == 3


def test_a_failing_run_leaves_nothing_behind(runtime: Runtime) -> None:
    outcome = runtime.execute("workbook['Data']['B2'].value = 7\n1 / 0", mode="write")
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.type, outcome.error.message, outcome.error.line) == (
        "macro_error",
        "ZeroDivisionError",
        "division by zero",
        2,
    )
    assert (outcome.changes, outcome.mutations, runtime.pending.runs) == ((), (), ())
    assert value(runtime, "workbook['Data']['B2'].value") == 3


def test_not_atomic_keeps_what_came_before_the_macros_error_and_says_so(runtime: Runtime) -> None:
    outcome = runtime.execute("workbook['Data']['B2'].value = 7\n1 / 0", mode="write", atomic=False)
    assert not outcome.ok
    kept = "the run failed, and with atomic=False its changes before the error were kept (mutations: 1)"
    assert outcome.warnings == (kept,)
    assert value(runtime, "workbook['Data']['B2'].value") == 7


def test_after_a_limit_nothing_is_kept_even_if_not_atomic(runtime: Runtime) -> None:
    macro = "workbook['Data']['B2'].value = 7\nwhile True: pass"
    outcome = runtime.execute(macro, mode="write", atomic=False, limits=Limits(wall_s=0.2))
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.limit_name, outcome.error.line) == ("limit", "wall_s", 2)
    assert runtime.pending.runs == ()
    assert value(runtime, "workbook['Data']['B2'].value") == 3


def test_a_dry_run_shows_its_changes_and_leaves_all_as_it_was(runtime: Runtime) -> None:
    before = runtime.state_hash()
    outcome = runtime.execute("workbook['Data']['B2'].value = 7", mode="write", dry_run=True)
    assert [change.after for change in outcome.changes] == [7]
    assert runtime.pending.runs == ()
    assert runtime.state_hash() == before
    assert value(runtime, "workbook['Data']['B2'].value") == 3


def test_arguments_are_values_never_source(runtime: Runtime) -> None:
    text = "'); import os; ('"
    assert runtime.execute("args['x']", args={"x": text}).value == text
    outcome = runtime.execute("def main(workbook, x, y=2):\n    return x, y", args={"x": [1, {"a": None}]})
    assert outcome.value == ([1, {"a": None}], 2)


def test_seed_and_clock_reproduce_a_run(runtime: Runtime) -> None:
    macro = "import random, datetime\n(random.random(), datetime.datetime.now())"
    first = runtime.execute(macro)
    again = runtime.execute(macro, seed=first.seed, now=first.now)
    assert first.value == again.value
    assert runtime.execute(macro, now=datetime(2020, 2, 2)).value[1] == datetime(2020, 2, 2)


def test_a_run_a_then_b_then_a_gives_as_values_twice(runtime: Runtime) -> None:
    a = "import re, json\n[re.sub('[0-9]+', '#', 'a1b22'), json.loads('[1]'), workbook['Data']['A2'].value]"
    first = runtime.execute(a)
    runtime.execute("import re\nre.purge = None")
    runtime.execute("class A:\n    pass\nA.x = 1\nworkbook['Data']['A2'].value = 'other'\n1/0", mode="write")
    assert runtime.execute(a).value == first.value == ["a#b#", [1], "bolt"]


def test_rollback_of_all_and_of_one(runtime: Runtime) -> None:
    clean = runtime.state_hash()
    first = runtime.execute("workbook['Data']['B2'].value = 7", mode="write")
    second = runtime.execute("workbook['Data']['B3'].value = 8", mode="write")
    runtime.rollback(first.run_id)
    assert [run.run_id for run in runtime.pending.runs] == [second.run_id]
    assert value(runtime, "workbook['Data']['B2:B3'].values") == [[3], [8]]
    runtime.rollback()
    assert runtime.pending.runs == ()
    assert runtime.state_hash() == clean
    with pytest.raises(UnknownRun) as caught:
        runtime.rollback(first.run_id)
    assert caught.value.message == f"{first.run_id} is not among the pending runs"


def test_a_run_that_others_build_on_is_not_dropped_from_under_them(runtime: Runtime) -> None:
    first = runtime.execute("workbook.add_sheet('New')", mode="write")
    assert first.ok, first.error
    runtime.execute("workbook['New']['A1'].value = 1", mode="write")
    with pytest.raises(RunConflict):
        runtime.rollback(first.run_id)
    assert len(runtime.pending.runs) == 2
    assert value(runtime, "workbook['New']['A1'].value") == 1


def test_undo_takes_back_run_after_run_and_is_a_run_itself(runtime: Runtime) -> None:
    clean = runtime.state_hash()
    runtime.execute("workbook['Data']['B2'].value = 7", mode="write")
    runtime.commit()
    middle = runtime.state_hash()
    runtime.execute("workbook['Data']['B2'].value = 8", mode="write")
    undone = runtime.undo()
    assert runtime.state_hash() == middle
    assert runtime.pending.runs[-1] == undone
    runtime.undo()
    assert runtime.state_hash() == clean
    with pytest.raises(UnknownRun) as caught:
        runtime.undo()
    assert caught.value.message == "there is no run left to undo"
    assert len(runtime.pending.runs) == 3


def test_commit_confirms_pending_to_the_log(runtime: Runtime) -> None:
    assert runtime.commit().status == "nothing-to-commit"
    runtime.execute("workbook['Data']['B2'].value = 7", mode="write")
    report = runtime.commit()
    assert (report.status, report.revision, runtime.base_revision) == ("confirmed", 1, 1)
    assert runtime.pending.runs == ()
    assert value(runtime, "workbook['Data']['B2'].value") == 7


def test_diff_is_the_net_change(runtime: Runtime) -> None:
    runtime.execute("workbook['Data']['B2'].value = 7", mode="write")
    runtime.execute("workbook['Data']['B2'].value = 9\nworkbook['Data']['B3'].value = 1", mode="write")
    runtime.execute("workbook['Data']['B3'].value = 5", mode="write")
    (change,) = runtime.diff()
    assert (change.range, change.before, change.after) == ("B2", 3, 9)


def test_reload_brings_confirmed_and_pending_back(runtime: Runtime) -> None:
    runtime.execute("workbook['Data']['B2'].value = 7", mode="write")
    runtime.commit()
    runtime.execute("workbook['Data']['B3'].value = 8", mode="write")
    before = runtime.state_hash()
    runtime.reload()
    assert runtime.state_hash() == before
    runtime.rollback()
    assert value(runtime, "workbook['Data']['B2:B3'].values") == [[7], [5]]


def test_saving_in_place_moves_the_base_and_keeps_pending(runtime: Runtime, book: Path) -> None:
    runtime.execute("workbook['Data']['B2'].value = 7", mode="write")
    runtime.save()
    runtime.execute("workbook['Data']['B3'].value = 8", mode="write")
    runtime.save()
    sheet = openpyxl.load_workbook(book)["Data"]
    assert (sheet["B2"].value, sheet["B3"].value, len(runtime.pending.runs)) == (7, 8, 2)
    runtime.reload()
    assert value(runtime, "workbook['Data']['B2:B3'].values") == [[7], [8]]


def test_a_file_changed_meanwhile_is_a_conflict(runtime: Runtime, book: Path) -> None:
    runtime.execute("workbook['Data']['B2'].value = 7", mode="write")
    plain_book(book)
    changed = book.read_bytes()
    with pytest.raises(FileChanged):
        runtime.save()
    assert book.read_bytes() == changed
    assert runtime.save(book.parent / "mine.xlsx").exists()


def test_an_existing_output_is_not_overwritten_unasked(runtime: Runtime, book: Path) -> None:
    out = book.parent / "out.xlsx"
    out.write_bytes(b"precious")
    with pytest.raises(OutputExists):
        runtime.save(out)
    assert out.read_bytes() == b"precious"
    runtime.save(out, overwrite=True)
    assert openpyxl.load_workbook(out).sheetnames == ["Data", "Sales "]


def test_two_sessions_on_one_file_never_lose_a_success(engine: Engine, book: Path) -> None:
    with engine.open(book) as one, engine.open(book) as two:
        one.execute("workbook['Data']['B2'].value = 7", mode="write")
        two.execute("workbook['Data']['B3'].value = 8", mode="write")
        one.save()
        with pytest.raises(FileChanged):
            two.save()
    assert openpyxl.load_workbook(book)["Data"]["B2"].value == 7


def test_a_new_workbook_from_nothing(engine: Engine, tmp_path: Path) -> None:
    with engine.create() as runtime:
        assert runtime.execute("workbook.sheets[0].append(['a', 1])", mode="write").ok
        with pytest.raises(ProgramMismatch):
            runtime.save()
        out = runtime.save(tmp_path / "new.xlsx")
    assert [[cell.value for cell in row] for row in openpyxl.load_workbook(out).active.rows] == [["a", 1]]


def test_a_prepared_program_is_bound_to_unit_and_mode(engine: Engine, runtime: Runtime, tmp_path: Path) -> None:
    program = runtime.prepare("workbook['Data']['B2'].value = args['n']", mode="write", args={"n": 4})
    assert isinstance(program, Program)
    assert runtime.execute(program).ok
    assert runtime.execute(program, args={"n": 6}).changes[0].after == 6
    with pytest.raises(ProgramMismatch) as caught:
        runtime.execute(program, mode="read")
    assert caught.value.message == "the program was prepared for mode 'write' and cannot run in mode 'read'"
    with engine.open(plain_book(tmp_path / "other.xlsx")) as other, pytest.raises(ProgramMismatch):
        other.execute(program)


def test_refusals_are_data_and_come_all_at_once(engine: Engine, runtime: Runtime) -> None:
    source = "import os\nx = open('f')\ny = x._secret"
    refusals = runtime.prepare(source)
    assert isinstance(refusals, Refusals)
    assert [refusal.line for refusal in refusals.refusals] == [1, 2, 3]
    assert all(refusal.hint for refusal in refusals.refusals)
    outcome = runtime.execute(source)
    assert outcome.error is not None
    assert (outcome.ok, outcome.error.code) == (False, "refused")
    assert outcome.error.refusals == refusals.refusals
    assert isinstance(engine.prepare(source, unit_id="x"), Refusals)
    assert isinstance(engine.prepare("1", unit_id="x"), Program)


def test_what_is_not_there_yet_is_refused_by_name(engine: Engine, runtime: Runtime) -> None:
    with pytest.raises(NotAvailable):
        Engine(journal="folder")


def test_closed_things_say_so(book: Path) -> None:
    engine = Engine()
    runtime = engine.open(book)
    runtime.close()
    runtime.close()
    with pytest.raises(EngineClosed):
        runtime.execute("1")
    second = engine.open(book)
    engine.close()
    engine.close()
    with pytest.raises(EngineClosed):
        second.execute("1")
    with pytest.raises(EngineClosed):
        engine.open(book)


def test_print_is_captured_with_head_and_tail(runtime: Runtime) -> None:
    outcome = runtime.execute("print('a', 1)\nprint('b', end='')")
    assert outcome.stdout == "a 1\nb"
    loud = runtime.execute("for n in range(100000):\n    print('line', n)", limits=Limits(output_bytes=2000))
    assert loud.ok
    assert loud.truncated == ("stdout",)
    assert loud.stdout.startswith("line 0\n")
    assert loud.stdout.endswith("line 99999\n")
    assert len(loud.stdout.encode()) < 2300


def test_every_error_is_a_macrocell_error() -> None:
    for error in (EngineClosed, FileChanged, NotAvailable, OutputExists, ProgramMismatch, RunConflict, UnknownRun):
        assert issubclass(error, MacrocellError)


def test_a_copy_of_the_file_is_not_needed_after_opening(engine: Engine, book: Path) -> None:
    moved = book.parent / "moved.xlsx"
    shutil.copy(book, moved)
    with engine.open(moved) as runtime:
        moved.unlink()
        runtime.reload()
        assert value(runtime, "workbook.sheet_names") == ["Data", "Sales "]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"args": {"a": object()}}, "args: a value of type object cannot be passed in"),
        ({"args": {1: 2}}, "args is a mapping of names to values"),
        ({"args": [1]}, "args is a mapping of names to values"),
        ({"seed": 2**63}, "seed is a whole number of at most 64 bits"),
        ({"seed": "a"}, "seed is a whole number of at most 64 bits"),
        ({"now": "today"}, "now is a datetime, not str"),
        ({"limits": {"wall_s": 1}}, "limits is a Limits, not dict"),
        ({"limits": Limits(wall_s=0)}, "the limit wall_s is a number above 0 and up to 86400"),
        ({"limits": Limits(cpu_s=float("nan"))}, "the limit cpu_s is a number above 0 and up to 86400"),
        ({"limits": Limits(memory_bytes=1 << 80)}, "the limit memory_bytes is a whole number from 0 to 1099511627776"),
        ({"limits": Limits(cells=-1)}, "the limit cells is a whole number from 0 to 1099511627776"),
    ],
)
def test_an_argument_that_no_run_can_have_is_named_and_nothing_runs(
    runtime: Runtime, given: dict[str, object], message: str
) -> None:
    with pytest.raises(CallInvalid) as caught:
        runtime.execute("1", **given)
    assert (caught.value.code, caught.value.message) == ("usage", message)
    assert value(runtime, "1") == 1


def test_what_is_no_program_is_refused(runtime: Runtime) -> None:
    with pytest.raises(CallInvalid) as caught:
        runtime.execute(runtime.prepare("import os"))
    told = 'the macro was refused and cannot run: line 1: module "os" cannot be imported by a macro'
    assert caught.value.message == told
    with pytest.raises(CallInvalid) as caught:
        runtime.execute(5)
    assert caught.value.message == "a macro is source text or a Program, not int"
    with pytest.raises(CallInvalid) as caught:
        runtime.prepare(5)
    assert caught.value.message == "a macro is source text, not int"


def test_an_empty_file_is_no_workbook(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "empty.xlsx").touch()
    with pytest.raises(FileUnreadable) as caught:
        engine.open(tmp_path / "empty.xlsx")
    assert caught.value.message == "empty.xlsx: the file is empty"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("out.ods", "out.ods: saving as .ods is not available"),
        ("out.XLSB", "out.XLSB: saving as .xlsb is not available"),
    ],
)
def test_a_target_of_another_format_is_refused(engine: Engine, runtime: Runtime, name: str, message: str) -> None:
    folder = Path(runtime.save()).parent
    for each in (runtime, engine.create()):
        with pytest.raises(NotAvailable) as caught:
            each.save(folder / name)
        assert caught.value.message == message
        assert not (folder / name).exists()


def test_a_last_call_that_changed_nothing_is_never_a_silent_none(runtime: Runtime) -> None:
    outcome = runtime.execute("workbook['Data'].range('A1:B2')")
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.hint) == ("result", "Return its .values or its .address.")
    assert runtime.execute("workbook['Data'].append(['x'])", mode="write").ok


@pytest.mark.parametrize(("name", "ending"), [("out.xlsm", ".xlsm"), ("out.xls", ".xls"), ("out.XLTX", ".xltx")])
def test_a_file_is_not_saved_under_an_ending_that_is_not_its_own(
    runtime: Runtime, tmp_path: Path, name: str, ending: str
) -> None:
    with pytest.raises(NotAvailable) as caught:
        runtime.save(tmp_path / name)
    assert (caught.value.message, caught.value.hint) == (
        f"{name}: saving as {ending} is not available",
        "Save to a name in .xlsx.",
    )
