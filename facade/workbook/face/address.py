"""From what a macro writes between brackets to cells: A1 text, numbers and slices."""

from __future__ import annotations

import re
from typing import Final

from ...errors import AddressError
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect, column_index, parse_rect
from .input import type_name

MAX_KNOWN_ROWS: Final = 32_768
"""Row numbers remembered by their digits; about 4 MB in a worker that uses them all."""

_ROWS: Final[dict[str, int]] = {}
_COLUMNS: Final[dict[str, int]] = {}
"""Columns by letters, those that were asked for: 16,384 at most."""
_LIMITS: Final = "a sheet has rows 1 to 1,048,576 and columns A to XFD (1 to 16,384)"
_EXAMPLES: Final = 'write "A1", "A1:C9", "A:C" or "1:3"'


def cell_at(text: str) -> tuple[int, int] | None:
    """(row0, col0) of a plain cell name in capitals, such as B7; None for anything else, other spellings included.

    Remembered by its two parts, not by name: most names of a loop are new, their letters and most digits are not.
    """
    letters = text.rstrip("0123456789")
    col0 = _COLUMNS.get(letters)
    if col0 is None:
        col0 = _new_column(letters)
        if col0 is None:
            return None
    digits = text[len(letters) :]
    row0 = _ROWS.get(digits)
    if row0 is None:
        row0 = _new_row(digits)
        if row0 is None:
            return None
    return row0, col0


def _new_row(digits: str) -> int | None:
    if not digits or len(digits) > 7 or digits[0] == "0":
        return None
    row0 = int(digits) - 1
    if row0 >= MAX_ROWS:
        return None
    if len(_ROWS) < MAX_KNOWN_ROWS:
        _ROWS[digits] = row0
    return row0


def _new_column(letters: str) -> int | None:
    if not (0 < len(letters) <= 3 and letters.isascii() and letters.isalpha() and letters.isupper()):
        return None
    col0 = column_index(letters)
    if col0 >= MAX_COLUMNS:
        return None
    _COLUMNS[letters] = col0
    return col0


def rect_of(ref: object, sheet_name: str) -> Rect:
    """The cells of A1 text; a sheet name in front must be this sheet's. Raises AddressError."""
    if type(ref) is not str:
        raise AddressError(f"a reference is text, not {type_name(ref)}", hint=_EXAMPLES)
    text = ref.strip()
    sheet, bang, rest = text.rpartition("!")
    if bang:
        if sheet[:1] == "'" and sheet[-1:] == "'" and len(sheet) > 1:
            sheet = sheet[1:-1].replace("''", "'")
        if sheet.casefold() != sheet_name.casefold():
            raise AddressError(
                f"{_shown(ref)} is on another sheet than {sheet_name!r}",
                hint=f"write workbook[{sheet[:40]!r}][{rest[:40]!r}]",
            )
    rect = parse_rect(rest) or _half_open(rest)
    if rect is None:
        raise AddressError(f"{_shown(ref)} is no range of a sheet", hint=_cure(rest))
    return rect


def column_of(text: str) -> int | None:
    """The column counted from 0 of letters alone, such as "A"; None for other text."""
    if not (text.isascii() and text.isalpha() and len(text) <= 3):
        return None
    col0 = column_index(text)
    return col0 if col0 < MAX_COLUMNS else None


def row_number(value: object, name: str = "row") -> int:
    """A row counted from 0, from a macro's number counted from 1."""
    if type(value) is not int:
        raise _no_number(value, name)
    if not 1 <= value <= MAX_ROWS:
        raise AddressError(f"there is no {name} {_figure(value)}", hint=_LIMITS + _from_one(value))
    return value - 1


def _no_number(value: object, name: str) -> AddressError:
    subject = name if name in ("at", "to") else f"a {name}"
    hint = f"write int({name})"
    if type(value) in (list, tuple, set, range):
        hint = "make one call for each, from the last to the first"
    elif type(value) is str and ":" in value:
        hint = "write the first number, and how many there are"
    return AddressError(f"{subject} is a whole number that counts from 1, not {type_name(value)}", hint=hint)


def column_number(value: object, name: str = "column") -> int:
    """A column counted from 0, from a macro's number counted from 1 or its letters."""
    if type(value) is str:
        col0 = column_of(value)
        if col0 is None:
            raise AddressError(f"there is no {name} {_shown(value)}", hint=_LIMITS)
        return col0
    if type(value) is not int:
        raise _no_number(value, name)
    if not 1 <= value <= MAX_COLUMNS:
        raise AddressError(f"there is no {name} {_figure(value)}", hint=_LIMITS + _from_one(value))
    return value - 1


def quoted(sheet_name: str) -> str:
    """A sheet name as it stands before an exclamation mark, in quotes where Excel needs them."""
    plain = re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.]*", sheet_name)
    if plain and not re.fullmatch(r"(?i)[A-Z]{1,3}[0-9]+|R[0-9]*C?[0-9]*|C[0-9]*|TRUE|FALSE", sheet_name):
        return sheet_name
    return "'" + sheet_name.replace("'", "''") + "'"


def _cure(text: str) -> str:
    """What to write instead of text that is no reference."""
    if re.fullmatch(r"\$?[A-Za-z]{1,3}\$?[0-9]+(:\$?[A-Za-z]{1,3}\$?[0-9]+)?", text):
        return _LIMITS
    if re.fullmatch(r"[Rr][0-9]{1,7}[Cc][0-9]{1,5}(:[Rr][0-9]{1,7}[Cc][0-9]{1,5})?", text):
        return "by numbers a cell is sheet.cell(row, column), a block sheet.range(row, column, rows, columns)"
    return "name one range at a time" if "," in text or ";" in text else _EXAMPLES


def _half_open(text: str) -> Rect | None:
    """A2:C and A:C9 (to the last row), 2:C5 is none."""
    match = re.fullmatch(r"\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6}):\$?([A-Za-z]{1,3})", text)
    return parse_rect(f"{match[1]}{match[2]}:{match[3]}{MAX_ROWS}") if match else None


def _from_one(value: int) -> str:
    return "; rows and columns count from 1" if value == 0 else ""


def _figure(value: int) -> str:
    return f"{value:,}" if -(10**12) < value < 10**12 else "of that size"


def _shown(text: str) -> str:
    return ascii(text[:40]) + ("..." if len(text) > 40 else "")
