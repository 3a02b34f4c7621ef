"""csv, over lists of lines and StringIO: readers take their lines first, writers get fields of exact types."""
# ruff: noqa: D102 - the methods are those of csv

from __future__ import annotations

import csv
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, Final, final

from ..realm import Realm
from .exact import require_int, require_text, require_texts
from .family import Family

_QUOTING = {name: int(getattr(csv, name)) for name in dir(csv) if name.startswith("QUOTE_")}
_TEXTS = ("delimiter", "quotechar", "escapechar", "lineterminator")
_SWITCHES = ("doublequote", "skipinitialspace", "strict")
_NAMED = {"excel": csv.excel, "excel-tab": csv.excel_tab, "unix": csv.unix_dialect}
_FIELDS = frozenset(
    (type(None), bool, int, float, str, Decimal, date, datetime, time, timedelta),
)


@final
class Dialect:
    """How fields are written; its attributes cannot be changed. Made by Sniffer, or one of excel, excel_tab, unix."""

    __slots__ = ("_format",)

    def __init__(self, form: Mapping[str, Any]) -> None:
        self._format = dict(form)

    @property
    def delimiter(self) -> str:
        return self._format["delimiter"]  # type: ignore[no-any-return]

    @property
    def quotechar(self) -> str | None:
        return self._format["quotechar"]  # type: ignore[no-any-return]

    @property
    def escapechar(self) -> str | None:
        return self._format["escapechar"]  # type: ignore[no-any-return]

    @property
    def lineterminator(self) -> str:
        return self._format["lineterminator"]  # type: ignore[no-any-return]

    @property
    def doublequote(self) -> bool:
        return self._format["doublequote"]  # type: ignore[no-any-return]

    @property
    def skipinitialspace(self) -> bool:
        return self._format["skipinitialspace"]  # type: ignore[no-any-return]

    @property
    def strict(self) -> bool:
        return self._format["strict"]  # type: ignore[no-any-return]

    @property
    def quoting(self) -> int:
        return self._format["quoting"]  # type: ignore[no-any-return]


def _form_of(cls: type[csv.Dialect]) -> dict[str, Any]:
    names = (*_TEXTS, *_SWITCHES, "quoting")
    form: dict[str, Any] = {name: getattr(cls, name, None) for name in names}
    return {**form, **{name: bool(form[name]) for name in _SWITCHES}}


_DIALECTS = {name: Dialect(_form_of(cls)) for name, cls in _NAMED.items()}


def _checked(dialect: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """A whole form from the name of a dialect or a Dialect, and options."""
    if type(dialect) is str:
        if dialect not in _DIALECTS:
            raise csv.Error("unknown dialect")
        dialect = _DIALECTS[dialect]
    if type(dialect) is not Dialect:
        raise TypeError("a dialect is the name of one, or what Sniffer().sniff(...) gives; else write delimiter=...")
    form = dict(dialect._format)
    for name, value in options.items():
        if name in _TEXTS:
            nothing = value is None and name in ("quotechar", "escapechar")
            form[name] = None if nothing else require_text(value, name)
        elif name in _SWITCHES:
            form[name] = bool(require_int(value, name))
        elif name == "quoting":
            form[name] = require_int(value, name)
        else:
            raise TypeError(f"'{name[:80]}' is an invalid keyword argument for this function")
    return form


@final
class Reader:
    """Rows of the lines of a text. All lines are taken when it is made."""

    __slots__ = ("_form", "_rows")

    def __init__(self, csvfile: Any, dialect: Any, options: Mapping[str, Any]) -> None:
        self._form = _checked(dialect, options)
        self._rows: Any = csv.reader(require_texts(csvfile, "a line"), **self._form)

    def __iter__(self) -> Reader:
        return self

    def __next__(self) -> list[Any]:
        return next(self._rows)

    @property
    def line_num(self) -> int:
        return self._rows.line_num  # type: ignore[no-any-return]

    @property
    def dialect(self) -> Dialect:
        return Dialect(self._form)


@final
class Writer:
    """Writes rows to what has a write method."""

    __slots__ = ("_output", "_settings")

    def __init__(self, csvfile: Any, dialect: Any, options: Mapping[str, Any]) -> None:
        self._settings = _checked(dialect, options)
        self._output: Any = csv.writer(csvfile, **self._settings)

    def writerow(self, row: Any) -> object:
        fields = list(row)
        if not _FIELDS.issuperset(map(type, fields)):
            fields = [_field(value) for value in fields]
        return self._output.writerow(fields)

    def writerows(self, rows: Any) -> None:
        for row in rows:
            self.writerow(row)

    @property
    def dialect(self) -> Dialect:
        return Dialect(self._settings)


def _field(value: Any) -> Any:
    """A field of an exact type: anything else as its text, so that nothing of the macro runs within csv."""
    if type(value) in _FIELDS:
        return value
    text = str(value)
    return text if type(text) is str else str.__str__(text)


def reader(csvfile: Any, dialect: Any = "excel", **fmtparams: Any) -> Reader:
    """As csv.reader."""
    return Reader(csvfile, dialect, fmtparams)


def writer(csvfile: Any, dialect: Any = "excel", **fmtparams: Any) -> Writer:
    """As csv.writer."""
    return Writer(csvfile, dialect, fmtparams)


@final
class DictReader:
    """Rows as dicts; the first row names the fields unless fieldnames does."""

    __slots__ = ("_lines", "_names", "_rest_key", "_rest_value")

    def __init__(
        self,
        f: Any,
        fieldnames: Any = None,
        restkey: Any = None,
        restval: Any = None,
        dialect: Any = "excel",
        **kwds: Any,
    ) -> None:
        self._lines = Reader(f, dialect, kwds)
        self._names: list[Any] | None = None if fieldnames is None else list(fieldnames)
        self._rest_key = restkey
        self._rest_value = restval

    @property
    def fieldnames(self) -> list[Any] | None:
        if self._names is None:
            self._names = next(self._lines, None)
        return self._names

    @property
    def line_num(self) -> int:
        return self._lines.line_num

    @property
    def dialect(self) -> Dialect:
        return self._lines.dialect

    def __iter__(self) -> DictReader:
        return self

    def __next__(self) -> dict[Any, Any]:
        names = self.fieldnames or []
        row = next(self._lines)
        while not row:
            row = next(self._lines)
        record = dict(zip(names, row, strict=False))
        if len(row) > len(names):
            record[self._rest_key] = row[len(names) :]
        for name in names[len(row) :]:
            record[name] = self._rest_value
        return record


@final
class DictWriter:
    """Writes dicts, their values in the order of fieldnames."""

    __slots__ = ("_extras", "_header", "_missing", "_target")

    def __init__(
        self,
        f: Any,
        fieldnames: Any,
        restval: Any = "",
        extrasaction: Any = "raise",
        dialect: Any = "excel",
        **kwds: Any,
    ) -> None:
        self._header = list(fieldnames)
        self._missing = restval
        self._extras = require_text(extrasaction, "extrasaction").lower()
        if self._extras not in ("raise", "ignore"):
            raise ValueError(f"extrasaction ({extrasaction[:80]}) must be 'raise' or 'ignore'")
        self._target = Writer(f, dialect, kwds)

    @property
    def fieldnames(self) -> list[Any]:
        return list(self._header)

    def writeheader(self) -> object:
        return self._target.writerow(self._header)

    def writerow(self, rowdict: Any) -> object:
        if self._extras == "raise":
            wrong = [key for key in rowdict if key not in self._header]
            if wrong:
                shown = ", ".join(repr(key)[:80] if type(key) is str else type(key).__name__[:80] for key in wrong[:8])
                raise ValueError(f"dict contains fields not in fieldnames: {shown}")
        return self._target.writerow([rowdict.get(name, self._missing) for name in self._header])

    def writerows(self, rowdicts: Any) -> None:
        for row in rowdicts:
            self.writerow(row)


@final
class Sniffer:
    """Guesses a dialect from a sample."""

    __slots__ = ()

    def sniff(self, sample: Any, delimiters: Any = None) -> Dialect:
        allowed = None if delimiters is None else "".join(require_texts(delimiters, "a delimiter"))
        return Dialect(_form_of(csv.Sniffer().sniff(require_text(sample, "the sample"), allowed)))

    def has_header(self, sample: Any) -> bool:
        return csv.Sniffer().has_header(require_text(sample, "the sample"))


_VALUES: dict[str, object] = {
    **_QUOTING,
    "DictReader": DictReader,
    "DictWriter": DictWriter,
    "Error": csv.Error,
    "Sniffer": Sniffer,
    "excel": _DIALECTS["excel"],
    "excel_tab": _DIALECTS["excel-tab"],
    "reader": reader,
    "unix_dialect": _DIALECTS["unix"],
    "writer": writer,
}


def _build(realm: Realm) -> Mapping[str, object]:
    realm.known.update((DictReader, DictWriter, Sniffer))
    return _VALUES


FAMILY: Final = Family("csv", frozenset(_VALUES), _build)
"""Without register_dialect and field_size_limit, which change the process, and Dialect, a class to derive from."""
