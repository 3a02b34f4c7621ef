"""What the text of a field becomes: the table of docs/csv.md, row by row, and the way back."""

from __future__ import annotations

import re
from pathlib import Path

import macrocell
import pytest
from hypothesis import given
from hypothesis import strategies as st
from macrocell.facade.value import CellError
from macrocell.facade.workbook.delimited.value import (
    DATE_FORMAT,
    MOMENT_FORMAT,
    Moment,
    number_text,
    text_of,
    value_of,
)

TEXT = [
    "007", "00", "0123.5", "-0", "-0.0", "+49 171", "+5", "1234567890123456", "-1234567890123456", "1E5", "12E3",
    "3e10", "12E-3", "1e400", "0.12345678901234567890", "123456789012345678.5", "1,234", "1,5", "1.234,56", "5%",
    "$5", "5 ", " 5", "5.", "1.2.3", "-", ".", "-.", "1_000", "١٢", "0x10", "Infinity", "NaN", "nan", "inf",
    "03/04/2024", "3.4.2024", "2024-1-5", "2024-02-30", "2023-02-29", "1899-12-31", "2024-01",
    "2024-01-05T10", "2024-01-05T25:00", "2024-01-05T10:00Z", "2024-01-05T10:00+01:00", "2024-01-05T10:00:00.1234",
    "10:30", "yes", "no", "tRUE", "TRUE ", "None", "null", "NULL", "#N/A", "=1+1", "@x", "a", "é",
]  # fmt: skip
VALUES = {
    "": None,
    "0": 0,
    "5": 5,
    "-12": -12,
    "123456789012345": 123456789012345,
    "0.5": 0.5,
    ".5": 0.5,
    "-.5": -0.5,
    "2.50": 2.5,
    "5.0": 5.0,
    "0.1234567890123456": 0.1234567890123456,
    "1e-05": 1e-05,
    "1E+16": 1e16,
    "1.5e10": 1.5e10,
    "-2.5E-7": -2.5e-7,
    "TRUE": True,
    "true": True,
    "False": False,
    "2024-02-29": Moment(45351, DATE_FORMAT),
    "1900-01-01": Moment(1, DATE_FORMAT),
    "9999-12-31": Moment(2958465, DATE_FORMAT),
    "2024-01-05 12:00": Moment(45296.5, MOMENT_FORMAT),
    "2024-01-05T18:00:00": Moment(45296.75, MOMENT_FORMAT),
    "2024-01-05T00:00:00.5": Moment(45296 + 0.5 / 86400, MOMENT_FORMAT),
}


@pytest.mark.parametrize("text", TEXT)
def test_what_a_value_would_not_say_in_full_stays_text(text: str) -> None:
    assert value_of(text) == text
    assert type(value_of(text)) is str


@pytest.mark.parametrize("text", VALUES)
def test_what_a_value_says_in_full_becomes_one(text: str) -> None:
    assert value_of(text) == VALUES[text]
    assert type(value_of(text)) is type(VALUES[text])


def test_the_table_of_the_documentation_is_what_happens() -> None:
    document = (Path(macrocell.__file__).resolve().parent / "docs/csv.md").read_text()
    rows = re.findall(r"^\| (.*?) \| (text|integer|number|date|date and time|truth value|blank) \|", document, re.M)
    kinds = {str: "text", int: "integer", float: "number", bool: "truth value", type(None): "blank"}
    shown = [(example, kind) for examples, kind in rows for example in re.findall(r"`([^`]*)`", examples)]
    assert len(shown) > 30
    for example, kind in shown:
        value = value_of(example)
        moment = "date" if type(value) is Moment and value.code == DATE_FORMAT else "date and time"
        assert kinds.get(type(value), moment) == kind, example


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_that_is_written_is_read_as_itself_or_as_text(number: float) -> None:
    text = number_text(number)
    assert float(text) == number
    read = value_of(text)
    assert read == number or type(read) is str


@given(st.integers(min_value=-(10**15) + 1, max_value=10**15 - 1))
def test_an_integer_is_written_and_read_as_itself(number: int) -> None:
    assert value_of(number_text(number)) == number


@given(st.text())
def test_any_text_becomes_a_value_without_an_error(text: str) -> None:
    value_of(text)


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (None, "general", ""),
        (True, "general", "TRUE"),
        (False, "general", "FALSE"),
        (5, "general", "5"),
        (5.0, "number", "5"),
        (0.1, "general", "0.1"),
        (1e-7, "general", "0.0000001"),
        (1e16, "general", "10000000000000000"),
        (1e300, "general", "1e+300"),
        (-0.0, "general", "0"),
        ("=x", "general", "=x"),
        (CellError("#N/A"), "general", "#N/A"),
        (45351, "date", "2024-02-29"),
        (45351.5, "date", "2024-02-29T12:00:00"),
        (45351, "datetime", "2024-02-29T00:00:00"),
        (0.75, "time", "18:00:00"),
        (1.5, "duration", "36:00:00"),
        (-0.5, "duration", "-12:00:00"),
        (0.5 / 86400, "duration", "0:00:00.500"),
        (1e9, "date", "1000000000"),
    ],
)
def test_a_value_is_written_in_one_way(value: object, kind: str, text: str) -> None:
    assert text_of(value, kind, epoch_1904=False) == text  # type: ignore[arg-type]
