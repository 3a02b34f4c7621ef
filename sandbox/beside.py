"""Runs side by side in one base: the base is asked one thing at a time, and the workers run meanwhile.

A run by itself keeps the base's lock until it ends; here only forking, loading and asking how a worker ended take it.
"""

from __future__ import annotations

import time
from functools import partial
from typing import final

from . import failure, handle
from .attempt import Attempt, NeedsLoad
from .ending import Gone
from .errors import BaseTimeout, HostRefused
from .handle import Base
from .job import Job, Report, Usage
from .trace import last_words

MAX_RESTARTS = 16
"""Sheets that one run has loaded for it one after another; beyond, it loads them for itself."""


@final
class Beside:
    """run may be called from several threads at once. Every run gets a fresh worker; no spare is used or made."""

    def __init__(self, base: Base) -> None:
        self._base = base

    def run(self, job: Job, *, park: bool = False) -> Report:  # noqa: ARG002 - a base's own run has it
        """As Base.run: raises BaseDied, every other end is a report."""
        restarts, spent_s, may_fault = 0, 0.0, True
        while True:
            result = self._attempt(handle._with_time_left(job, spent_s), may_fault=may_fault)
            if isinstance(result, Report):
                return handle._of_whole_run(result, job, restarts, spent_s)
            restarts += 1
            may_fault = restarts < MAX_RESTARTS
            began = time.monotonic()
            try:
                self._base.request("warm", result.key.encode(), deadline_s=max(job.limits.wall_s - spent_s, 0.01))
            except HostRefused:
                may_fault = False  # the worker tries it itself, and the macro gets the error at its line
            except BaseTimeout:
                spent_s += result.wall_s + time.monotonic() - began
                error = failure.of_load(job.limits, spent_s, result.line, job.source)
                return Report(status="limit", error=error, usage=Usage(wall_s=spent_s), restarts=restarts)
            spent_s += result.wall_s + time.monotonic() - began

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
