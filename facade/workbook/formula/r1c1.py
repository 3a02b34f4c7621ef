"""Formula text in R1C1 notation: cells told by how far they lie from the formula's own, so that copies read alike."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, TypeAlias, final

from ..model.rect import MAX_ROWS, Rect, parse_rect
from .pieces import fixed_of
from .token import Kind, Token, tokens

_DIGITS: Final = re.compile(r"(\d+)", re.ASCII)
_FORMS: Final = {Kind.CELL: "cell", Kind.COLUMNS: "columns", Kind.ROWS: "rows"}
_FREE: Final = frozenset({Kind.NUMBER, Kind.STRING, Kind.OTHER, Kind.ERROR})
"""Tokens whose digits may be any."""
_ROW_DIGITS: Final = 7
_MAX_SHAPES: Final = 4_096
"""Shapes that are remembered, and plans of each; a hostile file can have any number of them."""


def r1c1_text(text: str, row0: int, col0: int) -> str:
    """A formula of a cell, without its equals sign, with its cells as R[-1]C, RC[2] or R5C3.

    All else stays as it is written: names, texts, sheets before an exclamation mark, structured references. One whole
    column is C[-1], several are C[-1]:C, as Excel writes them. Texts that differ in numbers only are taken apart once.
    """
    parts = _DIGITS.split(text)
    numbers = parts[1::2]
    key = col0, tuple(parts[::2])
    plans = _plans.get(key)
    if plans is None:
        if len(_plans) >= _MAX_SHAPES:
            _plans.clear()
        plans = _plans[key] = {}
    for places, known in plans.items():
        plan = known.get(tuple([numbers[at] for at in places]))
        if plan is not None:
            return _fill(plan, numbers, row0) or _read(text, row0, col0)
    if max(map(len, numbers), default=0) <= _ROW_DIGITS and sum(map(len, plans.values())) < _MAX_SHAPES:
        made = _plan(text, col0)
        filled = _fill(made, numbers, row0)
        if filled is not None:  # of corners that stand upside down, the dollar signs have changed places
            plans.setdefault(tuple(at for at, _ in made.exact), {})[tuple(run for _, run in made.exact)] = made
            return filled
    return _read(text, row0, col0)


@final
class _Plan(NamedTuple):
    """template has a place for each run of digits but those of exact: (run, whether it is a row, and a fixed one).

    pairs: the runs that are the first and the last row of one reference, which must not stand upside down.
    """

    template: str
    runs: tuple[tuple[int, bool, bool], ...]
    pairs: tuple[tuple[int, int], ...]
    exact: tuple[tuple[int, str], ...]


_Plans: TypeAlias = "dict[tuple[int, ...], dict[tuple[str, ...], _Plan]]"

_plans: dict[tuple[int, tuple[str, ...]], _Plans] = {}
"""By column and by the text without its runs of digits."""


def _fill(plan: _Plan, numbers: list[str], row0: int) -> str | None:
    """The plan with these numbers; None where one of them is no row, so that the text reads differently."""
    found: list[str] = []
    for at, is_row, fixed in plan.runs:
        run = numbers[at]
        if is_row:
            row = int(run)
            if run[0] == "0" or row > MAX_ROWS:
                return None
            distance = row - 1 - row0
            run = run if fixed else f"[{distance}]" if distance else ""
        found.append(run)
    if any(int(numbers[first]) > int(numbers[last]) for first, last in plan.pairs):
        return None
    return plan.template % tuple(found)


def _plan(text: str, col0: int) -> _Plan:
    template: list[str] = []
    runs: list[tuple[int, bool, bool]] = []
    pairs: list[tuple[int, int]] = []
    exact: list[tuple[int, str]] = []
    at = 0
    for token in tokens(text):
        digits = _DIGITS.findall(token.text)
        rect, form = _reference(token)
        if rect is not None:
            fixed = fixed_of(token.text)
            rows = [(at + place, True, fixed[2 * place]) for place in range(len(digits))]
            runs.extend(rows)
            if len(rows) == 2:
                pairs.append((at, at + 1))
            template.append(_written("R%s" if rows else "", "R%s" if rows else "", rect, form, fixed, col0))
        elif token.kind in _FREE:
            runs.extend((at + place, False, False) for place in range(len(digits)))
            template.append(_DIGITS.sub("\0", token.text).replace("%", "%%").replace("\0", "%s"))
        else:
            exact.extend(enumerate(digits, at))
            template.append(token.text.replace("%", "%%"))
        at += len(digits)
    return _Plan("".join(template), tuple(runs), tuple(pairs), tuple(exact))


def _read(text: str, row0: int, col0: int) -> str:
    """The same token by token, without a plan."""
    parts: list[str] = []
    for token in tokens(text):
        rect, form = _reference(token)
        if rect is None:
            parts.append(token.text)
        else:
            fixed = fixed_of(token.text)
            first, last = _end("R", rect.row0, fixed[0], row0), _end("R", rect.row1, fixed[2], row0)
            parts.append(_written(first, last, rect, form, fixed, col0))
    return "".join(parts)


def _reference(token: Token) -> tuple[Rect | None, str]:
    form = _FORMS.get(token.kind, "")
    rect = parse_rect(token.text) if form else None
    return rect, "area" if form == "cell" and ":" in token.text else form


def _written(top: str, bottom: str, rect: Rect, form: str, fixed: tuple[bool, bool, bool, bool], col0: int) -> str:
    left, right = _end("C", rect.col0, fixed[1], col0), _end("C", rect.col1, fixed[3], col0)
    if form == "cell":
        return top + left
    if form == "columns":
        return left if left == right else f"{left}:{right}"
    if form == "rows":
        return f"{top}:{bottom}"
    return f"{top}{left}:{bottom}{right}"


def _end(letter: str, index: int, fixed: bool, own: int) -> str:
    if fixed:
        return f"{letter}{index + 1}"
    return letter if index == own else f"{letter}[{index - own}]"
