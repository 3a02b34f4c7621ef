"""What one section of a code shows of a number or a text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .clock import clock
from .fraction import fraction
from .general import general
from .number import Renderer, number
from .token import Section, Token, sections

_SYSTEM_CODES: Final = {"date": "dddd, mmmm d, yyyy", "time": "h:mm:ss AM/PM"}
"""The long date and the time of Windows in English (United States), for [$-F800] and [$-F400]."""


def is_clock(section: Section) -> bool:
    """Whether it shows dates or times."""
    return bool(section.system) or section.has("date", "elapsed", "half")


def is_text(section: Section) -> bool:
    """Whether it shows the text of a cell."""
    return section.has("at")


def numeric(section: Section, *, epoch_1904: bool) -> Renderer:
    """The renderer of a section for numbers. Raises UnreadableError."""
    if section.system:
        return clock(sections(_SYSTEM_CODES[section.system])[0], epoch_1904=epoch_1904)
    if is_clock(section):
        return clock(section, epoch_1904=epoch_1904)
    if section.has("digit"):
        return fraction(section) if _is_fraction(section.tokens) else number(section)
    if section.has("general"):
        return _with_general(section.tokens)
    if section.has("percent", "exponent"):
        return number(section)
    if is_text(section):
        return general
    literal = _literal(section.tokens)
    return lambda _, minus: minus + literal


def textual(section: Section) -> Callable[[str], str]:
    """What a section shows of a text: its literals around it, wherever @ or General stands."""
    pieces = [None if token.kind in ("at", "general") else token.text for token in section.tokens]
    if pieces == [None]:
        return str
    return lambda text: "".join([text if piece is None else piece for piece in pieces])


def _with_general(tokens: list[Token]) -> Renderer:
    at = next(index for index, token in enumerate(tokens) if token.kind == "general")
    prefix, suffix = _literal(tokens[:at]), _literal(tokens[at + 1 :])
    if not prefix and not suffix:
        return general
    return lambda magnitude, minus: f"{minus if magnitude else ''}{prefix}{general(magnitude, '')}{suffix}"


def _is_fraction(tokens: list[Token]) -> bool:
    """Whether a slash stands between a placeholder and a placeholder or digit; elsewhere it is a literal."""
    at = next((index for index, token in enumerate(tokens) if token.kind == "slash"), -1)
    if at < 0 or any(token.kind in ("point", "exponent") for token in tokens):
        return False
    before = any(token.kind == "digit" for token in tokens[:at])
    return before and any(token.kind == "digit" or token.text.isdecimal() for token in tokens[at + 1 :])


def _literal(tokens: list[Token]) -> str:
    return "".join(token.text for token in tokens)
