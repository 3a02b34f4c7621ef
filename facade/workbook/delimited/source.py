"""How a delimited text is written, and the text a workbook was read from."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, final

Form: TypeAlias = Literal["csv", "tsv"]
Quoting: TypeAlias = Literal["needed", "text", "all"]
"""Which fields stand in quotes: those that need it, all texts, all that are not empty."""

DELIMITER_NAMES: Final = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar"}
LINE_END_NAMES: Final = {"\r\n": "CRLF", "\n": "LF", "\r": "CR"}
ENCODING_NAMES: Final = {
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16LE",
    "utf-16-be": "UTF-16BE",
    "utf-32-le": "UTF-32LE",
    "utf-32-be": "UTF-32BE",
    "cp1252": "Windows-1252",
}
"""By the codec's name, which stands in dialects."""


@final
@dataclass(frozen=True, slots=True)
class Dialect:
    """encoding is one of ENCODING_NAMES; mark the byte order mark in front, empty for none.

    head is what stands before the first record: a line such as sep=; that tells Excel the delimiter.
    """

    encoding: str = "utf-8"
    mark: bytes = b""
    delimiter: str = ","
    line_end: str = "\r\n"
    quoting: Quoting = "needed"
    head: str = ""

    @property
    def words(self) -> str:
        """For a person: encoding, delimiter and line ends."""
        delimiter = DELIMITER_NAMES.get(self.delimiter, repr(self.delimiter))
        mark = " with a byte order mark" if self.mark else ""
        end = LINE_END_NAMES[self.line_end]
        return f"{ENCODING_NAMES[self.encoding]}{mark}, fields separated by {delimiter}, lines ended by {end}"


@final
@dataclass(frozen=True, slots=True)
class Source:
    """The text a sheet came from. lines: how many lines each record spans, None where each is one line."""

    data: bytes
    dialect: Dialect
    form: Form
    sheet_id: str
    lines: array[int] | None
