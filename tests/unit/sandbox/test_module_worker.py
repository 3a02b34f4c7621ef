"""The modules in a locked-down worker, which has no files: what they load lazily must be there already."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from macrocell.sandbox import Base, Supervisor
from support.language import Run
from support.toy import job, raw, toy_base, toy_supervisor

CASES = sorted((Path(__file__).parents[2] / "cases" / "language").glob("mod_*.py"))


@pytest.fixture(scope="module")
def supervisor() -> Iterator[Supervisor]:
    with toy_supervisor() as found:
        yield found


@pytest.fixture(scope="module")
def base(supervisor: Supervisor) -> Iterator[Base]:
    with toy_base(supervisor) as found:
        yield found


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_module_works_without_files(base: Base, path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    report = base.run(job(source))
    assert (report.status, report.stdout) == ("done", Run(source).output)


def test_a_workers_zone_is_utc_whatever_the_machines_is(base: Base) -> None:
    code = "import os, time\nanswer = (os.environ['TZ'], time.tzname)"
    assert raw(base, code).payload == b"('UTC0', ('UTC', 'UTC'))"
    source = "from datetime import datetime\n(datetime.fromtimestamp(86400), datetime(1970, 1, 2).timestamp())"
    assert base.run(job(source)).value == (datetime(1970, 1, 2), 86400.0)


def test_a_moment_in_a_zone_comes_back_with_its_offset(base: Base) -> None:
    source = """
from datetime import datetime
from zoneinfo import ZoneInfo
[datetime(2024, 7, 1, 12, tzinfo=ZoneInfo("Europe/Berlin")), datetime(2024, 1, 1, tzinfo=ZoneInfo("UTC"))]
"""
    summer, winter = base.run(job(source)).value
    assert (summer, winter) == (
        datetime(2024, 7, 1, 12, tzinfo=timezone(timedelta(hours=2))),
        datetime(2024, 1, 1, tzinfo=UTC),
    )
    assert (type(summer.tzinfo), summer.utcoffset()) == (timezone, timedelta(hours=2))


def test_an_id_comes_back_as_its_text(base: Base) -> None:
    report = base.run(job("import uuid\n{uuid.UUID(int=1): [uuid.NAMESPACE_DNS]}"))
    assert report.value == {"00000000-0000-0000-0000-000000000001": ["6ba7b810-9dad-11d1-80b4-00c04fd430c8"]}


REFUSED = {
    "time(10, tzinfo=ZoneInfo('Europe/Berlin'))": (
        "a time of day in a named zone cannot be returned: without a date it has no offset",
        "return a datetime, or the time and the zone's name",
    ),
    "Fraction(1, 2) + I(3)": (
        "a Fraction of a macro's own numbers cannot be returned",
        "return int(x.numerator)",
    ),
    "ZoneInfo('UTC')": (
        "a value of type ZoneInfo cannot be returned",
        "return plain values: text, numbers, dates, lists, dicts",
    ),
    "StringIO('x')": ("a value of type StringIO cannot be returned", "return its getvalue()"),
    "NormalDist()": (
        "a value of type NormalDist cannot be returned",
        "return plain values: text, numbers, dates, lists, dicts",
    ),
    "Fraction": ("a value of type FractionClass cannot be returned", "call it and return what it gives"),
    "csv.reader(['a'])": ("a value of type Reader cannot be returned", "wrap it in list(...)"),
    "hashlib.md5(b'')": (
        "a value of type HASH cannot be returned",
        "return plain values: text, numbers, dates, lists, dicts",
    ),
}


@pytest.mark.parametrize("expression", REFUSED)
def test_what_cannot_be_returned_says_what_can(base: Base, expression: str) -> None:
    message, hint = REFUSED[expression]
    source = f"""
import csv, hashlib
from datetime import time
from fractions import Fraction
from io import StringIO
from statistics import NormalDist
from zoneinfo import ZoneInfo
class I(int):
    numerator = denominator = property(lambda self: self)
    def __mul__(self, other): return self
    def __rmul__(self, other): return self
    def __add__(self, other): return self
    def __radd__(self, other): return self
    def __floordiv__(self, other): return self
    def __rfloordiv__(self, other): return self
{expression}
"""
    error = base.run(job(source)).error
    assert error is not None
    assert (error.code, error.message, error.hint) == ("result", message, hint)
