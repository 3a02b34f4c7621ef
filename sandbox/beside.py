"""Runs side by side in one base: the base is asked one thing at a time, and the workers run meanwhile.

A run by itself keeps the base's lock until it ends; here only forking, loading and asking how a worker ended take it.
"""

from __future__ import annotations

from functools import partial
from typing import final

from . import handle
from .attempt import Attempt, NeedsLoad
from .ending import Gone
from .handle import Base
from .job import Job, Report
from .restart import run_with_loads
from .trace import last_words


@final
class Beside:
    """run may be called from several threads at once. Every run gets a fresh worker; no spare is used or made."""

    def __init__(self, base: Base) -> None:
        self._base = base

    def run(self, job: Job, *, park: bool = False) -> Report:  # noqa: ARG002 - a base's own run has it
        """As Base.run: raises BaseDied, every other end is a report."""
        return run_with_loads(
            job,
            lambda left, may_fault: self._attempt(left, may_fault=may_fault),
            lambda key, deadline_s: self._base.request("warm", key.encode(), deadline_s=deadline_s),
        )

    def _attempt(self, job: Job, *, may_fault: bool) -> Report | NeedsLoad:
        base = self._base
        for _ in range(handle._FORK_TRIES):
            with base._lock:
                base._check()
                spare = base._take_fresh(job.limits)
            attempt = Attempt(job, spare.worker, partial(self._exit_status, spare.fork_id), None)
            try:
                attempt.hand_over(may_fault=may_fault)
                with base._lock:
                    base._await_ready(spare)
                attempt.begin()
                return attempt.run(may_fault=may_fault)
            except Gone:
                words = last_words(spare.worker.read_trace())
            finally:
                spare.worker.close()
        with base._lock:
            raise base._died(f"the base could not give a worker{words and f': {words}'}")

    def _exit_status(self, fork_id: int) -> int:
        with self._base._lock:
            return self._base._exit_status(fork_id)
