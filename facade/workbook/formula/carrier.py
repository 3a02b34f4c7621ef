"""Formula text carried through the steps made since it was written: many texts that differ in numbers cost little.

A shape is a text without its runs of digits. What row edits do to a text is known from the first of its shape but for
the row numbers; what edits of columns and sheet names do is the same for all of a shape.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from operator import le
from typing import Final, NamedTuple, TypeAlias, final

from ...axis import AxisChain, AxisEdit, Span, chain_of
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect
from .outline import DIGITS, FREE, MAX_SHAPES, ROW_DIGITS, ROWED, references
from .pieces import Ref, pieces
from .step import AxisStep, DropStep, RenameStep, ShiftStep, Step, carry, lost
from .token import tokens

Stage: TypeAlias = "tuple[Step, str]"
"""A step, and the id of the sheet the formula stood on when it was made."""

_MAX_PLANS: Final = 8
_MAX_NUMBERS: Final = 1 << 18
_MANY: Final = 8
"""From so many texts on it is worth a look whether all are of one shape."""


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
class _RowMap:
    """Where the rows go that references of one kind name. number: one of them, by its number as text (see _Numbers).

    Insertions carry the ends of an area each for itself (independent); other edits need both.
    """

    __slots__ = ("_chain", "_edits", "_shifts", "_starts", "independent", "number")

    def __init__(self, edits: list[AxisEdit]) -> None:
        self._edits = edits
        self.number: Callable[[str], str | None] = _Numbers(self.span).__getitem__
        self.independent = all(edit.kind == "insert" for edit in edits)
        moves = any(edit.kind == "move" for edit in edits)
        self._chain = None if moves else chain_of(tuple(edits))
        stretches = [] if self._chain is None else self._chain.stretches()
        self._starts = [start + 1 for start, _ in stretches]
        self._shifts = [shift for _, shift in stretches]

    def column(self, digits: list[str]) -> list[str] | None:
        """Many single rows; None where one of them is lost or odd. Quick where all move alike, as most do."""
        if self._chain is None:
            found = list(map(self.number, digits))
            return None if None in found else found  # type: ignore[return-value]
        numbers = list(map(int, digits))
        low, high = min(numbers), max(numbers)
        if high + self._chain.reach > MAX_ROWS or min(digits) < "1":
            return None
        first, last = bisect_right(self._starts, low) - 1, bisect_right(self._starts, high) - 1
        shifts = [shift for shift in self._shifts[first : last + 1] if shift is not None]
        if len(shifts) != last - first + 1:
            return None
        if not any(shifts):
            return digits
        if first == last:
            return list(map(str, map(shifts[0].__add__, numbers)))
        starts = self._starts[first + 1 : last + 1]
        return [str(number + shifts[bisect_right(starts, number)]) for number in numbers]

    def span(self, first: int, last: int) -> Span | None:
        """Rows counted from 0, neither all of them nor beyond the sheet."""
        chain = self._chain
        if chain is not None and len(self._edits) > 1 and last + chain.reach < MAX_ROWS:
            return chain.span(first, last)
        found: Span | None = (first, last)
        for edit in self._edits:
            found = None if found is None else edit.span(*found, MAX_ROWS)
        return found


@final
class _Numbers(dict[str, "str | None"]):
    """Where one row goes, by its number as text; None where it is lost, or no row of a sheet as files write it."""

    __slots__ = ("_span",)

    def __init__(self, span: Callable[[int, int], Span | None]) -> None:
        super().__init__()
        self._span = span

    def __missing__(self, digits: str) -> str | None:
        row0 = int(digits) - 1
        found = None
        if digits[0] != "0" and row0 < MAX_ROWS:
            span = self._span(row0, row0)
            found = None if span is None else str(span[0] + 1)
        if len(self) >= _MAX_NUMBERS:
            self.clear()
        self[digits] = found
        return found


@final
class _Plan(NamedTuple):
    """How the texts of one shape change. exact: places of digit runs and what they must be.

    rows: for each reference the places of its row numbers, and where they go, None for nowhere else. parts: what the
    pieces between the numbers become, where that does not depend on the numbers.
    """

    exact: tuple[tuple[int, str], ...]
    rows: tuple[tuple[_RowMap | None, int, int], ...]
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
        self._row_maps: dict[tuple[int, ...], _RowMap] = {}

    def texts(self, texts: list[str]) -> list[str]:
        """Many formulas, as text gives them; those of one shape side by side cost some 0.5 us each."""
        if self._stages and (self._by_rows or self._by_names) and len(texts) >= _MANY:
            found = self._alike(texts)
            if found is not None:
                return found
        return list(map(self.text, texts))

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
        parts = DIGITS.split(text)
        numbers = parts[1::2]
        shape = tuple(parts[::2])
        plans = self._plans.get(shape)
        if plans is None:
            if len(self._plans) >= MAX_SHAPES:
                self._plans.clear()
            plans = self._plans[shape] = []
        for plan in plans:
            if all(numbers[at] == digits for at, digits in plan.exact):
                return self._fill(plan, parts, numbers, text)
        if len(plans) < _MAX_PLANS and max(map(len, numbers), default=0) <= ROW_DIGITS:
            made = self._plan(text, shape)
            if made is not None:
                plans.append(made)
                return self._fill(made, parts, numbers, text)
        return self._slow(text)

    def _alike(self, texts: list[str]) -> list[str] | None:
        """All at once, where they differ in their numbers only, and each number can be carried for itself."""
        first = DIGITS.split(texts[0])
        count, many = len(first) // 2, len(texts)
        shape = first[::2]
        numbers = _numbers_of(texts, shape)
        if numbers is None:
            return None
        self._quick(texts[0])
        plan = next(iter(self._plans.get(tuple(shape), ())), None)
        if plan is None:
            return None
        if any(numbers[at::count].count(digits) != many for at, digits in plan.exact):
            return None
        held = numbers.copy()
        for rows, one, other in plan.rows:
            if not _carry_numbers(rows, numbers, slice(one, None, count), slice(other, None, count)):
                return None
        if plan.parts is None and numbers == held:
            return texts
        return (_form(shape if plan.parts is None else plan.parts, many) % tuple(numbers)).split("\0")

    def _fill(self, plan: _Plan, parts: list[str], numbers: list[str], text: str) -> str:
        changed = plan.parts is not None
        for rows, first, last in plan.rows:
            one, other = numbers[first], numbers[last]
            if first == last and plan.parts is None:
                new = one if rows is None else rows.number(one)
                if new is None:
                    return self._slow(text)
                if new != one:
                    changed = True
                    parts[2 * first + 1] = new
                continue
            row0, row1 = int(one) - 1, int(other) - 1
            if one[0] == "0" or other[0] == "0" or row1 >= MAX_ROWS or row0 > row1:
                return self._slow(text)
            if rows is None or plan.parts is not None:
                continue
            if row0 == 0 and row1 == MAX_ROWS - 1:
                return self._slow(text)
            span = rows.span(row0, row1)
            if span is None:
                return self._slow(text)
            if span != (row0, row1):
                changed = True
                parts[2 * first + 1] = str(span[0] + 1)
                parts[2 * last + 1] = str(span[1] + 1)
        if plan.parts is not None:
            parts[::2] = plan.parts
        return "".join(parts) if changed else text

    def _plan(self, text: str, shape: tuple[str, ...]) -> _Plan | None:
        """None where the first text itself is of no use: corners upside down, a reference that reads as a name."""
        refs: list[Ref] = [
            part for part in pieces(text) if type(part) is Ref and part.rect is not None and part.form != "columns"
        ]
        rows: list[tuple[Ref, int, int]] = []
        exact: list[tuple[int, str]] = []
        at = 0
        for token in tokens(text):
            digits = DIGITS.findall(token.text)
            if token.kind in ROWED:
                if len(rows) == len(refs):
                    return None
                rows.append((refs[len(rows)], at, at + len(digits) - 1))
            elif token.kind not in FREE:
                exact.extend(enumerate(digits, at))
            at += len(digits)
        numbers = DIGITS.findall(text)
        if len(rows) != len(refs) or any(
            ref.rect is None or (int(numbers[one]), int(numbers[other])) != (ref.rect.row0 + 1, ref.rect.row1 + 1)
            for ref, one, other in rows
        ):
            return None
        mapped = tuple((self._row_map(ref), one, other) for ref, one, other in rows)
        if self._by_rows:
            return _Plan(tuple(exact), mapped, None)
        carried = DIGITS.split(self._slow(text))
        if carried[1::2] != numbers:
            return None
        changed = None if tuple(carried[::2]) == shape else tuple(carried[::2])
        return _Plan(tuple(exact), mapped, changed if changed is not None else shape)

    def _row_map(self, ref: Ref) -> _RowMap | None:
        """What row edits do to a reference and all that name the same sheet."""
        places = tuple(
            place
            for place, (step, host) in enumerate(self._stages)
            if _edits_rows(step, ref) and concerns(ref, step, host)
        )
        if not places:
            return None
        found = self._row_maps.get(places)
        if found is None:
            steps = (self._stages[place][0] for place in places)
            edits = [step.edit for step in steps if isinstance(step, AxisStep | ShiftStep)]
            found = self._row_maps[places] = _RowMap(edits)
        return found


def _edits_rows(step: Step, ref: Ref) -> bool:
    """Whether a step takes rows elsewhere, all of them or those between the columns of a reference."""
    if isinstance(step, ShiftStep):
        band, rect = step.rect, ref.rect
        return step.axis == "rows" and rect is not None and band.col0 <= rect.col0 and rect.col1 <= band.col1
    return isinstance(step, AxisStep) and step.axis == "rows"


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
            links.append(_Link(run, chain_of(tuple(edits))).carry)
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


def _carry_numbers(rows: _RowMap | None, numbers: list[str], first: slice, last: slice) -> bool:
    """Carry one reference of all texts, whose row numbers stand in two slices; False where that must be done singly."""
    ones, others = numbers[first], numbers[last]
    if first == last:
        carried = ones if rows is None and _are_rows(ones) else None if rows is None else rows.column(ones)
        if carried is None:
            return False
        numbers[first] = carried
        return True
    starts, ends = list(map(int, ones)), list(map(int, others))
    if not (_are_rows(ones) and _are_rows(others) and all(map(le, starts, ends)) and max(ends) < MAX_ROWS):
        return False
    if rows is None:
        return True
    if rows.independent:
        lows, highs = rows.column(ones), rows.column(others)
        if lows is None or highs is None:
            return False
        numbers[first], numbers[last] = lows, highs
        return True
    spans = [rows.span(start - 1, end - 1) for start, end in zip(starts, ends, strict=True)]
    if None in spans:
        return False
    numbers[first] = [str(span[0] + 1) for span in spans if span is not None]
    numbers[last] = [str(span[1] + 1) for span in spans if span is not None]
    return True


def _form(parts: Sequence[str], many: int) -> str:
    """What makes so many texts of one shape from their numbers, parted by zeros."""
    return "\0".join(["%s".join(part.replace("%", "%%") for part in parts)] * many)


def _numbers_of(texts: list[str], shape: list[str]) -> list[str] | None:
    """All numbers of texts, one text after another; None where one of them is of another shape, or none has any.

    With these numbers the shape must make the very same texts: an expression that looks would take five times as long.
    """
    joined = "\0".join(texts)
    numbers = joined.encode("utf-8", "surrogatepass").translate(_NUMBERS).decode("ascii").split()
    count, many = len(shape) - 1, len(texts)
    if not count or len(numbers) != count * many or _form(shape, many) % tuple(numbers) != joined:
        return None
    return numbers


_NUMBERS: Final = bytes(byte if 0x30 <= byte <= 0x39 else 0x20 for byte in range(256))


def _are_rows(digits: list[str]) -> bool:
    """Whether all are numbers of rows as files write them."""
    return min(digits) >= "1" and max(map(int, digits)) <= MAX_ROWS
