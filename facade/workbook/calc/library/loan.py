"""Loans with equal payments: PMT and its kin, NPER, RATE, CUMIPMT; rates: EFFECT, NOMINAL, RRI, PDURATION."""

from __future__ import annotations

from math import log
from typing import Any, Final

from ..frame import Frame
from ..function import function
from ..value import DIV0, NUM, FaultError, UnknownError, number
from .day import no_truth, singly
from .root import between, check_one, root
from .rounding import strict

_CANCELS: Final = 1e-6
"""Rates whose growth over all periods is smaller leave few digits of it."""
_FEW: Final = 600
"""Periods over which Excel finds a rate from wherever it begins."""


def growth(rate: float, periods: float) -> float:
    """What 1 becomes."""
    try:
        found = (1 + rate) ** periods
    except ZeroDivisionError:
        raise FaultError(DIV0) from None
    except OverflowError:
        raise FaultError(NUM) from None
    if type(found) is complex:
        raise FaultError(NUM)
    return float(found)


def _series(rate: float, periods: float, due: int) -> tuple[float, float]:
    """(what 1 becomes, what payments of 1 become)."""
    if rate == 0:
        return 1.0, periods
    if rate == -1:
        raise UnknownError("reckons with a rate of -100 %")
    if abs(rate) * max(abs(periods), 1) < _CANCELS:
        raise UnknownError("reckons with a rate that is all but zero")
    grown = growth(rate, periods)
    return grown, (1 + rate * due) * (grown - 1) / rate


def _due(value: Any) -> int:
    """1 where payments are made when periods begin."""
    found = number(value)
    if found not in (0, 1):
        raise UnknownError("has a type of payment that is neither 0 nor 1")
    return int(found)


def future(rate: float, periods: float, payment: float, present: float, due: int) -> float:
    """See FV."""
    grown, paid = _series(rate, periods, due)
    return -(present * grown + payment * paid)


def payment_of(rate: float, periods: float, present: float, after: float, due: int) -> float:
    """See PMT."""
    if periods == 0:
        raise FaultError(NUM)
    grown, paid = _series(rate, periods, due)
    if paid == 0:
        raise UnknownError("reckons with payments that come to nothing")
    return -(present * grown + after) / paid


# The five sizes of a loan


@function("FV", "vvv[vv]")
def fv(_: Frame, rate: Any, periods: Any, payment: Any, present: Any = 0, due: Any = 0) -> float:
    """What is owned at the end."""
    return future(number(rate), number(periods), number(payment), number(present), _due(due))


@function("PV", "vvv[vv]")
def pv(_: Frame, rate: Any, periods: Any, payment: Any, after: Any = 0, due: Any = 0) -> float:
    """What is owned at the beginning."""
    grown, paid = _series(number(rate), number(periods), _due(due))
    found = number(after) + number(payment) * paid
    if grown == 0:
        raise UnknownError("discounts by too much")
    return -found / grown


@function("PMT", "vvv[vv]")
def pmt(_: Frame, rate: Any, periods: Any, present: Any, after: Any = 0, due: Any = 0) -> float:
    """The payment of each period."""
    return payment_of(number(rate), number(periods), number(present), number(after), _due(due))


@function("NPER", "vvv[vv]")
def nper(_: Frame, rate: Any, payment: Any, present: Any, after: Any = 0, due: Any = 0) -> float:
    """How many payments it takes."""
    per, paid, first, last = number(rate), number(payment), number(present), number(after)
    begun = _due(due)
    if per == 0:
        if paid == 0:
            raise UnknownError("reckons with payments that come to nothing")
        return -(first + last) / paid
    if per <= -1:
        raise FaultError(NUM)
    if abs(per) < _CANCELS:
        raise UnknownError("reckons with a rate that is all but zero")
    each = paid * (1 + per * begun)
    top, bottom = each - last * per, each + first * per
    if bottom == 0 or top / bottom <= 0:
        raise FaultError(NUM)
    return log(top / bottom) / log(1 + per)


@function("RATE", "vvv[vvv]")
def rate_(_: Frame, periods: Any, payment: Any, present: Any, after: Any = 0, due: Any = 0, guess: Any = None) -> float:
    """The interest of each period."""
    count, paid, first, last = number(periods), number(payment), number(present), number(after)
    begun, start = _due(due), 0.1 if guess is None else number(guess)
    if count <= 0:
        raise FaultError(NUM)
    if not count.is_integer():
        raise UnknownError("looks for the rate of a part of a period")
    middle = [paid] if count > 1 else []
    if not check_one([first + paid * begun, *middle, last + paid * (1 - begun)]):
        raise FaultError(NUM)

    def worth(rate: float) -> tuple[float, float]:
        grown, slope = (1 + rate) ** count, count * (1 + rate) ** (count - 1)
        series = (grown - 1) / rate
        bend = (slope * rate - (grown - 1)) / rate**2
        value = first * grown + paid * (1 + rate * begun) * series + last
        return value, first * slope + paid * (begun * series + (1 + rate * begun) * bend)

    try:
        return root(worth, start)
    except UnknownError:
        if count > _FEW:
            raise
        return between(worth, _CANCELS, 1.0)


# Interest and principal


def _interest(rate: float, at: float, payment: float, present: float, due: int) -> float:
    if due and at == 1:
        return 0.0
    if due:
        return rate * (future(rate, at - 2, payment, present, due) - payment)
    return rate * future(rate, at - 1, payment, present, due)


def _share(rate: Any, at: Any, periods: Any, present: Any, after: Any, due: Any) -> tuple[float, float]:
    """(interest, principal) of one payment."""
    per, place, count, first = number(rate), number(at), number(periods), number(present)
    last, begun = number(after), _due(due)
    if not 1 <= place < count + 1:
        raise FaultError(NUM)
    if not place.is_integer() or not count.is_integer():
        raise UnknownError("asks for a part of a payment")
    each = payment_of(per, count, first, last, begun)
    if per and abs(per) * max(place - 2, 1) < _CANCELS:
        raise UnknownError("reckons with a rate that is all but zero")
    interest = _interest(per, place, each, first, begun) if per else 0.0
    return interest, each - interest


@function("IPMT", "vvvv[vv]")
def ipmt(_: Frame, rate: Any, at: Any, periods: Any, present: Any, after: Any = 0, due: Any = 0) -> float:
    """The interest in one payment."""
    return _share(rate, at, periods, present, after, due)[0]


@function("PPMT", "vvvv[vv]")
def ppmt(_: Frame, rate: Any, at: Any, periods: Any, present: Any, after: Any = 0, due: Any = 0) -> float:
    """The principal in one payment."""
    return _share(rate, at, periods, present, after, due)[1]


@function("ISPMT", "vvvv")
def ispmt(_: Frame, rate: Any, at: Any, periods: Any, present: Any) -> float:
    """The interest of one period where equal parts are paid back."""
    count = number(periods)
    if count == 0:
        raise FaultError(DIV0)
    return number(present) * number(rate) * (number(at) / count - 1)


def _added(rate: Any, periods: Any, present: Any, first: Any, last: Any, due: Any) -> tuple[float, float]:
    per, count, owed = strict(rate), strict(periods), strict(present)
    start, end, begun = strict(first), strict(last), strict(due)
    if per <= 0 or count <= 0 or owed <= 0 or start < 1 or end < start or end > count or begun not in (0, 1):
        raise FaultError(NUM)
    if not (start.is_integer() and end.is_integer() and count.is_integer()):
        raise UnknownError("asks for a part of a payment")
    each = payment_of(per, count, owed, 0, int(begun))
    if per < _CANCELS:
        raise UnknownError("reckons with a rate that is all but zero")
    paid = each * (end - start + 1)
    if begun:
        first_ = max(start, 2)
        interest = _left(per, end - 1, each, owed) - _left(per, first_ - 2, each, owed) + each * (end - first_ + 1)
        interest = interest if end > 1 else 0.0
    else:
        interest = _owned(per, end, each, owed) - _owned(per, start - 1, each, owed) + paid
    return interest, paid - interest


def _owned(rate: float, periods: float, payment: float, present: float) -> float:
    """FV, where the payments may be none."""
    grown = growth(rate, periods)
    return -(present * grown + payment * (grown - 1) / rate)


def _left(rate: float, periods: float, payment: float, present: float) -> float:
    """As _owned for payments at the beginning, the next of them made."""
    grown = growth(rate, periods)
    return -(present * grown + payment * (1 + rate) * (grown - 1) / rate) - payment


@function("CUMIPMT", "rrrrrr")
@singly
def cumipmt(_: Frame, rate: Any, periods: Any, present: Any, first: Any, last: Any, due: Any) -> float:
    """The interest in several payments."""
    return _added(rate, periods, present, first, last, due)[0]


@function("CUMPRINC", "rrrrrr")
@singly
def cumprinc(_: Frame, rate: Any, periods: Any, present: Any, first: Any, last: Any, due: Any) -> float:
    """The principal in several payments."""
    return _added(rate, periods, present, first, last, due)[1]


# Rates


def _times(value: Any) -> int:
    found = number(no_truth(value))
    if found < 1:
        raise FaultError(NUM)
    return int(found)


@function("EFFECT", "rr")
@singly
def effect(_: Frame, nominal_rate: Any, times: Any) -> float:
    """The interest of a year that is paid several times."""
    rate, count = number(no_truth(nominal_rate)), _times(times)
    if rate <= 0:
        raise FaultError(NUM)
    if rate < _CANCELS or count > 1e6:
        raise UnknownError("reckons with a rate that is all but zero")
    return growth(rate / count, count) - 1


@function("NOMINAL", "rr")
@singly
def nominal(_: Frame, effective: Any, times: Any) -> float:
    """The interest of a year that comes to another by being paid several times."""
    rate, count = number(no_truth(effective)), _times(times)
    if rate <= 0:
        raise FaultError(NUM)
    if rate < _CANCELS or count > 1e6:
        raise UnknownError("reckons with a rate that is all but zero")
    return count * (growth(rate, 1 / count) - 1)


@function("RRI", "vvv")
def rri(_: Frame, periods: Any, present: Any, after: Any) -> float:
    """The interest of each period by which one value becomes another."""
    count, first, last = number(periods), number(present), number(after)
    if count <= 0 or first == 0:
        raise FaultError(NUM)
    if last / first < 0:
        raise FaultError(NUM)
    return float((last / first) ** (1 / count)) - 1


@function("PDURATION", "vvv")
def pduration(_: Frame, rate: Any, present: Any, after: Any) -> float:
    """How many periods it takes for one value to become another."""
    per, first, last = number(rate), number(present), number(after)
    if per <= 0 or first <= 0 or last <= 0:
        raise FaultError(NUM)
    if per < _CANCELS:
        raise UnknownError("reckons with a rate that is all but zero")
    return (log(last) - log(first)) / log(1 + per)
