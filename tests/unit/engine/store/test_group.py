"""Writes that come together are committed together, and each is answered for itself."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from macrocell.engine.errors import StoreClosed, StoreUnavailable
from macrocell.engine.store import group
from macrocell.engine.store.group import Group, Job

LONG_S = 30.0


@dataclass
class Disk:
    """What commits write to: it holds up the first commit until it is let go, and remembers the batches."""

    batches: list[int] = field(default_factory=list)
    begun: threading.Event = field(default_factory=threading.Event)
    let_go: threading.Event = field(default_factory=threading.Event)
    failing: BaseException | None = None

    def commit(self, jobs: Iterator[Job[str]]) -> None:
        self.batches.append(0)
        self.begun.set()
        assert self.let_go.wait(LONG_S)
        if self.failing is not None:
            failing, self.failing = self.failing, None
            raise failing
        batch = []
        for job in jobs:
            self.batches[-1] += 1
            batch.append(job)
            try:
                job.answer = job.do("connection")
            except ValueError as error:
                job.error = error
        for job in batch:
            job.done = True


@dataclass
class Crowd:
    """Threads that write to one group, the first of them held up in its commit while the others queue."""

    group: Group[str]
    disk: Disk
    came_to: dict[int, object] = field(default_factory=dict)
    threads: list[threading.Thread] = field(default_factory=list)

    def write(self, number: int, do: Callable[[str], object] | None = None, size: int = 0) -> None:
        def run() -> None:
            try:
                self.came_to[number] = self.group.write(do or (lambda _: number), size)
            except BaseException as error:
                self.came_to[number] = error

        waiting = len(self.group._queue)
        self.threads.append(threading.Thread(target=run))
        self.threads[-1].start()
        if number == 0:
            assert self.disk.begun.wait(LONG_S)
        else:
            self.until(lambda: len(self.group._queue) == waiting + 1)

    def until(self, holds: Callable[[], bool]) -> None:
        deadline = time.monotonic() + LONG_S
        while not holds():
            assert time.monotonic() < deadline

    def finish(self) -> dict[int, object]:
        self.disk.let_go.set()
        for thread in self.threads:
            thread.join(LONG_S)
            assert not thread.is_alive()
        return self.came_to


@pytest.fixture
def crowd() -> Crowd:
    disk = Disk()
    return Crowd(Group(disk.commit), disk)


def test_who_comes_before_a_commit_is_at_its_end_is_committed_with_it(crowd: Crowd) -> None:
    for number in range(9):
        crowd.write(number)
    assert crowd.finish() == {number: number for number in range(9)}
    assert crowd.disk.batches == [9]


def test_who_comes_while_others_are_written_joins_them(crowd: Crowd) -> None:
    def bring_another(_: str) -> object:
        crowd.write(2)
        return 1

    crowd.write(0)
    crowd.write(1, bring_another)
    assert crowd.finish() == {0: 0, 1: 1, 2: 2}
    assert crowd.disk.batches == [3]


def test_one_alone_is_committed_at_once(crowd: Crowd) -> None:
    crowd.disk.let_go.set()
    assert crowd.group.write(lambda connection: connection) == "connection"
    assert crowd.group.write(lambda connection: connection) == "connection"
    assert crowd.disk.batches == [1, 1]


def test_an_error_is_raised_for_the_one_it_belongs_to(crowd: Crowd) -> None:
    def refuse(_: str) -> object:
        raise ValueError("no")

    crowd.write(0)
    crowd.write(1)
    crowd.write(2, refuse)
    crowd.write(3)
    came_to = crowd.finish()
    assert repr(came_to.pop(2)) == "ValueError('no')"
    assert came_to == {0: 0, 1: 1, 3: 3}
    assert crowd.disk.batches == [4]


def test_a_batch_ends_at_so_many_bytes_and_takes_one_that_is_larger_alone(crowd: Crowd) -> None:
    half = group.MAX_BYTES // 2
    for number, size in enumerate((0, half, half, 1, 3 * half, 0)):
        crowd.write(number, size=size)
    assert len(crowd.finish()) == 6
    assert crowd.disk.batches == [3, 1, 1, 1]


def test_a_batch_ends_at_so_many_writes(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group, "MAX_JOBS", 3)
    for number in range(6):
        crowd.write(number)
    assert len(crowd.finish()) == 6
    assert crowd.disk.batches == [3, 3]


def test_closing_lets_the_commit_under_way_end_and_refuses_who_waits(crowd: Crowd) -> None:
    crowd.write(0)
    crowd.write(1)
    closing = threading.Thread(target=crowd.group.close)
    closing.start()
    crowd.until(lambda: 1 in crowd.came_to)
    assert closing.is_alive()
    came_to = crowd.finish()
    closing.join(LONG_S)
    assert came_to[0] == 0
    assert isinstance(came_to[1], StoreClosed)
    with pytest.raises(StoreClosed, match=r"^the store was closed$"):
        crowd.group.write(lambda _: None)
    crowd.group.close()
    assert crowd.disk.batches == [1]


def test_who_is_interrupted_while_it_commits_alone_leaves_the_line_going(crowd: Crowd) -> None:
    crowd.disk.failing = KeyboardInterrupt()
    crowd.write(0)
    crowd.write(1)
    came_to = crowd.finish()
    assert isinstance(came_to[0], KeyboardInterrupt)
    assert came_to[1] == 1


def test_who_is_interrupted_while_it_commits_for_others_leaves_them_an_answer(crowd: Crowd) -> None:
    def break_off(_: str) -> object:
        raise KeyboardInterrupt

    crowd.write(0)
    crowd.write(1, break_off)
    crowd.write(2)
    came_to = crowd.finish()
    assert isinstance(came_to[0], KeyboardInterrupt)
    assert came_to[2] == 2
    told = came_to[1]
    assert isinstance(told, StoreUnavailable)
    assert (told.message, told.maybe_written, told.retry) == ("the write was interrupted", True, True)
    assert crowd.group.write(lambda _: "goes on") == "goes on"


@pytest.mark.parametrize("leads", [False, True])
def test_who_is_interrupted_while_it_waits_leaves_the_line(
    leads: bool, crowd: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    asleep = Job.sleep
    interrupted: list[Job[str]] = []

    def sleep(job: Job[str]) -> None:
        if interrupted:
            asleep(job)
            return
        interrupted.append(job)
        if leads:
            asleep(job)
        raise KeyboardInterrupt

    monkeypatch.setattr(Job, "sleep", sleep)
    monkeypatch.setattr(group, "MAX_JOBS", 1)
    crowd.write(0)
    if leads:
        crowd.write(1)
    else:
        with pytest.raises(KeyboardInterrupt):
            crowd.group.write(lambda _: 1)
    crowd.write(2)
    came_to = crowd.finish()
    if leads:
        assert isinstance(came_to.pop(1), KeyboardInterrupt)
    assert came_to == {0: 0, 2: 2}
    assert crowd.disk.batches == [1, 1]
    assert crowd.group.write(lambda _: "goes on") == "goes on"
