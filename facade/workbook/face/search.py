"""Finding and replacing in cells: plain text whatever its case, whole cells, patterns; values or formulas."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, time
from typing import TYPE_CHECKING, Any, Final, NamedTuple, final

from ...errors import ArgumentError
from ...value import NOT_COMPUTED
from ..buffer import KEY_BITS, rectangles
from ..model.number_format import DATE_KINDS
from ..model.rect import Rect
from ..mutation import Formula
from .core import Core
from .input import Dated, check, check_formula_text, check_text, type_name

if TYPE_CHECKING:
    from .cell import Cell

MAX_PATTERN: Final = 10_000
"""Characters of a pattern: no cell holds more of use, and compiling takes time in their number."""
_NUMBERS: Final = frozenset({int, float})


@final
class Query(NamedTuple):
    """What is looked for: a test of text with its replacement, or a number or truth value that a cell equals."""

    pattern: re.Pattern[str] | None
    value: Any
    whole: bool
    regex: bool
    in_formulas: bool

    def finds(self, text: str) -> bool:
        """Whether text is, or holds, what is looked for."""
        if self.pattern is None:
            return False
        return (self.pattern.fullmatch(text) if self.whole else self.pattern.search(text)) is not None

    def equals(self, value: object) -> bool:
        """Whether a value is the number, or the truth value, that is looked for."""
        wanted = self.value
        if self.pattern is not None:
            return False
        if type(wanted) is bool or type(value) is bool:
            return value is wanted
        return type(value) in _NUMBERS and value == wanted


def query(pattern: object, *, whole: object, case: object, regex: object, in_formulas: object) -> Query:
    """Checked arguments of find and replace."""
    for name, flag in (("whole", whole), ("case", case), ("regex", regex), ("in_formulas", in_formulas)):
        if type(flag) is not bool:
            raise ArgumentError(f"{name} is True or False, not {type_name(flag)}", hint="write whole=True")
    assert type(whole) is type(regex) is type(in_formulas) is bool
    if type(pattern) in (int, float, bool):
        return Query(None, pattern, True, False, False)
    if type(pattern) is not str:
        raise ArgumentError(
            f"find takes text or a number, not {type_name(pattern)}",
            hint="write str(value); a pattern is text, with regex=True",
        )
    if not pattern:
        raise ArgumentError("there is nothing to look for in an empty text", hint="a blank cell has the value None")
    if len(pattern) > MAX_PATTERN:
        raise ArgumentError(f"a pattern has at most {MAX_PATTERN:,} characters, this one {len(pattern):,}")
    return Query(_compiled(pattern, regex, bool(case)), None, whole, regex, in_formulas)


def _compiled(pattern: str, regex: bool, case: bool) -> re.Pattern[str]:
    flags = re.NOFLAG if case else re.IGNORECASE
    try:
        return re.compile(pattern if regex else re.escape(pattern), flags)
    except (re.error, RecursionError, OverflowError) as error:
        raise ArgumentError(
            f"the pattern is no regular expression: {error}"[:300], hint="leave regex=True out to find plain text"
        ) from None


def found(core: Core, rect: Rect | None, wanted: Query) -> Iterator[tuple[int, int]]:
    """(row0, col0) of the cells that hold it, row after row; cells whose value is not known hold nothing."""
    for row0, col0, value, formula in _cells(core, rect):
        if wanted.in_formulas and formula is not None:
            if wanted.finds("=" + formula):
                yield row0, col0
        elif value is not NOT_COMPUTED and value is not None and _holds(value, wanted):
            yield row0, col0


def _holds(value: Any, wanted: Query) -> bool:
    return wanted.equals(value) if wanted.pattern is None else wanted.finds(text_of(value))


def _cells(core: Core, rect: Rect | None) -> Iterator[tuple[int, int, Any, str | None]]:
    """(row0, col0, value, formula) of the filled cells of a rectangle; None for the whole sheet."""
    used = core.extent()
    part = used if rect is None or used is None else rect.common(used)
    if part is None:
        return
    model = core.ready()
    for row0, row in list(model.each_row(part.row0, part.row1)):
        line = core.read_rows(part._replace(row0=row0, row1=row0))[0]
        formulas = row.formula_columns()
        for col0, value in enumerate(line, part.col0):
            held = col0 in formulas
            if value is not None or held:
                yield row0, col0, value, core.session.formula(model, row0, col0) if held else None


def text_of(value: object) -> str:
    """A value as find sees it: numbers as they are typed, dates as 2024-05-31, TRUE and FALSE."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ")
    return str(value)


def replace(core: Core, rect: Rect | None, wanted: Query, new: object) -> None:
    """Replace in every cell that holds it. All new values are checked before the first is written."""
    writes: dict[int, Any] = {}
    changed: list[tuple[int, int, Any]] = []
    make = _maker(wanted, new)
    for row0, col0, value, formula in _cells(core, rect):
        result = _replaced(core, (row0, col0), value, formula, wanted, make)
        if result is not _SAME:
            changed.append((row0, col0, result))
    formats: list[tuple[int, int, str]] = []
    for row0, col0, result in changed:
        checked = result
        if type(checked) is Dated:
            if core.look(row0, col0) not in DATE_KINDS:
                formats.append((row0, col0, checked.code))
            checked = checked.serial
        writes[row0 << KEY_BITS | col0] = checked
    for part, rows in list(rectangles(writes)):
        core.write_rows(part.row0, part.col0, rows)
    for row0, col0, code in formats:
        core.session.set_number_format(core.model, Rect(row0, col0, row0, col0), code)


_SAME: Final = object()
Make = Callable[[Core, tuple[int, int], str | None], Any]


def _maker(wanted: Query, new: object) -> Make:
    """What gives the new value of a cell, from its text where a part of that is replaced."""
    if type(new) is str and wanted.pattern is not None:
        return lambda _core, _place, text: _part_replaced(wanted, new, text or "")
    if wanted.pattern is not None and not wanted.whole:
        raise ArgumentError(
            f"a part of a text is replaced by text, not {type_name(new)}",
            hint="whole=True replaces cells that are this text, by any value",
        )
    return lambda core, place, _text: check(new, core.place, *place)


def _part_replaced(wanted: Query, new: str, text: str) -> str:
    pattern = wanted.pattern
    assert pattern is not None
    if not wanted.regex:
        return new if wanted.whole else pattern.sub(lambda _: new, text)
    try:
        if wanted.whole:
            match = pattern.fullmatch(text)
            assert match is not None
            return match.expand(new)
        return pattern.sub(new, text)
    except (re.error, IndexError) as error:
        raise ArgumentError(
            f"the replacement does not fit the pattern: {error}"[:300], hint=r"write groups as \1 or \g<name>"
        ) from None


def _replaced(core: Core, place: tuple[int, int], value: Any, formula: str | None, wanted: Query, make: Make) -> Any:
    """The checked new value of a cell; _SAME where it holds nothing of what is looked for."""
    if formula is not None:
        if not wanted.in_formulas or not wanted.finds("=" + formula):
            return _SAME
        result = make(core, place, "=" + formula)
        return (
            _formula(core, place, formula, result)
            if type(result) is str and result[:1] == "="
            else _text(result, place)
        )
    if wanted.pattern is None:
        return make(core, place, None) if wanted.equals(value) else _SAME
    if type(value) is not str or not wanted.finds(value):
        return _whole_of(core, place, value, wanted, make)
    return _text(make(core, place, value), place)


def _formula(core: Core, place: tuple[int, int], old: str, new: str) -> Formula:
    """One that took one of several values goes on doing so."""
    text = check_formula_text(new, *place)
    takes_one = not core.is_dynamic(*place) and core.place.dynamic(old, *place)
    return Formula(text, dynamic=not takes_one and core.place.dynamic(text, *place))


def _whole_of(core: Core, place: tuple[int, int], value: Any, wanted: Query, make: Make) -> Any:
    """Of what is no text, such as an error or a date, only the whole is replaced."""
    if value is None or value is NOT_COMPUTED or type(value) is str or not wanted.whole:
        return _SAME
    text = text_of(value)
    return _text(make(core, place, text), place) if wanted.finds(text) else _SAME


def _text(result: Any, place: tuple[int, int]) -> Any:
    """Text that came of replacing stays text, whatever it begins with."""
    return check_text(result, *place) if type(result) is str else result


def cells_found(
    core: Core, rect: Rect | None, pattern: object, whole: object, case: object, regex: object, in_formulas: object
) -> list[Cell]:
    """The cells of a rectangle, or of the sheet, that hold what is looked for."""
    from .cell import Cell

    wanted = query(pattern, whole=whole, case=case, regex=regex, in_formulas=in_formulas)
    return [Cell((core, row0, col0)) for row0, col0 in found(core, rect, wanted)]


def replace_all(
    core: Core,
    rect: Rect | None,
    old: object,
    new: object,
    whole: object,
    case: object,
    regex: object,
    in_formulas: object,
) -> None:
    """Replace in a rectangle, or in the sheet."""
    replace(core, rect, query(old, whole=whole, case=case, regex=regex, in_formulas=in_formulas), new)
