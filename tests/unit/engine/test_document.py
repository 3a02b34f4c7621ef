"""Typed values as JSON says them."""

import json
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from macrocell import MacrocellError
from macrocell.engine.document import failure_document, iso_duration, plain, to_json


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        (10**30, 10**30),
        (1.5, 1.5),
        (float("nan"), "nan"),
        (float("-inf"), "-inf"),
        (b"\x00\xff", "AP8="),
        (Decimal("1.10"), "1.10"),
        (Fraction(1, 3), "1/3"),
        (date(2026, 3, 1), "2026-03-01"),
        (datetime(2026, 3, 1, 12, 30), "2026-03-01T12:30:00"),
        (time(1, 2, 3), "01:02:03"),
        (timedelta(days=1, seconds=90, microseconds=500), "P1DT90.0005S"),
        ((1, [2, (3,)]), [1, [2, [3]]]),
        ({1: "a", (1, 2): "b", date(2026, 1, 2): None}, {"1": "a", "[1, 2]": "b", "2026-01-02": None}),
    ],
)
def test_a_typed_value_becomes_plain_json(value: object, expected: object) -> None:
    assert plain(value) == expected
    assert json.loads(json.dumps(plain(value))) == expected


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (timedelta(), "PT0S"),
        (timedelta(seconds=-1), "-PT1S"),
        (timedelta(days=3), "P3DT0S"),
        (timedelta(hours=2, microseconds=1), "PT7200.000001S"),
    ],
)
def test_a_duration_is_iso_8601(value: timedelta, text: str) -> None:
    assert iso_duration(value) == text


def test_a_failure_names_every_field_and_null_where_absent() -> None:
    document = failure_document(MacrocellError("no", hint="yes", limit=3))
    assert document == {
        "ok": False,
        "error": {
            "code": "error",
            "type": "MacrocellError",
            "message": "no",
            "line": None,
            "column": None,
            "text": None,
            "name": None,
            "hint": "yes",
            "limit": 3,
            "observed": None,
            "refusals": [],
        },
    }


def test_lone_surrogates_are_escaped() -> None:
    assert to_json({"text": "\ud800"}) == '{"text": "\\ud800"}'
