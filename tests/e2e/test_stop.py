"""Every kind of stop ends a run in time, with a line, and the next run on the same runtime is right."""

import threading
import time
from collections.abc import Iterator

import pytest
from macrocell import Engine, Limits, Runtime
from support.books import plain_book

SPIN = "\nwhile True:\n    pass"
STOPS = {
    # name: (macro, limits, code, name of the limit, lines that may be named)
    "loop": (f"x = 1{SPIN}", Limits(wall_s=0.4), "limit", {"wall_s"}, {2, 3}),
    "loop that catches all": (
        "while True:\n    try:\n        str(1)\n    except:\n        pass",
        Limits(wall_s=0.4),
        "limit",
        {"wall_s"},
        {1, 2, 3, 4, 5},
    ),
    "finally that goes on": (
        "while True:\n    try:\n        while True:\n            str(1)\n    finally:\n        continue",
        Limits(wall_s=0.4),
        "limit",
        {"wall_s"},
        {1, 2, 3, 4, 5, 6},
    ),
    "finally that breaks": (
        "while True:\n    try:\n        while True:\n            str(1)\n    finally:\n        break\n'it went well'",
        Limits(wall_s=0.4),
        "limit",
        {"wall_s"},
        {3, 4},
    ),
    "finally that breaks, again and again": (
        (
            "while True:\n    while True:\n        try:\n            while True:\n                str(1)\n"
            "        finally:\n            break"
        ),
        Limits(wall_s=0.4),
        "limit",
        {"wall_s"},
        {1, 2, 3, 4, 5, 6, 7},
    ),
    "one C call: sum": ("x = 1\nsum(range(10**11))", Limits(wall_s=0.4), "limit", {"wall_s"}, {2}),
    "one C call: power": ("x = 1\ny = 10**10**8", Limits(wall_s=0.4), "limit", {"wall_s"}, {2}),
    "one C call: membership": ("x = 1\n1 in iter(int, 1)", Limits(wall_s=0.4), "limit", {"wall_s"}, {2}),
    "one C call: regex": (
        "import re\nre.match('(a+)+$', 'a' * 40 + 'b')",
        Limits(wall_s=0.4),
        "limit",
        {"wall_s"},
        {2},
    ),
    "cpu": (f"x = 1{SPIN}", Limits(wall_s=20, cpu_s=0.5), "limit", {"cpu_s"}, {2, 3}),
    "memory": ("x = 1\ny = 'a' * 10**10", Limits(memory_bytes=64 << 20), "limit", {"memory_bytes"}, {2}),
    "memory, bit by bit": (
        "x = []\nwhile True:\n    x.append('a' * 100000 + str(len(x)))",
        Limits(memory_bytes=64 << 20),
        "limit",
        {"memory_bytes"},
        {2, 3},
    ),
    "result too large": ("x = 1\n['a' * 100] * 100000", Limits(result_bytes=100000), "limit", {"result_bytes"}, {2}),
    "result too deep": (
        "x = []\nfor n in range(10000):\n    x = [x]\nx",
        Limits(),
        "limit",
        {"result_depth"},
        {4},
    ),
    "result of ever more leaves": (
        "x = [1]\nfor n in range(60):\n    x = [x, x]\nx",
        Limits(result_depth=100, result_bytes=1_000_000),
        "limit",
        {"result_bytes"},
        {4},
    ),
    "mutations": (
        "sheet = workbook['Data']\nfor n in range(1, 50):\n    sheet.cell(n * 2, n * 2).value = n",
        Limits(mutations=10),
        "limit",
        {"mutations"},
        {3},
    ),
    "cells": (
        "sheet = workbook['Data']\nsheet['A1:Z100'].values = [[1] * 26] * 100",
        Limits(cells=100),
        "limit",
        {"cells"},
        {2},
    ),
}


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runtime]:
    path = plain_book(tmp_path_factory.mktemp("stop") / "book.xlsx")
    with Engine() as engine, engine.open(path) as runtime:
        yield runtime


@pytest.fixture
def busy_cores() -> Iterator[None]:
    """Keep both cores busy with processes of the same priority."""
    import os
    import subprocess
    import sys

    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 2)]
    yield
    for burner in burners:
        burner.kill()
        burner.wait()


@pytest.mark.parametrize("name", STOPS)
def test_a_stop_ends_in_time_with_a_line_and_the_next_run_is_right(
    name: str, runtime: Runtime, busy_cores: None
) -> None:
    macro, limits, code, limit_names, lines = STOPS[name]
    mode = "write" if "sheet" in macro else "read"
    started = time.monotonic()
    outcome = runtime.execute(macro, mode=mode, limits=limits)
    elapsed = time.monotonic() - started
    assert outcome.error is not None
    assert outcome.value is None
    assert (outcome.error.code, outcome.error.limit_name in limit_names) == (code, True), outcome.error
    if lines is not None:
        assert outcome.error.line in lines
        assert outcome.error.text == macro.splitlines()[outcome.error.line - 1].strip()
    assert outcome.error.hint
    assert outcome.error.limit is not None
    allowed = min(limits.wall_s, limits.cpu_s * 3) if limit_names & {"wall_s", "cpu_s"} else 10
    assert elapsed < allowed + 1
    assert runtime.pending.runs == ()
    assert runtime.execute("workbook['Data']['A1:B2'].values").value == [["name", "count"], ["bolt", 3]]


def test_runs_of_several_threads_are_served_one_after_another(runtime: Runtime) -> None:
    results: list[object] = []
    threads = [
        threading.Thread(
            target=lambda n=n: results.append(runtime.execute(f"{n} + workbook['Data']['B2'].value").value)
        )
        for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [n + 3 for n in range(8)]


def test_a_crash_of_the_interpreter_is_an_ordinary_outcome(runtime: Runtime) -> None:
    outcome = runtime.execute("x = map(str, [1])\nfor n in range(300000):\n    x = map(str, x)\nlist(x)")
    assert outcome.error is not None
    error = outcome.error
    assert (error.code, error.line, error.text) == ("died", 4, "list(x)")
    assert error.message == "the interpreter that ran the macro died (signal SIGSEGV)"
    assert (outcome.ok, outcome.value, outcome.changes) == (False, None, ())
    assert runtime.execute("workbook['Data']['B2'].value").value == 3
