"""The bench's entry point, end to end, at its smallest."""

import json
import subprocess
import sys
from pathlib import Path

import macrocell

BENCH = Path(macrocell.__file__).resolve().parent / "benchmarks" / "bench.py"


def bench(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(BENCH), *options], capture_output=True, text=True, timeout=120, check=False
    )


def test_a_quick_row_gives_json_of_the_documented_shape(tmp_path: Path) -> None:
    done = bench("--quick", "--row", "trivial", "--json", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document == json.loads((tmp_path / "bench.json").read_text())
    assert sorted(document) == ["machine", "provisional", "quick", "rows", "schema", "started"]
    assert (document["schema"], document["quick"], document["provisional"]) == (1, True, True)
    assert {"cpu", "cores", "kernel", "python", "memory_bytes", "idle"} <= document["machine"].keys()
    (row,) = document["rows"]
    assert sorted(row) == ["contenders", "name", "reference", "targets", "title", "unit"]
    assert (row["name"], row["unit"]) == ("trivial", "s")
    assert [contender["name"] for contender in row["contenders"]] == ["spare", "no spare"]
    for contender in row["contenders"]:
        assert contender["error"] is None
        assert len(contender["samples"]) == contender["n"] == 3
        assert 0 < contender["least"] <= contender["q1"] <= contender["median"] <= contender["q3"] <= contender["most"]
        assert contender["peak_bytes"] > 1_000_000
    for target in row["targets"]:
        assert sorted(target) == ["bound", "held", "miss", "observed", "text", "unit"]
        assert target["held"] is (target["miss"] <= 1)
    assert "trivial: 3 rounds of 2 contenders" in done.stderr


def test_rows_are_listed_by_name_without_being_run() -> None:
    done = bench("--list", "--row", "read_")
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["read_cell", "read_a1", "read_range"]
    assert (done.returncode, done.stderr) == (0, "")


def test_an_unknown_row_is_a_usage_error() -> None:
    done = bench("--row", "nonsense")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "no such row: nonsense; see --list\n"
