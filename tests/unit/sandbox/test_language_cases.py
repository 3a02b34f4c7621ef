"""One macro file for each feature, run in the language layer, in a real worker and in plain CPython: the same output
and end.
"""

from __future__ import annotations

import contextlib
import decimal
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from macrocell.sandbox import Base
from support.language import Run
from support.toy import job, toy_base, toy_supervisor

CASES = sorted((Path(__file__).parents[2] / "cases" / "language").glob("*.py"))


def plain(source: str) -> tuple[str, str | None]:
    """What the macro prints in plain CPython, and the error it ends with."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output), decimal.localcontext(decimal.Context()):
        try:
            exec(compile(source, "case", "exec", dont_inherit=True), {"__name__": "__main__"})
        except Exception as error:
            return output.getvalue(), f"{type(error).__name__}: {error}"
    return output.getvalue(), None


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case_runs_as_in_plain_python(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    run = Run(source)
    error = None if run.error is None else f"{type(run.error).__name__}: {run.error}"
    assert (run.output, error) == plain(source)
    assert (error is not None) == path.stem.startswith("error_")


@pytest.fixture(scope="module")
def base() -> Iterator[Base]:
    with toy_supervisor() as supervisor, toy_base(supervisor) as found:
        yield found


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case_runs_in_a_worker_as_in_plain_python(path: Path, base: Base) -> None:
    source = path.read_text(encoding="utf-8")
    report = base.run(job(f"{source}\nNone\n"))
    error = None if report.error is None else f"{report.error.type}: {report.error.message}"
    assert (report.stdout, error) == plain(source)


def test_each_feature_has_its_case() -> None:
    assert len(CASES) >= 120
