"""Every value under every number format, shown here and by LibreOffice: `make display`.

Exit code: 0 where they agree or the difference is explained, 1 for other differences, 2 where LibreOffice is missing.
"""

from __future__ import annotations

import csv
import io
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from macrocell.facade.workbook.display import formatter
from macrocell.facade.workbook.display.clock import HASHES
from macrocell.facade.workbook.model.number_format import BUILTIN, DATE_KINDS, format_kind
from openpyxl import Workbook
from support.libreoffice import SOFFICE, run_office

SHOWN_DIFFERENCES: Final = 60

NUMBERS: Final = (
    0, 1, -1, 5, -5, 7, 10, 12, -12, 59, 60, 61, 99, 100, 101, 999, 1000, 1234, -1234, 12345, 123456, 1234567, -1234567,
    999999, 1e6, 12345678.9, 123456789, 1e9, 12345678901, 123456789012, 1e15, 0.5, -0.5, 0.1, 0.25, 0.3, 0.125, 1 / 3,
    -1 / 3, 2 / 3, 0.05, 0.005, 0.995, 1.005, -1.005, 1.015, 2.5, 3.5, -2.5, 0.0295, 0.001, -0.001, 0.00001, 1.234e-7,
    1e-10, 12.3, 12.34567, -12.34567, 99.95, 99.995, 999.995, 1234.5, 1234.567, -1234.567, 9999.995, 3.14159265358979,
    44197, 44197.5, 45000.123456, 45351, 45657.99999, 36526.75, 2958465, 0.75, 0.041666666666666664, 0.999988425925926,
    1.5, 1.9999, 31.25, 366, 1e20, 1.5e-5, 123456.789,
)  # fmt: skip
TEXTS: Final = ("abc", "1,5", "-")
CODES: Final = (
    "0", "00", "000", "0.0", "0.00", "0.000", "0.0000000000", "#", "##", "#.#", "#.##", "#.00", "0.##", "0.0#", "0.?",
    "?.?", "???.???", "?0.0?", "#,##0", "#,##0.00", "#,###", "0,000", "0,000.0", "00,000", "#,", "0,", "0.0,",
    "0.00,,", "#,##0,", '0.0,,"M"', '#,##0.0,"k"', "0%", "0.0%", "0.00%", "#%", "#,##0%", "0 %", '0"%"', r"0\%", "%0",
    "0E+0", "0.0E+0", "0.00E+00", "0.00E-00", "#0.0E+0", "##0.0E+0", "###0.00E+0", "0.###E+0", "0.00e+00", "00.0E+0",
    "# ?/?", "# ??/??", "# ???/???", "?/?", "??/??", "# ?/2", "# ?/4", "# ?/8", "# ??/16", "# ?/10", "# ??/100",
    "0 0/0", '0"x"', '"a"0"b"', r"\a0\b", "0_)", "_(0_)", "(0)", "0-0", "000-00-0000", "00000-0000", "(000) 000-0000",
    "0-00-00", "0;0", "0;-0", "0;(0)", "0.0;(0.0)", '0;"neg"', '0;-0;"zero"', "0;;", ";;", ";;;", ';0;"z"', '0;-0;;@',
    '0;-0;0;"t"@', '"p"0;"n"0;"z"0;"t"@', "0.00;[Red]-0.00", "[Red]0", "[Blue]0;[Red]0", "[Color10]0",
    "#,##0_);(#,##0)", '"$"#,##0.00', '"$"#,##0.00_);("$"#,##0.00)', "[$$-409]#,##0.00", "[$€-407]#,##0.00",
    "#,##0.00 [$€-407]", "[$EUR] 0.00", "[$-409]0.00", "[>100]0.0;0", "[<=1]0.00;0", "[<1]0%;0", '[=0]"-";0',
    "[<>0]0.0;0", '[>=1000]0,"k";0', '[>=1000000]0.0,,"M";[>=1000]0.0,"k";0', '[<0]"neg "0;0',
    '[<-10]"low"0;[>10]"high"0;"mid"0', "[>0]0.0;[<0]0.00;0", "[>100]0;[<50]0.0;0.00", "@", '"x"@"y"', "@@",
    "0;0;0;@", "General", 'General"x"', '"a"General', "General;-General", 'General_)', "[Red]General", "d", "dd",
    "ddd", "dddd", "m", "mm", "mmm", "mmmm", "mmmmm", "yy", "yyyy", "y", "yyy", "e", "d/m/yyyy", "yyyy-mm-dd",
    r"yyyy\-mm\-dd", "dd.mm.yyyy", "d mmmm yyyy", "dddd, mmmm d, yyyy", "mmm-yy", "d-mmm", "h", "hh", "h:mm", "hh:mm",
    "h:mm:ss", "hh:mm:ss", "h:mm AM/PM", "hh:mm:ss AM/PM", "h AM/PM", "h:mm a/p", "mm:ss", "mm:ss.0", "mm:ss.00",
    "ss.000", "s", "[h]:mm", "[h]:mm:ss", "[hh]:mm", "[mm]:ss", "[m]", "[s]", "[ss].00", "[h]", "yyyy-mm-dd hh:mm:ss",
    "m/d/yyyy h:mm", 'h"h" m"m"', "h:m:s", "m/h", "h mm m", r"yyyy\Thh", "dddd h AM/PM", "[$-409]d-mmm-yy",
    "[$-409]mmmm d, yyyy;@", "[$-F400]h:mm:ss AM/PM", "yyyy/mm/dd;@", "hh:mm:ss.000",
    *dict.fromkeys(BUILTIN[number] for number in (*range(23), *range(37, 50))),
)  # fmt: skip


class Difference(NamedTuple):
    """What is shown here and by LibreOffice for a value under a code."""

    value: object
    code: str
    here: str
    there: str


def _is_date(code: str) -> bool:
    return format_kind(code) in DATE_KINDS or bool(re.fullmatch("y+|e", code))


def _has_day(code: str) -> bool:
    return format_kind(code) in ("date", "datetime") or code in ("m/h", "h mm m")


def _number(value: object) -> float:
    return value if isinstance(value, int | float) else float("nan")


def _is_cut_off(one: Difference) -> bool:
    """Whether LibreOffice shows what half a unit less would be."""
    units = (0.5, 0.05, 0.005, 0.0005)
    return _is_date(one.code) and any(
        formatter(one.code)(_number(one.value) - unit / 86_400) == one.there for unit in units
    )


EXPLAINED: tuple[tuple[str, Callable[[Difference], bool]], ...] = (
    ("Excel has no dates before its epoch and fills the cell with #", lambda one: one.here == HASHES),
    (
        "1900 is a leap year in Excel, and serial 0 is January 0: days up to serial 60 differ by one",
        lambda one: 0 <= _number(one.value) < 61 and _has_day(one.code),
    ),
    (
        "LibreOffice shows #FMT for fractions of large numbers and for very long elapsed times",
        lambda one: one.there == "#FMT",
    ),
    (
        "Excel keeps the decimal point that no digit follows",
        lambda one: one.here.replace(".", "", 1) == one.there and "#" in one.code,
    ),
    (
        "General is 11 characters in Excel, more digits in LibreOffice",
        lambda one: "general" in one.code.lower() or "@" in one.code,
    ),
    (
        "Excel rounds the 15 digits it shows, LibreOffice the binary number times 100",
        lambda one: "%" in one.code and abs(_number(one.value)) in (0.0295, 1.005, 1.015),
    ),
    (
        "a section with a condition loses the minus sign in Excel only where it takes negative numbers alone",
        lambda one: one.code.count("[") > 0 and one.here.replace("-", "") == one.there.replace("-", ""),
    ),
    ("Excel rounds to the last unit of seconds, LibreOffice cuts off", lambda one: _is_cut_off(one)),
    ("LibreOffice does not take y, yyy and e for years", lambda one: bool(re.fullmatch("y|yyy|e", one.code))),
    ("LibreOffice does not take [ss].00 for a time", lambda one: one.code == "[ss].00"),
    ("[$-F400] is the system's time, which has no leading zero in English", lambda one: "[$-F400]" in one.code),
    ("Excel shows a capital E", lambda one: one.here.lower() == one.there),
    (
        "of two enclosing fractions Excel takes the one on the number's side of their mediant",
        lambda one: "/?" in one.code or "/0" in one.code,
    ),
    (
        "a fraction that is not shown leaves blanks as wide as a denominator of several digits",
        lambda one: bool(re.search(r"/\d", one.code)) and one.here.rstrip() == one.there.rstrip(),
    ),
    (
        "a fraction of a negative number that rounds to zero keeps its minus sign",
        lambda one: "/" in one.code and one.here.replace("-", "").rstrip() == one.there.rstrip(),
    ),
    (
        "half of a denominator that the code names is rounded up, by LibreOffice down",
        lambda one: bool(re.search(r"/\d", one.code)) and 1000 * _number(one.value) % 5 == 0,
    ),
)
"""Where Excel is followed against LibreOffice, and why."""


def main() -> int:
    """Compare, and print what differs."""
    if SOFFICE is None:
        _say("LibreOffice is not installed: no soffice on the path")
        return 2
    values = (*NUMBERS, *TEXTS)
    there = shown_there(values, CODES)
    reasons: Counter[str] = Counter()
    left = []
    for code, row in zip(CODES, there, strict=True):
        show = formatter(code)
        for value, text in zip(values, row, strict=True):
            here = show(value)
            if here != text:
                difference = Difference(value, code, here, text)
                why = explained(difference)
                reasons[why] += 1
                if not why:
                    left.append(difference)
    _say(f"{len(CODES)} codes x {len(values)} values, {sum(reasons.values())} differ, {len(left)} without explanation")
    for why, count in reasons.most_common():
        if why:
            _say(f"{count:6d}  {why}")
    for difference in left[:SHOWN_DIFFERENCES]:
        _say(" ".join(map(repr, difference)))
    return 1 if left else 0


def explained(difference: Difference) -> str:
    """Why it differs, where that is known; else empty."""
    return next((why for why, holds in EXPLAINED if holds(difference)), "")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def shown_there(values: tuple[object, ...], codes: tuple[str, ...]) -> list[list[str]]:
    """What LibreOffice writes as CSV, cells as shown: a row for each code, a column for each value."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row, code in enumerate(codes, 1):
        for column, value in enumerate(values, 1):
            cell = sheet.cell(row, column)
            cell.value = value
            cell.number_format = code
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        book.save(folder / "shown.xlsx")
        form = "csv:Text - txt - csv (StarCalc):44,34,76,1"
        run_office(folder, ["--convert-to", form, "--outdir", str(folder), str(folder / "shown.xlsx")], 20)
        text = (folder / "shown.csv").read_text("utf-8")
    rows = list(csv.reader(io.StringIO(text)))
    return [(row + [""] * len(values))[: len(values)] for row in rows]


if __name__ == "__main__":
    sys.exit(main())
