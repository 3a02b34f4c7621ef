"""A sheet as delimited text. Records of the source that still hold what it says go out as the characters they were."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from heapq import merge
from itertools import islice
from operator import itemgetter
from typing import Final, final

from ...value import Scalar
from ..calc import Failure
from ..model.rect import cell_name
from ..model.row import Row
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from ..state import FormulaStates
from .dialect import decode
from .error import DelimitedSaveError
from .record import raw_fields
from .source import ENCODING_NAMES, Dialect, Form, Source
from .value import Moment, text_of, value_of

PIECE_CHARACTERS: Final = 1 << 18

_DELIMITERS: Final[dict[Form, str]] = {"csv": ",", "tsv": "\t"}
_LEADS: Final = ("=", "+", "-", "@")
"""What a spreadsheet application that opens the text may take for the beginning of a formula."""


def write_delimited(
    model: Workbook, form: Form | None, sheet_name: str | None, now: datetime | None = None
) -> tuple[Iterator[bytes], list[str]]:
    """The text in pieces, and warnings. form None is the source's own; sheet_name None the only worksheet; now is the
    moment that NOW() gives.

    Everything that can refuse does so before the first piece. A source nothing of which changed gives its own bytes.
    """
    sheet = _choose(model, sheet_name)
    sheet.load()
    source = model.source if model.source is not None and model.source.sheet_id == sheet.id else None
    own = source is not None and form in (None, source.form)
    if source is not None and own and _is_untouched(sheet, source):
        return iter((source.data,)), []
    if source is None:
        dialect = Dialect(delimiter=_DELIMITERS[form or "csv"])
    elif own:
        dialect = source.dialect
    else:
        dialect = replace(source.dialect, delimiter=_DELIMITERS[form or source.form], head="")
    writing = _Writing(model, sheet, dialect, source if own else None, now)
    pieces = writing.pieces()
    return iter(pieces), writing.warnings()


def _choose(model: Workbook, name: str | None) -> Sheet:
    sheets = [sheet for sheet in model.sheets if sheet.kind == "worksheet"]
    if name is not None:
        found = model.sheet_named(name)
        if found is None or found.kind != "worksheet":
            names = ", ".join(repr(sheet.name) for sheet in sheets[:10])
            raise DelimitedSaveError(f"there is no worksheet {name!r} to save", hint=f"The worksheets are {names}.")
        return found
    if len(sheets) != 1:
        first = sheets[0].name if sheets else "Data"
        raise DelimitedSaveError(
            f"the workbook has {len(sheets)} worksheets, and a text file holds one",
            hint=f"Choose it: runtime.save(path, sheet={first!r}), or --sheet {first!r} on the command line.",
        )
    return sheets[0]


def _is_untouched(sheet: Sheet, source: Source) -> bool:
    """Whether the rows are those of the source, each in its place."""
    if sheet.far or any(row is None or row.touched or row.source0 != at for at, row in enumerate(sheet.rows)):
        return False
    return len(sheet.rows) == _count(source)


def _count(source: Source) -> int:
    if source.lines is not None:
        return len(source.lines)
    return sum(1 for _ in _raw_records(source))


def _raw_records(source: Source) -> Iterator[str]:
    """The records of the source, read once more; decoding them again costs less than keeping them."""
    from io import StringIO

    text = decode(source.data)[0][len(source.dialect.head) :]
    lines = StringIO(text, newline="")
    if source.lines is None:
        yield from lines
        return
    for spans in source.lines:
        yield "".join(islice(lines, spans))


@final
class _Writing:
    """One save: the rows, and what there is to say of them."""

    def __init__(
        self, model: Workbook, sheet: Sheet, dialect: Dialect, source: Source | None, now: datetime | None
    ) -> None:
        self._model = model
        self._sheet = sheet
        self._dialect = dialect
        self._raw = list(_raw_records(source)) if source is not None else []
        self._states = FormulaStates(model, _loaded, now)
        self._widths = self._spilled_widths()
        self._width = self._usual_width()
        self._gap = dialect.line_end if self._raw else dialect.delimiter * (self._width - 1) + dialect.line_end
        self._leads = self._formulas = 0

    def pieces(self) -> list[bytes]:
        """The whole text, encoded, in pieces of some hundred thousand characters."""
        dialect = self._dialect
        pieces, held, size = [dialect.mark + dialect.head.encode(dialect.encoding)], [""], 0
        next0 = 0
        for row0, row in self._rows():
            held.extend([self._ended(held[-1]), self._gap * (row0 - next0), self._record(row0, row)])
            next0 = row0 + 1
            size += len(held[-1])
            if size > PIECE_CHARACTERS:
                pieces.append("".join(held[:-1]).encode(dialect.encoding))
                held, size = held[-1:], 0
        return [*pieces, "".join(held).encode(dialect.encoding)]

    def warnings(self) -> list[str]:
        """What the reader of the text should know."""
        name, found = self._sheet.name, []
        if self._formulas:
            found.append(f"{name}: the text holds the values of formulas, not the formulas ({self._formulas:,})")
        if self._leads:
            found.append(
                f"{name}: texts written here that begin with = + - or @ ({self._leads:,}); "
                "a spreadsheet application may take them for formulas"
            )
        return found

    def _spilled_widths(self) -> dict[int, int]:
        """How far the areas reach that array formulas give values to, by row."""
        widths: dict[int, int] = {}
        for block in self._states.blocks(self._sheet):
            for row0 in range(block.row0, block.row1 + 1):
                widths[row0] = max(widths.get(row0, 0), block.col1 + 1)
        return widths

    def _rows(self) -> Iterator[tuple[int, Row]]:
        """The rows of the sheet, with those that hold nothing but what formulas elsewhere spill over them."""
        bare = ((row0, Row()) for row0 in sorted(self._widths) if self._sheet.row(row0) is None)
        return merge(self._sheet.each_row(), bare, key=itemgetter(0))

    def _usual_width(self) -> int:
        """How many fields a new record has at least: as many as the first of the source, or as the sheet is wide."""
        if self._raw:
            return len(raw_fields(self._raw[0], self._dialect.delimiter))
        used = self._sheet.used_rect()
        return max(1 if used is None else used.col1 + 1, *self._widths.values(), 1)

    def _ended(self, before: str) -> str:
        """The line end that the last record of the source lacks, where another follows."""
        return self._dialect.line_end if before and before[-1] not in "\r\n" else ""

    def _record(self, row0: int, row: Row) -> str:
        raw = self._raw[row.source0] if 0 <= row.source0 < len(self._raw) else None
        if raw is not None and not row.touched and row0 not in self._widths:
            return raw
        fields = self._fields(row0, row, [] if raw is None else raw_fields(raw, self._dialect.delimiter))
        text = self._dialect.delimiter.join(fields)
        self._check_encoding(row0, fields, text)
        end = self._dialect.line_end if raw is None else raw[len(raw.rstrip("\r\n")) :]
        return text + end

    def _fields(self, row0: int, row: Row, old: list[str]) -> list[str]:
        """The fields of a record: those of the source wherever the cell still holds what they say."""
        fields = []
        for col0 in range(max(row.width(), len(old) or self._width, self._widths.get(row0, 0))):
            known = old[col0] if col0 < len(old) else None
            shown = self._shown(row0, row, col0)
            if known is not None and row.formula(col0) is None and self._says(known, shown, row, col0):
                fields.append(known)
            else:
                fields.append(self._field(shown, row, col0))
        return fields

    def _says(self, field: str, held: Scalar, row: Row, col0: int) -> bool:
        value = value_of(field[1:-1].replace('""', '"') if field[:1] == '"' else field)
        if type(value) is Moment:
            return value.serial == held and self._model.styles.number_format(row.style(col0)) == value.code
        return type(value) is type(held) and value == held and self._kind(row, col0) in _UNDATED

    def _kind(self, row: Row, col0: int) -> str:
        return self._model.styles.kind(row.style(col0))

    def _field(self, value: Scalar, row: Row, col0: int) -> str:
        text = text_of(value, self._kind(row, col0), epoch_1904=self._model.epoch_1904)
        is_text = type(value) is str
        self._leads += is_text and text.startswith(_LEADS)
        return self._quoted(text, is_text=is_text)

    def _shown(self, row0: int, row: Row, col0: int) -> Scalar:
        """What a cell shows now."""
        formula = row.formula(col0) is not None
        if not formula and not self._sheet.blocks:
            return row.value(col0)
        self._formulas += formula
        found = self._states.value(self._sheet, row0, col0)
        if isinstance(found, Failure):
            reason = self._states.reason(self._sheet, row0, col0)
            raise DelimitedSaveError(
                f"{self._sheet.name}!{cell_name(row0, col0)}: the value of its formula is not known: {reason}",
                hint="Text files hold values only: save as .xlsx, or write the value in place of the formula.",
            )
        return found

    def _quoted(self, text: str, *, is_text: bool) -> str:
        dialect = self._dialect
        asked = text and (dialect.quoting == "all" or (dialect.quoting == "text" and is_text))
        needed = any(mark in text for mark in (dialect.delimiter, '"', "\r", "\n")) or text != text.strip()
        return '"' + text.replace('"', '""') + '"' if asked or needed else text

    def _check_encoding(self, row0: int, fields: list[str], text: str) -> None:
        """A character that the encoding of the source has not is refused with its cell."""
        encoding = self._dialect.encoding
        try:
            text.encode(encoding)
        except UnicodeEncodeError as error:
            place = next(col0 for col0, field in enumerate(fields) if not _fits(field, encoding))
            raise DelimitedSaveError(
                f"{self._sheet.name}!{cell_name(row0, place)}: {ENCODING_NAMES[encoding]}, the encoding of the "
                f"file, has no {text[error.start]!a}",
                hint="Save as .xlsx, or save the source as UTF-8 first.",
            ) from error


_UNDATED: Final = frozenset({"general", "number", "text"})


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _loaded(sheet: Sheet) -> Sheet:
    sheet.load()
    return sheet
