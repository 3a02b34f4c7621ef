"""Random programs over the accepted grammar: the same output and end in the language layer as in plain CPython.

MACROCELL_FUZZ_S=600 goes on with new programs for that many seconds; MACROCELL_FUZZ_SEED says where to begin.
"""

from __future__ import annotations

import contextlib
import decimal
import gc
import io
import os
import re
import sys
import time
import warnings
from collections.abc import Callable, Iterator

from hypothesis import HealthCheck, Phase, given, seed, settings
from support.effort import tries
from support.language import Run
from support.random_program import programs
from support.toy import job, toy_base, toy_supervisor

CHUNK = 250
CHUNKS = tries(2, 16)
IN_WORKERS = 60
SECONDS = float(os.environ.get("MACROCELL_FUZZ_S", "0"))
FIRST = int(os.environ.get("MACROCELL_FUZZ_SEED", "0"))
FRESH = time.time_ns()
"""Of this run alone; told where a program that it gave fails."""

_ADDRESS = re.compile(r"0x[0-9a-f]+")

Outcome = tuple[str, str | None]


def plain(source: str) -> Outcome:
    """Output and error in plain CPython."""
    output = io.StringIO()
    error = None
    with contextlib.redirect_stdout(output), decimal.localcontext(decimal.Context()):
        try:
            exec(compile(source, "program", "exec", dont_inherit=True), {"__name__": "__main__"})
        except Exception as caught:
            error = f"{type(caught).__name__}: {caught}"
    return clean(output.getvalue()), error and clean(error)


def restricted(source: str) -> Outcome:
    """Output and error in the language layer."""
    try:
        run = Run(source)
    except AssertionError as refused:
        return "", f"refused: {refused}"
    error = None if run.error is None else f"{type(run.error).__name__}: {run.error}"
    return clean(run.output), error and clean(error)


def clean(text: str) -> str:
    """Without addresses, which differ between any two runs."""
    return _ADDRESS.sub("0x", text)


def report(source: str, expected: Outcome, found: Outcome) -> str:
    """A text that can be pasted into a file of tests/cases/language."""
    ends = [
        f"# {who} ends with {end[1]!r}, prints:\n{end[0]}" for who, end in (("CPython", expected), ("macro", found))
    ]
    return "\n".join(["", source, *ends])


@contextlib.contextmanager
def unheard() -> Iterator[None]:
    """Nothing is said of doubtful syntax, nor of generators that yield while they are closed."""
    told, sys.unraisablehook = sys.unraisablehook, lambda _: None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
            gc.collect()
    finally:
        sys.unraisablehook = told


def compare(source: str) -> None:
    expected, found = plain(source), restricted(source)
    assert expected == found, report(source, expected, found)


def each_program(check: Callable[[str], None], count: int, number: int) -> None:
    """Call check with a number of programs, which depend on the last argument alone."""
    limits = settings(
        max_examples=count,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )
    with unheard():
        seed(number)(limits(given(programs())(check)))()


def test_random_programs_run_as_in_plain_python() -> None:
    if not SECONDS:
        for number in range(FIRST, FIRST + CHUNKS):
            each_program(compare, CHUNK, number)
        return
    number, end = FIRST or FRESH, time.monotonic() + SECONDS
    while time.monotonic() < end:
        print(f"MACROCELL_FUZZ_SEED={number}", flush=True)  # noqa: T201 - where to begin again
        each_program(compare, CHUNK, number)
        number += 1


def test_programs_never_run_before_run_as_in_plain_python() -> None:
    """Each run of the tests has its own; MACROCELL_FUZZ_SEED makes those of a failed one again."""
    number = FIRST or FRESH
    try:
        each_program(compare, CHUNK, number)
    except BaseException as error:
        error.add_note(f"again: MACROCELL_FUZZ_SEED={number}")
        raise


def test_random_programs_run_in_workers_as_in_plain_python() -> None:
    with toy_supervisor() as supervisor, toy_base(supervisor) as base:

        def check(source: str) -> None:
            expected = plain(source)
            told = base.run(job(f"{source}None\n"))
            error = None if told.error is None else f"{told.error.type}: {told.error.message}"
            found = clean(told.stdout), error and clean(error)
            assert expected == found, report(source, expected, found)

        each_program(check, IN_WORKERS, FIRST)


def test_most_programs_do_something() -> None:
    """Programs that all end at once would agree about nothing."""
    ended: list[Outcome] = []
    each_program(lambda source: ended.append(plain(source)), 100, FIRST)
    whole = [output for output, error in ended if error is None]
    assert len(whole) > 40
    assert sum(len(output.splitlines()) for output in whole) > 5 * len(whole)
