"""What is wrong with a formula that is about to be written: functions, names, sheets and cells that are not there, and
how many arguments there are."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple, final

from ...near import near
from ..formula.external import REACHING, function_name
from ..formula.future import FUTURE
from ..formula.sheet_prefix import read_prefix
from ..formula.token import Kind, Token, tokens
from ..model.rect import parse_rect
from ..model.workbook import Workbook
from . import library
from .function import FUNCTIONS, Function
from .value import UnknownError

assert library is not None
_CLASSIC: Final = """
    AMORDEGRC AMORLINC ASC BAHTTEXT BESSELI BESSELJ BESSELK BESSELY CELL COMPLEX CONVERT COUPDAYBS COUPDAYS
    COUPDAYSNC DBCS DELTA DURATION EUROCONVERT FINDB GESTEP GETPIVOTDATA IMABS IMAGINARY IMARGUMENT
    IMCONJUGATE IMCOS IMDIV IMEXP IMLN IMLOG10 IMLOG2 IMPOWER IMPRODUCT IMREAL IMSIN IMSQRT IMSUB IMSUM INFO
    JIS LEFTB LENB MDETERM MDURATION MIDB MINVERSE MMULT MUNIT NUMBERSTRING ODDFPRICE ODDFYIELD ODDLPRICE
    ODDLYIELD PHONETIC PRICE PRICEMAT RAND RANDBETWEEN REPLACEB RIGHTB SEARCHB SERIESSUM YIELD YIELDMAT
"""
KNOWN: Final = frozenset(FUNCTIONS) | frozenset(_CLASSIC.split()) | FUTURE | REACHING | {"LET", "SINGLE"}
"""Functions that Excel has."""
_CELL_LIKE: Final = re.compile(r"\$?[A-Za-z]{1,3}\$?[0-9]+")
_CELLS: Final = frozenset({Kind.CELL, Kind.COLUMNS, Kind.ROWS})
_BINDING: Final = frozenset({"LET", "LAMBDA"})


@final
class Proof(NamedTuple):
    """refusal: why a spreadsheet application would call a file with the formula damaged; notes: what it would not
    know, each with the character it begins at."""

    refusal: str | None
    notes: tuple[str, ...]


def proof(text: str, model: Workbook) -> Proof:
    """Look over a formula's text, without its equals sign."""
    found = tokens(text)
    functions = {function_name(token) for token in found if token.kind is Kind.FUNCTION}
    notes: list[str] = []
    names = {name.casefold() for name, _, _ in model.names}
    prefixed = False
    for token in found:
        if token.kind is Kind.FUNCTION:
            _function(token, names, notes)
        elif token.kind is Kind.PREFIX:
            _sheet(token, model, notes)
        elif token.kind in _CELLS and parse_rect(token.text) is None:
            _cell(token, notes)
        elif token.kind is Kind.NAME and not prefixed and not functions & _BINDING:
            _name(token, names, model, notes)
        prefixed = token.kind is Kind.PREFIX
    return Proof(_arguments(found), tuple(notes))


def _close(name: str, choices: Iterable[str]) -> str:
    found = near(name, choices)
    return f"; did you mean {' or '.join(found)}?" if found else ""


def _function(token: Token, names: set[str], notes: list[str]) -> None:
    name = function_name(token)
    if name not in KNOWN and token.text.casefold() not in names:
        known = sorted(KNOWN)
        notes.append(f"Excel has no function {name[:40]} (character {token.start + 2}){_close(name, known)}")


def _sheet(token: Token, model: Workbook, notes: list[str]) -> None:
    prefix = read_prefix(token.text)
    if prefix.book:
        return
    for name in dict.fromkeys((prefix.first, prefix.last)):
        if model.sheet_named(name) is None:
            names = [sheet.name for sheet in model.sheets]
            notes.append(f"there is no sheet {name[:40]!r} (character {token.start + 2}){_close(name, names)}")


def _name(token: Token, names: set[str], model: Workbook, notes: list[str]) -> None:
    name = token.text
    if name.upper() in ("TRUE", "FALSE") or name.casefold() in names:
        return
    if _CELL_LIKE.fullmatch(name):
        _cell(token, notes)
        return
    tables = _tables(model)
    if name.casefold() not in {table.casefold() for table in tables}:
        choices = [known for known, _, _ in model.names] + tables
        notes.append(f"there is no name {name[:40]} (character {token.start + 2}){_close(name, choices)}")


def _cell(token: Token, notes: list[str]) -> None:
    where = f"(character {token.start + 2})"
    notes.append(f"no sheet has a cell {token.text[:20]} {where}: columns end at XFD, rows at 1,048,576")


def _tables(model: Workbook) -> list[str]:
    if model.package is None:
        return []
    from ..object.current import current_tables

    return [table.name for sheet in model.sheets if sheet.kind == "worksheet" for table in current_tables(model, sheet)]


def _arguments(found: list[Token]) -> str | None:
    """The first function with more or fewer arguments than it takes."""
    stack: list[tuple[Function | None, int, bool]] = []
    called: Function | None = None
    braces = 0
    for token in found:
        if token.kind is Kind.FUNCTION:
            called = FUNCTIONS.get(function_name(token))
            if stack:
                stack[-1] = (*stack[-1][:2], True)
            continue
        if token.kind is not Kind.OTHER:
            if stack:
                stack[-1] = (*stack[-1][:2], True)
            continue
        for character in token.text:
            braces += (character == "{") - (character == "}")
            if character == "(":
                stack.append((called, 0, False))
                called = None
            elif character == "," and stack and not braces:
                stack[-1] = (stack[-1][0], stack[-1][1] + 1, True)
            elif character == ")" and stack:
                function, commas, filled = stack.pop()
                if stack:
                    stack[-1] = (*stack[-1][:2], True)
                count = commas + 1 if filled else 0
                if function is not None and not _fits(function, count):
                    return f"{function.name} takes {_takes(function)}, not {count}"
            elif not character.isspace() and stack:
                stack[-1] = (*stack[-1][:2], True)
    return None


def _fits(function: Function, count: int) -> bool:
    try:
        function.kinds_of(count)
    except UnknownError:
        return False
    return True


def _takes(function: Function) -> str:
    if function.group:
        step = f" in groups of {len(function.group)}" if len(function.group) > 1 else ""
        return f"{function.least} arguments or more{step}"
    most = len(function.kinds)
    if function.least == most:
        return "no arguments" if not most else "one argument" if most == 1 else f"{most} arguments"
    return f"{function.least} to {most} arguments"
