"""What a formula that is typed says by more than its text in the file: results over several cells, and bound names."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, final

from .external import function_name
from .future import Look, without_quoted
from .token import Kind, Token, tokens

_NAMES: Final = """
    BYCOL BYROW CHOOSECOLS CHOOSEROWS DROP EXPAND FILTER GROUPBY HSTACK MAKEARRAY MAP PIVOTBY RANDARRAY
    REDUCE SCAN SEQUENCE SORT SORTBY STOCKHISTORY TAKE TEXTSPLIT TOCOL TOROW TRIMRANGE UNIQUE VSTACK WRAPCOLS WRAPROWS
"""
_SPILLING: Final = frozenset(_NAMES.split())
"""Functions that make any formula they stand in a dynamic one, as Excel 365 stores it."""
_ARRAYS: Final = re.compile(
    r"\s*(?:(?:TRANSPOSE|FREQUENCY|LINEST|LOGEST|TREND|GROWTH|MMULT|MINVERSE|(?:_xlfn\.)?(?:MUNIT|MODE\.MULT))\s*\(|\{)",
    re.IGNORECASE,
)
"""Older ones that do so where the whole formula is one of them, and an array constant."""
_BINDING: Final = frozenset({"LAMBDA", "LET"})
"""Functions whose own names a file spells with _xlpm.; a formula that was read from a file has it."""
_BOUND: Final = "_xlpm."
_LOOK: Final = Look(_SPILLING | _BINDING | {"ANCHORARRAY"})
_SEVERAL: Final = frozenset({Kind.COLUMNS, Kind.ROWS, Kind.STRUCTURED})


@final
class UnsavableError(Exception):
    """What in a formula cannot be saved rightly yet, and the cure."""

    def __init__(self, problem: str, cure: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.cure = cure


@final
class Entered(NamedTuple):
    """A formula as a cell holds it; dynamic: its result may take several cells."""

    text: str
    dynamic: bool


def entered(text: str) -> Entered:
    """A formula as Excel 365 stores what a person types: A1# as ANCHORARRAY(A1), names of LET and LAMBDA marked.

    Raises UnsavableError.
    """
    arrays = _ARRAYS.match(text) is not None
    if not _is_suspect(text) or not _is_suspect(without_quoted(text)):
        return Entered(text, arrays)
    found = tokens(text)
    if any("@" in token.text for token in found if token.kind is Kind.OTHER):
        raise UnsavableError(
            "the @ operator cannot be saved yet", "leave the @ out: a formula of one cell takes one value by itself"
        )
    edits = [*_spilled_ranges(found), *_bound_names(found)]
    names = {function_name(token) for token in found if token.kind is Kind.FUNCTION}
    several = any(token.kind in _SEVERAL or ":" in token.text for token in found if token.kind is not Kind.STRING)
    reaches = "ANCHORARRAY" in names or any(new.startswith("ANCHORARRAY") for _, _, new in edits)
    dynamic = (
        arrays
        or bool(names & _SPILLING)
        or (several and bool(names & _BINDING))
        or (reaches and not names - {"ANCHORARRAY"})  # what takes all of a spilled range as one value stays plain
    )
    return Entered(_edited(text, edits), dynamic)


def _is_suspect(text: str) -> bool:
    return "@" in text or "#" in text or _LOOK.finds(text)


def _edited(text: str, edits: list[tuple[int, int, str]]) -> str:
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _spilled_ranges(found: list[Token]) -> list[tuple[int, int, str]]:
    """A1# as ANCHORARRAY(A1)."""
    edits: list[tuple[int, int, str]] = []
    for place, token in enumerate(found):
        if token.kind is not Kind.OTHER or token.text != "#" or not place:
            continue
        first = last = place - 1
        if found[last].kind not in {Kind.CELL, Kind.NAME}:
            if found[last].text[-1] != ")":
                continue
            raise UnsavableError(
                "what a function gives, followed by #, cannot be saved yet", "write the cell itself, such as A1#"
            )
        if first and found[first - 1].kind is Kind.PREFIX:
            first -= 1
        start, end = found[first].start, found[last].end
        edits += [(start, start, "ANCHORARRAY("), (end, token.end, ")")]
    return edits


def _bound_names(found: list[Token]) -> list[tuple[int, int, str]]:
    """The names that LET and LAMBDA bind, wherever they stand within them."""
    places: set[int] = set()
    for place, token in enumerate(found):
        if token.kind is Kind.FUNCTION and function_name(token) in _BINDING:
            arguments, end = _arguments(found, place + 1)
            step = 2 if function_name(token) == "LET" else 1
            alone = [one for one in arguments[:-1][::step] if one[1] - one[0] == 1]
            names = {found[first].text.casefold() for first, _ in alone if found[first].kind is Kind.NAME}
            inside = range(place + 2, end)
            called = (Kind.NAME, Kind.FUNCTION)
            places |= {at for at in inside if found[at].kind in called and found[at].text.casefold() in names}
    return [(found[at].start, found[at].start, _BOUND) for at in places if not _is_marked(found[at])]


def _is_marked(token: Token) -> bool:
    return token.text.casefold().startswith(_BOUND)


def _arguments(found: list[Token], opening: int) -> tuple[list[tuple[int, int]], int]:
    """The arguments of a call as (first, end) among the tokens that are no white space, and where the call ends.

    The tokenizer gives stretches of operators as one token: one that holds a comma at depth 1 parts arguments.
    """
    arguments: list[tuple[int, int]] = []
    depth, begin = 0, opening
    for at in range(opening, len(found)):
        token = found[at]
        if token.kind is not Kind.OTHER:
            continue
        for character in token.text:
            if character in "({":
                depth += 1
                if depth == 1:
                    begin = at + 1
            elif character in ")}":
                depth -= 1
                if not depth:
                    return [*arguments, (begin, at)], at
            elif character == "," and depth == 1:
                arguments.append((begin, at))
                begin = at + 1
    return arguments, len(found)
