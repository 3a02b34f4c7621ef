"""Detection: encoding by mark, form and fallback; delimiter by which one gives rows of equal width."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from contextlib import suppress
from itertools import islice
from typing import Final

from .error import DelimitedError
from .record import raw_fields, records
from .source import ENCODING_NAMES, Dialect, Form, Quoting
from .value import value_of

SAMPLE_CHARACTERS: Final = 64 * 1024
SAMPLE_RECORDS: Final = 200
CANDIDATES: Final = ("\t", ";", "|", ",")
"""On a tie the rarer character wins: a comma also stands in texts and in numbers, a tab hardly ever."""

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16's, which it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BINARY: Final = (
    (b"PK\x03\x04", "a zip package such as .xlsx", "Give the file its own ending, such as .xlsx."),
    (b"\xd0\xcf\x11\xe0", "a binary Office file such as .xls", "Save it as .xlsx or as CSV in its application."),
    (b"%PDF", "a PDF", "Export its table as CSV."),
    (b"\x1f\x8b", "gzip-compressed", "Unpack it first."),
)
_SEPARATOR: Final = re.compile(r"sep=([,;|:^~\t])(?:\r\n|\n|\r|$)", re.IGNORECASE)
_LINE_END: Final = re.compile(r"\r\n|\n|\r")

for _name in ENCODING_NAMES:
    codecs.lookup(_name)  # loads the codec: after the lockdown no module can be


def decode(data: bytes) -> tuple[str, str, bytes]:
    """(text, encoding, byte order mark). Strict: bytes that no encoding explains raise DelimitedError."""
    for magic, what, cure in _BINARY:
        if data.startswith(magic):
            raise DelimitedError(f"the file is no delimited text, but {what}", hint=cure)
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding), encoding, mark
    encoding = _wide(data[:4096])
    if encoding:
        return _decoded(data, encoding), encoding, b""
    try:
        return _without_nul(data.decode()), "utf-8", b""
    except UnicodeDecodeError:
        return _decoded(data, "cp1252"), "cp1252", b""


def detect(text: str, encoding: str, mark: bytes, form: Form) -> Dialect:
    """How the text is written. A tab separates a TSV whatever it looks like; sep= in a first line wins over all."""
    told = _SEPARATOR.match(text)
    head = told[0] if told else ""
    body = text[len(head) :]
    sample = body[:SAMPLE_CHARACTERS]
    if len(body) > SAMPLE_CHARACTERS and (cut := max(sample.rfind("\n"), sample.rfind("\r"))) > 0:
        sample = sample[: cut + 1]
    delimiter = told[1] if told else "\t" if form == "tsv" else _delimiter(sample)
    found = _first_records(sample, delimiter)
    end = _LINE_END.search(found[0][1][-2:]) if found else None
    return Dialect(encoding, mark, delimiter, end[0] if end else "\r\n", _quoting(found, delimiter), head)


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return _without_nul(data.decode(encoding))
    except UnicodeDecodeError as error:
        line = data[: error.start].count("\n".encode(encoding)) + 1
        tried = "neither UTF-8 nor Windows-1252" if encoding == "cp1252" else f"not valid {ENCODING_NAMES[encoding]}"
        raise DelimitedError(f"the text is {tried}", line=line, hint="Save it as UTF-8.") from error


def _without_nul(text: str) -> str:
    place = text.find("\0")
    if place >= 0:
        line = len(_LINE_END.findall(text, 0, place)) + 1
        raise DelimitedError("a NUL character; the file is binary, or cut off", line=line, hint="Save it as UTF-8.")
    return text


def _wide(head: bytes) -> str:
    """UTF-16 without a mark: every other byte of mostly Latin text is zero."""
    if len(head) < 4 or len(head) % 2:
        return ""
    half = len(head) // 2
    even, odd = head[::2].count(0), head[1::2].count(0)
    if odd > half * 0.6 and not even:
        return "utf-16-le"
    return "utf-16-be" if even > half * 0.6 and not odd else ""


def _delimiter(sample: str) -> str:
    """The candidate whose records agree most about their width; a comma where none ever separates anything."""
    best, best_share = ",", 0.0
    for candidate in CANDIDATES:
        widths = Counter(_widths(sample, candidate))
        if not widths:
            continue
        width, count = widths.most_common(1)[0]
        share = count / widths.total() if width > 1 else 0.0
        if share > best_share:
            best, best_share = candidate, share
    return best


def _widths(sample: str, delimiter: str) -> list[int]:
    try:
        reader = csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter)
        return [len(fields) for fields in islice(reader, SAMPLE_RECORDS) if fields]
    except csv.Error:
        return []


def _first_records(sample: str, delimiter: str) -> list[tuple[list[str], str]]:
    """Those of the sample, which may be cut within quotes; what is wrong with the text is told when it is read."""
    found: list[tuple[list[str], str]] = []
    with suppress(DelimitedError):
        found.extend(islice(records(sample, delimiter), SAMPLE_RECORDS))
    return found


def _quoting(found: list[tuple[list[str], str]], delimiter: str) -> Quoting:
    """What the fields of the sample have in common."""
    texts = numbers = quoted_texts = quoted_numbers = 0
    for fields, raw in found:
        for value, field in zip(fields, raw_fields(raw, delimiter), strict=False):
            if not value:
                continue
            quoted = field[:1] == '"'
            if type(value_of(value)) is str:
                texts, quoted_texts = texts + 1, quoted_texts + quoted
            else:
                numbers, quoted_numbers = numbers + 1, quoted_numbers + quoted
    if not texts or quoted_texts < texts:
        return "needed"
    return "all" if quoted_numbers == numbers else "text" if not quoted_numbers else "needed"
