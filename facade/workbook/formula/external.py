"""Formulas that reach outside the workbook: found by parsed names, in any case and spelling that Excel accepts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from .sheet_prefix import Prefix, read_prefix
from .token import Kind, Token, tokens

REACHING: Final = frozenset(
    {
        "WEBSERVICE",
        "IMAGE",
        "STOCKHISTORY",
        "TRANSLATE",
        "DETECTLANGUAGE",
        "COPILOT",
        "PY",
        "IMPORTTEXT",
        "IMPORTCSV",
        "IMPORTDATA",
        "IMPORTFEED",
        "IMPORTHTML",
        "IMPORTRANGE",
        "IMPORTXML",
        "GOOGLEFINANCE",
        "GOOGLETRANSLATE",
        "DUMMYFUNCTION",
        "RTD",
        "DDE",
        "CALL",
        "REGISTER",
        "REGISTER.ID",
        "UNREGISTER",
        "EXEC",
        "SQL.REQUEST",
        "CUBEKPIMEMBER",
        "CUBEMEMBER",
        "CUBEMEMBERPROPERTY",
        "CUBERANKEDMEMBER",
        "CUBESET",
        "CUBESETCOUNT",
        "CUBEVALUE",
    }
)
"""Functions that fetch, send or start something when they are calculated, in any application that opens the file.
DUMMYFUNCTION is how a file carries formulas of another application, as text."""

FLAGGED: Final = frozenset({"HYPERLINK"})
"""Functions that reach outside only when a person clicks: written, with a warning."""

_PREFIXES: Final = re.compile(r"(?:_+XLFN\.|_+XLWS\.|_+XLUDF\.|_XLDUDF_)+")
_SUSPECT: Final = re.compile(
    "|".join(re.escape(name) for name in sorted(REACHING | FLAGGED)) + r"|_XLL\.|\[|\||'|\\\\", re.IGNORECASE
)
"""What a formula must hold to be worth tokens; most hold nothing of it."""


_ESCAPED: Final = re.compile("_x([0-9A-Fa-f]{4})_")
"""How a file spells a character in any text of a cell, its formula included (ECMA-376 part 1, 22.9.2.19)."""
_NO_SHEET: Final = re.compile(r"[\\/?*]")
"""What a path or an address has and no sheet's name."""


def outside_reach(text: str, names: Iterable[tuple[str, str | None, str]] = ()) -> str | None:
    """What in a formula reaches outside, in words, or None. names are the workbook's: a name may hide a formula."""
    risky = {name.casefold() for name, _, formula in names if any(map(_reach, _readings(formula)))}
    for reading in _readings(text):
        if _SUSPECT.search(reading) or (risky and any(name in reading.casefold() for name in risky)):
            reach = _reach(reading, risky)
            if reach is not None:
                return reach
    return None


def _readings(text: str) -> tuple[str, ...]:
    """A formula as applications may read it from the file: as it stands, and with escapes resolved."""
    read = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text
    return (text,) if read == text else (text, read)


def is_flagged(text: str) -> bool:
    """Whether it holds a function that is written with a warning."""
    return any(
        bool(_SUSPECT.search(reading)) and any(function_name(token) in FLAGGED for token in tokens(reading))
        for reading in _readings(text)
    )


def _reach(text: str, risky: set[str] = frozenset()) -> str | None:  # type: ignore[assignment]
    if not _SUSPECT.search(text) and not risky:
        return None
    for token in tokens(text):
        reach = _token_reach(token, risky)
        if reach is not None:
            return reach
    return None


def _token_reach(token: Token, risky: set[str]) -> str | None:
    if token.kind is Kind.PREFIX and _leads_away(read_prefix(token.text)):
        return f"the reference {token.text[:64]} leads into another file"
    if token.kind is Kind.OTHER and "|" in token.text:
        return "a DDE link (application|topic!item) starts another program"
    if token.text.casefold() in risky:
        return f"the name {token.text[:64]} reaches outside the workbook"
    if token.kind in {Kind.FUNCTION, Kind.NAME, Kind.STRUCTURED}:
        function = function_name(token)
        if function in REACHING:
            return f"{function} reaches outside the workbook"
        if function.startswith("_XLL."):
            return f"{token.text[:64]} calls an add-in"
    return None


def _leads_away(prefix: Prefix) -> bool:
    return prefix.book not in {"", "[0]"} or bool(_NO_SHEET.search(prefix.first + prefix.last))


def function_name(token: Token) -> str:
    """A function's name in upper case, without the prefixes of files."""
    return _PREFIXES.sub("", token.text.upper())
