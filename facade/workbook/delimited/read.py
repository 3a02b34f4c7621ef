"""Delimited text to a workbook of one sheet."""

from __future__ import annotations

import re
from array import array
from pathlib import PurePath
from typing import Any, Final, final

from ..model.rect import MAX_COLUMNS, MAX_ROWS, column_letters
from ..model.row import Row
from ..model.workbook import Workbook
from ..mutation.cell import MAX_TEXT, text_units
from ..mutation.sheet_name import FORBIDDEN, MAX_NAME, name_problem
from ..xlsx.error import TooLargeError
from ..xlsx.new import FIRST_SHEET, new_package
from ..xlsx.read import read_workbook
from .dialect import decode, detect
from .error import DelimitedError
from .record import records
from .source import LINE_END_NAMES, Form, Source
from .value import DATE_FORMAT, MOMENT_FORMAT, Moment, Values

MAX_BYTES: Final = 256 * 1024 * 1024
"""The text is held as it came, decoded, and as values: about 15 times its size at worst, with short fields."""

MAX_FIELDS: Final = 30_000_000
"""Blank ones too: a file of commas alone has one a byte. So many take about 15 s and 1 GB."""

_ENDS: Final = re.compile(r"\r\n|\n|\r")


def read_delimited(data: bytes, file_name: str, form: Form) -> tuple[Workbook, tuple[str, ...]]:
    """The workbook, and what was detected, in words.

    Raises DelimitedError for bytes that are no delimited text, TooLargeError for more than a sheet holds.
    """
    if len(data) > MAX_BYTES:
        raise TooLargeError(
            f"{len(data):,} bytes of text; at most {MAX_BYTES:,} are read", limit=MAX_BYTES, observed=len(data)
        )
    try:
        return _Reading(data, file_name, form).run()
    except MemoryError as error:
        raise TooLargeError("it needs more memory than this process has") from error


@final
class _Reading:
    """One reading: what its records share."""

    def __init__(self, data: bytes, file_name: str, form: Form) -> None:
        self._data = data
        self._form: Form = form
        self._file_name = file_name
        text, encoding, mark = decode(data)
        self._dialect = detect(text, encoding, mark, form)
        self._text = text[len(self._dialect.head) :]
        self._values = Values()
        self._model = read_workbook(new_package(sheet_name_of(file_name)))
        self._sheet = self._model.sheets[0]
        styles = self._model.styles
        self._styles = {code: styles.patched(0, {"number_format": code}) for code in (DATE_FORMAT, MOMENT_FORMAT)}
        self._rows_of_styles: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._line = 1 + bool(self._dialect.head)

    def run(self) -> tuple[Workbook, tuple[str, ...]]:
        sheet = self._sheet
        sheet.load()
        widths: set[int] = set()
        lines = self._fill(sheet.rows, widths)
        self._model.source = Source(self._data, self._dialect, self._form, sheet.id, lines)
        return self._model, self._words(widths - {0})

    def _fill(self, rows: list[Row | None], widths: set[int]) -> array[int] | None:
        """A row for each record; how many lines each spans, if one spans several."""
        get, values = self._values.__getitem__, self._values
        lines: array[int] | None = None
        left = MAX_FIELDS
        for number, (fields, raw) in enumerate(records(self._text, self._dialect.delimiter)):
            left -= len(fields)
            if number == MAX_ROWS or len(fields) > MAX_COLUMNS or left < 0:
                self._refuse_size(len(fields), number)
            row = Row(number)
            held: list[Any] = list(map(get, fields))
            row.values = held
            widths.add(len(held))
            if len(raw) > MAX_TEXT // 2:
                self._check_texts(fields)
            if values.dates and Moment in map(type, held):
                self._date(row, held)
            rows.append(row)
            spans = len(_ENDS.findall(raw)) + (raw[-1] not in "\r\n") if '"' in raw else 1
            if lines is not None:
                lines.append(spans)
            elif spans > 1:
                lines = array("I", [*([1] * number), spans])
            self._line += spans
        return lines

    def _date(self, row: Row, values: list[Any]) -> None:
        """Serials and styles in the place of dates."""
        places = [col0 for col0, value in enumerate(values) if type(value) is Moment]
        styles = [0] * (places[-1] + 1)
        for col0 in places:
            values[col0], code = values[col0]
            styles[col0] = self._styles[code]
        key = tuple(styles)
        row.styles = self._rows_of_styles.setdefault(key, key)

    def _check_texts(self, fields: list[str]) -> None:
        for col0, text in enumerate(fields):
            if len(text) > MAX_TEXT // 2 and (units := text_units(text)) > MAX_TEXT:
                raise DelimitedError(
                    f"a field of {units:,} characters in column {column_letters(col0)}; a cell holds {MAX_TEXT:,}",
                    line=self._line,
                    hint="Shorten it, or leave the column out.",
                )

    def _refuse_size(self, width: int, number: int) -> None:
        if width > MAX_COLUMNS:
            message = f"{width:,} fields in a record; a sheet has {MAX_COLUMNS:,} columns"
        elif number == MAX_ROWS:
            message = f"more than the {MAX_ROWS:,} records that a sheet has rows for"
        else:
            message = f"more than the {MAX_FIELDS:,} fields that are read of a text"
        raise TooLargeError(f"line {self._line:,}: {message}", hint="Split the file, or look at its delimiter.")

    def _words(self, widths: set[int]) -> tuple[str, ...]:
        """What a reader should know of what was guessed."""
        dialect = self._dialect
        count = len(self._sheet.rows)
        found = [f"{self._file_name}: read as {dialect.words}; records: {count:,}"]
        if dialect.encoding == "cp1252":
            found.append(f"{self._file_name}: it is not UTF-8; look at its accented letters, or save it as UTF-8")
        if len(widths) > 1:
            found.append(
                f"{self._file_name}: its records differ in length, from {min(widths):,} to {max(widths):,} fields"
            )
        ends = self._ends() if '"' not in self._text else []
        if len(ends) > 1:
            found.append(f"{self._file_name}: its lines end in {' and '.join(ends)}; new ones will in {self._new_end}")
        return tuple(found)

    def _ends(self) -> list[str]:
        text = self._text
        both = text.count("\r\n")
        counts = {"CRLF": both, "LF": text.count("\n") - both, "CR": text.count("\r") - both}
        return [name for name, count in counts.items() if count]

    @property
    def _new_end(self) -> str:
        return LINE_END_NAMES[self._dialect.line_end]


def sheet_name_of(file_name: str) -> str:
    """The sheet is named after the file, as Excel does, with what a name cannot hold as underscores."""
    stem = PurePath(file_name).stem
    name = "".join("_" if char in FORBIDDEN or not char.isprintable() else char for char in stem)
    name = name[: MAX_NAME // 2 if not name.isascii() and text_units(name) > MAX_NAME else MAX_NAME].strip().strip("'")
    return FIRST_SHEET if name_problem(name) is not None else name
