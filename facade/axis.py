"""Edits of one axis, rows or columns alike: where each index and each span goes.

A span is (first, last), both ends included. Its first end goes with the next index that is left, its last end with the
one before: so a span grows when something is inserted inside it, shrinks when a part is deleted, and is gone when all
is. A span over the whole axis stays what it is.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, final

Span = tuple[int, int]


@final
@dataclass(frozen=True, slots=True)
class AxisEdit:
    """count indices inserted before at, deleted from at on, or moved from at to stand before to.

    to counts in the axis as it was before the edit, and never lies inside the block; -1 where nothing moves.
    """

    kind: Literal["insert", "delete", "move"]
    at: int
    count: int
    to: int = -1

    @property
    def landing(self) -> int:
        """Where the first moved index stands after the edit."""
        return self.to if self.to < self.at else self.to - self.count

    def index(self, index: int, limit: int) -> int | None:
        """Where an index goes; None if it was deleted or pushed off an axis of limit indices."""
        found = self.span(index, index, limit) if limit > 1 else None
        return None if found is None else found[0]

    def span(self, first: int, last: int, limit: int) -> Span | None:
        """Where a span goes, cut at the end of the axis; None if nothing of it is left."""
        if first == 0 and last == limit - 1:
            return first, last
        at, count = self.at, self.count
        if self.kind == "insert":
            return _grown(first, last, at, count, limit)
        if self.kind == "delete":
            return _shrunk(first, last, at, count)
        landing = self.landing
        if at <= first and last < at + count:
            return first + landing - at, last + landing - at
        left = _shrunk(first, last, at, count)
        return None if left is None else _grown(*left, landing, count, limit)

    def inverse(self) -> AxisEdit:
        """The edit that takes the indices back. Spans that were cut or swallowed do not come back by it."""
        if self.kind == "insert":
            return AxisEdit("delete", self.at, self.count)
        if self.kind == "delete":
            return AxisEdit("insert", self.at, self.count)
        return AxisEdit("move", self.landing, self.count, self.at + self.count if self.to < self.at else self.at)


def _grown(first: int, last: int, at: int, count: int, limit: int) -> Span | None:
    if first >= at:
        first += count
    if last >= at:
        last += count
    return None if first >= limit else (first, min(last, limit - 1))


def _shrunk(first: int, last: int, at: int, count: int) -> Span | None:
    end = at + count
    if first >= at:
        first = max(first - count, at) if first >= end else at
    if last >= end:
        last -= count
    elif last >= at:
        last = at - 1
    return None if first > last else (first, last)


@final
class AxisChain:
    """Inserts and deletes one after another as one map, at the cost of one step whatever their number.

    It does not cut at the end of the axis: reach is how far they may push an index, and a span that could come so far
    must take the steps one by one.
    """

    __slots__ = ("_firsts", "_lasts", "_left", "_olds", "reach")

    def __init__(self, edits: Iterable[AxisEdit]) -> None:
        self.reach = 0
        # Stretches of old indices: where they begin, whether they are left, and where a first or a last end there goes.
        self._olds: list[int] = [0]
        self._left: list[bool] = [True]
        self._firsts: list[int] = [0]
        self._lasts: list[int] = [0]
        for edit in edits:
            self._add(edit)

    def followed_by(self, edit: AxisEdit) -> AxisChain:
        """This map and one edit more, as a new one."""
        longer = AxisChain(())
        longer.reach = self.reach
        longer._olds, longer._left = list(self._olds), list(self._left)
        longer._firsts, longer._lasts = list(self._firsts), list(self._lasts)
        longer._add(edit)
        return longer

    def _add(self, edit: AxisEdit) -> None:
        if edit.kind == "insert":
            self.reach += edit.count
            self._insert(edit.at, edit.count)
        else:
            self._delete(edit.at, edit.count)

    def stretches(self) -> list[tuple[int, int | None]]:
        """(first index, by how much it and those behind it move), ascending; None for indices that are gone."""
        return [
            (old, new - old if left else None)
            for old, new, left in zip(self._olds, self._firsts, self._left, strict=True)
        ]

    def span(self, first: int, last: int) -> Span | None:
        """Where a span goes; None if nothing of it is left."""
        at = bisect_right(self._olds, first) - 1
        new_first = self._firsts[at] + (first - self._olds[at] if self._left[at] else 0)
        at = bisect_right(self._olds, last) - 1
        new_last = self._lasts[at] + (last - self._olds[at] if self._left[at] else 0)
        return None if new_first > new_last else (new_first, new_last)

    def _insert(self, at: int, count: int) -> None:
        self._split(at)
        self._firsts = [new + count if new >= at else new for new in self._firsts]
        self._lasts = [new + count if new >= at else new for new in self._lasts]

    def _delete(self, at: int, count: int) -> None:
        end = at + count
        self._split(at)
        self._split(end)
        for place, new in enumerate(self._firsts):
            if self._left[place] and at <= new < end:
                self._left[place] = False
        self._firsts = [new if new < at else at if new < end else new - count for new in self._firsts]
        self._lasts = [new if new < at else at - 1 if new < end else new - count for new in self._lasts]

    def _split(self, new: int) -> None:
        """Have a stretch begin where an index stands that is left, by cutting the one it lies in."""
        place = bisect_left(self._firsts, new) - 1  # where first ends go only grows from stretch to stretch
        while place >= 0 and not self._left[place]:
            place -= 1
        if place < 0:
            return
        inside = new - self._firsts[place]
        if place + 1 == len(self._olds) or inside < self._olds[place + 1] - self._olds[place]:
            self._olds.insert(place + 1, self._olds[place] + inside)
            self._left.insert(place + 1, True)
            self._firsts.insert(place + 1, new)
            self._lasts.insert(place + 1, new)


_KEPT: Final = 16
_chains: dict[tuple[AxisEdit, ...], AxisChain] = {}


def chain_of(edits: tuple[AxisEdit, ...]) -> AxisChain:
    """The map of some edits. A loop that makes one edit after another asks for one more each time: the last ones are
    kept, so that it does not begin anew each time."""
    known = _chains.pop(edits, None)
    if known is None:
        shorter = _chains.get(edits[:-1])
        known = AxisChain(edits) if shorter is None else shorter.followed_by(edits[-1])
    _chains[edits] = known
    if len(_chains) > _KEPT:
        del _chains[next(iter(_chains))]
    return known
