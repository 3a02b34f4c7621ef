"""Number format codes: the built-in ones, and what kind of value a code shows."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["general", "date", "time", "datetime", "duration", "number", "text"]

DATE_KINDS: Final = frozenset({"date", "time", "datetime", "duration"})
"""Kinds whose numbers are serials."""

GENERAL: Final = "General"

BUILTIN: Final[dict[int, str]] = {
    0: GENERAL,
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    5: '"$"#,##0_);("$"#,##0)',
    6: '"$"#,##0_);[Red]("$"#,##0)',
    7: '"$"#,##0.00_);("$"#,##0.00)',
    8: '"$"#,##0.00_);[Red]("$"#,##0.00)',
    9: "0%",
    10: "0.00%",
    11: "0.00E+00",
    12: "# ?/?",
    13: "# ??/??",
    14: "mm-dd-yy",
    15: "d-mmm-yy",
    16: "d-mmm",
    17: "mmm-yy",
    18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM",
    20: "h:mm",
    21: "h:mm:ss",
    22: "m/d/yy h:mm",
    37: "#,##0_);(#,##0)",
    38: "#,##0_);[Red](#,##0)",
    39: "#,##0.00_);(#,##0.00)",
    40: "#,##0.00_);[Red](#,##0.00)",
    41: r'_(* #,##0_);_(* \(#,##0\);_(* "-"_);_(@_)',
    42: r'_("$"* #,##0_);_("$"* \(#,##0\);_("$"* "-"_);_(@_)',
    43: r'_(* #,##0.00_);_(* \(#,##0.00\);_(* "-"??_);_(@_)',
    44: r'_("$"* #,##0.00_)_("$"* \(#,##0.00\)_("$"* "-"??_)_(@_)',
    45: "mm:ss",
    46: "[h]:mm:ss",
    47: "mmss.0",
    48: "##0.0E+0",
    49: "@",
    **dict.fromkeys((27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58), "mm-dd-yy"),
    **dict.fromkeys((32, 33, 34, 35, 55, 56), "h:mm:ss"),
}
"""Codes by id, as openpyxl spells them. 27-36 and 50-58 depend on the locale (ECMA-376 18.8.30) and are dates and
times in all of them: they read as the plain date and time here."""

FIRST_CUSTOM_ID: Final = 164
"""Ids below are Excel's own."""

_LITERAL = re.compile(r'"[^"]*"?|\\.|_.|\*.', re.DOTALL)
_ELAPSED = re.compile(r"\[(?:h+|m+|s+)\]", re.IGNORECASE)
_BRACKET = re.compile(r"\[[^\]]*\]?")
_SECTION = re.compile(r'((?:"[^"]*"?|\\.|[^;"\\])*)', re.DOTALL)
_AMPM = re.compile(r"am/pm|a/p", re.IGNORECASE)


@lru_cache(maxsize=4096)
def format_kind(code: str) -> Kind:
    """What a format code makes of a number, by its first section; literals, colours and conditions do not count."""
    section = _SECTION.match(code)
    bare = _LITERAL.sub("", section[1] if section else code)
    if _ELAPSED.search(bare):
        return "duration"
    bare = _BRACKET.sub("", bare)
    if bare.strip().lower() in {"general", ""}:
        return "general" if bare.strip() or not code.strip() else "number"
    if bare.strip() == "@":
        return "text"
    return _clock_kind(_AMPM.sub("h", bare.lower().replace("general", "")))


def _clock_kind(letters: str) -> Kind:
    has_date = any(letter in letters for letter in "dyb") or bool(re.search(r"e(?![+-])|m{3,}", letters))
    has_time = any(letter in letters for letter in "hs")
    if has_date:
        return "datetime" if has_time else "date"
    if has_time:
        return "time"
    return "date" if "m" in letters else "number"
