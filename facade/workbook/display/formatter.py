"""A number format code as a function from the value of a cell to its text."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import inf
from typing import Any, Final, NamedTuple, TypeAlias

from ...value import CellError, NotComputed, RichText
from ..model.number_format import BUILTIN, GENERAL
from .clock import EPOCHS_APART, HASHES, LAST_DAY
from .general import general
from .number import Renderer
from .section import is_clock, is_text, numeric, textual
from .token import Condition, Section, UnreadableError, sections

Formatter: TypeAlias = "Callable[[Any], str]"
"""From a scalar of the model (dates as serials) to the text that Excel shows for it."""

NOT_COMPUTED_TEXT: Final = "#NOT_COMPUTED"
"""Stands for the value of a formula that is not known. No error of Excel is called so."""

SHOWN: Final = {
    "": GENERAL,
    BUILTIN[14]: "m/d/yyyy",
    BUILTIN[22]: "m/d/yyyy h:mm",
    BUILTIN[44]: r'_("$"* #,##0.00_);_("$"* \(#,##0.00\);_("$"* "-"??_);_(@_)',
    BUILTIN[47]: "mm:ss.0",
}
"""What Excel in English (United States) shows for codes that are spelled otherwise: the short date is the system's, 44
lacks its semicolons where openpyxl spells it, and no code at all is General."""

_Choose: TypeAlias = "Callable[[float], str]"


@lru_cache(maxsize=1024)
def formatter(code: str, *, epoch_1904: bool = False) -> Formatter:
    """The function that shows values under a format code, made once for each code. It never raises.

    A code that cannot be read (an unknown bracket, more than four sections, digits among the parts of a date, over
    1,024 characters) shows values as General does. Colours show nothing, `_x` is one blank, and `*x` is nothing, as in
    Excel's TEXT(): how often x is repeated depends on the width of the column.
    """
    try:
        parts = sections(SHOWN.get(code, code))
        above, below, zero, minus = _numbers(parts, epoch_1904=epoch_1904)
        text = _texts(parts)
    except UnreadableError:
        above, below, zero, minus, text = general, general, general, "-", str

    def show(value: Any) -> str:
        kind = type(value)
        if kind is not float:
            if kind is not int:
                return text(value) if kind is str else _other(value, text)
            try:
                value = float(value)
            except OverflowError:
                return HASHES
        if 0.0 < value < inf:
            return above(value, "")
        if -inf < value < 0.0:
            return below(-value, minus)
        return zero(0.0, "") if value == 0.0 else "#NUM!"

    return show


def _other(value: Any, text: Callable[[str], str]) -> str:
    kind = type(value)
    if value is None:
        return ""
    if kind is bool:
        return "TRUE" if value else "FALSE"
    if kind is RichText:
        return text(value.text)
    if kind is NotComputed:
        return NOT_COMPUTED_TEXT
    return value.code if type(value) is CellError else str(value)


def _texts(parts: list[Section]) -> Callable[[str], str]:
    """The fourth section is for texts, else the last one if it has an @; other codes show texts as they are."""
    if len(parts) == 4 or is_text(parts[-1]):
        return textual(parts[-1])
    return str


class _Signs(NamedTuple):
    """Renderers by sign, with the sign that numbers below zero show."""

    above: Renderer
    below: Renderer
    zero: Renderer
    minus: str


def _numbers(parts: list[Section], *, epoch_1904: bool) -> _Signs:
    if len(parts) > 1 and (len(parts) == 4 or is_text(parts[-1])):
        parts = parts[:-1]
    if any(is_text(part) for part in parts[:-1]) or (len(parts) > 1 and is_text(parts[-1])):
        raise UnreadableError
    shown = [_shown(part, epoch_1904=epoch_1904) for part in parts]
    if any(part.condition for part in parts):
        choose = _by_condition(parts, shown)
        return _Signs(lambda size, _: choose(size), lambda size, _: choose(-size), lambda size, _: choose(size), "-")
    above, below = shown[0]
    if len(parts) == 1:
        return _Signs(above, below, above, "-")
    return _Signs(above, shown[1].below, shown[2].above if len(shown) > 2 else above, "")


class _Shown(NamedTuple):
    """A section's renderer for numbers from 0, and that for the magnitudes of those below."""

    above: Renderer
    below: Renderer


_GENERAL: Final = _Shown(general, general)
_HIDDEN: Final = _Shown(lambda _, __: HASHES, lambda _, __: HASHES)


def _shown(part: Section, *, epoch_1904: bool) -> _Shown:
    """Dates end with the year 9999; before the epoch there are some in 1904 files only, with a minus sign."""
    render = numeric(part, epoch_1904=epoch_1904)
    if not is_clock(part):
        return _Shown(render, render)
    end = LAST_DAY + 1 - (EPOCHS_APART if epoch_1904 else 0)

    def within(magnitude: float, minus: str) -> str:
        return render(magnitude, minus) if magnitude < end else HASHES

    return _Shown(within, within if epoch_1904 else _HIDDEN.below)


_BELOW_ZERO: Final = Condition("<", 0.0)


class _Case(NamedTuple):
    """A section with the condition under which it is taken; unsigned: negative numbers show no minus sign there."""

    condition: Condition
    shown: _Shown
    unsigned: bool


def _by_condition(parts: list[Section], shown: list[_Shown]) -> _Choose:
    """The first section whose condition holds. Where the code leaves it out it is [>0] for the first of three sections,
    [>=0] for that of two, and [<0] for the second; the last section is for all that is left."""
    conditions = [parts[0].condition or Condition(">" if len(parts) > 2 else ">=", 0.0)]
    if len(parts) > 1 and (second := parts[1].condition or (_BELOW_ZERO if len(parts) > 2 else None)):
        conditions.append(second)
    cases = [_Case(one, look, _only_negative(one)) for one, look in zip(conditions, shown, strict=False)]
    unsigned = len(parts) < 3 and _rest_unsigned(conditions[0])
    rest = _GENERAL if len(parts) == 1 else _HIDDEN if len(cases) == len(parts) else shown[-1]

    def show(value: float) -> str:
        for condition, look, plain in cases:
            if condition.holds(value):
                return _signed(look, value, unsigned=plain)
        return _signed(rest, value, unsigned=unsigned)

    return show


def _signed(shown: _Shown, value: float, *, unsigned: bool) -> str:
    if value < 0:
        return shown.below(-value, "" if unsigned else "-")
    return shown.above(value, "")


def _only_negative(condition: Condition) -> bool:
    """Whether a section with this condition takes negative numbers alone, which then show no minus sign."""
    operator, limit = condition
    return operator in ("<", "<=", "=") if limit < 0 else limit == 0 and operator == "<"


def _rest_unsigned(condition: Condition) -> bool:
    """Whether numbers that do not meet the only condition show no minus sign: observed of Excel, of [<-5] too."""
    operator, limit = condition
    return limit <= 0 if operator in (">", ">=") else limit < 0 and operator != "="
