"""Formula text carried through the steps made since it was written: many texts that differ in numbers cost little.

A shape is a text without its runs of digits. What row edits do to a text is known from the first of its shape but for
the row numbers; what edits of columns and sheet names do is the same for all of a shape.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias, final

from ...axis import AxisChain
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect
from .outline import references
from .pieces import Ref, pieces
from .step import AxisStep, DropStep, RenameStep, ShiftStep, Step, carry, lost
from .token import Kind, tokens

Stage: TypeAlias = "tuple[Step, str]"
"""A step, and the id of the sheet the formula stood on when it was made."""

_DIGITS: Final = re.compile(r"(\d+)", re.ASCII)
_MAX_SHAPES: Final = 4096
_MAX_PLANS: Final = 8
_ROW_DIGITS: Final = 7
_ROWED: Final = frozenset({Kind.CELL, Kind.ROWS})
_FREE: Final = frozenset({Kind.NUMBER, Kind.STRING, Kind.OTHER, Kind.ERROR, Kind.COLUMNS})


@final
class _Link(NamedTuple):
    """Inserts and deletes on one axis of one sheet, one after another."""

    stages: tuple[Stage, ...]
    chain: AxisChain

    def carry(self, ref: Ref) -> Ref:
        """The same as its steps one by one."""
        step, host = self.stages[0]
        assert type(step) is AxisStep
        rect = ref.rect
        if rect is None or not concerns(ref, step, host):
            return ref
        rows = step.axis == "rows"
        first, last, limit = (rect.row0, rect.row1, MAX_ROWS) if rows else (rect.col0, rect.col1, MAX_COLUMNS)
        if last + self.chain.reach >= limit - 1:  # a span over the whole axis, too, goes the slow way
            for stage in self.stages:
                ref = carry(ref, *stage)
            return ref
        span = self.chain.span(first, last)
        if span == (first, last):
            return ref
        if span is None:
            return lost(ref)
        moved = Rect(span[0], rect.col0, span[1], rect.col1) if rows else Rect(rect.row0, span[0], rect.row1, span[1])
        return ref._replace(rect=moved, text="")


def concerns(ref: Ref, step: Step, host: str) -> bool:
    """Whether a reference names the sheet of a step, that one only."""
    if ref.first:
        return ref.first == ref.last and ref.first.casefold() == step.name.casefold()
    return step.sheet_id == host


@final
class _Plan(NamedTuple):
    """How the texts of one shape change. exact: places of digit runs and what they must be.

    rows: for each reference the places of its row numbers. parts: what the pieces between the numbers become, where
    that does not depend on the numbers.
    """

    exact: tuple[tuple[int, str], ...]
    rows: tuple[tuple[Ref, int, int], ...]
    parts: tuple[str, ...] | None


@final
class Carrier:
    """The steps from one time on, for the formulas of one sheet."""

    def __init__(self, stages: Sequence[Stage]) -> None:
        self._stages = tuple(stages)
        self._links = _links(self._stages)
        steps = [step for step, _ in stages]
        self._by_rows = all(type(step) in (AxisStep, ShiftStep) and step.axis == "rows" for step in steps)  # type: ignore[union-attr]
        self._by_names = all(
            type(step) in (RenameStep, DropStep) or (type(step) is AxisStep and step.axis == "columns")
            for step in steps
        )
        self._plans: dict[tuple[str, ...], list[_Plan]] = {}

    def text(self, text: str) -> str:
        """A formula after the steps, without the equals sign; the same object where nothing changes."""
        if not self._stages:
            return text
        if self._by_rows or self._by_names:
            return self._quick(text)
        return self._slow(text)

    def ref(self, ref: Ref) -> Ref:
        """One reference after the steps."""
        for link in self._links:
            ref = link(ref)
        return ref

    def _slow(self, text: str) -> str:
        parts: list[str] = []
        at = 0
        for ref, start, end in references(text):
            new = self.ref(ref)
            if new is not ref:
                parts.append(text[at:start])
                parts.append(new.write())
                at = end
        if not parts:
            return text
        parts.append(text[at:])
        return "".join(parts)

    def _quick(self, text: str) -> str:
        parts = _DIGITS.split(text)
        numbers = parts[1::2]
        shape = tuple(parts[::2])
        plans = self._plans.get(shape)
        if plans is None:
            if len(self._plans) >= _MAX_SHAPES:
                self._plans.clear()
            plans = self._plans[shape] = []
        for plan in plans:
            if all(numbers[at] == digits for at, digits in plan.exact):
                return self._fill(plan, parts, numbers, text)
        if len(plans) < _MAX_PLANS and max(map(len, numbers), default=0) <= _ROW_DIGITS:
            made = self._plan(text, shape)
            if made is not None:
                plans.append(made)
                return self._fill(made, parts, numbers, text)
        return self._slow(text)

    def _fill(self, plan: _Plan, parts: list[str], numbers: list[str], text: str) -> str:
        changed = plan.parts is not None
        for ref, first, last in plan.rows:
            one, other = numbers[first], numbers[last]
            row0, row1 = int(one) - 1, int(other) - 1
            if one[0] == "0" or other[0] == "0" or row1 >= MAX_ROWS or row0 > row1:
                return self._slow(text)
            if plan.parts is not None:
                continue
            rect = ref.rect
            assert rect is not None
            here = Rect(row0, rect.col0, row1, rect.col1)
            carried = self.ref(Ref(ref.first, ref.last, here, ref.form, ref.fixed, ref.tail, ref.text))
            if carried.rect is None:
                return self._slow(text)
            if carried.rect.row0 != row0 or carried.rect.row1 != row1:
                changed = True
                parts[2 * first + 1] = str(carried.rect.row0 + 1)
                parts[2 * last + 1] = str(carried.rect.row1 + 1)
        if plan.parts is not None:
            parts[::2] = plan.parts
        return "".join(parts) if changed else text

    def _plan(self, text: str, shape: tuple[str, ...]) -> _Plan | None:
        """None where the first text itself is of no use: corners upside down, a reference that reads as a name."""
        refs = [part for part in pieces(text) if type(part) is Ref and part.rect is not None and part.form != "columns"]
        rows: list[tuple[Ref, int, int]] = []
        exact: list[tuple[int, str]] = []
        at = 0
        for token in tokens(text):
            digits = _DIGITS.findall(token.text)
            if token.kind in _ROWED:
                if len(rows) == len(refs):
                    return None
                rows.append((refs[len(rows)], at, at + len(digits) - 1))
            elif token.kind not in _FREE:
                exact.extend(enumerate(digits, at))
            at += len(digits)
        numbers = _DIGITS.findall(text)
        if len(rows) != len(refs) or any(
            ref.rect is None or (int(numbers[one]), int(numbers[other])) != (ref.rect.row0 + 1, ref.rect.row1 + 1)
            for ref, one, other in rows
        ):
            return None
        if self._by_rows:
            return _Plan(tuple(exact), tuple(rows), None)
        carried = _DIGITS.split(self._slow(text))
        if carried[1::2] != numbers:
            return None
        changed = None if tuple(carried[::2]) == shape else tuple(carried[::2])
        return _Plan(tuple(exact), tuple(rows), changed if changed is not None else shape)


def _links(stages: tuple[Stage, ...]) -> list[Callable[[Ref], Ref]]:
    """One function a step, or a run of steps that are one map."""
    links: list[Callable[[Ref], Ref]] = []
    at = 0
    while at < len(stages):
        end = at
        while end < len(stages) and _chains(stages[at], stages[end]):
            end += 1
        if end - at > 1:
            run = stages[at:end]
            edits = [step.edit for step, _ in run if type(step) is AxisStep]
            links.append(_Link(run, AxisChain(edits)).carry)
            at = end
        else:
            links.append(_single(stages[at]))
            at += 1
    return links


def _chains(first: Stage, other: Stage) -> bool:
    step, following = first[0], other[0]
    return (
        type(step) is AxisStep
        and type(following) is AxisStep
        and first[1] == other[1]
        and step[:3] == following[:3]
        and "move" not in (step.edit.kind, following.edit.kind)
    )


def _single(stage: Stage) -> Callable[[Ref], Ref]:
    step, host = stage

    def follow(ref: Ref) -> Ref:
        return carry(ref, step, host)

    return follow
