"""Writes of many threads in one transaction: whoever comes first commits for all who came meanwhile."""

from __future__ import annotations

import copy
import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import Final, Generic, TypeVar, cast, final

from ..errors import StoreClosed, StoreUnavailable

MAX_JOBS: Final = 256
"""Writes of one transaction; the first of them waits for the last."""
MAX_BYTES: Final = 16 << 20
"""Content of one transaction, after which no further write joins it."""

T = TypeVar("T")
C = TypeVar("C")


@final
class Job(Generic[C]):
    """One write that is waiting, or was done: do is called with the connection, within the transaction.

    do raises what is wrong with its own write before it has written anything.
    """

    __slots__ = ("_asleep", "answer", "do", "done", "error", "leads", "size")

    def __init__(self, do: Callable[[C], object], size: int) -> None:
        self.do = do
        self.size = size
        self.answer: object = None
        self.error: BaseException | None = None
        self.done = False
        self.leads = False
        self._asleep = threading.Lock()
        self._asleep.acquire()

    def sleep(self) -> None:
        """Until wake is called, which happens once."""
        self._asleep.acquire()

    def wake(self) -> None:
        """It was done, or it leads."""
        self._asleep.release()

    def fail(self, error: Exception) -> None:
        """Answer with an error of its own, which no other thread raises at the same time."""
        if self.error is None:
            self.error = copy.copy(error)
            self.error.__cause__ = error.__cause__
        self.done = True


@final
class Group(Generic[C]):
    """The queue of one store's writes. At any time one thread leads: it commits a batch, its own write the first.

    commit does a batch of jobs in one transaction, and sets an answer or an error, and done, in each of them. It takes
    them from an iterator, which others join as long as it is not at its end.
    """

    def __init__(self, commit: Callable[[Iterator[Job[C]]], None]) -> None:
        self._commit = commit
        self._lock = threading.Lock()
        self._idle = threading.Condition(self._lock)
        self._queue: deque[Job[C]] = deque()
        self._led = False
        self._closed = False

    def write(self, do: Callable[[C], T], size: int = 0) -> T:
        """Have do called in a transaction, and return its answer once that is committed; size is its content, in bytes.

        Raises what do raised, what the transaction failed with, and StoreClosed.
        """
        job = Job(do, size)
        self._join(job)
        try:
            if not job.leads:
                job.sleep()
        except BaseException:
            self._abandon(job)
            raise
        if not job.done:
            self._lead(job)
        if job.error is not None:
            raise job.error
        return cast(T, job.answer)

    def close(self) -> None:
        """Refuse what waits and what comes, and wait for the transaction that is under way."""
        with self._lock:
            self._closed = True
            while self._queue:
                job = self._queue.popleft()
                job.error = closed()
                _wake(job)
            while self._led:
                self._idle.wait()

    def _join(self, job: Job[C]) -> None:
        with self._lock:
            if self._closed:
                raise closed()
            if self._led:
                self._queue.append(job)
            else:
                self._led = job.leads = True

    def _lead(self, own: Job[C]) -> None:
        batch = [own]
        try:
            self._commit(self._drawn(batch))
        finally:
            # Reached with jobs undone where the leader was interrupted: nobody knows then how far it came.
            for job in batch:
                if not job.done and job.error is None:
                    job.error = StoreUnavailable("the write was interrupted", hint="Retry.", maybe_written=True)
                if job is not own:
                    _wake(job)
            self._pass_on()

    def _drawn(self, batch: list[Job[C]]) -> Iterator[Job[C]]:
        """The leader's job, and then who waits: also those who come while the others are being written."""
        size = batch[0].size
        yield batch[0]
        while True:
            with self._lock:
                if not self._queue or len(batch) >= MAX_JOBS or size + self._queue[0].size > MAX_BYTES:
                    return
                batch.append(self._queue.popleft())
            size += batch[-1].size
            yield batch[-1]

    def _pass_on(self) -> None:
        """The longest waiting leads next."""
        with self._lock:
            if self._queue:
                following = self._queue.popleft()
                following.leads = True
                following.wake()
            else:
                self._led = False
                self._idle.notify_all()

    def _abandon(self, job: Job[C]) -> None:
        """The thread of a job was interrupted while it waited."""
        with self._lock:
            if job in self._queue:
                self._queue.remove(job)
            leads = job.leads and not job.done
        if leads:
            self._pass_on()


def closed() -> StoreClosed:
    """The error of every call after close."""
    return StoreClosed("the store was closed", hint="Make a new one.")


def _wake(job: Job[C]) -> None:
    job.done = True
    job.wake()
