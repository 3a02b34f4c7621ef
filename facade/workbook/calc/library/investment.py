"""Cash flows: NPV, IRR, MIRR, XNPV, XIRR, FVSCHEDULE."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, Final

from ....value import CellError
from ..frame import Frame, is_several
from ..function import function
from ..value import DIV0, NUM, VALUE, FaultError, UnknownError, number
from .day import days
from .root import between, changes, check_one, root
from .rounding import strict

_YEAR: Final = 365
_MOST: Final = 100_000
"""Flows that are gone through again and again."""
_LEFT_OVER: Final = 1e-10
"""A worth that is a smaller part of the largest flow is the error of the rate."""
_FEW: Final = 12
"""Flows whose only rate Excel finds from wherever it begins."""


def _numbers(frame: Frame, argument: Any) -> list[float]:
    """The numbers in cells or an array, or the one value."""
    if not is_several(argument):
        if type(argument) is str or type(argument) is bool or argument is None:
            raise UnknownError("has an argument of a kind that is not computed")
        return [number(argument)]
    found = []
    for value in frame.values(argument):
        if type(value) is CellError:
            raise FaultError(value.code)
        if type(value) is int or type(value) is float:
            found.append(float(value))
    return found


def _present(rate: float, flows: Sequence[float]) -> float:
    """Worth of flows, the first of them a period from now."""
    found, factor = 0.0, 1.0
    try:
        for flow in flows:
            factor *= 1 + rate
            found += flow / factor
    except (ZeroDivisionError, OverflowError):
        raise UnknownError("discounts by too much") from None
    if not isfinite(found):
        raise UnknownError("discounts by too much")
    return found


@function("NPV", "v(r)+")
def npv(frame: Frame, rate: Any, *arguments: Any) -> float:
    """What flows at the ends of periods are worth at the beginning."""
    per = number(rate)
    flows = [flow for argument in arguments for flow in _numbers(frame, argument)]
    if not flows:
        raise UnknownError("adds up no numbers")
    if per == -1:
        raise FaultError(DIV0)
    found = _present(per, flows)
    if abs(found) < _LEFT_OVER * max(map(abs, flows)) and any(flows):
        raise UnknownError("is what is left of flows that are worth nothing together")
    return found


@function("IRR", "r[v]")
def irr(frame: Frame, values: Any, guess: Any = None) -> float:
    """The rate at which flows are worth nothing."""
    start = 0.1 if guess is None else number(guess)
    flows = _numbers(frame, values)
    if start <= -1:
        raise FaultError(VALUE)
    if not check_one(flows):
        raise FaultError(NUM)
    if len(flows) > _MOST:
        raise UnknownError("looks for the rate of very many flows")

    def worth(rate: float) -> tuple[float, float]:
        value = slope = 0.0
        factor, part = 1.0, 1 / (1 + rate)
        for at, flow in enumerate(flows):
            value += flow * factor
            slope -= at * flow * factor * part
            factor *= part
        return value, slope

    try:
        return root(worth, start)
    except UnknownError:
        if len(flows) > _FEW:
            raise
        return between(worth, -0.9, 20.0)


@function("MIRR", "rvv")
def mirr(frame: Frame, values: Any, cost: Any, gain: Any) -> float:
    """The rate where what is paid in and what is gained bear interest of their own."""
    flows, paid, gained = _numbers(frame, values), number(cost), number(gain)
    if not any(flow > 0 for flow in flows) or not any(flow < 0 for flow in flows):
        raise FaultError(DIV0)
    if paid <= -1 or gained <= -1:
        raise UnknownError("reckons with a rate of -100 %")
    last = len(flows) - 1
    worth = _present(gained, [max(flow, 0.0) for flow in flows]) * (1 + gained)
    owed = _present(paid, [min(flow, 0.0) for flow in flows]) * (1 + paid)
    try:
        return float((-worth * (1 + gained) ** last / owed) ** (1 / last) - 1)
    except (OverflowError, ZeroDivisionError):
        raise UnknownError("discounts by too much") from None


# Flows on days


def _dated(frame: Frame, values: Any, dates: Any, code: str) -> list[tuple[float, float]]:
    """(flow, years from the first day); code is the error of text and truth values among the flows."""
    flows, days_ = list(frame.array(values).values()), list(frame.array(dates).values())
    for value in (*flows, *days_):
        if type(value) is CellError:
            raise FaultError(value.code)
    if any(type(flow) in (str, bool) for flow in flows):
        raise FaultError(code)
    if _size(frame, values) != _size(frame, dates) or any(flow is None for flow in flows):
        raise FaultError(NUM)
    if len(flows) < _size(frame, values):
        raise FaultError(NUM)
    if len(flows) != len(days_) or any(type(day) not in (int, float) for day in days_):
        raise UnknownError("has something else than a date among its dates")
    counted = [days(frame, day) for day in days_]
    if not flows or min(counted) < counted[0]:
        raise FaultError(NUM)
    return [(flow, (day - counted[0]) / _YEAR) for flow, day in zip(flows, counted, strict=True)]


def _size(frame: Frame, value: Any) -> int:
    found = frame.array(value)
    return found.height * found.width


@function("XNPV", "vrr")
def xnpv(frame: Frame, rate: Any, values: Any, dates: Any) -> float:
    """What flows on days are worth on the first of them."""
    per = strict(rate)
    flows = _dated(frame, values, dates, NUM)
    if per <= 0:
        raise UnknownError("discounts by a rate that is not above zero")
    try:
        return float(sum(flow / (1 + per) ** years for flow, years in flows))
    except OverflowError:
        raise UnknownError("discounts by too much") from None


@function("XIRR", "rr[v]")
def xirr(frame: Frame, values: Any, dates: Any, guess: Any = None) -> float:
    """The rate at which flows on days are worth nothing."""
    start = 0.1 if guess is None else strict(guess)
    flows = _dated(frame, values, dates, VALUE)
    if start <= -1:
        raise FaultError(NUM)
    if changes(flow for flow, _ in sorted(flows, key=lambda one: one[1])) == 0:
        raise FaultError(NUM)
    raise UnknownError("looks for a rate on days, of which Excel gives eight digits and an error")


@function("FVSCHEDULE", "vr")
def fvschedule(frame: Frame, principal: Any, rates: Any) -> float:
    """What becomes of a value by several rates, one after the other."""
    found = strict(principal)
    for rate in frame.values(rates):
        if type(rate) is CellError:
            raise FaultError(rate.code)
        if type(rate) is str or type(rate) is bool:
            raise (
                FaultError(VALUE)
                if is_several(rates)
                else UnknownError("has an argument of a kind that is not computed")
            )
        found *= 1 + (rate or 0)
    return found
