"""A run that is begun again once its base has loaded what it needed. All its attempts are one run's time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import msgspec

from . import failure
from .attempt import NeedsLoad
from .errors import BaseTimeout, HostRefused
from .job import Job, Report, Usage
from .stop import Tripped

_MAX_RESTARTS: Final = 64
_MAX_LOST_S: Final = 0.5
"""What attempts that ended for a load may cost together; the CPU limit holds for the last one alone."""

Try = Callable[[Job, bool], Report | NeedsLoad]
"""One attempt, told whether the worker may ask for something to be loaded."""


def run_with_loads(job: Job, attempt: Try, load: Callable[[str, float], object]) -> Report:
    """Attempts until one is a report. load(key, deadline in seconds) is a request to the base.

    All of that counts as the run's time; a base that is still loading when it is over is ended by load.
    """
    restarts, lost_s, spent_s, may_fault = 0, 0.0, 0.0, True
    while True:
        result = attempt(_with_time_left(job, spent_s), may_fault)
        if isinstance(result, Report):
            return _of_whole_run(result, job, restarts, spent_s)
        restarts += 1
        lost_s += result.wall_s
        spent_s += result.wall_s
        may_fault = restarts < _MAX_RESTARTS and lost_s < _MAX_LOST_S
        began = time.monotonic()
        try:
            load(result.key, max(job.limits.wall_s - spent_s, 0.01))
        except HostRefused:
            may_fault = False  # the worker tries it itself, and the macro gets the error at its line
        except BaseTimeout:
            spent_s += time.monotonic() - began
            error = failure.of_load(job.limits, spent_s, result.line, job.source)
            return Report(status="limit", error=error, usage=Usage(wall_s=spent_s), restarts=restarts)
        spent_s += time.monotonic() - began


def _with_time_left(job: Job, spent_s: float) -> Job:
    """The job with the time that loading left of its limit."""
    if not spent_s:
        return job
    limits = msgspec.structs.replace(job.limits, wall_s=max(job.limits.wall_s - spent_s, 0.01))
    return msgspec.structs.replace(job, limits=limits)


def _of_whole_run(report: Report, job: Job, restarts: int, spent_s: float) -> Report:
    """The last attempt's report, its times those of the whole run."""
    if not restarts:
        return report
    error, usage = report.error, report.usage
    if error is not None and error.limit_name == "wall_s":
        observed = (error.observed or 0.0) + spent_s
        error = failure.of_time(Tripped("wall_s", job.limits.wall_s, observed, error.line), job.source)
    usage = msgspec.structs.replace(usage, wall_s=usage.wall_s + spent_s)
    return msgspec.structs.replace(report, error=error, usage=usage, restarts=restarts)
