"""Securities: ACCRINT, ACCRINTM, DISC, INTRATE, RECEIVED, PRICEDISC, YIELDDISC, the TBILL family, COUPNUM and its
kin; DOLLARDE, DOLLARFR.
"""

from __future__ import annotations

from datetime import date
from math import ceil, floor, log10
from typing import Any, Final

from ..frame import Frame
from ..function import function
from ..moment import LAST_DAY, day_of, days_in, serial_of
from ..value import DIV0, NUM, FaultError, UnknownError, truth
from .day import cut, made, singly, whole_days
from .rounding import strict
from .span import american_days, basis_of, european_days

_YEAR_OF: Final = {0: 360, 2: 360, 3: 365, 4: 360}
_MAX_COUPONS: Final = 400
_HALF_YEAR: Final = 182
_LONGEST: Final = 31
_SURE_DAY: Final = 28
"""The last day that all months have."""


def _triple(day: date) -> tuple[int, int, int]:
    return day.year, day.month, day.day


def _apart(one: date, other: date, basis: int) -> int:
    """Days from one day to a later one."""
    if basis == 0:
        return american_days(_triple(one), _triple(other))
    return european_days(_triple(one), _triple(other)) if basis == 4 else (other - one).days


def _is_last_of_february(day: date) -> bool:
    return day.month == 2 and day.day == days_in(day.year, 2)


def _term(frame: Frame, start: Any, end: Any, basis: Any) -> float:
    """The part of a year from one day to a later one."""
    one, other, kind = whole_days(frame, start), whole_days(frame, end), basis_of(basis)
    if one >= other:
        raise FaultError(NUM)
    if kind == 1:
        raise UnknownError("counts actual days in actual years")
    first, last = day_of(one), day_of(other)
    if kind == 0 and (_is_last_of_february(first) or _is_last_of_february(last)):
        raise UnknownError("reckons months of 30 days from or to the end of February")
    return _apart(first, last, kind) / _YEAR_OF[kind]


def _above_zero(*values: Any) -> list[float]:
    found = [strict(value) for value in values]
    if min(found) <= 0:
        raise FaultError(NUM)
    return found


# Securities at a discount


@function("DISC", "rrrr[r]")
@singly
def disc(frame: Frame, settled: Any, due: Any, price: Any, redeemed: Any, basis: Any = 0) -> float:
    """The rate of discount."""
    paid, back = _above_zero(price, redeemed)
    return (back - paid) / back / _term(frame, settled, due, basis)


@function("INTRATE YIELDDISC", "rrrr[r]")
@singly
def intrate(frame: Frame, settled: Any, due: Any, invested: Any, redeemed: Any, basis: Any = 0) -> float:
    """The interest that a security without any comes to."""
    paid, back = _above_zero(invested, redeemed)
    return (back - paid) / paid / _term(frame, settled, due, basis)


@function("RECEIVED", "rrrr[r]")
@singly
def received(frame: Frame, settled: Any, due: Any, invested: Any, discount: Any, basis: Any = 0) -> float:
    """What is paid back."""
    paid, rate = _above_zero(invested, discount)
    left = 1 - rate * _term(frame, settled, due, basis)
    if left <= 0:
        raise FaultError(NUM)
    return paid / left


@function("PRICEDISC", "rrrr[r]")
@singly
def pricedisc(frame: Frame, settled: Any, due: Any, discount: Any, redeemed: Any, basis: Any = 0) -> float:
    """The price."""
    rate, back = _above_zero(discount, redeemed)
    return back - rate * back * _term(frame, settled, due, basis)


@function("ACCRINTM", "rrrr[r]")
@singly
def accrintm(frame: Frame, issued: Any, due: Any, rate: Any, par: Any, basis: Any = 0) -> float:
    """The interest of a security that pays at the end."""
    per, size = _above_zero(rate, par)
    return size * per * _term(frame, issued, due, basis)


# Treasury bills


def _bill_days(frame: Frame, settled: Any, due: Any) -> int:
    one, other = whole_days(frame, settled), whole_days(frame, due)
    first, last = day_of(one), day_of(other)
    if one >= other or (last.year - 1, last.month, last.day) > _triple(first):
        raise FaultError(NUM)
    return other - one


@function("TBILLPRICE", "rrr")
@singly
def tbillprice(frame: Frame, settled: Any, due: Any, discount: Any) -> float:
    """The price of a bill of 100."""
    rate = _above_zero(discount)[0]
    found = 100 * (1 - rate * _bill_days(frame, settled, due) / 360)
    if found < 0:
        raise FaultError(NUM)
    return found


@function("TBILLYIELD", "rrr")
@singly
def tbillyield(frame: Frame, settled: Any, due: Any, price: Any) -> float:
    """The yield of a bill of 100."""
    paid = _above_zero(price)[0]
    return (100 - paid) / paid * 360 / _bill_days(frame, settled, due)


@function("TBILLEQ", "rrr")
@singly
def tbilleq(frame: Frame, settled: Any, due: Any, discount: Any) -> float:
    """The yield of a bill as that of a bond."""
    rate, count = _above_zero(discount)[0], _bill_days(frame, settled, due)
    if count > _HALF_YEAR:
        raise UnknownError("takes a bill of more than half a year for a bond")
    left = 360 - rate * count
    if left <= 0:
        raise FaultError(NUM)
    return 365 * rate / left


# Coupons


def _frequency(value: Any) -> int:
    found = cut(value)
    if found not in (1, 2, 4):
        raise FaultError(NUM)
    return found


def _months_before(day: date, months: int) -> date:
    """The day of a coupon so many months before a last one; the end of a month stays one."""
    at = day.year * 12 + day.month - 1 - months
    year, month = at // 12, at % 12 + 1
    if not 1900 <= year <= 9999:
        raise UnknownError("reckons with days before March 1900")
    if day.day < _LONGEST and day.day == days_in(day.year, day.month):
        raise UnknownError("counts coupons from the end of a short month")
    return date(year, month, min(day.day, days_in(year, month)))


def _coupons(frame: Frame, settled: Any, due: Any, frequency: Any, basis: Any) -> tuple[int, date, date]:
    """(coupons still to come, the one before, the next one)."""
    one, other, times = whole_days(frame, settled), whole_days(frame, due), _frequency(frequency)
    basis_of(basis)
    if one >= other:
        raise FaultError(NUM)
    first, last, step = day_of(one), day_of(other), 12 // times
    count = max(((last.year - first.year) * 12 + last.month - first.month) // step - 1, 0)
    while _months_before(last, count * step) > first:
        count += 1
    return count, _months_before(last, count * step), _months_before(last, (count - 1) * step)


@function("COUPNUM", "rrr[r]")
@singly
def coupnum(frame: Frame, settled: Any, due: Any, frequency: Any, basis: Any = 0) -> float:
    """How many coupons are still to come."""
    return float(_coupons(frame, settled, due, frequency, basis)[0])


@function("COUPPCD", "rrr[r]")
@singly
def couppcd(frame: Frame, settled: Any, due: Any, frequency: Any, basis: Any = 0) -> float:
    """The day of the coupon before."""
    return made(frame, serial_of(_coupons(frame, settled, due, frequency, basis)[1]))


@function("COUPNCD", "rrr[r]")
@singly
def coupncd(frame: Frame, settled: Any, due: Any, frequency: Any, basis: Any = 0) -> float:
    """The day of the next coupon."""
    return made(frame, serial_of(_coupons(frame, settled, due, frequency, basis)[2]))


# Accrued interest


@function("ACCRINT", "rrrrrr[rr]")
@singly
def accrint(
    frame: Frame,
    issued: Any,
    first_paid: Any,
    settled: Any,
    rate: Any,
    par: Any,
    frequency: Any,
    basis: Any = 0,
    whole: Any = True,
) -> float:
    """The interest of a security since its issue; without whole, since the coupon before its first one."""
    days_ = [whole_days(frame, value) for value in (issued, first_paid, settled)]
    per, size = _above_zero(rate, par)
    times, kind = _frequency(frequency), basis_of(basis)
    if days_[0] >= days_[2]:
        raise FaultError(NUM)
    start, first, end = (day_of(day) for day in days_)
    if kind == 0 and _is_last_of_february(end):
        raise UnknownError("reckons months of 30 days from or to the end of February")
    if end > first:
        raise UnknownError("accrues interest beyond the first coupon")
    periods = _periods(start, first, times)
    if len(periods) > 1 and first.day > _SURE_DAY:
        raise UnknownError("accrues interest over several coupons at ends of months")
    found = _accrued(periods, start, end, kind, times)
    if not truth(whole):
        found -= max(len(periods) - 2, 0)
    return size * per / times * found


def _periods(start: date, first: date, times: int) -> list[tuple[date, date]]:
    """The periods between coupons from the issue to the first coupon."""
    step, found = 12 // times, []
    for at in range(_MAX_COUPONS):
        found.append((_months_before(first, (at + 1) * step), _months_before(first, at * step)))
        if found[-1][0] <= start:
            return found[::-1]
    raise UnknownError("accrues interest over very many coupons")


def _accrued(periods: list[tuple[date, date]], start: date, end: date, kind: int, times: int) -> float:
    """Periods that have passed, and parts of them."""
    if kind in (1, 2, 3) and len(periods) > 1:
        raise UnknownError("accrues interest over several coupons by actual days")
    found = 0.0
    for begin, close in periods:
        one, other = max(begin, start), min(close, end)
        if one < other:
            length = (close - begin).days if kind == 1 else _YEAR_OF[kind] / times
            found += _apart(one, other, kind) / length if (one, other) != (begin, close) else 1
    return found


# Prices in fractions


def _parts(value: Any, fraction: Any) -> tuple[float, float, int]:
    """(what lies before the point, what lies behind it, the fraction)."""
    price, denominator = strict(value), strict(fraction)
    if denominator < 0:
        raise FaultError(NUM)
    if denominator < 1:
        raise FaultError(DIV0)
    if denominator > LAST_DAY:
        raise UnknownError("reckons with very small fractions")
    size = abs(price)
    return float(floor(size)), size - floor(size), int(denominator)


@function("DOLLARDE", "rr")
@singly
def dollarde(_: Frame, value: Any, fraction: Any) -> float:
    """A price in fractions as a decimal number."""
    before, behind, parts = _parts(value, fraction)
    found = before + behind * 10 ** ceil(log10(parts)) / parts
    return float(-found if strict(value) < 0 else found)


@function("DOLLARFR", "rr")
@singly
def dollarfr(_: Frame, value: Any, fraction: Any) -> float:
    """A decimal price in fractions."""
    before, behind, parts = _parts(value, fraction)
    found = before + behind * parts / 10 ** ceil(log10(parts))
    return float(-found if strict(value) < 0 else found)
