"""Decimal digits of numbers as Excel sees them: 15 significant ones, rounded half away from zero."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

Pieces: TypeAlias = "Sequence[str | int]"
"""Literals as they are shown, and the places of digits as numbers: see fill."""

BLANKS: Final = {"0": "0", "?": " ", "#": ""}
"""What a placeholder shows where the number has no digit."""


_SHORTEST, _SIGNIFICANT = "%.15g", "%.14e"  # with the operator %: half the time of format()


def split(magnitude: float, places: int, shift: int = 0) -> tuple[str, str]:
    """The digits before the decimal point ("0" at least) and exactly so many after it, of a number from 0.

    shift moves the point to the right first: 2 for a percentage. It works on the decimal digits, so that 1.005 at two
    places is 1.01 and 2.95 % of 1 is 2.95, whatever the nearest binary number is.
    """
    text = _SHORTEST % magnitude
    if shift or "e" in text:
        text = _moved(text, shift)
    whole, _, fraction = text.partition(".")
    if len(fraction) <= places:
        return whole, fraction.ljust(places, "0")
    if fraction[places] < "5":
        return whole, fraction[:places]
    if not places:
        return str(int(whole) + 1), ""
    kept = whole + fraction[:places]
    kept = str(int(kept) + 1).zfill(len(kept))
    return kept[:-places], kept[-places:]


def significant(magnitude: float) -> tuple[str, int]:
    """The 15 significant digits of a number above 0, and the power of ten of the first one."""
    text = _SIGNIFICANT % magnitude
    return text[0] + text[2:16], int(text[17:])


def rounded(digits: str, count: int) -> tuple[str, bool]:
    """The first digits of a number, rounded, and whether that made it one digit longer: 996 to two is 100 and True."""
    if count >= len(digits):
        return digits.ljust(count, "0"), False
    if digits[count] < "5":
        return digits[:count], False
    kept = str(int(digits[:count] or "0") + 1)
    return kept.zfill(count), len(kept) > count


def _moved(text: str, shift: int) -> str:
    """A decimal text without an exponent, its point moved to the right."""
    mantissa, _, exponent = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = whole + fraction
    point = len(whole) + int(exponent or 0) + shift
    if point <= 0:
        return f"0.{'0' * -point}{digits}"
    if point >= len(digits):
        return digits.ljust(point, "0").lstrip("0") or "0"
    return f"{digits[:point].lstrip('0') or '0'}.{digits[point:]}"


def fill(pieces: Pieces, holders: str, digits: str, *, grouped: bool = False) -> str:
    """Digits put into placeholders from the right; what is too long stands at the first one.

    pieces hold literals, and for each placeholder its place in holders. grouped sets a comma in front of every third
    digit from the right, and a blank as wide where a blank stands for the digit.
    """
    digits = digits.lstrip("0")
    missing = len(holders) - len(digits)
    shown: list[str] = []
    for piece in pieces:
        if isinstance(piece, str):
            shown.append(piece)
            continue
        if piece < missing:
            place, part = len(holders) - 1 - piece, BLANKS[holders[piece]]
        elif piece == 0 and missing < 0:
            place, part = len(holders) - 1, digits[: 1 - missing]
        else:
            place, part = len(holders) - 1 - piece, digits[piece - missing]
        shown.append(_with_commas(part, place) if grouped and part else part)
    return "".join(shown)


def _with_commas(part: str, place: int) -> str:
    """The digits from the left down to a place (0: ones), each third place followed by a comma."""
    if len(part) == 1:
        return part if not place or place % 3 else part + (" " if part == " " else ",")
    head = len(part) - 1 + place
    return "".join(
        digit + ("," if (head - index) and (head - index) % 3 == 0 else "") for index, digit in enumerate(part)
    )


def fill_fraction(pieces: Pieces, holders: str, digits: str) -> str:
    """Digits after the decimal point put into placeholders from the left; digits are as many as holders."""
    known = len(digits.rstrip("0"))
    return "".join(
        piece if isinstance(piece, str) else digits[piece] if piece < known else BLANKS[holders[piece]]
        for piece in pieces
    )
