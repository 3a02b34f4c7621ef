"""Rows and columns inserted, deleted and moved: what a macro asked for, as the session does it."""

from __future__ import annotations

from typing import Any

from ...errors import AddressError, ArgumentError
from ..formula.step import Axis
from ..mutation import AxisDelete, AxisInsert, AxisMove, Mutation
from ..mutation.axis_edit import limit_of
from .core import Core
from .inherit import inherit, neighbour


def count_of(value: Any, name: str) -> int:
    """A number of rows or columns, at least one."""
    if type(value) is not int:
        raise ArgumentError(f"{name} is a whole number, not {type(value).__name__}", hint="write insert_rows(2, 3)")
    if value < 1:
        raise AddressError(f"{name} is {value}", hint="it is 1 or more")
    return value


def place_and_count(name: str, at: Any, count: Any, idx: Any, amount: Any) -> tuple[Any, Any]:
    """at and count, or openpyxl's words for them."""
    if (at is not None and idx is not None) or (count is not None and amount is not None):
        raise ArgumentError(f"{name} takes at or idx, and count or amount, not both", hint=f"write {name}(2, 3)")
    first = idx if at is None else at
    if first is None:
        raise ArgumentError(f"{name} takes the place first", hint=f"write {name}(2, 3)")
    number = amount if count is None else count
    return first, 1 if number is None else number


def insert(core: Core, axis: Axis, at: int, count: int, like: object = None) -> None:
    """Insert count rows or columns before at, counted from 0, that look like a neighbour or like none."""
    count = _within(axis, at, count)
    source = neighbour(axis, at, count, like)
    change(core, AxisInsert(sheet=core.model.id, axis=axis, at=at, count=count))
    if source is not None:
        inherit(core, axis, at, count, source)


def delete(core: Core, axis: Axis, at: int, count: int) -> None:
    """Delete count rows or columns from at on."""
    count = _within(axis, at, count)
    change(core, AxisDelete(sheet=core.model.id, axis=axis, at=at, count=count))


def move(core: Core, axis: Axis, at: int, count: int, to: int) -> None:
    """Move count rows or columns from at on in front of to; to inside or right behind them changes nothing."""
    count = _within(axis, at, count)
    if at < to < at + count:
        raise AddressError(
            f"{axis} {at + 1} to {at + count} cannot be moved into themselves",
            hint="`to` is the row or column they are to stand in front of.",
        )
    if not at <= to <= at + count:
        change(core, AxisMove(sheet=core.model.id, axis=axis, at=at, count=count, to=to))


def change(core: Core, mutation: Mutation) -> None:
    """Make a structural change; what is kept about used ranges is learned anew."""
    core.session.restructure(core.ready(), mutation)
    for each in core.book.cores.values():
        each.used.known = False
        if each.loaded:
            each.rows, each.blocks = each.model.rows, each.model.blocks


def _within(axis: Axis, at: int, count: int) -> int:
    limit = limit_of(axis)
    if at + count > limit:
        raise AddressError(f"{axis} {at + 1} to {at + count} leave the sheet", hint=f"a sheet has {limit:,} {axis}")
    return count
