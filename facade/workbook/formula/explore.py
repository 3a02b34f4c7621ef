"""Questions about formulas whose answers need those of other formulas: asked depth first, without recursion, since
chains of formulas are as long as sheets are tall."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeAlias, TypeVar

Cell: TypeAlias = tuple[str, int, int]
"""(sheet id, row0, col0)."""

Answer = TypeVar("Answer")


def explore(
    cell: Cell,
    known: Callable[[Cell], Answer | None],
    visit: Callable[[Cell], Generator[Cell, Answer, Answer]],
    settle: Callable[[Cell, Answer], None],
) -> Answer:
    """The answer for a cell. known gives an answer that is there already, also of a cell that is being visited, where
    formulas go in circles. A visit yields the cells it asks for, is sent their answers, and returns its own, which
    settle is told.
    """
    found = known(cell)
    if found is not None:
        return found
    stack = [(cell, visit(cell))]
    while True:
        here, asking = stack[-1]
        try:
            wanted = next(asking) if found is None else asking.send(found)
        except StopIteration as stop:
            answer: Answer = stop.value
            settle(here, answer)
            stack.pop()
            if not stack:
                return answer
            found = answer
            continue
        found = known(wanted)
        if found is None:
            stack.append((wanted, visit(wanted)))
