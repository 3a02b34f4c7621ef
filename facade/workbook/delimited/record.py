"""Delimited text as records: the fields of each, and the very characters it stands in."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from typing import Final, NoReturn

from .error import DelimitedError

_END: Final = re.compile(r"(?:\r\n|\n|\r)\Z")
_ENDS: Final = re.compile(r"\r\n|\n|\r")
_CLOSE: Final = 'Close the quote, or double it where it belongs to the text: "".'


def records(text: str, delimiter: str) -> Iterator[tuple[list[str], str]]:
    """(fields, raw text with its line end) of every record; a blank line has no field.

    A field may begin with a quote; up to the closing one everything belongs to it, line ends too, and two quotes stand
    for one. Any other quote is a character like others. Raises DelimitedError for a quote that is never closed.
    """
    lines = io.StringIO(text, newline="")  # splits at CRLF, LF and CR, and keeps them
    if '"' not in text:
        for line in lines:
            bare = line.rstrip("\r\n")
            yield (bare.split(delimiter) if bare else []), line
        return
    kept = _Kept(lines)
    reader = csv.reader(kept, delimiter=delimiter)
    first = 1
    while True:
        try:
            fields = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise DelimitedError(f"this is no record ({error})", line=first, hint=_CLOSE) from error
        raw = kept.take()
        if kept.ended:
            _refuse_open(raw, delimiter, first)
        yield fields, raw
        first = reader.line_num + 1


def raw_fields(raw: str, delimiter: str) -> list[str]:
    """The fields of one record as they stand, quotes included, its line end left out."""
    text = _END.sub("", raw)
    if not text:
        return []
    if '"' not in text:
        return text.split(delimiter)
    fields: list[str] = []
    start = place = 0
    while True:
        if text[start : start + 1] == '"':
            place = _behind_quotes(text, start)
        end = text.find(delimiter, place)
        if end < 0:
            return [*fields, text[start:]]
        fields.append(text[start:end])
        start = place = end + 1


def _behind_quotes(text: str, start: int) -> int:
    """The place behind the quote that closes the one at start."""
    place = start + 1
    while True:
        close = text.find('"', place)
        if close < 0:
            return len(text)
        if text[close + 1 : close + 2] != '"':
            return close + 1
        place = close + 2


def _refuse_open(raw: str, delimiter: str, line: int) -> NoReturn:
    """The reader takes what follows an open quote for the field, and asked for more lines than there are."""
    last = raw_fields(raw, delimiter)[-1]
    opened = line + len(_ENDS.findall(raw, 0, raw.rindex(last)))
    raise DelimitedError("a quote that is never closed", line=opened, hint=_CLOSE)


class _Kept:
    """Lines on their way to the reader; take() gives those of the record it has just finished.

    ended: it has asked for a line more than there is.
    """

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self._held: list[str] = []
        self.ended = False

    def __iter__(self) -> _Kept:
        return self

    def __next__(self) -> str:
        line = next(self._lines, None)
        if line is None:
            self.ended = True
            raise StopIteration
        self._held.append(line)
        return line

    def take(self) -> str:
        held, self._held = self._held, []
        return held[0] if len(held) == 1 else "".join(held)
