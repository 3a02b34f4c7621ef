"""Attacks written from public documents, a file each: every one has its exact outcome and leaves nothing behind."""

from __future__ import annotations

import runpy
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from macrocell import Engine, Limits, Outcome, Runtime
from macrocell.sandbox import Base, Report
from support.books import plain_book
from support.raw import PRELUDE
from support.toy import job, raw, speak, toy_base, toy_supervisor

CASES = Path(__file__).parents[1] / "cases/attack"
MACROS = ("attributes", "frames", "guards", "modules", "resources")
CLASSES = (*MACROS, "process", "wire")
FILES = {f"{path.parent.name}/{path.stem}": path for path in sorted(CASES.glob("*/*.py"))}
OUTCOMES: dict[str, dict[str, Any]] = {
    f"{kind}/{name}": outcome
    for kind, outcomes in tomllib.loads((CASES / "outcomes.toml").read_text("utf-8")).items()
    for name, outcome in outcomes.items()
}
NEXT = "import math\n[workbook['Data']['A1:B2'].values, workbook.sheetnames, math.pi, (5).bit_length(), str('a')]"
RIGHT = [[["name", "count"], ["bolt", 3]], ["Data", "Sales "], 3.141592653589793, 3, "a"]


def files_of(*kinds: str) -> list[str]:
    return [name for name in FILES if name.partition("/")[0] in kinds]


def header(name: str) -> dict[str, str]:
    """The words of the comment lines that a file begins with."""
    words = {}
    for line in FILES[name].read_text("utf-8").splitlines():
        key, colon, word = line.removeprefix("# ").partition(": ")
        if not line.startswith("# ") or not colon:
            break
        words[key] = word
    return words


def expected(name: str) -> dict[str, Any]:
    """The outcome of a file on this Python: a message for a version holds from that version on."""
    outcome = dict(OUTCOMES[name])
    for minor in (12, 13):
        message = outcome.pop(f"message_3_{minor}", None)
        if message is not None and sys.version_info >= (3, minor):
            outcome["message"] = message
    return outcome


def told(outcome: Outcome) -> dict[str, Any]:
    error = outcome.error
    if error is None:
        return {"code": "ok", "value": outcome.value}
    found = {"code": error.code, "line": error.line, "message": error.message}
    return {**found, "limit_name": error.limit_name} if error.code == "limit" else found


def reported(report: Report) -> dict[str, Any]:
    if report.error is None:
        return {"status": report.status, "text": report.payload.decode()}
    assert (report.value, report.payload, report.stdout) == (None, b"", "")
    return {"status": report.status, "message": report.error.message}


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runtime]:
    path = plain_book(tmp_path_factory.mktemp("attack") / "book.xlsx")
    with Engine() as engine, engine.open(path) as runtime:
        yield runtime


@pytest.fixture(scope="module")
def base() -> Iterator[Base]:
    with toy_supervisor() as supervisor, toy_base(supervisor) as found:
        yield found


@pytest.mark.parametrize("name", files_of(*MACROS))
def test_a_macro_has_its_exact_outcome_and_the_next_run_is_right(runtime: Runtime, name: str) -> None:
    right = expected(name)
    limits = Limits(**right.pop("limits", {}))
    lines = right.pop("lines", None)
    outcome = runtime.execute(FILES[name].read_text("utf-8"), mode=header(name).get("mode", "read"), limits=limits)
    found = told(outcome)
    if lines is not None:
        assert found.pop("line") in lines
    assert found == right
    assert (outcome.changes, outcome.mutations, runtime.pending.runs) == ((), (), ())
    assert runtime.execute(NEXT).value == RIGHT


@pytest.mark.parametrize("name", files_of("process"))
def test_raw_code_in_a_worker_has_its_exact_outcome_and_harms_nobody(base: Base, name: str) -> None:
    right = expected(name)
    limits = Limits(**right.pop("limits", {"wall_s": 10}))
    report = raw(base, f"{PRELUDE}\n{FILES[name].read_text('utf-8')}", limits=limits)
    assert reported(report) == right
    assert base.run(job("1 + 1")).value == 2


@pytest.mark.parametrize("name", files_of("wire"))
def test_the_words_of_a_hostile_worker_have_their_exact_outcome(base: Base, name: str) -> None:
    report = speak(base, runpy.run_path(str(FILES[name]))["frames"])
    assert reported(report) == expected(name)
    assert base.run(job("1 + 1")).value == 2


@pytest.mark.parametrize("kind", CLASSES)
def test_each_class_has_at_least_ten_files(kind: str) -> None:
    assert len(files_of(kind)) >= 10


def test_each_file_is_of_a_class_and_has_an_outcome_and_each_outcome_has_a_file() -> None:
    assert files_of(*CLASSES) == list(FILES)
    assert sorted(OUTCOMES) == sorted(FILES)


@pytest.mark.parametrize("name", FILES)
def test_each_file_says_why_and_from_where(name: str) -> None:
    words = header(name)
    assert [key for key in words if key != "mode"] == ["why", "source"]
    assert words["why"].endswith(".")
    assert words["source"].startswith("https://") or (CASES.parents[2] / words["source"].split()[0]).is_file()
    assert words.get("mode", "read") in ("read", "write")
