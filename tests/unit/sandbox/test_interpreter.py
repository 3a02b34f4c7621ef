"""Which Pythons are refused, and how."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest
from macrocell.sandbox import PythonUnsupported, Supervisor, interpreter
from macrocell.sandbox.interpreter import SUPPORTED, check_python

ROOT = Path(__file__).parents[3]
HINT = "install macrocell into a virtual environment of python3.13"


def told(name: str) -> str:
    return f"macros cannot run on {name}: the policy was checked with CPython 3.11, 3.12 and 3.13"


@pytest.mark.parametrize("version", [(3, 10, 9), (3, 14, 0), (3, 9, 1), (4, 0, 0), (2, 7, 18)])
def test_a_version_that_nobody_judged_is_refused_with_those_that_were(version: tuple[int, int, int]) -> None:
    with pytest.raises(PythonUnsupported) as caught:
        check_python(version)
    assert caught.value.message == told(f"cpython {version[0]}.{version[1]}")
    assert caught.value.hint == HINT
    assert caught.value.code == "python_unsupported"


def test_another_implementation_is_refused() -> None:
    with pytest.raises(PythonUnsupported) as caught:
        check_python((3, 11), "pypy")
    assert caught.value.message == told("pypy 3.11")


@pytest.mark.parametrize("version", SUPPORTED)
def test_a_supported_version_passes(version: tuple[int, int]) -> None:
    check_python((*version, 7))
    check_python()


def test_an_engine_starts_nothing_on_an_unsupported_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter, "SUPPORTED", ((3, 1), (3, 2)))
    with pytest.raises(PythonUnsupported) as caught:
        Supervisor(host="x:Y")
    running = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert (
        caught.value.message
        == f"macros cannot run on cpython {running}: the policy was checked with CPython 3.1 and 3.2"
    )


def test_the_package_can_be_installed_on_the_supported_versions_only() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lowest, highest = SUPPORTED[0], SUPPORTED[-1]
    assert project["requires-python"] == f">={lowest[0]}.{lowest[1]},<{highest[0]}.{highest[1] + 1}"
