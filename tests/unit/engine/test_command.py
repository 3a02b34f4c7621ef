"""The command where isolation cannot be had: one message, its exit code, nothing run."""

import json
from pathlib import Path

import pytest
from macrocell.engine import engine
from macrocell.engine.surface.cli.main import run_command
from macrocell.facade import UNIT_TYPES
from macrocell.sandbox.supervisor import Supervisor, Withheld
from support.books import plain_book

MESSAGE = (
    "isolation level 'kernel' cannot be had: no seccomp (this kernel or container offers no seccomp filters); "
    "the others: process applied, privileges applied, limits applied, landlock missing, namespaces missing"
)
CURE = (
    "run it in a Linux container or virtual machine, or under WSL2; or choose isolation='process' knowingly: then "
    "the language layer alone stands between a macro and this user's files and network"
)


@pytest.fixture
def without_seccomp(monkeypatch: pytest.MonkeyPatch) -> None:
    withheld = Withheld(namespaces=True, layers=frozenset({"seccomp", "landlock"}))
    host = UNIT_TYPES["workbook"].host
    monkeypatch.setattr(engine, "supervise_units", lambda level: Supervisor(host=host, withheld=withheld))


@pytest.mark.usefixtures("without_seccomp")
def test_without_seccomp_a_run_is_refused_and_the_file_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = plain_book(tmp_path / "book.xlsx")
    before = book.read_bytes()
    macro = "workbook['Data']['B2'].value = 7"
    assert run_command(["run", str(book), "-e", macro, "--mode", "write", "--in-place"]) == 4
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"error [isolation_unavailable] {MESSAGE}\n  hint: {CURE}\n")
    assert book.read_bytes() == before


@pytest.mark.usefixtures("without_seccomp")
def test_without_seccomp_the_doctor_lists_every_layer_with_its_cure(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["doctor", "--json"]) == 4
    document = json.loads(capsys.readouterr().out)
    error = document["error"]
    assert document["ok"] is False
    assert (error["code"], error["message"], error["hint"]) == ("isolation_unavailable", MESSAGE, CURE)
    assert [(layer["name"], layer["applied"], layer["required"]) for layer in document["layers"]] == [
        ("process", True, False),
        ("privileges", True, True),
        ("limits", True, True),
        ("landlock", False, False),
        ("seccomp", False, True),
        ("namespaces", False, False),
    ]
    assert document["layers"][4]["cure"] == "run it in a Linux container or virtual machine, or under WSL2"


@pytest.mark.usefixtures("without_seccomp")
def test_without_seccomp_the_doctor_shows_the_layers_on_stdout_and_the_error_on_stderr(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_command(["doctor"]) == 4
    told = capsys.readouterr()
    assert told.err == f"error [isolation_unavailable] {MESSAGE}\n  hint: {CURE}\n"
    assert [line.split()[0] for line in told.out.splitlines()[2:] if "cure:" not in line] == [
        "applied",
        "applied",
        "applied",
        "MISSING",
        "MISSING",
        "MISSING",
    ]


@pytest.mark.parametrize("command", [["doctor"], ["run", "book.xlsx", "-e", "1"]])
def test_a_level_that_does_not_exist_is_refused(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command([*command, "--isolation", "none"]) == 4
    assert capsys.readouterr().err == (
        "error [isolation_unavailable] there is no isolation level 'none'\n"
        "  hint: the levels are kernel, process, unsafe\n"
    )


def test_the_doctor_says_of_the_process_level_what_it_does_not_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["doctor", "--isolation", "process", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["ok"], document["level"]) == (True, "process")
    applied = {layer["name"]: layer["applied"] for layer in document["layers"]}
    assert applied == {
        "language": True,
        "process": True,
        "time": True,
        "limits": True,
        "privileges": False,
        "landlock": False,
        "seccomp": False,
        "namespaces": False,
    }


def test_the_doctor_says_of_the_unsafe_level_that_only_the_language_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["doctor", "--isolation", "unsafe", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [layer["name"] for layer in document["layers"] if layer["applied"]] == ["language"]
