"""Formulas that reach outside the workbook: found by parsed names, in any case and spelling that Excel accepts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from .sheet_prefix import read_prefix
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
"""Functions that fetch, send or start something when they are calculated."""

FLAGGED: Final = frozenset({"HYPERLINK"})
"""Functions that reach outside only when a person clicks: written, with a warning."""

_PREFIXES: Final = re.compile(r"(?:_XLFN\.|_XLWS\.|_XLUDF\.|_XLDUDF_)+")
_SUSPECT: Final = re.compile(
    "|".join(re.escape(name) for name in sorted(REACHING | FLAGGED)) + r"|_XLL\.|\[|\||'", re.IGNORECASE
)
"""What a formula must hold to be worth tokens; most hold nothing of it."""


def outside_reach(text: str, names: Iterable[tuple[str, str | None, str]] = ()) -> str | None:
    """What in a formula reaches outside, in words, or None. names are the workbook's: a name may hide a formula."""
    risky = {name.casefold() for name, _, formula in names if _reach(formula)}
    if not _SUSPECT.search(text) and not (risky and any(name in text.casefold() for name in risky)):
        return None
    return _reach(text, risky)


def is_flagged(text: str) -> bool:
    """Whether it holds a function that is written with a warning."""
    return bool(_SUSPECT.search(text)) and any(_function(token) in FLAGGED for token in tokens(text))


def _reach(text: str, risky: set[str] = frozenset()) -> str | None:  # type: ignore[assignment]
    if not _SUSPECT.search(text) and not risky:
        return None
    for token in tokens(text):
        reach = _token_reach(token, risky)
        if reach is not None:
            return reach
    return None


def _token_reach(token: Token, risky: set[str]) -> str | None:
    if token.kind is Kind.PREFIX and read_prefix(token.text).book not in {"", "[0]"}:
        return f"the reference {token.text[:64]} leads into another file"
    if token.kind is Kind.OTHER and "|" in token.text:
        return "a DDE link (application|topic!item) starts another program"
    if token.kind in {Kind.FUNCTION, Kind.NAME, Kind.STRUCTURED}:
        function = _function(token)
        if function in REACHING:
            return f"{function} reaches outside the workbook"
        if function.startswith("_XLL."):
            return f"{token.text[:64]} calls an add-in"
        if token.text.casefold() in risky:
            return f"the name {token.text[:64]} reaches outside the workbook"
    return None


def _function(token: Token) -> str:
    return _PREFIXES.sub("", token.text.upper())
