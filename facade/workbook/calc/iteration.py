"""Circles of formulas in workbooks that allow them: computed again and again until they settle.

Which value an application stops at depends on its order, on its start and on where it gives up, and none of the three
is written down. What does not depend on them is the fixed point that they come near to: a value is taken only where
the order of the sheet comes to one within the number of rounds that the file allows, and other orders and other starts
to the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, final

from ..formula.explore import Cell
from ..model.workbook import Workbook

UNSETTLED: Final = "goes in a circle that does not settle"
ORDERED: Final = "goes in a circle whose values depend on the order of calculation"
STARTED: Final = "goes in a circle whose values depend on those it had before"
STARTS: Final = (0, 1, 1000)
"""What all cells of a circle begin with to see that: =MAX(A1,C1) in A1 keeps the largest C1 there ever was."""
UNTOLD: Final = "goes in a circle through cells that are known only when it is computed"
LARGE: Final = "goes in a circle of too many formulas"
SMALL: Final = 64
"""Formulas of a circle that is also computed backwards: a long one needs as many rounds for that as it has formulas."""
MAX_MEMBERS: Final = 20_000
"""Formulas of one circle; each round computes all of them."""
MAX_READS: Final = 2_000_000
"""Cells that are looked at to find a circle."""
REFINED: Final = 1_000
"""Rounds after those that the file allows, to come as near to the fixed point as numbers can."""
_CALC: Final = re.compile(rb"<(?:[A-Za-z0-9_.-]+:)?calcPr\b[^>]*>")
_RELATIVE: Final = 1e-13
_OF_DELTA: Final = 1e-9
_SAME: Final = 1e-9


@final
class Iteration(NamedTuple):
    """As a file asks for it: at most so many rounds, or until no value changes by delta or more."""

    rounds: int
    delta: float

    def is_done(self, changes: Iterable[tuple[Any, Any]]) -> bool:
        """Whether an application would stop here."""
        return all(_gap(old, new) < self.delta or old == new for old, new in changes)

    def is_still(self, changes: Iterable[tuple[Any, Any]]) -> bool:
        """Whether a further round would change nothing."""
        least = _OF_DELTA * self.delta
        return all(_gap(old, new) <= max(least, _RELATIVE * _size(new)) for old, new in changes)

    def is_same(self, pairs: Iterable[tuple[Any, Any]]) -> bool:
        """Whether two orders came to the same."""
        least = 1_000 * _OF_DELTA * self.delta
        return all(_gap(one, other) <= max(least, _SAME * _size(one)) for one, other in pairs)


def iteration_of(model: Workbook) -> Iteration | None:
    """What the workbook's file says of circles; None where they are errors."""
    found = _CALC.search(workbook_xml(model))
    if found is None or _attribute(found[0], b"iterate") not in {b"1", b"true", b"on"}:
        return None
    return _settings(_attribute(found[0], b"iterateCount"), _attribute(found[0], b"iterateDelta"))


def workbook_xml(model: Workbook) -> bytes:
    """The part that holds what the file says of calculation; nothing where there is no file."""
    package = model.package
    part = None if package is None else package.main_part()
    return b"" if package is None or part is None else package.read(part)


def _settings(count: bytes | None, delta: bytes | None) -> Iteration | None:
    """The defaults are those of the file format. None for what nobody can read."""
    try:
        found = Iteration(100 if count is None else int(count), 0.001 if delta is None else float(delta))
    except ValueError:
        return None
    return found if 1 <= found.rounds <= 32_767 and 0.0 <= found.delta < float("inf") else None


def _attribute(element: bytes, name: bytes) -> bytes | None:
    found = re.search(rb"\s" + name + rb"\s*=\s*[\"']([^\"']*)[\"']", element)
    return None if found is None else found[1].strip()


def _gap(one: Any, other: Any) -> float:
    if type(one) in _NUMBERS and type(other) in _NUMBERS:
        return abs(float(one) - float(other))
    return 0.0 if type(one) is type(other) and one == other else float("inf")


_NUMBERS: Final = frozenset({int, float})


def _size(value: Any) -> float:
    return abs(float(value)) if type(value) in _NUMBERS else 0.0


class TooLargeError(Exception):
    """More formulas or reads than are looked at."""


def circle_of(cell: Cell, reads: Callable[[Cell], list[Cell]]) -> list[Cell]:
    """All formulas that a formula depends on and that depend on it, itself among them, by sheet, row and column.

    reads gives the formulas that one reads and that are not known yet. Raises TooLargeError. (The strongly connected
    components by Tarjan's way, without recursion; that of the cell is the last.)
    """
    number: dict[Cell, int] = {}
    low: dict[Cell, int] = {}
    open_: list[Cell] = []
    is_open: set[Cell] = set()
    count = 0
    found: list[Cell] = []
    stack: list[tuple[Cell, list[Cell], int]] = []

    def enter(here: Cell) -> None:
        nonlocal count
        others = reads(here)
        count += 1 + len(others)
        if count > MAX_READS:
            raise TooLargeError
        number[here] = low[here] = len(number)
        open_.append(here)
        is_open.add(here)
        stack.append((here, others, 0))

    enter(cell)
    while stack:
        here, others, at = stack.pop()
        if at < len(others):
            stack.append((here, others, at + 1))
            other = others[at]
            if other not in number:
                enter(other)
            elif other in is_open:
                low[here] = min(low[here], number[other])
            continue
        if stack:
            above = stack[-1][0]
            low[above] = min(low[above], low[here])
        if low[here] == number[here]:
            found = []
            while True:
                member = open_.pop()
                is_open.discard(member)
                found.append(member)
                if member == here:
                    break
    if len(found) > MAX_MEMBERS:
        raise TooLargeError
    return sorted(found)


def needed_first(members: list[Cell], reads: Callable[[Cell], list[Cell]]) -> list[Cell]:
    """The formulas of a circle with the first of them last, each behind those that it reads, as far as that goes."""
    inside = set(members)
    seen = {members[0]}
    done: list[Cell] = []
    stack = [(members[0], iter(reads(members[0])))]
    while stack:
        here, others = stack[-1]
        other = next((one for one in others if one in inside and one not in seen), None)
        if other is None:
            done.append(here)
            stack.pop()
        else:
            seen.add(other)
            stack.append((other, iter(reads(other))))
    return done
