"""The bench frame: spread, targets, reports, and the processes that take samples."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import macrocell
import pytest

ROOT = Path(macrocell.__file__).resolve().parent
BENCH = ROOT / "benchmarks"
MODULES = ("frame", "memory", "report", "spread", "target")


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """The frame's modules, which stand in no package, and are gone again after the test."""
    monkeypatch.syspath_prepend(str(BENCH))
    loaded = {name: __import__(name) for name in MODULES}
    yield SimpleNamespace(**loaded)
    for name in MODULES:
        sys.modules.pop(name, None)


def test_a_spread_has_the_median_and_the_middle_half(bench: SimpleNamespace) -> None:
    assert bench.spread.spread([5.0, 1.0, 2.0, 4.0, 3.0]) == (5, 3.0, 2.0, 4.0, 1.0, 5.0)


def test_the_quartiles_of_one_figure_are_itself(bench: SimpleNamespace) -> None:
    assert bench.spread.spread([7.0]) == (1, 7.0, 7.0, 7.0, 7.0, 7.0)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"bound": 0.5}, ("t", "s", 0.4, 0.5, True, 0.8)),
        ({"bound": 0.1}, ("t", "s", 0.4, 0.1, False, 4.0)),
        ({"bound": 0.2, "against": "b"}, ("t", "x", 0.2, 0.2, True, 1.0)),
        ({"bound": 0.1, "against": "b"}, ("t", "x", 0.2, 0.1, False, 2.0)),
        ({"bound": 5.0, "against": "b", "faster": True}, ("t", "x", 5.0, 5.0, True, 1.0)),
        ({"bound": 10.0, "against": "b", "faster": True}, ("t", "x", 5.0, 10.0, False, 2.0)),
    ],
)
def test_a_target_is_held_or_missed_by_a_factor(
    bench: SimpleNamespace, options: dict[str, object], expected: tuple[object, ...]
) -> None:
    assert bench.target.Target("t", "a", **options).judge({"a": 0.4, "b": 2.0}) == expected


def test_a_target_on_a_contender_that_failed_has_no_verdict(bench: SimpleNamespace) -> None:
    assert bench.target.Target("t", "a", 1.0, against="b").judge({"a": 1.0}) is None


@pytest.mark.parametrize(
    ("figure", "unit", "text"),
    [
        (1.5, "s", "1.50 s"),
        (0.0015, "s", "1.50 ms"),
        (0.0000015, "s", "1.5 µs"),
        (1_500_000, "bytes", "1.5 MB"),
        (0.1234, "x", "0.123x"),
        (45_000, "x", "45,000x"),
    ],
)
def test_figures_are_shown_with_their_unit(bench: SimpleNamespace, figure: float, unit: str, text: str) -> None:
    assert bench.report.show(figure, unit) == text


def test_a_report_names_the_machine_the_contenders_and_each_verdict(bench: SimpleNamespace) -> None:
    contenders = tuple(bench.frame.Contender(name, None, "how") for name in ("fast", "slow"))
    targets = (
        bench.target.Target("thing: ≤ 1x slow", "fast", 1.0, against="slow"),
        bench.target.Target("thing: ≤ 100 ms", "slow", 0.1),
    )
    row = bench.frame.Row("row", "a row", contenders, targets, reference="slow")
    results = [
        bench.frame.RowResult(
            row,
            (
                bench.frame.Result(contenders[0], (0.1, 0.2, 0.3), 2_000_000),
                bench.frame.Result(contenders[1], (0.4,), 0),
            ),
        )
    ]
    machine = {
        "cpu": "A chip",
        "cores": 2,
        "memory_bytes": 8 << 30,
        "kernel": "6.1",
        "python": "3.11.7",
        "packages": {"openpyxl": "3.1.5"},
        "load_1min": 3.0,
        "idle": False,
    }
    document = bench.report.to_json(machine, results, quick=False, started="2026-01-01T00:00:00+00:00")
    assert bench.report.to_text(document, results).splitlines() == [
        "A chip, 2 cores, 8 GiB, Linux 6.1",
        "Python 3.11.7, openpyxl 3.1.5",
        "provisional: the machine was busy (load 3.0)",
        "",
        "row: a row",
        "                 median                q1 .. q3    peak  n  ratio",
        "  fast (how)  200.00 ms  150.00 ms .. 250.00 ms  2.0 MB  3   0.5x",
        "  slow (how)  400.00 ms  400.00 ms .. 400.00 ms          1     1x",
        "  held   thing: ≤ 1x slow: 0.5x",
        "  MISSED thing: ≤ 100 ms: 400.00 ms, missed by 4.00x",
        "",
        "1 of 2 targets held; missed: 0 by less than 1.5x, 1 by more",
    ]
    assert bench.report.to_markdown(document, results).splitlines()[2:] == [
        "| what | target | here | |",
        "|---|---|---|---|",
        "| thing | ≤ 1x slow | 0.5x | held |",
        "| thing | ≤ 100 ms | 400.00 ms | missed by 4.00x |",
    ]
    assert document["rows"][0]["targets"][1]["held"] is False
    assert document["provisional"] is True


SCRIPT = """
import json, os, sys, time
from contextlib import contextmanager
from pathlib import Path
from frame import Contender, Row, Scale, measure

PIDS = Path(sys.argv[1])

def contender(name, fresh=False, tree=False, fail=False):
    @contextmanager
    def start(scale):
        def once():
            with PIDS.open("a") as file:
                print(name, os.getpid(), file=file)
            if fail:
                raise ValueError("no figure today")
            return 0.25 if name == "own" else None
        yield once
    return Contender(name, start, "how", fresh=fresh, tree=tree)

row = Row("row", "title", (
    contender("own"), contender("fresh", fresh=True), contender("tree", tree=True), contender("bad", fail=True),
), n=4, warm_up=1)
result = measure(row, Scale(False, PIDS.parent))
print(json.dumps([
    [each.contender.name, len(each.samples), each.samples[:1], each.peak_bytes > 1_000_000, each.error]
    for each in result.results
]))
"""


def test_contenders_are_sampled_in_turn_each_in_its_own_process(tmp_path: Path) -> None:
    """In a process of its own: this one may have threads, and the frame forks."""
    log = tmp_path / "pids"
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(log)], cwd=BENCH, capture_output=True, text=True, timeout=60, check=True
    )
    results = {name: rest for name, *rest in json.loads(done.stdout)}
    assert results["own"] == [4, [0.25], True, None]
    assert [results["fresh"][0], results["tree"][0]] == [4, 4]
    assert results["bad"][:2] == [0, []]
    assert results["bad"][3].splitlines()[-1] == "ValueError: no figure today"
    taken = [line.split() for line in log.read_text().splitlines()]
    turns = "own fresh tree bad", "fresh tree own", "tree own fresh", "own fresh tree", "own fresh tree", "tree"
    assert [name for name, _ in taken] == " ".join(turns).split()
    processes = {name: {pid for each, pid in taken if each == name} for name in ("own", "fresh", "tree")}
    assert {name: len(pids) for name, pids in processes.items()} == {"own": 1, "fresh": 5, "tree": 1}
