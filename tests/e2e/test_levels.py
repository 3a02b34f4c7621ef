"""One script, the same at every isolation level: what a level isolates differs, what a run means does not."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from macrocell import Engine, Limits
from support.books import plain_book

LEVELS = ("kernel", "process", "unsafe")
UNSAFE = (
    "isolation level 'unsafe': the macro ran inside the application's own process, with nothing but the language "
    "layer around it"
)

RUNS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("workbook['Data']['A1'].value", {}),
    ("workbook['Data']['B2'].value = 7\nprint('written')", {"mode": "write"}),
    ("workbook['Data']['B2'].value", {}),
    ("workbook['Data']['B3'].value = 8", {"mode": "write", "dry_run": True}),
    ("workbook['Data']['B3'].value", {}),
    ("workbook['Data']['B4'].value = 9\n1 / 0", {"mode": "write"}),
    ("workbook['Data']['B4'].value = 9\n1 / 0", {"mode": "write", "atomic": False}),
    ("workbook['Data']['B4'].value", {}),
    ("workbook['Data']['B2'].value = 1", {}),
    ("import os\nopen('x')", {}),
    ("x = 1\nwhile True:\n    x += 1", {"limits": Limits(wall_s=0.3)}),
    ("x = 1\nwhile True:\n    try:\n        x += 1\n    finally:\n        continue", {"limits": Limits(wall_s=0.3)}),
    ("args['a'] + 1", {"args": {"a": 2}}),
    ("import random\nrandom.random()", {"seed": 5}),
    ("from datetime import datetime\ndatetime.now()", {"now": datetime(2026, 1, 2)}),
    ("workbook['Data']", {}),
    ("print('x' * 100000)", {"limits": Limits(output_bytes=100)}),
    ("[[1]] * 10000", {"limits": Limits(result_bytes=1000)}),
    ("workbook.add_sheet('New')['A1'] = 'x'", {"mode": "write"}),
    ("workbook.sheet_names", {}),
    ("def f(n):\n    return f(n + 1)\nf(0)", {}),
)


def told(level: str, folder: Path) -> list[object]:
    """What every run of the script said, and the unit afterwards."""
    book = plain_book(folder / f"{level}.xlsx")
    lines: list[object] = []
    with Engine(isolation=level) as engine, engine.open(book) as runtime:
        for source, options in RUNS:
            outcome = runtime.execute(source, **options)
            assert outcome.isolation == level
            warnings = list(outcome.warnings)
            assert (UNSAFE in warnings) is (level == "unsafe")
            error = outcome.error
            lines.append(
                (
                    source,
                    outcome.ok,
                    outcome.value,
                    outcome.stdout,
                    error and (error.code, error.type, error.name, error.hint, error.limit_name),
                    error and (error.message, error.line) if error and error.code != "limit" else None,
                    outcome.changes,
                    [warning for warning in warnings if warning != UNSAFE],
                    outcome.truncated,
                )
            )
        runtime.undo()
        lines.append(runtime.diff())
        lines.append(runtime.state_hash())
        runtime.rollback()
        lines.append(runtime.state_hash())
        runtime.execute("workbook['Data']['C3'].value = 'kept'", mode="write")
        runtime.reload()
        runtime.save()
        runtime.execute("workbook['Data']['C4'].value = 'too'", mode="write")
        runtime.save()
    sheet = openpyxl.load_workbook(book)["Data"]
    lines.append((sheet["C3"].value, sheet["C4"].value))
    return lines


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[object]:
    return told("kernel", tmp_path_factory.mktemp("kernel"))


@pytest.mark.parametrize("level", ["process", "unsafe"])
def test_a_run_means_the_same_at_every_level(level: str, tmp_path: Path, expected: list[object]) -> None:
    found = told(level, tmp_path)
    for mine, theirs in zip(found, expected, strict=True):
        assert mine == theirs
    assert found[-1] == ("kept", "too")


def test_unsafe_leaves_the_application_as_it_was(tmp_path: Path) -> None:
    import gc
    import logging
    import signal
    import threading

    def state() -> object:
        handlers = [signal.getsignal(number) for number in (signal.SIGALRM, signal.SIGPROF, signal.SIGINT)]
        return handlers, list(logging.getLogger().handlers), gc.isenabled(), sys.getrecursionlimit(), sys.excepthook

    before, threads = state(), threading.active_count()
    told("unsafe", tmp_path)
    assert state() == before
    assert threading.active_count() <= threads + 1


def test_unsafe_runs_in_this_very_process_and_process_does_not(tmp_path: Path) -> None:
    book = plain_book(tmp_path / "book.xlsx")
    with Engine(isolation="unsafe") as engine, engine.open(book) as runtime:
        assert runtime._base is not None
        assert runtime._base.pid == os.getpid()
    with Engine(isolation="process") as engine, engine.open(book) as runtime:
        assert runtime._base is not None
        assert runtime._base.pid != os.getpid()


def test_a_base_at_the_process_level_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    book = plain_book(tmp_path / "book.xlsx")
    with Engine(isolation="process") as engine, engine.open(book) as runtime:
        runtime.execute("workbook['Data']['B2'].value = 7", mode="write")
        assert runtime._base is not None
        os.kill(runtime._base.pid, 9)
        assert runtime.execute("workbook['Data']['B2'].value").value == 7


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    code = "from macrocell.engine.surface.cli.entry import main; main()"
    program = [sys.executable, "-c", code]
    return subprocess.run([*program, *arguments], capture_output=True, text=True, timeout=60, check=False)


def test_the_command_takes_the_level_and_warns_of_unsafe(tmp_path: Path) -> None:
    book = str(plain_book(tmp_path / "book.xlsx"))
    done = command("run", book, "-e", "1 + 1", "--isolation", "unsafe")
    assert (done.returncode, done.stdout, done.stderr) == (0, "2\n", f"warning: {UNSAFE}\n")
    done = command("run", book, "-e", "1 + 1", "--isolation", "process")
    assert (done.returncode, done.stdout, done.stderr) == (0, "2\n", "")


BARE = """
import sys
sys.path[:] = {path!r}
from support import bare
bare.take_away()
from macrocell import Engine, Limits
from macrocell.engine import plain_file
from macrocell.sandbox.portable import child
child.command = bare.command
assert not plain_file.HAS_FOLDERS
with Engine(isolation={level!r}) as engine, engine.open({book!r}) as runtime:
    told = [
        runtime.execute("workbook['Data']['B2'].value = 7", mode="write").ok,
        runtime.execute("workbook['Data']['B2'].value").value,
        runtime.execute("while True:\\n    pass", limits=Limits(wall_s=0.4)).error.limit_name,
        runtime.execute("x = 1\\nwhile True:\\n    x += 1", limits=Limits(cpu_s=0.4)).error.line,
        [layer.applied for layer in engine.isolation().layers if layer.name == "limits"],
    ]
    runtime.save()
    runtime.execute("workbook['Data']['B3'].value = 8", mode="write")
    runtime.save()
    told.append(runtime.save({out!r}).name)
sys.platform = "darwin"
try:
    Engine(isolation="kernel")
except Exception as error:
    told.append(error.code)
print(told)
"""


@pytest.mark.parametrize("level", ["process", "unsafe"])
def test_it_works_where_nothing_of_unix_is_there(level: str, tmp_path: Path) -> None:
    """Simulated: the names and modules are taken away from the application's process and from those it starts."""
    book, out = plain_book(tmp_path / "book.xlsx"), tmp_path / "out.xlsx"
    path = [str(Path(__file__).parents[1]), *(entry for entry in sys.path if entry)]
    code = BARE.format(path=path, level=level, book=str(book), out=str(out))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert done.stderr == ""
    assert done.stdout == "[True, 7, 'wall_s', 3, [False], 'out.xlsx', 'isolation_unavailable']\n" or (
        done.stdout == "[True, 7, 'wall_s', 2, [False], 'out.xlsx', 'isolation_unavailable']\n"
    )
    sheet = openpyxl.load_workbook(book)["Data"]
    assert (sheet["B2"].value, sheet["B3"].value) == (7, 8)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["book.xlsx", "out.xlsx"]
