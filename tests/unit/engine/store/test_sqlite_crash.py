"""Writers that are killed, and disks that fail: what was acknowledged is there, none twice, and nothing is damaged."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import macrocell
import pytest
from macrocell.engine.errors import UnitExists
from macrocell.engine.store import AppendStatus, verify
from macrocell.engine.store.contract_case import change, made
from macrocell.engine.store.sqlite import SqliteStore
from support.effort import tries
from support.store_writer import payload

TESTS = Path(macrocell.__file__).resolve().parent / "tests"
SCRIPT = TESTS / "support/store_writer.py"
HANG_S = 60
COUNT = 24

on_linux = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64"), reason="seccomp"
)


@dataclass
class Said:
    """What a writer said of its changesets before it ended."""

    sid: str
    revisions: dict[str, int] = field(default_factory=dict)
    not_written: set[str] = field(default_factory=set)
    strange: list[str] = field(default_factory=list)
    closed: bool = False

    def take(self, output: bytes) -> None:
        for line in output.decode().split("\n")[:-1]:
            request, _, what = line.partition(" ")
            if what.isdecimal():
                self.revisions[request] = int(what)
            elif what == "no":
                self.not_written.add(request)
            elif request == "closed":
                self.closed = True
            elif what not in ("maybe", "-"):
                self.strange.append(line)


def start(path: Path, sid: str, *rest: object, count: int = COUNT) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, str(SCRIPT), str(path), sid, str(count), *map(str, rest)],
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def holds(path: Path, all_said: list[Said], count: int = COUNT) -> None:
    """The store is whole, has what was acknowledged, and takes what was not when it is sent again."""
    with closing(SqliteStore(path)) as store:
        with suppress(UnitExists):
            made(store)  # a writer that was killed before it could
        report = verify(store)
        assert report.findings == ()
        entries = store.entries("unit", 0, max_bytes=1 << 40)
        where = {(entry.sid, entry.req_id): entry.revision for entry in entries}
        assert len(where) == len(entries)
        for said in all_said:
            assert said.strange == []
            assert {req_id: where.get((said.sid, req_id)) for req_id in said.revisions} == said.revisions
            assert {req_id for req_id in said.not_written if (said.sid, req_id) in where} == set()
        said = all_said[-1]
        for number in range(count):
            head = store.unit("unit").head
            sent = change("unit", head, f"r{number}", sid=said.sid, payload=payload(said.sid, number))
            (answer,) = store.append([sent])
            known = where.get((said.sid, f"r{number}"))
            assert answer.status is (AppendStatus.APPENDED if known is None else AppendStatus.KNOWN)
            assert answer.revision == (head + 1 if known is None else known)
            assert answer.digest == sent.digest


def test_writers_that_are_killed_lose_nothing_and_write_nothing_twice(tmp_path: Path) -> None:
    """Two processes of four threads each write to one file; both are killed once one of them has said enough."""
    random = Random(6)
    path = tmp_path / "store.db"
    all_said: list[Said] = []
    for turn in range(tries(20, 300)):
        if turn % 5 == 0:
            path = tmp_path / f"store {turn}.db"
            all_said.clear()
        pair = [Said(f"{turn}a"), Said(f"{turn}b")]
        writers = [start(path, said.sid, 4, count=400) for said in pair]
        output = b""
        enough = random.randrange(1, 1_500)
        assert writers[0].stdout is not None
        while len(output) < enough and (more := writers[0].stdout.read1()):
            output += more
        for writer in writers:
            writer.kill()
        for said, writer in zip(pair, writers, strict=True):
            rest, errors = writer.communicate(timeout=HANG_S)
            assert errors == b""
            said.take((output if said is pair[0] else b"") + rest)
        all_said += pair
        holds(path, all_said)
    assert Counter(bool(said.revisions) for said in all_said)[True] > 0


@on_linux
@pytest.mark.parametrize("action", ["kill", "EIO", "ENOSPC"])
def test_a_fault_at_any_write_or_flush_loses_nothing(action: str, tmp_path: Path) -> None:
    """The nth call that changes a file fails or is the last one; n below 0 counts the making of the store too."""
    random = Random(action)
    rounds = tries(20, 300)
    path = tmp_path / "store.db"
    reached = 0
    for turn in range(rounds):
        early = turn % 4 == 3
        if early or turn % 25 == 0:
            path = tmp_path / f"store {turn}.db"
        nth = -random.randrange(1, 70) if early else random.randrange(1, 160)
        said = Said(str(turn))
        writer = start(path, said.sid, 1, nth, action)
        output, errors = writer.communicate(timeout=HANG_S)
        assert errors == b""
        said.take(output)
        reached += not said.closed or len(said.revisions) < COUNT
        holds(path, [said])
    assert reached > 0
