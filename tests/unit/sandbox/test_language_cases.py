"""One macro file for each feature, run in the language layer and in plain CPython: the same output and end."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest
from support.language import Run

CASES = sorted((Path(__file__).parents[2] / "cases" / "language").glob("*.py"))


def plain(source: str) -> tuple[str, str | None]:
    """What the macro prints in plain CPython, and the error it ends with."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
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


def test_there_are_cases_for_the_core() -> None:
    assert len(CASES) >= 40
