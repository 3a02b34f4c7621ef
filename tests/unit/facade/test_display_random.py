"""Random values and codes: nothing raises, and what is quick agrees with decimal arithmetic and with Python's dates."""

from __future__ import annotations

import re
from datetime import timedelta
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st
from macrocell.facade.workbook.display import formatter
from macrocell.facade.workbook.display.fraction import nearest
from macrocell.facade.workbook.display.token import MAX_CODE
from macrocell.facade.workbook.xlsx.date import EPOCH_1900

PIECES = (
    *"0#?.,%/e@;dmhs[]\"\\_*$-() 8xbg\né", "E+", "E-", "General", "dd", "mmm", "yyyy", "ss", ".0", "AM/PM", "a/p",
    "[h]", "[mm]", "[Red]", "[>5]", "[<=-1]", "[=0]", "[$€-407]", "[$-F800]", "[$-F400]", "[x]", '"a"', "\\0", "_)",
    "* ", "100",
)  # fmt: skip
CODES = st.lists(st.sampled_from(PIECES), max_size=14).map("".join) | st.text(max_size=20)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
VALUES = FINITE | st.integers() | st.text(max_size=5) | st.booleans() | st.floats() | st.none()
PLAIN = st.floats(min_value=-1e14, max_value=1e14) | st.integers(-(10**14), 10**14).map(lambda cents: cents / 100)
WIDE = Context(prec=400)


@given(CODES, VALUES, st.booleans())
@example("#" * MAX_CODE, 1e308, False)
@example("," * 500 + "0." + "0" * 500, 5e-324, False)
@example("0" + "," * 1000, 1e308, False)
@example("0" + "%" * 1000, 5e-324, False)
@example("?" * 500 + "/" + "?" * 500, 1.1, False)
@example("#,##0" * 200, 1e300, False)
@example("[h]" * 300, 2958465.999, True)
def test_any_code_shows_any_value_as_a_text(code: str, value: object, epoch_1904: bool) -> None:
    assert type(formatter(code, epoch_1904=epoch_1904)(value)) is str


def rounded(value: float, places: int, shift: int = 0) -> Decimal:
    """A number at 15 digits, times a power of ten, rounded half away from zero."""
    return (
        Decimal(f"{value:.15g}").scaleb(shift, WIDE).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP, context=WIDE)
    )


@given(PLAIN | FINITE, st.integers(0, 6))
@example(1.005, 2)
@example(2.675, 2)
@example(4999999999.5, 0)
def test_digits_are_the_15_of_the_number_rounded_half_away_from_zero(value: float, places: int) -> None:
    expected = rounded(value, places)
    for code in ("0", "#,##0"):
        shown = formatter(code + ("." + "0" * places if places else ""))(value)
        assert Decimal(shown.replace(",", "")) == expected
        assert shown.startswith("-") == (expected < 0)


@given(PLAIN, st.integers(0, 4))
def test_percentages_and_thousands_move_the_decimal_point(value: float, places: int) -> None:
    tail = "." + "0" * places if places else ""
    assert Decimal(formatter(f"0{tail}%")(value)[:-1]) == rounded(value, places, 2)
    assert Decimal(formatter(f"0{tail},")(value)) == rounded(value, places, -3)


@given(PLAIN)
def test_commas_stand_at_every_third_digit(value: float) -> None:
    shown = formatter("#,##0.0#")(value)
    assert re.fullmatch(r"-?\d{1,3}(,\d{3})*\.\d{1,2}", shown)
    assert shown.replace(",", "") == formatter("0.0#")(value)


@given(FINITE.filter(lambda value: abs(value) < 1e308))
def test_general_is_close_to_the_number_and_short(value: float) -> None:
    shown = formatter("General")(value)
    assert len(shown.lstrip("-")) <= 11
    assert abs(float(shown) - value) <= abs(value) * 5e-5
    if 1e-3 < abs(value) < 1e10:
        assert abs(float(shown) - value) <= abs(value) * 1e-5


@given(FINITE.filter(lambda value: value == 0 or abs(value) > 1e-300), st.integers(0, 8))
def test_e_notation_has_one_digit_before_the_point(value: float, places: int) -> None:
    shown = formatter("0." + "0" * places + "E+00")(value)
    assert re.fullmatch(rf"-?\d\.\d{{{places}}}E[+-]\d{{2,3}}", shown)
    assert abs(Decimal(shown) - Decimal(value)) <= abs(Decimal(value)) * Decimal(10) ** -places * Decimal("0.51")


@given(st.floats(min_value=0, max_value=1, exclude_max=True), st.integers(1, 30))
@example(0.3, 9)
@example(12.3 - 12, 9)
def test_a_fraction_is_the_neighbour_on_the_side_of_the_mediant(value: float, most: int) -> None:
    exact = Fraction(value)
    there = {Fraction(over, under) for under in range(1, most + 1) for over in range(under + 1)}
    low = max(one for one in there if one <= exact)
    high = min(one for one in there if one >= exact)
    middle = Fraction(low.numerator + high.numerator, low.denominator + high.denominator)
    assert Fraction(*nearest(value, most)) == (low if exact < middle or low == high else high)


@given(st.integers(61, 2_958_464), st.integers(0, 86_399))
def test_dates_and_times_are_those_of_the_calendar(day: int, second: int) -> None:
    moment = EPOCH_1900 + timedelta(days=day, seconds=second)
    serial = day + second / 86_400
    shown = formatter("yyyy-mm-dd hh:mm:ss")(serial)
    assert shown == f"{moment:%Y-%m-%d %H:%M:%S}".rjust(19, "0")
    assert formatter("dddd d mmmm")(serial) == f"{moment:%A} {moment.day} {moment:%B}"
    assert formatter("hh:mm AM/PM")(serial) == f"{moment:%I:%M %p}"
    assert formatter("[s]")(serial) == str(day * 86_400 + second)
    hours, rest = divmod(day * 86_400 + second, 3600)
    assert formatter("[h]:mm:ss")(serial) == f"{hours}:{rest // 60:02d}:{rest % 60:02d}"


@given(st.integers(0, 86_399_999))
def test_milliseconds_are_shown_as_they_are(millisecond: int) -> None:
    second, part = divmod(millisecond, 1000)
    shown = formatter("h:mm:ss.000")(millisecond / 86_400_000)
    assert shown == f"{second // 3600}:{second // 60 % 60:02d}:{second % 60:02d}.{part:03d}"
