"""The demo shows a run and proves what the save left alone; the proof fails when it should."""

import runpy
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import macrocell
import pytest

EXAMPLES = Path(macrocell.__file__).resolve().parent / "examples"


@pytest.fixture
def demo(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    names = runpy.run_path(str(EXAMPLES / "demo.py"))
    sys.modules.pop("make_workbook", None)
    return names


def test_the_demo_runs_and_proves_its_point() -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "demo.py")], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    lines = done.stdout.splitlines()
    assert lines[-1] == "All good."
    heads = [line.split()[0] for line in lines if line and not line.startswith(" ")]
    assert heads == ["Workbook", "Macro", "Isolation", "Save", "Macro", "All"]
    assert "  identical   18 of 22 parts, byte for byte:" in lines
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize(
    ("changed", "lost", "message"),
    [
        (("xl/worksheets/sheet1.xml", "xl/styles.xml"), (), None),
        (
            ("xl/worksheets/sheet1.xml", "xl/charts/chart1.xml"),
            (),
            "changed without a reason: ['xl/charts/chart1.xml']",
        ),
        (("xl/styles.xml",), (), "changed sheets that were not written: ['xl/worksheets/sheet1.xml']"),
        (("xl/worksheets/sheet1.xml",), ("xl/media/a.png",), "parts lost: ['xl/media/a.png'], parts added: []"),
    ],
)
def test_the_proof_fails_for_a_part_that_has_no_reason_to_differ(
    demo: dict[str, Any], changed: tuple[str, ...], lost: tuple[str, ...], message: str | None
) -> None:
    comparison = demo["Comparison"](identical=(), changed=changed, lost=lost, added=())
    if message is None:
        demo["check_proof"](comparison, {"Orders"})
        return
    with pytest.raises(demo["DemoError"]) as caught:
        demo["check_proof"](comparison, {"Orders"})
    assert str(caught.value) == message


def test_packages_are_compared_part_by_part(demo: dict[str, Any], tmp_path: Path) -> None:
    for name, parts in (("a", {"x": "1", "y": "2", "z": "3"}), ("b", {"x": "1", "y": "4", "w": "5"})):
        with zipfile.ZipFile(tmp_path / name, "w") as package:
            for part, text in parts.items():
                package.writestr(part, text)
    found = demo["compare"](tmp_path / "a", tmp_path / "b")
    assert (found.identical, found.changed, found.lost, found.added) == (("x",), ("y",), ("z",), ("w",))
