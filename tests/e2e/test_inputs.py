"""Further units given to a run, read-only, through the public interface."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from macrocell import Engine, Limits, Runtime
from macrocell.engine import CallInvalid, EngineClosed, FileUnreadable
from macrocell.sandbox import Supervisor
from support.books import plain_book


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return plain_book(tmp_path / "book.xlsx")


@pytest.fixture
def prices(tmp_path: Path) -> Path:
    path = tmp_path / "prices.csv"
    path.write_bytes(b"name,price\nbolt,2.50\nnut,3\n")
    return path


@pytest.fixture
def runtime(engine: Engine, book: Path) -> Iterator[Runtime]:
    with engine.open(book) as runtime:
        yield runtime


def opened_bases(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What open_base gives from here on."""
    honest, opened = Supervisor.open_base, []

    def open_base(supervisor: Supervisor, *, deadline_s: float, memory_bytes: int | None = None) -> object:
        opened.append(honest(supervisor, deadline_s=deadline_s, memory_bytes=memory_bytes))
        return opened[-1]

    monkeypatch.setattr(Supervisor, "open_base", open_base)
    return opened


JOIN = """
price = {row[0]: row[1] for row in inputs["prices"]["prices"]["A2:B3"].values}
data = workbook["Data"]
for row in range(2, 4):
    data.cell(row, 5).value = price[data.cell(row, 1).value] * data.cell(row, 2).value
"""


def test_a_macro_reads_its_inputs_and_writes_its_own_workbook(runtime: Runtime, prices: Path) -> None:
    outcome = runtime.execute(JOIN, mode="write", inputs={"prices": prices})
    assert outcome.error is None
    assert runtime.execute("workbook['Data']['E2:E3'].values").value == [[7.5], [15]]
    assert {mutation.sheet for mutation in runtime.pending.mutations} == {"s1"}
    note = "prices.csv: read as UTF-8, fields separated by comma, lines ended by LF; records: 3"
    assert outcome.warnings == (f"inputs['prices']: {note}",)


def test_without_inputs_the_name_is_an_empty_mapping(runtime: Runtime) -> None:
    assert runtime.execute("inputs").value == {}
    assert runtime.execute("inputs", inputs={}).value == {}


def test_another_runtime_is_read_as_it_is_now_with_what_is_pending(
    engine: Engine, runtime: Runtime, tmp_path: Path
) -> None:
    with engine.open(plain_book(tmp_path / "other.xlsx")) as other, engine.create() as new:
        read = "inputs['a'].sheet_names, inputs['a']['Data']['B2'].value, inputs['n'].sheet_names, inputs['a'].name"
        given = {"a": other, "n": new}
        expected = (["Data", "Sales "], 3, ["Sheet1"], "other.xlsx")
        assert runtime.execute(read, inputs=given).value == expected
        other.execute("workbook['Data']['B2'] = 40; workbook.add_sheet('More')", mode="write")
        other.commit()
        new.execute("workbook.sheets[0].name = 'First'", mode="write")
        expected = (["Data", "Sales ", "More"], 40, ["First"], "other.xlsx")
        assert runtime.execute(read, inputs=given).value == expected
        other.undo()
        assert runtime.execute(read, inputs=given).value[1] == 3


def test_the_own_unit_and_the_own_file_are_inputs_like_others(runtime: Runtime, book: Path) -> None:
    runtime.execute("workbook['Data']['B2'] = 8", mode="write")
    macro = """
workbook["Data"]["B2"] = 9
return [inputs[name]["Data"]["B2"].value for name in ("me", "file")], workbook["Data"]["B2"].value
"""
    outcome = runtime.execute(macro, mode="write", inputs={"me": runtime, "file": book})
    assert outcome.value == ([8, 3], 9)
    assert runtime.execute("inputs['me']['Data']['B2'].value", inputs={"me": runtime}).value == 9


def test_two_names_for_one_file_are_one_unit_and_two_objects(
    runtime: Runtime, prices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loads: list[bytes] = []
    from macrocell.engine import inputs as module

    honest = module.DocumentFile.chunks

    def chunks(file: module.DocumentFile) -> Iterator[bytes]:
        loads.append(b"")
        return honest(file)

    monkeypatch.setattr(module.DocumentFile, "chunks", chunks)
    macro = (
        "a, b = inputs['a']['prices'], inputs['b']['prices']\na['B2'].value, b['B2'].value, a['B2'] == b['B2'], a == b"
    )
    outcome = runtime.execute(macro, inputs={"a": prices, "b": str(prices)})
    assert outcome.value == (2.5, 2.5, False, False)
    assert len(loads) == 2  # the unit itself, and the one file


def test_the_same_inputs_are_loaded_once_and_changed_ones_anew(
    runtime: Runtime, prices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.utime(prices, (1_700_000_000, 1_700_000_000))
    opened = opened_bases(monkeypatch)
    read = "inputs['p']['prices']['B2'].value, workbook['Data']['B2'].value"
    assert runtime.execute(read, inputs={"p": prices}).value == (2.5, 3)
    assert runtime.execute(read, inputs={"p": prices}).value == (2.5, 3)
    runtime.execute("workbook['Data']['B2'] = 5", mode="write")
    assert runtime.execute(read, inputs={"p": prices}).value == (2.5, 5)
    assert len(opened) == 1
    runtime.rollback()
    assert runtime.execute(read, inputs={"p": prices}).value == (2.5, 3)
    prices.write_bytes(b"name,price\nbolt,9.50\nnut,3\n")
    assert runtime.execute(read, inputs={"p": prices}).value == (9.5, 3)
    os.utime(prices, (1_700_000_000, 1_700_000_000))
    prices.write_bytes(b"name,price\nbolt,7.50\nnut,3\n")
    os.utime(prices, (1_700_000_000, 1_700_000_000))
    assert runtime.execute(read, inputs={"p": prices}).value == (7.5, 3)
    assert len(opened) == 4


def test_a_dry_run_and_a_failed_run_with_inputs_leave_nothing(runtime: Runtime, prices: Path) -> None:
    before = runtime.state_hash()
    dry = runtime.execute(JOIN, mode="write", inputs={"prices": prices}, dry_run=True)
    assert (len(dry.changes), len(runtime.pending)) == (1, 0)
    assert runtime.execute(JOIN + "1 / 0", mode="write", inputs={"prices": prices}).ok is False
    assert runtime.execute("workbook['Data']['E2'].value", inputs={"prices": prices}).value is None
    assert (len(runtime.pending), runtime.state_hash()) == (0, before)


def test_a_scope_and_inputs_go_together(runtime: Runtime, prices: Path) -> None:
    outcome = runtime.execute(JOIN, mode="write", inputs={"prices": prices}, writable=["Data!A:D"])
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.line) == ("not_writable", 5)
    assert runtime.execute(JOIN, mode="write", inputs={"prices": prices}, writable=["Data!E:E"]).ok


WRITES = [
    "sheet['A1'] = 1",
    "sheet['A1'].value = 1",
    "sheet['A1:B2'].values = [[1, 2], [3, 4]]",
    "sheet['A1'].number_format = '0.0'",
    "sheet['A1:B2'].number_format = '0.0'",
    "sheet['A1'].formula = '=1'",
    "sheet['A1'].set_text('x')",
    "sheet['A1:B2'].clear()",
    "sheet.append([1, 2])",
    "sheet.cell(1, 1, value=5)",
    "sheet['A1'].write_records([{'a': 1}])",
    "sheet.name = 'X'",
    "inputs['p'].add_sheet('X')",
    "inputs['p'].create_sheet()",
]


@pytest.mark.parametrize("mode", ["read", "write"])
@pytest.mark.parametrize("write", WRITES)
def test_every_write_to_an_input_is_refused_at_its_line(runtime: Runtime, prices: Path, write: str, mode: str) -> None:
    macro = f"sheet = inputs['p']['prices']\n{write}"
    error = runtime.execute(macro, mode=mode, inputs={"p": prices}).error
    assert error is not None
    assert (error.code, error.type, error.line) == ("read_only", "ReadOnlyError", 2)
    assert error.message == "inputs['p'] can only be read; nothing was changed"
    assert len(runtime.pending) == 0


def test_an_object_of_an_input_is_no_value_of_the_workbook(runtime: Runtime, prices: Path) -> None:
    for macro, message in (
        ("workbook['Data']['A1'].value = inputs['p']['prices']['A1']", "A1: a Cell is no value"),
        ("workbook['Data'].append([inputs['p']['prices']['A1']])", "A6: a Cell is no value"),
        ("workbook['Data']['A1'].value = inputs['p']['prices']['A1:B2']", "A1: a Range is no value"),
        ("workbook.index(inputs['p']['prices'])", "index takes a sheet of this workbook, and this one is of another"),
    ):
        error = runtime.execute(macro, mode="write", inputs={"p": prices}).error
        assert error is not None
        assert error.message == message
    assert runtime.execute("inputs['p']['prices'] in workbook", inputs={"p": prices}).value is False
    error = runtime.execute("inputs['p']", inputs={"p": prices}).error
    assert error is not None
    assert (error.code, error.hint) == ("result", "Return its .sheet_names, or a sheet's .used_range.values.")


def test_names_may_be_odd_and_the_injected_name_is_not_bound_again(runtime: Runtime, prices: Path) -> None:
    odd = {"": prices}, {"a\nb": prices}, {5: prices}, {"x" * 101: prices}, {"\ud800": prices}
    for inputs in odd:
        with pytest.raises(CallInvalid) as caught:
            runtime.execute("1", inputs=inputs)
        assert caught.value.message.endswith(" is no name")
    fine = {"__class__": prices, "Q1 / \u00e9 '\"": prices, "workbook": prices}
    assert runtime.execute("[inputs[name].name for name in inputs]", inputs=fine).value == ["prices.csv"] * 3
    error = runtime.execute("inputs = 1", inputs=fine).error
    assert error is not None
    assert error.code == "refused"
    assert runtime.execute("inputs['workbook'] = 1\nsorted(inputs)[0]", inputs=fine).ok
    assert runtime.execute("inputs['workbook'].name", inputs=fine).value == "prices.csv"


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ("prices.csv", "inputs is a mapping of names to units, not str"),
        ({"p": 5}, "inputs['p'] is a runtime or a path, not int"),
        ({"p": ""}, "inputs['p'] is a runtime or a path, not str"),
        ({"p": b"x"}, "inputs['p'] is a runtime or a path, not bytes"),
        ({str(n): "x" for n in range(101)}, "101 inputs; a run has at most 100"),
    ],
)
def test_what_is_no_input_is_misuse(runtime: Runtime, inputs: object, message: str) -> None:
    with pytest.raises(CallInvalid) as caught:
        runtime.execute("1", inputs=inputs)
    assert caught.value.message == message


def test_an_input_that_cannot_be_read_is_named_and_the_unit_lives(
    engine: Engine, runtime: Runtime, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.xlsx"
    bad.write_bytes(b"no package")
    for path, code in ((bad, "not_xlsx"), (tmp_path / "none.xlsx", "unreadable"), (tmp_path, "unreadable")):
        with pytest.raises(FileUnreadable) as caught:
            runtime.execute("1", inputs={"ok": runtime, "p": path})
        assert caught.value.code == code
        assert caught.value.message.startswith("inputs['p']: ")
    closed = engine.open(plain_book(tmp_path / "closed.xlsx"))
    closed.close()
    with pytest.raises(EngineClosed):
        runtime.execute("1", inputs={"p": closed})
    assert runtime.execute("workbook['Data']['B2'].value").value == 3


def test_two_units_that_read_each_other_at_once_do_not_wait_for_ever(engine: Engine, tmp_path: Path) -> None:
    with (
        engine.open(plain_book(tmp_path / "a.xlsx")) as first,
        engine.open(plain_book(tmp_path / "b.xlsx")) as second,
    ):
        found: list[object] = []
        gate = threading.Barrier(2)

        def read(one: Runtime, other: Runtime) -> None:
            gate.wait(timeout=30)
            for _ in range(3):
                found.append(one.execute("inputs['o']['Data']['B2'].value", inputs={"o": other}).value)

        threads = [threading.Thread(target=read, args=pair) for pair in ((first, second), (second, first))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
        assert not any(thread.is_alive() for thread in threads)
        assert found == [3] * 6


def test_a_limit_in_a_run_with_inputs_is_an_outcome(runtime: Runtime, prices: Path) -> None:
    outcome = runtime.execute("while True:\n    pass", inputs={"p": prices}, limits=Limits(wall_s=0.3, cpu_s=0.3))
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.limit) == ("limit", 0.3)
    assert runtime.execute("inputs['p']['prices']['B2'].value", inputs={"p": prices}).value == 2.5
