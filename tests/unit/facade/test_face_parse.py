"""parse_number and parse_date."""

import datetime as dt

import pytest
from macrocell.facade.errors import ArgumentError, CellValueError
from macrocell.facade.workbook.face.parse import parse_date, parse_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("15%", 0.15),
        ("12.5 %", 0.125),
        ("$1,234.50", 1234.5),
        ("1,234", 1234),
        ("1.234,56", 1234.56),
        ("1.234.567", 1234567),
        ("1 234,5", 1234.5),
        ("1\u00a0234,5", 1234.5),
        ("1'000.5", 1000.5),
        ("(1,234)", -1234),
        ("-5", -5),
        ("\u22125", -5),
        ("12-", -12),
        ("-$5", -5),
        ("$-5", -5),
        ("12 €", 12),
        (" 7 ", 7),
        ("007", 7),
        (".5", 0.5),
        ("5.", 5.0),
        ("1.5e3", 1500.0),
        ("123456789012345678", 123456789012345678),
    ],
)
def test_text_that_writes_a_number_gives_it(text: str, number: float) -> None:
    found = parse_number(text)
    assert found == number
    assert type(found) is type(number)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "abc",
        "1,5",
        "1,23,4",
        "1.2.3",
        "(5",
        "5)",
        "--5",
        "(-5)",
        "1_000",
        "٣",
        "1" * 101,
        "5%%",
        "0x10",
        "nan",
        "1,234.5.6",
    ],
)
def test_text_that_is_no_number_or_could_be_two_is_refused(text: str) -> None:
    with pytest.raises(CellValueError):
        parse_number(text)


def test_the_refusal_shows_the_text_and_what_can_be_read() -> None:
    with pytest.raises(CellValueError) as caught:
        parse_number("1,5")
    assert str(caught.value) == "'1,5' is not a number that can be read in one way"
    assert caught.value.hint == 'it reads "1234.5", "1,234.50", "1.234,56", "15%", "$12", "(12)" and "-12"'


def test_only_text_itself_is_parsed() -> None:
    class Text(str):
        __slots__ = ()

    for value in (1, None, Text("5")):
        with pytest.raises(ArgumentError):
            parse_number(value)  # type: ignore[arg-type]
        with pytest.raises(ArgumentError):
            parse_date(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "order", "day"),
    [
        ("2024-03-04", None, dt.date(2024, 3, 4)),
        ("2024/3/4", "dmy", dt.date(2024, 3, 4)),
        ("03/04/2024", "dmy", dt.date(2024, 4, 3)),
        ("03/04/2024", "mdy", dt.date(2024, 3, 4)),
        ("3.4.24", "dmy", dt.date(2024, 4, 3)),
        ("3.4.31", "dmy", dt.date(1931, 4, 3)),
        ("24-04-03", "ymd", dt.date(2024, 4, 3)),
        ("4 Mar 2024", None, dt.date(2024, 3, 4)),
        ("March 4, 2024", None, dt.date(2024, 3, 4)),
        ("2024-03-04 15:30", None, dt.datetime(2024, 3, 4, 15, 30)),
        ("2024-03-04T15:30:01.5", None, dt.datetime(2024, 3, 4, 15, 30, 1, 500000)),
        ("Mar 4, 2024 12:05 AM", None, dt.datetime(2024, 3, 4, 0, 5)),
        ("Mar 4, 2024 3:05 pm", None, dt.datetime(2024, 3, 4, 15, 5)),
    ],
)
def test_text_that_writes_a_date_gives_it(text: str, order: str | None, day: dt.date) -> None:
    found = parse_date(text, order)
    assert found == day
    assert type(found) is type(day)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("31/02/2024", "dmy"),
        ("2024-13-01", None),
        ("hello", None),
        ("", None),
        ("1/2/345", "dmy"),
        ("4 Foo 2024", None),
        ("2024-01-01 25:00", None),
        ("2024-01-01 13:00 PM", None),
        ("123/1/1", "dmy"),
    ],
)
def test_text_that_is_no_date_is_refused(text: str, order: str | None) -> None:
    with pytest.raises(CellValueError) as caught:
        parse_date(text, order)
    assert str(caught.value) == f"{text!r} is not a date"


def test_a_date_that_could_be_read_in_two_orders_needs_one() -> None:
    with pytest.raises(CellValueError) as caught:
        parse_date("03/04/2024")
    assert str(caught.value) == "'03/04/2024' could be read in several orders"
    assert caught.value.hint == "say which: parse_date(text, 'dmy') or parse_date(text, 'mdy')"


def test_an_order_is_one_of_three() -> None:
    with pytest.raises(ArgumentError) as caught:
        parse_date("03/04/2024", "myd")
    assert str(caught.value) == "the order of a date is one of 'dmy', 'mdy', 'ymd'"
