"""Sections of digits: 0 # ? with literals between, thousands, percentages, and E notation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeAlias

from .digit import fill, fill_fraction, rounded, significant, split
from .token import Section, Token, UnreadableError

Renderer: TypeAlias = "Callable[[float, str], str]"
"""What one section shows of a number from 0, with the sign to show in front of it, which zero does not get."""


class Layout(NamedTuple):
    """The parts of a section of digits. Pieces are literals and places in the placeholders beside them."""

    whole: list[str | int]
    whole_holders: str
    fraction: list[str | int]
    fraction_holders: str
    exponent: list[str | int]
    exponent_holders: str
    plus: bool
    grouped: bool
    shift: int


def number(section: Section) -> Renderer:
    """The renderer of a section of digits. Raises UnreadableError."""
    layout = _lay_out(section.tokens)
    if section.has("exponent"):
        return _scientific(layout)
    return _simple(layout) or _plain(layout)


class _Simple(NamedTuple):
    """Literals around digits. least: digits before the point. places: digits behind it, the last ones optional."""

    prefix: str
    suffix: str
    least: int
    places: int
    optional: int
    grouped: bool
    shift: int


def _simplified(layout: Layout) -> _Simple | None:
    """The layout as most codes have it; None where literals or blanks stand among the digits."""
    first, last = _around(layout.whole)
    needed = layout.whole_holders.lstrip("#")
    fixed = layout.fraction_holders.rstrip("#")
    places = len(layout.fraction_holders)
    tail = layout.fraction
    if first is None or last is None or needed.strip("0") or fixed.strip("0"):
        return None
    if tail and (last or tail[: places + 1] != [".", *range(places)] or not places):
        return None
    suffix = "".join(map(str, tail[places + 1 :])) if tail else last
    return _Simple(first, suffix, len(needed), places, places - len(fixed), layout.grouped, layout.shift)


def _simple(layout: Layout) -> Renderer | None:
    """The renderer of a simple layout, by Python's own formatting wherever it cannot round otherwise than Excel."""
    simple = _simplified(layout)
    if simple is None:
        return None
    prefix, suffix, least, places, optional, grouped, shift = simple
    exact = _exact(simple)
    if least != 1 or places + abs(shift) > _FEW:
        return exact
    around = bool(prefix or suffix)
    spec = f"{',' if grouped else ''}.{places}f"
    factor, scale = 10.0**shift, 10.0 ** (places + shift)

    def show(magnitude: float, minus: str) -> str:
        scaled = magnitude * scale
        rest = scaled % 1.0
        if scaled >= _SURE or _NEAR_HALF < rest < _OVER_HALF:
            return exact(magnitude, minus)
        if minus and scaled < 0.5:
            minus = ""
        shown = format(magnitude * factor if shift else magnitude, spec)
        if optional:
            shown = shown[:-optional] + shown[-optional:].rstrip("0")
        return f"{minus}{prefix}{shown}{suffix}" if around or minus else shown

    return show


_FEW: Final = 30
"""Places that powers of ten are taken for; Excel has no more."""
_SURE: Final = 1e10
"""Below it the 15 decimal digits that Excel looks at differ from the number by less than 0.00001 of the last place."""
_NEAR_HALF, _OVER_HALF = 0.4999, 0.5001


def _exact(simple: _Simple) -> Renderer:
    prefix, suffix, least, places, optional, grouped, shift = simple

    def show(magnitude: float, minus: str) -> str:
        whole, fraction = split(magnitude, places, shift)
        if minus and whole == "0" and not fraction.strip("0"):
            minus = ""
        if whole == "0" and not least:
            whole = ""
        elif len(whole) < least:
            whole = whole.zfill(least)
        if grouped and len(whole) > 3:
            head = len(whole) % 3
            parts = [whole[at : at + 3] for at in range(head, len(whole), 3)]
            whole = ",".join([whole[:head], *parts] if head else parts)
        if optional:
            fraction = fraction[: places - optional] + fraction[places - optional :].rstrip("0")
        return f"{minus}{prefix}{whole}{'.' if places else ''}{fraction}{suffix}"

    return show


def _around(pieces: list[str | int]) -> tuple[str | None, str | None]:
    """The literals in front of the placeholders and behind them; None where some stand between."""
    places = [index for index, piece in enumerate(pieces) if type(piece) is int]
    if not places or places[-1] - places[0] != len(places) - 1:
        return None, None
    return "".join(map(str, pieces[: places[0]])), "".join(map(str, pieces[places[-1] + 1 :]))


def _plain(layout: Layout) -> Renderer:
    places = len(layout.fraction_holders)

    def show(magnitude: float, minus: str) -> str:
        whole, fraction = split(magnitude, places, layout.shift)
        if minus and whole == "0" and not fraction.strip("0"):
            minus = ""
        shown = fill(layout.whole, layout.whole_holders, whole, grouped=layout.grouped)
        return minus + shown + fill_fraction(layout.fraction, layout.fraction_holders, fraction)

    return show


def _scientific(layout: Layout) -> Renderer:
    """E notation; with several places before the point, the exponent is a multiple of their number."""
    width = len(layout.whole_holders)
    step = max(width, 1)
    places = len(layout.fraction_holders)
    plain = _is_plain(layout)
    point = "." if layout.fraction else ""

    def show(magnitude: float, minus: str) -> str:
        power, whole, fraction = 0, "0", "0" * places
        if magnitude:
            digits, first = significant(magnitude)
            first += layout.shift
            power = first // step * step if width else first + 1
            before = first - power + 1
            digits, carried = rounded(digits, before + places)
            if carried and before == width:
                power, before = power + step, 1
            elif carried:
                before += 1
            whole, fraction = digits[:before], digits[before : before + places].ljust(places, "0")
        sign = "-" if power < 0 else "+" if layout.plus else ""
        if plain:
            return f"{minus}{whole}{point}{fraction}E{sign}{str(abs(power)).zfill(plain)}"
        mantissa = fill(layout.whole, layout.whole_holders, whole, grouped=layout.grouped)
        mantissa += fill_fraction(layout.fraction, layout.fraction_holders, fraction)
        return f"{minus}{mantissa}E{sign}{fill(layout.exponent, layout.exponent_holders, str(abs(power)))}"

    return show


def _is_plain(layout: Layout) -> int:
    """How many zeros stand behind the E, where the code is of the form 0.00E+00; else 0."""
    pieces = [0, ".", *range(len(layout.fraction_holders))] if layout.fraction else [0]
    power = len(layout.exponent_holders)
    zeros = layout.whole_holders + layout.fraction_holders + layout.exponent_holders
    as_it_is = layout.whole + layout.fraction == pieces and layout.exponent == list(range(power))
    return power if as_it_is and not zeros.strip("0") else 0


def _lay_out(tokens: list[Token]) -> Layout:
    """Sort tokens into the parts before the point, behind it and behind the E."""
    head, tail, power = _parts(tokens)
    shift = 2 * sum(token.kind == "percent" for token in tokens)
    whole, whole_holders, grouped, scaled = _pieces(head)
    fraction, fraction_holders, _, scaled_too = _pieces(tail)
    exponent, exponent_holders, _, _ = _pieces(power[1:])
    if power and not exponent_holders:
        raise UnreadableError
    if tail and not power and not whole_holders:
        whole, whole_holders = [*whole, 0], "#"
    exponent_holders = exponent_holders[:-1] + "0" if power else ""  # an exponent of 0 is shown
    plus = bool(power) and power[0].text[1] == "+"
    return Layout(
        whole, whole_holders, fraction, fraction_holders, exponent, exponent_holders, plus, grouped,
        shift - 3 * (scaled + scaled_too),
    )  # fmt: skip


def _parts(tokens: list[Token]) -> tuple[list[Token], list[Token], list[Token]]:
    parts: tuple[list[Token], list[Token], list[Token]] = ([], [], [])
    at = 0
    for token in tokens:
        if token.kind == "exponent" and at < 2:
            at = 2
        elif token.kind == "point" and at == 0:
            at = 1
        parts[at].append(token)
    return parts


def _pieces(tokens: Iterable[Token]) -> tuple[list[str | int], str, bool, int]:
    """Pieces, placeholders, whether digits are grouped, and how often commas divide by a thousand.

    Commas right behind the last placeholder divide, those between placeholders group, others are literals.
    """
    pieces: list[str | int] = []
    holders = ""
    grouped = False
    waiting = 0
    for token in tokens:
        if token.kind == "digit":
            grouped = grouped or waiting > 0
            waiting = 0
            pieces.append(len(holders))
            holders += token.text
        elif token.kind == "comma" and holders and (waiting or type(pieces[-1]) is int):
            waiting += 1
        else:
            pieces.append(token.text)
    return pieces, holders, grouped, waiting
