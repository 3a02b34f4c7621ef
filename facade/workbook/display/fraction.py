"""Sections that show fractions: # ?/?, ??/??, # ?/8, # ??/100."""

from __future__ import annotations

from typing import Final, NamedTuple

from .digit import BLANKS, fill, split
from .number import Renderer
from .token import Section, Token, UnreadableError

MAX_DIGITS: Final = 15
"""Placeholders of a denominator that count."""


class _Layout(NamedTuple):
    """whole_holders is empty where the fraction shows the whole number too; between is then what stands in front of it.

    fixed: the denominator that the code names, or 0.
    """

    whole: list[str | int]
    whole_holders: str
    between: str
    over_holders: str
    slash: str
    under_holders: str
    fixed: int
    suffix: str


def fraction(section: Section) -> Renderer:
    """The renderer of a section with a slash between placeholders. Raises UnreadableError."""
    layout = _lay_out(section.tokens)
    most = 10 ** min(len(layout.under_holders), MAX_DIGITS) - 1

    def show(magnitude: float, minus: str) -> str:
        whole = int(magnitude)
        rest = magnitude - whole
        if layout.fixed:
            under = layout.fixed
            over = int(split(rest * under, 0)[0])
        else:
            over, under = nearest(rest, most)
        if not layout.whole_holders:
            return f"{minus}{layout.between}{_shown(layout, over + whole * under, under)}{layout.suffix}"
        if over == under:
            whole, over = whole + 1, 0
        return f"{minus}{_mixed(layout, whole, over, under)}{layout.suffix}"

    return show


def nearest(value: float, most: int) -> tuple[int, int]:
    """The fraction from 0 to 1 that Excel shows for a number, its denominator being `most` at most.

    Of the two neighbours that enclose it, the one on its side of their mediant: not always the closer one. 12.3 - 12 is
    a little over 0.3, the mediant of 2/7 and 1/3, so that 12.3 is 12 1/3, and 0.3 itself is 2/7.
    """
    over, under = value.as_integer_ratio()
    if under <= most:
        return over, under
    rest_over, rest_under = over, under
    low_over, low_under, high_over, high_under = 0, 1, 1, 0
    while True:
        step = rest_over // rest_under
        next_under = low_under + step * high_under
        if next_under > most:
            break
        low_over, low_under, high_over, high_under = high_over, high_under, low_over + step * high_over, next_under
        rest_over, rest_under = rest_under, rest_over - step * rest_under
    step = (most - low_under) // high_under
    near_over, near_under = low_over + step * high_over, low_under + step * high_under
    middle_over, middle_under = near_over + high_over, near_under + high_under
    near_is_low = near_over * high_under < high_over * near_under
    value_is_low = over * middle_under < middle_over * under
    return (near_over, near_under) if near_is_low == value_is_low else (high_over, high_under)


def _mixed(layout: _Layout, whole: int, over: int, under: int) -> str:
    digits = str(whole)
    if not over and "0" not in layout.over_holders:
        if not whole:
            first = len(layout.whole_holders) - 1
            pieces = ["0" if piece == first else piece for piece in layout.whole]
            head = fill(pieces, layout.whole_holders, "")
        else:
            head = fill(layout.whole, layout.whole_holders, digits)
        hidden = len(layout.between) + len(layout.over_holders) + len(layout.slash)
        return head + " " * (hidden + (len(str(layout.fixed)) if layout.fixed else len(layout.under_holders)))
    head = fill(layout.whole, layout.whole_holders, digits)
    return head + layout.between + _shown(layout, over, under)


def _shown(layout: _Layout, over: int, under: int) -> str:
    digits = str(over)
    holders = layout.over_holders
    if not over:
        shown = "".join(BLANKS[holder] for holder in holders[:-1]) + "0"
    else:
        shown = fill(range(len(holders)), holders, digits)
    below = str(under)
    if not layout.fixed:
        missing = layout.under_holders[len(below) :]
        below = below.zfill(layout.under_holders.count("0")) if "0" in layout.under_holders else below
        below += " " * (missing.count("?") if "0" not in layout.under_holders else 0)
    return shown + layout.slash + below


def _lay_out(tokens: list[Token]) -> _Layout:
    at = next(index for index, token in enumerate(tokens) if token.kind == "slash")
    end = at
    while end and tokens[end - 1].kind == "literal":
        end -= 1
    start = end
    while start and tokens[start - 1].kind == "digit":
        start -= 1
    behind = at + 1
    while behind < len(tokens) and tokens[behind].kind == "literal" and not _is_digit(tokens[behind]):
        behind += 1
    stop = behind
    fixed = behind < len(tokens) and tokens[behind].kind == "literal"
    while stop < len(tokens) and (tokens[stop].kind == "digit" or (fixed and _is_digit(tokens[stop]))):
        stop += 1
    under = "".join(token.text for token in tokens[behind:stop])
    if start == end or behind == stop or (fixed and not (under.isdecimal() and len(under) <= MAX_DIGITS)):
        raise UnreadableError
    head = tokens[:start]
    last = max((index for index, token in enumerate(head) if token.kind == "digit"), default=-1)
    whole: list[str | int] = []
    holders = ""
    for token in head[: last + 1]:
        whole.append(len(holders) if token.kind == "digit" else token.text)
        holders += token.text if token.kind == "digit" else ""
    between = _literals(head[last + 1 :])
    return _Layout(
        whole, holders, between, _literals(tokens[start:end]), _literals(tokens[end:behind]), under,
        int(under) if fixed else 0, _literals(tokens[stop:]),
    )  # fmt: skip


def _is_digit(token: Token) -> bool:
    return token.text.isascii() and token.text.isdigit()


def _literals(tokens: list[Token]) -> str:
    return "".join(token.text for token in tokens)
