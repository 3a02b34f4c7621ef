"""How far down the sheet the texts of formulas may reach, by the numbers in them: a bound, found in one pass."""

from __future__ import annotations

import re
from typing import Final

from ..model.rect import MAX_ROWS

SHORT_ROWS: Final = 99_999
"""The highest row number of five digits: longer ones are looked for."""
_DIGITS: Final = bytes(0x30 if 0x30 <= byte <= 0x39 else 0x20 for byte in range(256))
_RUN: Final = re.compile(rb"[0-9]+")


def highest_row(texts: bytes) -> int:
    """The highest number in texts (UTF-8) that may be a row's, or SHORT_ROWS; references or not, all numbers count.

    An expression that looks for long numbers would take ten times as long.
    """
    digits = texts.translate(_DIGITS)
    found, place = SHORT_ROWS, digits.find(b"000000")
    while place >= 0:
        run = _RUN.match(texts, place)
        assert run is not None
        if len(run[0]) < 8 and int(run[0]) <= MAX_ROWS:
            found = max(found, int(run[0]))
        place = digits.find(b"000000", run.end())
    return found
