"""What a formula says that needs more than its text in the file: results over several cells, and bound names."""

from __future__ import annotations

from typing import Final

from .external import function_name
from .future import Look, without_quoted
from .token import Kind, Token, tokens

_NAMES: Final = """
    ANCHORARRAY BYCOL BYROW CHOOSECOLS CHOOSEROWS DROP EXPAND FILTER GROUPBY HSTACK MAKEARRAY MAP PIVOTBY RANDARRAY
    REDUCE SCAN SEQUENCE SORT SORTBY STOCKHISTORY TAKE TEXTSPLIT TOCOL TOROW TRIMRANGE UNIQUE VSTACK WRAPCOLS WRAPROWS
"""
_SPILLING: Final = frozenset(_NAMES.split())
_BINDING: Final = frozenset({"LAMBDA", "LET"})
"""Functions whose own names a file spells with _xlpm.; a formula that was read from a file has it."""
_LOOK: Final = Look(_SPILLING | _BINDING)
_COMPUTE: Final = "compute it in Python and write the values"


def unsavable(text: str) -> tuple[str, str] | None:
    """What in a formula cannot be saved rightly yet, and the cure; None for what can."""
    if not _is_suspect(text) or not _is_suspect(without_quoted(text)):
        return None
    found = tokens(text)
    for place, token in enumerate(found):
        reason = _reason(found, place, token)
        if reason is not None:
            return reason
    return None


def _is_suspect(text: str) -> bool:
    return "@" in text or "#" in text or _LOOK.finds(text)


def _reason(found: list[Token], place: int, token: Token) -> tuple[str, str] | None:
    if token.kind is Kind.FUNCTION:
        return _function_reason(found, place, function_name(token))
    if token.kind is not Kind.OTHER:
        return None
    if "@" in token.text:
        return "the @ operator cannot be saved yet", "leave the @ out: a formula of one cell takes one value by itself"
    if token.text == "#" and place and _can_spill(found[place - 1]):
        return (
            f"the spilled range {found[place - 1].text[:64]}# cannot be saved yet",
            "write the range itself, such as A1:A9, or " + _COMPUTE,
        )
    return None


def _function_reason(found: list[Token], place: int, name: str) -> tuple[str, str] | None:
    if name in _SPILLING:
        return f"{name} gives several values, and a formula that spills cannot be saved yet", _COMPUTE
    if name in _BINDING and not _is_file_spelled(found, place):
        return f"{name} cannot be saved yet", _COMPUTE
    return None


def _is_file_spelled(found: list[Token], place: int) -> bool:
    """Whether it is _xlfn.LET(_xlpm.name, ...), as a file has it."""
    name, first = found[place].text.upper(), found[place + 2 : place + 3]
    return name.startswith("_XLFN.") and bool(first) and first[0].text.upper().startswith("_XLPM.")


def _can_spill(token: Token) -> bool:
    return token.kind in {Kind.CELL, Kind.NAME} or token.text[-1] == ")"
