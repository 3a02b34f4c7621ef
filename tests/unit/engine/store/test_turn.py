"""Turns are had in the order in which they were asked for, and nobody who died or forked keeps one."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from macrocell.engine.store import turn
from macrocell.engine.store.turn import Turn

LONG_S = 30.0

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="turns need Linux's locks of open files")

HOLDER = """
import os, sys, time
from pathlib import Path
from macrocell.engine.store.turn import Turn
mine = Turn(Path(sys.argv[1]))
with mine.taken(float(sys.argv[3])) as had:
    if sys.argv[2] == "fork" and os.fork() == 0:
        os.write(1, b"child\\n")
        sys.stdin.read()
        os._exit(0)
    os.write(1, b"taken\\n" if had else b"not taken\\n")
    sys.stdin.read()
"""


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LONG_S
    while not holds():
        assert time.monotonic() < deadline
        os.sched_yield()


def drawn(path: Path) -> int:
    return int.from_bytes(path.read_bytes()[:8], "little")


def holder(path: Path, how: str = "") -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path), how, str(LONG_S)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db-lock"


def test_turns_are_had_in_the_order_in_which_they_were_asked_for(path: Path) -> None:
    had: list[int] = []
    holding = Turn(path)
    waiting = [Turn(path) for _ in range(8)]

    def wait(at: int) -> None:
        with waiting[at].taken(LONG_S) as mine:
            had.append(at if mine else -1)

    threads = [threading.Thread(target=wait, args=(at,)) for at in range(8)]
    with holding.taken(LONG_S) as mine:
        assert mine
        for at, thread in enumerate(threads):
            before = drawn(path)
            thread.start()
            until(lambda before=before: drawn(path) > before)
            assert had == [], at
    for thread in threads:
        thread.join(LONG_S)
    assert had == list(range(8))
    for each in (holding, *waiting):
        each.close()


def test_a_turn_that_does_not_come_in_time_is_told_and_the_next_one_comes(path: Path) -> None:
    holding, late = Turn(path), Turn(path)
    with holding.taken(LONG_S), late.taken(0.01) as mine:
        assert not mine
    with late.taken(LONG_S) as mine:
        assert mine
    with late.taken(0.0) as mine:
        assert mine
    holding.close()
    late.close()


def test_threads_of_one_handle_have_it_one_at_a_time(path: Path) -> None:
    mine = Turn(path)
    with mine.taken(LONG_S) as first, mine.taken(0.01) as second:
        assert (first, second) == (True, False)
    mine.close()


@pytest.mark.parametrize("how", ["", "fork"])
def test_who_is_killed_gives_up_its_turn_and_its_child_does_not_keep_it(how: str, path: Path) -> None:
    with holder(path, how) as killed:
        assert killed.stdout is not None
        lines = {killed.stdout.readline() for _ in range(2 if how else 1)}
        assert lines == ({b"taken\n", b"child\n"} if how else {b"taken\n"})
        killed.kill()
        mine = Turn(path)
        with mine.taken(LONG_S) as had:
            assert had
        mine.close()


def test_who_is_killed_while_it_waits_holds_up_nobody(path: Path) -> None:
    holding, after = Turn(path), Turn(path)
    had: list[bool] = []

    def wait() -> None:
        with after.taken(LONG_S) as mine:
            had.append(mine)

    thread = threading.Thread(target=wait)
    with holding.taken(LONG_S):
        before = drawn(path)
        with holder(path) as killed:
            until(lambda: drawn(path) > before)
            thread.start()
            until(lambda: drawn(path) > before + 1)
            killed.kill()
    thread.join(LONG_S)
    assert had == [True]
    holding.close()
    after.close()


def test_without_a_lock_file_there_are_no_turns(tmp_path: Path) -> None:
    nobody = Turn(tmp_path / "none" / "lock")
    with nobody.taken(LONG_S) as mine:
        assert not mine
    nobody.close()


def refusing(monkeypatch: pytest.MonkeyPatch, *names: str) -> list[str]:
    asked: list[str] = []

    def refuse(name: str) -> Callable[..., None]:
        def call(*arguments: object) -> None:
            asked.append(name)
            raise OSError(errno.EINVAL, "Invalid argument")

        return call

    for name in names:
        monkeypatch.setattr(turn.fcntl, name, refuse(name))
    return asked


def test_without_locks_of_bytes_the_whole_file_is_locked(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = refusing(monkeypatch, "fcntl")
    holding, late = Turn(path), Turn(path)
    for _ in range(3):
        with holding.taken(LONG_S) as first, late.taken(0.01) as second:
            assert (first, second) == (True, False)
    with late.taken(LONG_S) as mine:
        assert mine
    assert asked == ["fcntl", "fcntl"]
    holding.close()
    late.close()


def test_a_file_system_without_any_locks_is_asked_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = refusing(monkeypatch, "fcntl", "flock")
    nobody = Turn(path)
    for _ in range(3):
        with nobody.taken(LONG_S) as mine:
            assert not mine
    assert asked == ["fcntl", "flock"]


def test_a_platform_without_any_locks_makes_no_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn, "fcntl", None)
    with Turn(path).taken(LONG_S) as mine:
        assert not mine
    assert not path.exists()


def test_the_lock_file_may_be_written_by_who_may_write_the_store(path: Path) -> None:
    Turn(path, 0o664).close()
    assert path.stat().st_mode & 0o777 == 0o664


def test_an_error_within_a_turn_gives_it_up(path: Path) -> None:
    mine, other = Turn(path), Turn(path)
    with pytest.raises(ZeroDivisionError), mine.taken(LONG_S):
        raise ZeroDivisionError
    with other.taken(LONG_S) as had:
        assert had
    mine.close()
    other.close()


@pytest.mark.parametrize("content", [b"", b"\0" * 16, b"\xff" * 16, b"PK", b"\xff" * 7])
def test_a_lock_file_with_strange_content_does_not_stand_in_the_way(content: bytes, path: Path) -> None:
    path.write_bytes(content)
    mine, other = Turn(path), Turn(path)
    for _ in range(3):
        with mine.taken(LONG_S) as first, other.taken(0.01) as second:
            assert (first, second) == (True, False)
    with other.taken(LONG_S) as had:
        assert had
    mine.close()
    other.close()
