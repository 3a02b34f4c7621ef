"""Rows found by halving, against a count of all rows."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from macrocell.facade.workbook.xlsx.patch import locate
from macrocell.facade.workbook.xlsx.patch.locate import Place, RowIndex, RowLocator

FORMS = st.sampled_from(
    (
        '<row r="{}"/>',
        "<row  r='{}' ht=\"1\"/>",
        '<row r="{0}"><c r="A{0}"><v>{0}</v></c></row>',
        '<row\nspans="1:2" r="{}"></row >\n',
    )
)


def by_count(data: bytes, number: int) -> Place:
    """The place by reading every row."""
    for match in re.finditer(rb"<row\b[^>]*?r=[\"'](\d+)[\"'][^>]*?(?:/>|>.*?</row\s*>)", data, re.DOTALL):
        if int(match[1]) == number:
            return Place(*match.span())
        if int(match[1]) > number:
            return Place(match.start(), match.start())
    return Place(len(data), len(data))


@settings(deadline=None)
@given(st.sets(st.integers(1, 60)), st.lists(FORMS, min_size=1, max_size=4))
def test_halving_finds_what_counting_finds(numbers: set[int], forms: list[str]) -> None:
    data = "".join(forms[at % len(forms)].format(number) for at, number in enumerate(sorted(numbers))).encode()
    halving = RowLocator(data, 0, len(data), b"row", 1)
    indexed = RowLocator(data, 0, len(data), b"row", 10_000)
    for number in range(1, 62):
        expected = by_count(data, number)
        assert (number, halving.find(number - 1)) == (number, expected)
        assert (number, indexed.find(number - 1)) == (number, expected)


def test_rows_without_r_count_from_the_row_before() -> None:
    data = b'<row/><row r="5"/><row></row>'
    locator = RowLocator(data, 0, len(data), b"row", 1)
    assert [data[slice(*locator.find(row0))] for row0 in (0, 4, 5, 2)] == [
        b"<row/>",
        b'<row r="5"/>',
        b"<row></row>",
        b"",
    ]


def test_tags_that_only_begin_alike_are_passed_over() -> None:
    data = b'<rowBreaks/><row r="2"/><rows r="3"/><row r="4"/>'
    locator = RowLocator(data, 0, len(data), b"row", 1)
    assert data[slice(*locator.find(1))] == b'<row r="2"/>'
    assert locator.find(2) == Place(data.index(b'<row r="4"'), data.index(b'<row r="4"'))


def test_rows_out_of_order_are_found_all_the_same() -> None:
    data = b'<row r="9"/><row r="2"/><row r="5"/>'
    locator = RowLocator(data, 0, len(data), b"row", 1)
    assert [data[slice(*locator.find(row0, known=True))] for row0 in (8, 1, 4)] == [
        b'<row r="9"/>',
        b'<row r="2"/>',
        b'<row r="5"/>',
    ]


def _rows(dice: Random) -> bytes:
    """Stretches of rows that are alike, with odd ones between."""
    found, number = [dice.choice(("", "<!-- -->", "\n"))], 0
    for _ in range(dice.randint(0, 6)):
        alike = '<row r="{0}"{1}><c r="A{0}"/></row>'
        form = dice.choice((alike, alike, alike, alike, '<row r="{0}"{1}/>', "<row{1}/>"))
        rest = dice.choice((' spans="1:2"', "", ' ht="9%d"', " x='>'"))
        for _ in range(dice.choice((1, 7, 30))):
            number += 1 if dice.random() < 0.99 else dice.choice((2, -1))
            found.append(form.format(max(number, 1), rest))
        found.append(dice.choice(("", "", " ", '<rows r="3"/>', "<c r='A1'/>", "<row  r='7'/>")))
    return "".join(found).encode()


@pytest.mark.parametrize("seed", range(300))
def test_rows_that_are_alike_are_indexed_as_one_by_one(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = Random(seed)
    data = _rows(dice)
    monkeypatch.setattr(locate, "_PART_BYTES", dice.choice((1, 100, 100_000)))
    quick = RowIndex(data, 0, len(data), b"row")
    monkeypatch.setattr(locate, "_MAX_MISSED", 0)
    slow = RowIndex(data, 0, len(data), b"row")
    for name in ("numbers", "starts", "rests", "odd", "twice"):
        assert getattr(quick, name) == getattr(slow, name), data
