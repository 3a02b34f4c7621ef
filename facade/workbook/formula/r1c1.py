"""Formula text in R1C1 notation: cells told by how far they lie from the formula's own, so that copies read alike."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, final

from ..model.rect import MAX_ROWS, column_index, parse_rect
from .shape import MAX_PLACES, MAX_PLANS, Places, Shape
from .token import Kind, Token, tokens

_DIGITS: Final = re.compile(r"(\d+)", re.ASCII)
_CORNER: Final = re.compile(r"(\$?)([A-Za-z]*)(\$?)([0-9]*)")
_REFERENCES: Final = frozenset({Kind.CELL, Kind.COLUMNS, Kind.ROWS})
_FREE: Final = frozenset({Kind.NUMBER, Kind.STRING, Kind.OTHER, Kind.ERROR})
"""Tokens whose digits may be any."""
_ROW_DIGITS: Final = 7


def r1c1_text(text: str, row0: int, col0: int) -> str:
    """A formula of a cell, without its equals sign, with its cells as R[-1]C, RC[2] or R5C3.

    All else stays as it is written: names, texts, sheets before an exclamation mark, structured references. One whole
    column is C[-1], several are C[-1]:C, as Excel writes them; rows likewise. Corners stay in the order they are
    written in. Texts that differ in numbers only are taken apart once.
    """
    parts = _DIGITS.split(text)
    numbers = parts[1::2]
    shape = tuple(parts[::2])
    for places in _places.get(shape, ()):
        plan = _plans.get((col0, shape, places, tuple([numbers[at] for at in places])))
        if plan is not None:
            return _fill(plan, numbers, row0) or _read(text, row0, col0)
    if max(map(len, numbers), default=0) > _ROW_DIGITS:
        return _read(text, row0, col0)
    made = _plan(text, col0)
    if len(_plans) >= MAX_PLANS:
        _plans.clear()
        _places.clear()
    places = tuple(at for at, _ in made.exact)
    _plans[col0, shape, places, tuple(run for _, run in made.exact)] = made
    known = _places.setdefault(shape, [])
    if places not in known and len(known) < MAX_PLACES:
        known.append(places)
    return _fill(made, numbers, row0) or _read(text, row0, col0)


@final
class _Plan(NamedTuple):
    """template has a place for each run of digits but those of exact: (run, whether it is a row, and a fixed one).

    whole: the runs that are the first and the last of whole rows, which must differ.
    """

    template: str
    runs: tuple[tuple[int, bool, bool], ...]
    whole: tuple[tuple[int, int], ...]
    exact: tuple[tuple[int, str], ...]


_plans: dict[tuple[int, Shape, Places, tuple[str, ...]], _Plan] = {}
"""By column, the text without its runs of digits, the places of the runs that must be the same, and these runs."""
_places: dict[Shape, list[Places]] = {}


def _fill(plan: _Plan, numbers: list[str], row0: int) -> str | None:
    """The plan with these numbers; None where one of them is no row, so that the text reads differently."""
    found: list[str] = []
    for at, is_row, fixed in plan.runs:
        run = numbers[at]
        if is_row:
            row = int(run)
            if run[0] == "0" or row > MAX_ROWS:
                return None
            run = run if fixed else _distance(row - 1, row0)
        found.append(run)
    if any(numbers[first] == numbers[last] for first, last in plan.whole):
        return None
    return plan.template % tuple(found)


def _plan(text: str, col0: int) -> _Plan:
    template: list[str] = []
    runs: list[tuple[int, bool, bool]] = []
    whole: list[tuple[int, int]] = []
    exact: list[tuple[int, str]] = []
    at = 0
    for token in tokens(text):
        digits = _DIGITS.findall(token.text)
        if _is_reference(token):
            corners = [_Corner.of(corner) for corner in token.text.split(":")]
            runs.extend((at + place, True, corner.row_fixed) for place, corner in enumerate(corners) if corner.digits)
            if token.kind is Kind.ROWS:
                whole.append((at, at + 1))
            template.append(_joined(token, [corner.write("%s", col0) for corner in corners]))
        elif token.kind in _FREE:
            runs.extend((at + place, False, False) for place in range(len(digits)))
            template.append(_DIGITS.sub("\0", token.text).replace("%", "%%").replace("\0", "%s"))
        else:
            exact.extend(enumerate(digits, at))
            template.append(token.text.replace("%", "%%"))
        at += len(digits)
    return _Plan("".join(template), tuple(runs), tuple(whole), tuple(exact))


def _read(text: str, row0: int, col0: int) -> str:
    """The same token by token, without a plan."""
    parts: list[str] = []
    for token in tokens(text):
        if _is_reference(token):
            corners = [_Corner.of(corner) for corner in token.text.split(":")]
            rows = [one.digits if one.row_fixed else _distance(int(one.digits or 0) - 1, row0) for one in corners]
            written = [one.write(row, col0) for one, row in zip(corners, rows, strict=True)]
            parts.append(_joined(token, list(dict.fromkeys(written)) if token.kind is Kind.ROWS else written))
        else:
            parts.append(token.text)
    return "".join(parts)


@final
class _Corner(NamedTuple):
    """One end of a reference, as it is written. No digits: of whole columns; no letters: of whole rows."""

    letters: str
    column_fixed: bool
    digits: str
    row_fixed: bool

    @classmethod
    def of(cls, text: str) -> _Corner:
        """Read A1, $A$1, $A or $1."""
        match = _CORNER.fullmatch(text)
        assert match is not None
        first, letters, second, digits = match.groups()
        return cls(letters, bool(first), digits, bool(second or (first and not letters)))

    def write(self, row: str, col0: int) -> str:
        """It in R1C1 notation; row is what stands behind R."""
        column = column_index(self.letters) if self.letters else 0
        behind = str(column + 1) if self.column_fixed else _distance(column, col0)
        return ("R" + row if self.digits else "") + ("C" + behind if self.letters else "")


def _is_reference(token: Token) -> bool:
    return token.kind in _REFERENCES and parse_rect(token.text) is not None


def _joined(token: Token, corners: list[str]) -> str:
    return ":".join(dict.fromkeys(corners) if token.kind is Kind.COLUMNS else corners)


def _distance(index: int, own: int) -> str:
    return "" if index == own else f"[{index - own}]"
