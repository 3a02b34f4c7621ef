"""Every kind of stop ends within its limit and a second, both cores busy, with the macro's line; the next run works."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from macrocell.sandbox import Base, Limits, Supervisor, trace
from support.toy import job, raw, toy_base, toy_supervisor


@pytest.fixture(scope="module")
def supervisor() -> Iterator[Supervisor]:
    with toy_supervisor() as found:
        yield found


@pytest.fixture(scope="module")
def base(supervisor: Supervisor) -> Iterator[Base]:
    with toy_base(supervisor) as found:
        yield found


@pytest.fixture(scope="module", autouse=True)
def _busy_cores() -> Iterator[None]:
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    yield
    for burner in burners:
        burner.kill()
        burner.wait()


WALL = Limits(wall_s=0.5, cpu_s=30)
CPU = Limits(wall_s=30, cpu_s=0.5)

ENDLESS = {
    "loop": ("x = 1\nwhile True:\n    x += 1", None),
    "loop in a function": ("def f():\n    while True:\n        pass\n\nf()", None),
    "one C call": ("n = 10\nsum(range(10**10))", 2),
    "a regular expression": ("import re\nre.match('(a+)+$', 'a' * 40 + 'b')", 2),
    "an integer": ("x = 2\n10**10**8", 2),
    "an endless iterator": ("1 in iter(int, 1)", 1),
    "swallowed by except": ("while True:\n    try:\n        str(1)\n    except Exception:\n        pass", None),
    "swallowed by a bare except": ("while True:\n    try:\n        str(1)\n    except:\n        pass", None),
    "swallowed by finally": ("while True:\n    try:\n        x = 1\n    finally:\n        continue", None),
    "swallowed by finally that breaks": (
        (
            "while True:\n    while True:\n        try:\n            while True:\n                x = 1\n"
            "        finally:\n            break"
        ),
        None,
    ),
    "swallowed by exit": (
        (
            "class C:\n    def __enter__(self):\n        return self\n"
            "    def __exit__(self, *a):\n        return True\n\n"
            "while True:\n    with C():\n        while True:\n            pass"
        ),
        None,
    ),
    "a generator's finaliser": (
        (
            "def g():\n    try:\n        yield 1\n    finally:\n        while True:\n            pass\n\n"
            "def f():\n    for x in g():\n        return x\n\nf()"
        ),
        None,
    ),
    "the text of an error": (
        "class E(Exception):\n    def __str__(self):\n        while True:\n            pass\n\nraise E()",
        4,
    ),
}
NO_CODE = {"the text of an error"}
"""Macro code that is not asked at all, so that there is nothing to stop."""


@pytest.mark.parametrize("limits", [WALL, CPU], ids=["wall", "cpu"])
@pytest.mark.parametrize("name", [name for name in ENDLESS if name not in NO_CODE])
def test_an_endless_macro_ends_within_its_limit_and_a_second(base: Base, name: str, limits: Limits) -> None:
    source, line = ENDLESS[name]
    began = time.monotonic()
    report = base.run(job(source, limits=limits))
    took_s = time.monotonic() - began
    used_s = took_s if limits is WALL else report.usage.cpu_s
    error = report.error
    assert error is not None
    assert (report.status, error.code) == ("limit", "limit")
    assert error.limit_name == ("wall_s" if limits is WALL else "cpu_s")
    assert error.limit == 0.5
    assert error.observed is not None
    assert error.observed >= 0.5
    assert used_s < 1.5
    assert error.line is not None
    assert line in (None, error.line)
    assert error.text == source.splitlines()[error.line - 1].strip()
    assert report.payload == b""
    assert report.value is None
    assert base.run(job("toy.set('a', 1)\n1 + 1")).value == 2


def test_the_text_of_an_error_is_made_without_the_macros_code(base: Base) -> None:
    report = base.run(job(ENDLESS["the text of an error"][0], limits=WALL))
    assert report.error is not None
    assert (report.status, report.error.type) == ("error", "E")


def test_the_message_tells_limit_and_cure(base: Base) -> None:
    report = base.run(job("while True:\n    pass", limits=WALL))
    assert report.error is not None
    assert report.error.message == "the macro used more time than its limit of 0.5 s"
    assert report.error.hint == (
        "do less in one run, use ranges instead of single cells, or allow more time (wall_s, --timeout)"
    )
    report = base.run(job("while True:\n    pass", limits=CPU))
    assert report.error is not None
    assert report.error.message == "the macro used more processor time than its limit of 0.5 s"


def test_what_was_printed_before_the_stop_is_kept(base: Base) -> None:
    report = base.run(job("print('before')\nwhile True:\n    pass", limits=WALL))
    assert report.stdout == "before\n"


def test_a_limit_that_tripped_is_the_outcome_whatever_the_macro_returned(base: Base) -> None:
    source = (
        "class C:\n    def __enter__(self):\n        return self\n    def __exit__(self, *a):\n        return True\n\n"
        "with C():\n    while True:\n        pass\ntoy.set('a', 1)\n'it went well'"
    )
    report = base.run(job(source, limits=WALL))
    assert report.error is not None
    assert (report.status, report.value, report.payload) == ("limit", None, b"")
    assert report.error.line in (8, 9)


MEMORY = Limits(wall_s=20, cpu_s=20, memory_bytes=64 * 2**20)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("x = 1\n'a' * 10**10", 2),
        ("rows = []\nwhile True:\n    rows.append('x' * 100_000)", 3),
        ("def f():\n    return [0] * 10**9\n\nf()", 2),
        ("x = 'a' * 10**7\nfor _ in range(20):\n    x = x + x", 3),
    ],
)
def test_memory_beyond_its_limit_is_a_limit_report(base: Base, source: str, line: int) -> None:
    report = base.run(job(source, limits=MEMORY))
    error = report.error
    assert error is not None
    assert (report.status, error.code, error.limit_name, error.limit) == ("limit", "limit", "memory_bytes", 64 * 2**20)
    assert error.message == "the macro needed more memory than its limit of 64 MiB"
    assert (error.line, error.text) == (line, source.splitlines()[line - 1].strip())
    assert base.run(job("1 + 1")).value == 2


def test_memory_while_the_result_is_encoded_is_a_limit_report(base: Base) -> None:
    source = "x = 'a' * 10**7\n[x] * 100"
    report = base.run(job(source, limits=Limits(memory_bytes=64 * 2**20, result_bytes=2**30)))
    assert report.error is not None
    assert (report.status, report.error.limit_name) == ("limit", "memory_bytes")


def test_the_same_memory_is_there_within_the_limit(base: Base) -> None:
    assert base.run(job("len('a' * 40 * 2**20)", limits=MEMORY)).value == 40 * 2**20


def test_a_gigabyte_of_output_keeps_its_budget(base: Base) -> None:
    source = "line = 'x' * 10**6\nfor _ in range(1000):\n    print(line)"
    report = base.run(job(source, limits=Limits(wall_s=20, output_bytes=1000)))
    assert (report.status, report.truncated) == ("done", ("stdout",))
    assert report.usage.output_bytes == 1000 * (10**6 + 1)
    assert len(report.stdout) < 1100
    assert report.usage.memory_bytes < 64 * 2**20


def test_an_interpreter_that_dies_is_an_ordinary_report_with_a_line(base: Base) -> None:
    code = "import ctypes\ndef f():\n    ctypes.string_at(8)\nexec(compile('f()', '<macro>', 'exec'), {'f': f})"
    report = raw(base, code)
    error = report.error
    assert error is not None
    assert (report.status, error.code, error.line) == ("died", "died", 1)
    assert error.message == "the interpreter that ran the macro died (signal SIGSEGV)"
    assert base.run(job("1 + 1")).value == 2


def test_deeply_nested_maps_end_in_a_report(base: Base) -> None:
    source = "m = [1]\nfor _ in range(200_000):\n    m = map(str, m)\nlist(m)"
    report = base.run(job(source))
    assert report.error is not None
    assert (report.status, report.error.code, report.error.line, report.error.text) == ("died", "died", 4, "list(m)")
    assert report.error.message == "the interpreter that ran the macro died (signal SIGSEGV)"
    assert report.error.hint == (
        "very deep nesting or a bug in a native library ends the interpreter; simplify that line"
    )
    assert base.run(job("1 + 1")).value == 2


def test_an_abort_for_memory_in_a_native_library_is_a_memory_limit(base: Base) -> None:
    code = (
        "import os\nos.write(2, b'memory allocation of 1234 bytes failed\\n')\nimport ctypes\nctypes.CDLL(None).abort()"
    )
    report = raw(base, code)
    assert report.error is not None
    assert (report.status, report.error.limit_name) == ("limit", "memory_bytes")


def test_a_worker_that_says_nothing_more_is_stopped_at_the_limit(base: Base) -> None:
    code = "import signal, time\nsignal.setitimer(signal.ITIMER_REAL, 0)\ntime.sleep(100)"
    began = time.monotonic()
    report = raw(base, code, limits=WALL)
    assert report.status == "limit"
    assert time.monotonic() - began < 1.5


def test_a_drip_of_frames_does_not_stretch_the_limit(base: Base) -> None:
    code = (
        "import os, signal, time\nsignal.setitimer(signal.ITIMER_REAL, 0)\n"
        "signal.signal(signal.SIGALRM, signal.SIG_IGN)\n"
        "while True:\n    os.write(3, b'\\0')\n    time.sleep(0.1)\n"
    )
    began = time.monotonic()
    report = raw(base, code, limits=WALL)
    assert report.status in ("limit", "tampered")
    assert time.monotonic() - began < 1.5


HEAD = "Current thread 0x00007f0000000000 (most recent call first):\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", None),
        ("nothing of use", None),
        (HEAD + '  File "/usr/lib/x.py", line 7 in f\n', None),
        (
            HEAD
            + '  File "/usr/lib/x.py", line 7 in f\n  File "<macro>", line 12 in g\n  File "<macro>", line 3 in h\n',
            12,
        ),
        (HEAD + '  File "<macro>", line 12 in g\n' + HEAD + '  File "<macro>", line 5 in g\n', 5),
        (HEAD + '  File "<macro>", line 99999999999999999999 in g\n', None),
    ],
)
def test_a_trace_names_the_innermost_macro_line_of_its_last_dump(text: str, line: int | None) -> None:
    assert trace.line_in(text) == line
