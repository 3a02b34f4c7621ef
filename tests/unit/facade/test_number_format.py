"""What a format code makes of a number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from macrocell.facade.workbook.model.number_format import BUILTIN, DATE_KINDS, format_kind
from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format, is_timedelta_format


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("General", "general"),
        ("GENERAL", "general"),
        ("", "general"),
        ("[Red]General", "general"),
        ("@", "text"),
        ("0.00", "number"),
        ("0.00E+00", "number"),
        ('"day" 0', "number"),
        (r"\d0", "number"),
        ("_d0", "number"),
        ("[$EUR ]#,##0.00", "number"),
        ("[$-409]mmmm d, yyyy", "date"),
        ("yyyy-mm-dd", "date"),
        ("mmm", "date"),
        ("mm", "date"),
        ("[DBNum1]yyyy", "date"),
        ("h:mm AM/PM", "time"),
        ("mm:ss.0", "time"),
        ("m/d/yy h:mm", "datetime"),
        ("[h]:mm", "duration"),
        ("[mm]:ss", "duration"),
        ("[ss].00", "duration"),
        ("0;yyyy", "number"),
        ('0";"yyyy;0', "date"),
        ("ge.m.d", "date"),
        ('"x"', "number"),
    ],
)
def test_the_first_section_without_literals_decides(code: str, kind: str) -> None:
    assert format_kind(code) == kind


@pytest.mark.parametrize("code", BUILTIN_FORMATS.values())
def test_builtin_codes_are_dates_where_openpyxl_takes_them_for_dates(code: str) -> None:
    kind = format_kind(code)
    assert (kind in DATE_KINDS) == is_date_format(code)
    assert (kind == "duration") == is_timedelta_format(code)


def test_builtin_codes_are_those_of_openpyxl() -> None:
    assert {number: code for number, code in BUILTIN.items() if number in BUILTIN_FORMATS} == BUILTIN_FORMATS


@given(
    st.lists(st.sampled_from(["yyyy", "-", "mm", "dd", " ", "hh", ":", "ss", "0", ".00", "[h]", "[Red]", '"x"', "#"]))
)
def test_plain_codes_are_dates_where_openpyxl_takes_them_for_dates(parts: list[str]) -> None:
    code = "".join(parts)
    assert (format_kind(code) in DATE_KINDS) == is_date_format(code)
