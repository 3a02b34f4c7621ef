"""What a macro may write into a cell, and what is refused at once."""

import datetime as dt
import enum
import operator
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from macrocell.facade.errors import ArgumentError, CellValueError, ShapeError
from macrocell.facade.value import CellError
from macrocell.facade.workbook.face.input import Dated, Place, check, check_formula
from macrocell.facade.workbook.face.matrix import check_rows, listed, rows_of
from macrocell.facade.workbook.mutation.cell import Formula
from support.faces import blank


class Level(enum.IntEnum):
    LOW = 1


class Text(str):
    __slots__ = ()


class Real(float):
    pass


class Moment(dt.datetime):
    pass


def place(*, epoch_1904: bool = False) -> Place:
    return Place("Data", epoch_1904, None, lambda *_: False)


@pytest.mark.parametrize(
    ("value", "stored"),
    [
        (None, None),
        (True, True),
        (7, 7),
        (999_999_999_999_999, 999_999_999_999_999),
        (1.5, 1.5),
        (Decimal("1.25"), 1.25),
        ("", ""),
        ("007", "007"),
        ("=", "="),
        ("=A1+1", Formula("A1+1")),
        ("\x07bell", "\x07bell"),
        ("x" * 32_767, "x" * 32_767),
        ("😀" * 16_383, "😀" * 16_383),
        (CellError("#N/A"), CellError("#N/A")),
        (dt.date(2024, 1, 2), Dated(45293, "yyyy-mm-dd")),
        (dt.datetime(2024, 1, 2, 12), Dated(45293.5, "yyyy-mm-dd h:mm:ss")),
        (dt.time(6), Dated(0.25, "h:mm:ss")),
        (dt.timedelta(hours=36), Dated(1.5, "[h]:mm:ss")),
    ],
)
def test_a_value_of_a_known_type_is_taken(value: object, stored: object) -> None:
    found = check(value, place(), 0, 0)
    assert found == stored
    assert type(found) is type(stored)


REFUSED: list[tuple[object, str, str]] = [
    (
        dt.datetime(2024, 1, 1, tzinfo=dt.UTC),
        "B2: timezone-aware datetimes have no place in a cell",
        "use .replace(tzinfo=None) to keep the clock time, or .astimezone(zone).replace(tzinfo=None) to convert it",
    ),
    (
        dt.time(1, tzinfo=dt.UTC),
        "B2: timezone-aware times have no place in a cell",
        "use .replace(tzinfo=None)",
    ),
    (
        float("nan"),
        "B2: not-a-number is no value of a cell",
        "write None for a blank cell, or an error such as #N/A by a formula, '=NA()'",
    ),
    (
        float("-inf"),
        "B2: infinity is no value of a cell",
        "write None for a blank cell, or an error such as #N/A by a formula, '=NA()'",
    ),
    (Decimal("NaN"), "B2: a Decimal that is not finite is no value of a cell", "write None for a blank cell"),
    (
        123456789012345678,
        "B2: an integer of more than 15 digits would lose its last ones",
        "write it as text, str(value), or as float(value) where rounding is right",
    ),
    (
        10**15,
        "B2: an integer of more than 15 digits would lose its last ones",
        "write it as text, str(value), or as float(value) where rounding is right",
    ),
    ("x" * 32_768, "B2: a cell holds at most 32,767 characters, this text has 32,768", "shorten or split it"),
    ("😀" * 16_384, "B2: a cell holds at most 32,767 characters, this text has 32,768", "shorten or split it"),
    (
        "a\ud800",
        "B2: the text holds half of a surrogate pair",
        "clean it: text.encode('utf-8', 'replace').decode()",
    ),
    (
        '=A1&"\ud800"',
        "B2: the text holds half of a surrogate pair",
        "clean it: text.encode('utf-8', 'replace').decode()",
    ),
    (
        "=" + "1" * 8192 + "+",
        "B2: a formula holds at most 8192 characters, this one has 8194",
        "split it over helper cells",
    ),
    (
        "=SUM(A1",
        "B2: the brackets of the formula do not match: 1 ( and 0 )",
        "complete the formula, or store the text as it is with set_text",
    ),
    (
        "={1,2",
        "B2: the brackets of the formula do not match: 1 { and 0 }",
        "complete the formula, or store the text as it is with set_text",
    ),
    (
        '="(',
        "B2: a quote in the formula is not closed",
        "complete the formula, or store the text as it is with set_text",
    ),
    (
        "='Data!A1",
        "B2: a quote in the formula is not closed",
        "complete the formula, or store the text as it is with set_text",
    ),
    ("=1+ ", "B2: the formula ends in an operator", "complete the formula, or store the text as it is with set_text"),
    ('=A1&"\x01"', "B2: a formula cannot hold control characters", "write CHAR(number) inside the formula"),
    (
        dt.date(1899, 12, 31),
        "B2: the first day of this workbook's calendar is 1900-01-01",
        "write earlier dates as text",
    ),
    (
        Level.LOW,
        "B2: Level is a subclass of int, and only int itself is written",
        "write int(value), or value.value of an Enum",
    ),
    (
        Text("x"),
        "B2: Text is a subclass of str, and only str itself is written",
        "write str(value), or value.value of an Enum",
    ),
    (
        Real(1),
        "B2: Real is a subclass of float, and only float itself is written",
        "write float(value), or value.value of an Enum",
    ),
    (
        Moment(2024, 1, 1),
        "B2: Moment is a subclass of datetime, and only datetime itself is written",
        "write datetime(value), or value.value of an Enum",
    ),
    ([1], "B2: one cell holds one value, not a list", "write several with range.values = [[...], ...]"),
    ({"a": 1}, "B2: one cell holds one value, not a dict", "write several with range.values = [[...], ...]"),
    (
        b"x",
        "B2: a value of type bytes cannot be written",
        "write None, bool, int, float, str, date, datetime, time or timedelta",
    ),
    (
        CellError("#NOPE"),
        "B2: not an error that a cell can hold",
        "the errors are #NULL!, #DIV/0!, #VALUE!, #REF!, #NAME?, #NUM!, #N/A",
    ),
]


@pytest.mark.parametrize(("value", "message", "hint"), REFUSED)
def test_a_value_no_cell_can_hold_is_refused_with_place_and_cure(value: object, message: str, hint: str) -> None:
    session, workbook = blank()
    sheet = workbook["Data"]
    for write in (
        lambda: setattr(sheet["B2"], "value", value),
        lambda: setattr(sheet.cell(2, 2), "value", value),
        lambda: operator.setitem(sheet, "B2", value),
        lambda: setattr(sheet["A1:B2"], "values", [[1, 2], [3, value]]),
    ):
        with pytest.raises(CellValueError) as caught:
            write()
        assert str(caught.value) == message
        assert caught.value.hint == hint
    assert sheet.used_range.values == [[None]]
    assert session.warnings == []


def test_the_epoch_of_1904_begins_later() -> None:
    with pytest.raises(CellValueError) as caught:
        check(dt.date(1903, 12, 31), place(epoch_1904=True), 0, 0)
    assert str(caught.value) == "A1: the first day of this workbook's calendar is 1904-01-01"
    assert check(dt.date(2021, 1, 1), place(epoch_1904=True), 0, 0) == Dated(42735, "yyyy-mm-dd")


def test_text_that_looks_like_a_number_stays_text_and_is_told_once() -> None:
    session, workbook = blank()
    sheet = workbook["Data"]
    sheet["A1"] = "15%"
    sheet["A2"] = "$1,234.50"
    sheet["A3:A4"] = [["7"], ["8"]]
    assert sheet["A1:A4"].values == [["15%"], ["$1,234.50"], ["7"], ["8"]]
    (warning,) = session.warnings
    assert warning == (
        "Data!A1: the text '15%' stays text; where a number was meant, write the number "
        "(parse_number gives 0.15) and a number format"
    )


@pytest.mark.parametrize("text", ["007", "00123", "12345678901234567890", "Item 1", "2024-01-01", "3 of 4", "-", "A1"])
def test_codes_and_ordinary_text_are_not_reported(text: str) -> None:
    session, workbook = blank()
    workbook["Data"]["A1"] = text
    workbook["Data"]["B1:C1"] = [[text, text]]
    assert session.warnings == []


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**16), 10**16),
    st.floats(),
    st.sampled_from(["", "x", "=A1", "=", "15%", "007", "é", "\ud800", "a\n=b", "x" * 40_000]),
    st.dates(dt.date(1890, 1, 1), dt.date(1950, 1, 1)),
)


@given(
    st.integers(1, 4).flatmap(
        lambda width: st.lists(st.lists(VALUES, min_size=width, max_size=width), min_size=1, max_size=5)
    )
)
def test_columns_checked_as_a_whole_agree_with_cells_checked_one_by_one(rows: list[list[Any]]) -> None:
    slow: list[list[Any]] = []
    failed = False
    for row0, row in enumerate(rows):
        slow.append([])
        for col0, value in enumerate(row):
            try:
                slow[-1].append(check(value, place(), row0, col0))
            except CellValueError:
                failed = True
    copies = [list(row) for row in rows]
    if failed:
        with pytest.raises(CellValueError):
            check_rows(copies, place(), 0, 0)
        return
    checked, dates = check_rows(copies, place(), 0, 0)
    plain = [[value.serial if type(value) is Dated else value for value in row] for row in slow]
    assert [list(map(repr, row)) for row in checked] == [list(map(repr, row)) for row in plain]
    expected = [
        (row0, col0, value.code)
        for row0, row in enumerate(slow)
        for col0, value in enumerate(row)
        if type(value) is Dated
    ]
    assert sorted(dates) == sorted(expected)


def test_iterables_are_run_to_their_end_and_copied() -> None:
    mine = [[1, 2], [3, 4]]
    rows = rows_of(mine, "values")
    assert rows == mine
    assert rows[0] is not mine[0]
    assert rows_of((range(2), iter([5, 6])), "values") == [[0, 1], [5, 6]]


def test_an_endless_iterable_is_stopped() -> None:
    def endless() -> Any:
        while True:
            yield 1

    with pytest.raises(ShapeError) as caught:
        listed(endless(), "append", 16_384)
    assert str(caught.value) == "append takes at most 16,384 items here"


@pytest.mark.parametrize("value", ["abc", 5, None, {"a": 1}, b"x", object()])
def test_what_is_no_list_of_rows_is_refused(value: object) -> None:
    with pytest.raises(ArgumentError) as caught:
        listed(value, "append", 10)
    assert str(caught.value) == f"append takes a list, not {type(value).__name__}"


def test_a_generator_that_fails_midway_writes_nothing() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]

    def rows() -> Any:
        yield [1, 2]
        raise RuntimeError("midway")

    with pytest.raises(RuntimeError, match="midway"):
        sheet["A1:B2"].values = rows()
    assert sheet.max_row == 0


def test_a_later_bad_value_writes_nothing() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    with pytest.raises(CellValueError):
        sheet["A1:B2"].values = [[1, 2], [3, float("nan")]]
    with pytest.raises(CellValueError):
        sheet.append([1, 2, 10**20])
    assert sheet.max_row == 0


@pytest.mark.parametrize(
    "text",
    [
        '="("&")"""',
        "='It''s (1'!A1",
        "=T[a(]+1",
        "={1,2;3,4}",
        "=10%",
        "=T[@a]+T[[#Totals],[b]]",
        "=#REF!+1",
        '="FILTER(A1#,@B1)"',
        "=MYSORT(A1)+SORT",
        "=_xlfn.LET(_xlpm.x,A1,_xlpm.x*2)",
        "=_xlfn.XLOOKUP(A1,B:B,C:C)",
        '=IF(A1="",1,2)',
        "=SUM(A:A)",
        '="it\'s"',
    ],
)
def test_a_complete_formula_passes_whatever_its_quotes_and_names_hold(text: str) -> None:
    assert check_formula(text, place(), 0, 0) == Formula(text[1:])


@pytest.mark.parametrize(
    ("text", "problem", "cure"),
    [
        (
            "=(A1)#",
            "the spilled range )# cannot be read",
            "name the cell of the formula that spills, such as A1#, or write the range itself, such as A1:A9",
        ),
        (
            "=@A1:A9",
            "the @ operator cannot be saved yet",
            "leave the @ out: a formula whose result is one value takes one by itself",
        ),
        (
            "=T[@a]+@SUM(A1)",
            "the @ operator cannot be saved yet",
            "leave the @ out: a formula whose result is one value takes one by itself",
        ),
    ],
)
def test_what_a_file_has_no_words_for_is_refused(text: str, problem: str, cure: str) -> None:
    with pytest.raises(CellValueError) as caught:
        check_formula(text, place(), 1, 1)
    assert (str(caught.value), caught.value.hint) == (f"B2: {problem}", cure)


def test_whether_a_formula_may_spill_is_asked_for_as_it_is_stored() -> None:
    asked: list[tuple[str, int, int]] = []

    def dynamic(text: str, row0: int, col0: int) -> bool:
        asked.append((text, row0, col0))
        return True

    here = Place("Data", False, None, dynamic)
    assert check("=B1#*2", here, 4, 5) == Formula("ANCHORARRAY(B1)*2", dynamic=True)
    assert asked == [("ANCHORARRAY(B1)*2", 4, 5)]
