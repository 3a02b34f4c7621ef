"""Numbers under General: at most 11 characters beside the minus sign, as in a column that is wide enough."""

from __future__ import annotations

from typing import Final

from .digit import rounded, significant, split

WIDTH: Final = 11
"""Characters of a number with its decimal point; what does not fit is rounded or becomes 1.23457E+11."""

_SHORTEST: Final = "%.15g"
_TOO_LARGE: Final = 10.0**WIDTH
_DECIMALS: Final = WIDTH - 2
_SMALL: Final = 1e-4
"""Below it a number is shown as a decimal only where all of its digits fit."""


def general(magnitude: float, minus: str) -> str:
    """A number from 0 with the sign to show in front of it."""
    if not magnitude:
        return "0"
    if magnitude < _TOO_LARGE:
        text = _decimal(magnitude)
        if text:
            return minus + text
    return minus + _scientific(magnitude)


def _decimal(magnitude: float) -> str:
    """Without an exponent; empty where that does not fit."""
    text = _SHORTEST % magnitude
    if len(text) <= WIDTH and "e" not in text:
        return text
    if magnitude < _SMALL:
        digits, power = significant(magnitude)
        digits = digits.rstrip("0")
        return f"0.{'0' * (-power - 1)}{digits}" if len(digits) - power - 1 <= _DECIMALS else ""
    whole, _, _ = text.partition(".")
    whole, fraction = split(magnitude, max(WIDTH - 1 - len(whole), 0))
    if len(whole) > WIDTH:
        return ""
    fraction = fraction.rstrip("0")
    return f"{whole}.{fraction}" if fraction else whole


def _scientific(magnitude: float) -> str:
    digits, power = significant(magnitude)
    digits, carried = rounded(digits, 6 if abs(power) < 100 else 5)
    power += carried
    fraction = digits[1:].rstrip("0")
    mantissa = f"{digits[0]}.{fraction}" if fraction else digits[0]
    return f"{mantissa}E{'-' if power < 0 else '+'}{abs(power):02d}"
