"""The command where isolation cannot be had: one message, its exit code, nothing run."""

import json
from functools import partial
from pathlib import Path

import pytest
from macrocell.engine import engine
from macrocell.engine.surface.cli.main import run_command
from macrocell.sandbox.supervisor import Supervisor, Withheld
from support.books import plain_book

MESSAGE = "no isolation by seccomp: this kernel or container offers no seccomp filters"
CURE = "run it in a Linux container or virtual machine, or under WSL2"


@pytest.fixture
def without_seccomp(monkeypatch: pytest.MonkeyPatch) -> None:
    withheld = Withheld(layers=frozenset({"seccomp"}))
    monkeypatch.setattr(engine, "Supervisor", partial(Supervisor, withheld=withheld))


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
def test_without_seccomp_the_doctor_names_the_layer_and_the_cure(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["doctor", "--json"]) == 4
    error = json.loads(capsys.readouterr().out)["error"]
    assert (error["code"], error["message"], error["hint"]) == ("isolation_unavailable", MESSAGE, CURE)
