"""Typical mistakes of agents: each is answered with its place and with what to write instead."""

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from macrocell import Engine, Runtime
from support.books import plain_book

MISTAKES: dict[str, dict[str, Any]] = {
    mistake["id"]: mistake
    for mistake in tomllib.loads((Path(__file__).parents[1] / "cases/mistakes/mistakes.toml").read_text("utf-8"))[
        "mistake"
    ]
}
FIXED = sorted(name for name, mistake in MISTAKES.items() if "fix" in mistake)


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runtime]:
    book = plain_book(tmp_path_factory.mktemp("mistakes") / "book.xlsx")
    with Engine() as engine, engine.open(book) as runtime:
        yield runtime


def run(runtime: Runtime, mistake: dict[str, Any], source: str) -> Any:
    return runtime.execute(source, mode=mistake.get("mode", "read"), args=mistake.get("args"), dry_run=True)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_answered_with_what_to_write_instead(runtime: Runtime, name: str) -> None:
    mistake = MISTAKES[name]
    error = run(runtime, mistake, mistake["source"]).error
    told = {"code": error.code, "line": error.line, "message": error.message, "hint": error.hint}
    others = [[refusal.line, refusal.message, refusal.hint] for refusal in error.refusals[1:]]
    expected = {key: mistake[key] for key in told}
    if sys.version_info >= (3, 13):
        expected["message"] = mistake.get("message_3_13", mistake["message"])
    assert (told, others) == (expected, mistake.get("others", []))


@pytest.mark.parametrize("name", FIXED)
def test_what_the_hint_says_to_write_works(runtime: Runtime, name: str) -> None:
    assert run(runtime, MISTAKES[name], MISTAKES[name]["fix"]).error is None


def test_every_mistake_has_a_name_of_its_own_and_a_hint_that_fits_on_two_lines() -> None:
    text = (Path(__file__).parents[1] / "cases/mistakes/mistakes.toml").read_text("utf-8")
    assert text.count("[[mistake]]\n") == len(MISTAKES) >= 60
    assert [name for name, mistake in MISTAKES.items() if not 0 < len(mistake["hint"]) <= 240] == []
