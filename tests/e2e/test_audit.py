"""The audit record of every accepted run, and the log of what was confirmed."""

from __future__ import annotations

import hashlib
import os
import pwd
from datetime import UTC, datetime, timedelta
from pathlib import Path

import macrocell
import pytest
from macrocell import Engine
from macrocell.engine import CallInvalid
from support.books import plain_book

MACRO = "workbook['Data']['A9'] = inputs['p']['Data']['A2'].value"


def test_an_accepted_run_says_who_when_what_and_how(tmp_path: Path) -> None:
    book, other = plain_book(tmp_path / "book.xlsx"), plain_book(tmp_path / "other.xlsx")
    before, moment = datetime.now(UTC), datetime(2026, 3, 1)
    with Engine(principal="ann@example.org") as engine, engine.open(book) as runtime:
        outcome = runtime.execute(MACRO, mode="write", writable=["Data!A:A"], inputs={"p": other}, seed=7, now=moment)
        (run,) = runtime.pending.runs
        audit = run.audit
        assert audit is not None
        assert before <= audit.at <= datetime.now(UTC)
        assert audit.at.utcoffset() == timedelta()
        assert (audit.who, audit.run_id, audit.sid, audit.unit_id) == (
            "ann@example.org",
            outcome.run_id,
            runtime.sid,
            runtime.unit_id,
        )
        assert (audit.program_hash, audit.mode) == (hashlib.sha256(MACRO.encode()).hexdigest(), "write")
        assert (audit.seed, audit.now, audit.writable) == (7, moment, ("Data!A:A",))
        assert audit.inputs == {"p": hashlib.sha256(other.read_bytes()).hexdigest()}
        assert (audit.isolation, audit.version, audit.undoes) == ("kernel", macrocell.__version__, None)
        assert {"process", "seccomp", "landlock"} <= set(audit.layers)
        assert set(audit.layers) == {layer.name for layer in engine.isolation().layers if layer.applied}


def test_what_is_not_kept_leaves_no_record_and_what_is_taken_back_leaves_one(tmp_path: Path) -> None:
    with Engine() as engine, engine.open(plain_book(tmp_path / "book.xlsx")) as runtime:
        runtime.execute("1")
        runtime.execute("workbook['Data']['A9'] = 1", mode="write", dry_run=True)
        runtime.execute("workbook['Data']['A9'] = 1\n1 / 0", mode="write")
        assert runtime.pending.runs == ()
        done = runtime.execute("workbook['Data']['A9'] = 1", mode="write")
        undone = runtime.undo()
        assert undone.audit is not None
        assert (undone.audit.undoes, undone.audit.run_id) == (done.run_id, undone.run_id)
        assert undone.audit.who == pwd.getpwuid(os.getuid()).pw_name


def test_a_commit_writes_the_log_with_the_records_of_its_runs(tmp_path: Path) -> None:
    with Engine(principal="ann") as engine, engine.open(plain_book(tmp_path / "book.xlsx")) as runtime:
        assert runtime.log == ()
        ids = [runtime.execute(f"workbook['Data']['A{row}'] = 1", mode="write").run_id for row in (7, 8)]
        pending = runtime.pending
        runtime.commit()
        runtime.commit()
        ids.append(runtime.execute("workbook['Data']['A9'] = 1", mode="write").run_id)
        runtime.commit()
        first, second = runtime.log
        assert (first.revision, second.revision) == (1, 2)
        assert first.changeset is pending
        assert [audit.run_id for entry in runtime.log for audit in entry.audit] == ids
        assert (first.who, first.at <= second.at) == ("ann", True)


def test_runs_that_were_replayed_keep_their_records(tmp_path: Path) -> None:
    with Engine() as engine, engine.open(plain_book(tmp_path / "book.xlsx")) as runtime:
        first = runtime.execute("workbook['Data']['A8'] = 1", mode="write")
        second = runtime.execute("workbook['Data']['A9'] = 1", mode="write")
        record = runtime.pending.runs[1].audit
        runtime.rollback(first.run_id)
        (kept,) = runtime.pending.runs
        assert (kept.run_id, kept.audit) == (second.run_id, record)


@pytest.mark.parametrize("principal", ["", 5, "a\nb", "x" * 201])
def test_a_principal_is_a_name(principal: object) -> None:
    with pytest.raises(CallInvalid) as caught:
        Engine(principal=principal)  # type: ignore[arg-type]
    assert caught.value.message == "principal is a name of 1 to 200 printable characters"
