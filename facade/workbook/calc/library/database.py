"""Functions over the records of a table that meet a range of criteria: DSUM, DCOUNT, DGET and their kin."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from ....value import CellError
from ..array import Area, Array
from ..frame import Frame
from ..function import function
from ..program import Step
from ..value import DIV0, NUM, VALUE, FaultError, UnknownError, same_text, text
from .criteria import Matcher, matcher, text_matcher
from .sample import deviation, mean, total, variance

_MAX_CHECKS: Final = 10_000_000
_OPERATORS: Final = ("=", "<", ">")


def _table(frame: Frame, database: Any) -> tuple[list[str | None], Array]:
    if type(database) is not Area:
        raise UnknownError("has an argument of a kind that is not computed")
    table = frame.array(database)
    if table.height < 2:
        raise FaultError(VALUE)
    if not table.rows:
        raise UnknownError("reads a table without labels")
    return [_label(value) for value in table.rows[0]], table


def _label(value: Any) -> str | None:
    if value is None or type(value) is CellError:
        return None
    return text(value)


def _place(labels: list[str | None], wanted: str) -> int | None:
    return next((at for at, label in enumerate(labels) if label is not None and same_text(label, wanted)), None)


def _field(frame: Frame, labels: list[str | None], field: Any) -> int:
    """The column of a field, by its label or its number from 1."""
    if type(field) is Area and field.is_cell:
        field = frame.single(field)
    kind = type(field)
    if kind is CellError:
        raise FaultError(field.code)
    if kind is str:
        found = _place(labels, field)
        if found is None:
            raise FaultError(VALUE)
        return found
    if kind is int or kind is float:
        at = int(field)
        if not 1 <= at <= len(labels):
            raise FaultError(VALUE)
        return at - 1
    if kind is Area:
        raise FaultError(VALUE)
    raise UnknownError("has a field of a kind that is not computed")


# Records that meet criteria


def _records(frame: Frame, labels: list[str | None], table: Array, criteria: Any) -> list[list[Any]]:
    if type(criteria) is not Area:
        raise UnknownError("has an argument of a kind that is not computed")
    asked = frame.array(criteria)
    if asked.height < 2 or not asked.rows:
        raise UnknownError("has criteria without labels")
    if (len(table.rows) + 1) * len(asked.rows) * asked.width > _MAX_CHECKS:
        raise UnknownError("checks very many records")
    heads = asked.rows[0]
    choices = [_conditions(frame, labels, heads, row) for row in asked.rows[1:]]
    if len(asked.rows) < asked.height or not all(choices):
        return table.rows[1:]
    return [
        record
        for record in table.rows[1:]
        if any(all(meets(record[at]) for at, meets in conditions) for conditions in choices)
    ]


def _conditions(frame: Frame, labels: list[str | None], heads: list[Any], row: list[Any]) -> list[tuple[int, Matcher]]:
    found: list[tuple[int, Matcher]] = []
    for head, criterion in zip(heads, row, strict=True):
        if criterion is None:
            continue
        label = _label(head)
        at = None if label is None else _place(labels, label)
        if at is None or type(criterion) is CellError or criterion == "":
            raise UnknownError("has a criterion that belongs to no column")
        found.append((at, _meets(frame, criterion)))
    return found


def _meets(frame: Frame, criterion: Any) -> Matcher:
    """As for COUNTIF, but that a text stands for all that begin with it."""
    exact = matcher(criterion, frame.book)
    if type(criterion) is not str:
        return exact
    if criterion.startswith("<>") and len(criterion) > 2:
        return _unlike(exact, text_matcher(criterion[2:] + "*"))
    if criterion.startswith(_OPERATORS):
        return exact
    begins = text_matcher(criterion + "*")
    return lambda value: exact(value) or begins(value)


def _unlike(exact: Matcher, begins: Matcher) -> Matcher:
    def meets(value: Any) -> bool:
        found = exact(value)
        if found and begins(value):
            raise UnknownError("leaves out texts that begin like another")
        return found

    return meets


def _values(frame: Frame, database: Any, field: Step, criteria: Any) -> list[Any]:
    labels, table = _table(frame, database)
    at = _field(frame, labels, field(frame))
    return [record[at] for record in _records(frame, labels, table, criteria)]


def _numbers(frame: Frame, database: Any, field: Step, criteria: Any) -> list[float]:
    found: list[float] = []
    for value in _values(frame, database, field, criteria):
        if type(value) is CellError:
            raise FaultError(value.code)
        if type(value) in (int, float):
            found.append(float(value))
    return found


# Functions


def _over_numbers(name: str, compute: Callable[[list[float]], float]) -> None:
    def run(frame: Frame, database: Any, field: Step, criteria: Any) -> float:
        return compute(_numbers(frame, database, field, criteria))

    run.__doc__ = f"{name} of the numbers of a field."
    function(name, "rlr")(run)


def _average(values: list[float]) -> float:
    if not values:
        raise FaultError(DIV0)
    return mean(values)


def _product(values: list[float]) -> float:
    if not values:
        raise UnknownError("has no numbers to compute with")
    return math.prod(values)


_over_numbers("DSUM", total)
_over_numbers("DAVERAGE", _average)
_over_numbers("DMAX", lambda values: max(values, default=0.0))
_over_numbers("DMIN", lambda values: min(values, default=0.0))
_over_numbers("DPRODUCT", _product)
_over_numbers("DSTDEV", lambda values: deviation(values, 1))
_over_numbers("DSTDEVP", lambda values: deviation(values, 0))
_over_numbers("DVAR", lambda values: variance(values, 1))
_over_numbers("DVARP", lambda values: variance(values, 0))


@function("DCOUNT", "rlr")
def dcount(frame: Frame, database: Any, field: Step, criteria: Any) -> int:
    """How many numbers a field holds."""
    return sum(type(value) in (int, float) for value in _values(frame, database, field, criteria))


@function("DCOUNTA", "rlr")
def dcounta(frame: Frame, database: Any, field: Step, criteria: Any) -> int:
    """How many values a field holds."""
    return sum(value is not None for value in _values(frame, database, field, criteria))


@function("DGET", "rlr")
def dget(frame: Frame, database: Any, field: Step, criteria: Any) -> Any:
    """The value of the only record."""
    found = _values(frame, database, field, criteria)
    if not found:
        raise FaultError(VALUE)
    if len(found) > 1:
        raise FaultError(NUM)
    if found[0] is None:
        raise UnknownError("finds a blank cell")
    return found[0]
