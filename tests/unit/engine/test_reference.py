"""The card tells of every name of the facade and of no other, head first, within its budget."""

import ast
import json
import re
from pathlib import Path

import macrocell
import pytest
from macrocell.engine import CallInvalid
from macrocell.engine.reference import DEFAULT_BUDGET, LEAST_BUDGET, api_card, make_card, read_index
from macrocell.engine.reference.card import FIRST, START, VALUES
from macrocell.engine.surface.cli.main import run_command
from macrocell.facade.workbook.face import FACADE_TYPES
from macrocell.facade.workbook.face.base import public_names
from macrocell.facade.workbook.face.input import VALUE_TYPES
from macrocell.sandbox import Supervisor
from macrocell.sandbox.module import EXPORTS

KINDS = {kind.__name__.lower(): kind for kind in FACADE_TYPES if kind.__name__ != "NamedStyle"}
"""Without what a macro makes itself; the card tells how it is made."""
EXAMPLES = Path(macrocell.__file__).parent / "examples"
SPOKEN = {name for kind in FACADE_TYPES for name in public_names(kind)}
FULL = api_card(None)


def names_on(card: str) -> dict[str, set[str]]:
    """The names behind a dot at a line's beginning or in a line of brief ones, by section."""
    found: dict[str, set[str]] = {}
    for section in re.split(r"(?m)^# ", card)[1:]:
        title = re.match(r"[a-z]+", section)
        assert title is not None
        found[title[0]] = set(re.findall(r"(?:^|  )\.([A-Za-z_0-9]+)", section, re.MULTILINE))
    return found


def test_every_name_on_the_full_card_is_one_of_the_facade() -> None:
    told = names_on(FULL)
    strangers = {f"{owner}.{name}" for owner, kind in KINDS.items() for name in told.get(owner, ())} - {
        f"{owner}.{name}" for owner, kind in KINDS.items() for name in public_names(kind)
    }
    assert strangers == set()


@pytest.mark.parametrize("owner", sorted(KINDS))
def test_every_public_name_of_the_facade_is_on_the_full_card(owner: str) -> None:
    told = names_on(FULL)
    there = told["range"] | told["cell"] if owner == "cell" else told.get(owner, set())
    assert set(public_names(KINDS[owner])) - there == set()


def test_the_full_card_leaves_out_nothing_and_says_nothing_of_it() -> None:
    card = make_card(None)
    assert (card.left_out, card.shortened, "left out" in card.text) == ((), (), False)
    assert card.full_bytes == card.budget == len(card.text.encode())
    assert make_card(card.full_bytes) == card
    assert make_card(10**9).text == card.text


@pytest.mark.parametrize("budget", [*range(LEAST_BUDGET, 12_000, 397), 1024, 2048, 4096, 8192])
def test_a_card_never_takes_more_than_its_budget(budget: int) -> None:
    card = make_card(budget)
    assert len(card.text.encode()) <= budget
    assert card.text.endswith(f"; all: macrocell api card --budget {card.full_bytes})\n") == bool(
        card.left_out or card.shortened
    )


def test_a_card_uses_most_of_its_budget() -> None:
    assert [size for size in (1024, 2048, 4096, 8192) if len(api_card(size).encode()) < size * 0.9] == []


def test_what_is_left_out_is_told_by_section_and_by_name() -> None:
    card = make_card(1024)
    last = card.text.splitlines()[-1]
    assert last == (
        f"(left out: {len(card.left_out)} names; by name only: {len(card.shortened)}; "
        f"all: macrocell api card --budget {card.full_bytes})"
    )
    roomy = make_card(2048)
    told = re.findall(rf"(?:(\d+) of )?\b({'|'.join(KINDS)})(?=[,;])", roomy.text.splitlines()[-1])
    counted = {owner: sum(name.startswith(f"{owner}.") for name in roomy.left_out) for owner in KINDS}
    assert {owner: int(count or 1) for count, owner in told} == {
        owner: count for owner, count in counted.items() if count
    }
    there = {f"{owner}.{name}" for owner, names in names_on(roomy.text).items() for name in names}
    assert there & set(roomy.left_out) == set()


def test_what_matters_most_comes_first() -> None:
    for budget in (1024, 2048, 4096, 8192):
        text = api_card(budget)
        assert text.startswith(START)
        assert "no network" in text or "network" in text
    small = names_on(api_card(2048))
    assert [name for name in FIRST[:14] if name.partition(".")[2] not in small[name.partition(".")[0]]] == []


def test_the_names_told_first_exist_and_are_listed_once() -> None:
    assert len(set(FIRST)) == len(FIRST)
    assert [name for name in FIRST if name.partition(".")[2] not in public_names(KINDS[name.partition(".")[0]])] == []


@pytest.mark.parametrize("example", ["clean_text", "format_log", "mark_overdue", "read_summary"])
def test_the_default_card_has_all_that_an_example_needs(example: str) -> None:
    tree = ast.parse((EXAMPLES / f"{example}.py").read_text())
    plain = {"index", "append", "items", "keys", "replace", "count"}  # names of lists, dicts and texts too
    needed = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} & SPOKEN - plain
    text = api_card()
    told = set().union(*names_on(text).values())
    assert needed - told == set()
    modules = {
        node.module.partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module
    } | {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert [module for module in modules if not re.search(rf"\b{module}\b", text)] == []


def test_the_card_names_what_a_cell_takes_what_is_given_and_every_module() -> None:
    assert [kind for kind in VALUE_TYPES if not re.search(rf"\b{kind.__name__.removesuffix('Type')}\b", VALUES)] == []
    assert "Given names: workbook, inputs, args;" in FULL
    assert f"# modules\n{', '.join(sorted(EXPORTS))}\n" in FULL
    assert "parse_number(text) -> int | float: The number that text such as" in FULL


def test_a_member_is_told_with_signature_type_and_first_docstring_line() -> None:
    lines = FULL.splitlines()
    assert (
        ".cell(row, column, value=None) -> Cell: The cell at a row and a column; with a value that is not None, it is "
        "written first, as in openpyxl."
    ) in lines
    assert ".max_row int: The last row with a value or formula, counted from 1; 0 where there is none." in lines
    assert ".name str, settable: Its name; setting renames it, and formulas that point to it follow." in lines
    assert "SheetNotFoundError(KeyError): No sheet of that name or index." in lines


def test_what_a_cell_shares_with_a_range_is_told_once() -> None:
    index = read_index()
    both = {member.name for member in index.members if member.owner == "cell"} & set(public_names(KINDS["range"]))
    assert both == {"value", "formula", "kind", "text"}


@pytest.mark.parametrize("budget", [0, -1, LEAST_BUDGET - 1, True, 4096.0, "4096"])
def test_a_budget_that_holds_no_card_is_refused(budget: object) -> None:
    with pytest.raises(CallInvalid) as caught:
        api_card(budget)  # type: ignore[arg-type]
    assert (caught.value.message, caught.value.hint) == (
        f"a card takes at least {LEAST_BUDGET} bytes",
        f"Use budget={DEFAULT_BUDGET}, or None.",
    )


@pytest.fixture
def no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a process was asked for")

    monkeypatch.setattr(Supervisor, "start", refuse)
    monkeypatch.setattr(Supervisor, "open_base", refuse)


@pytest.mark.usefixtures("no_process")
def test_the_command_prints_the_card_and_starts_no_process(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["api", "card"]) == 0
    assert capsys.readouterr() == (macrocell.api_card(), "")
    assert run_command(["api", "card", "--budget", "1024"]) == 0
    assert capsys.readouterr() == (api_card(1024), "")


@pytest.mark.usefixtures("no_process")
def test_the_command_gives_one_json_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["api", "card", "--budget", "2048", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    card = make_card(2048)
    assert told == {
        "ok": True,
        "bytes": len(card.text.encode()),
        "text": card.text,
        "budget": 2048,
        "full_bytes": card.full_bytes,
        "left_out": list(card.left_out),
        "shortened": list(card.shortened),
    }


def test_a_budget_too_small_is_a_wrong_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["api", "card", "--budget", "100", "--json"]) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    message = "Invalid value for '--budget': 100 is not in the range x>=512."
    assert (error["code"], error["message"]) == ("usage", message)
