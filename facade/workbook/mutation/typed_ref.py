"""The references of a formula as data: found once a shape when a formula is captured, carried and written again later.

Carrying needs no model and no reading of formula text, so that it is the same wherever and whenever it is done.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, final

from msgspec.structs import replace

from ..formula.outline import references
from ..formula.pieces import REF_ERROR, Ref, cells_text
from ..formula.sheet_prefix import read_prefix, write_prefix
from ..formula.step import DropStep, RenameStep, Step
from ..model.rect import Rect
from .cell import MAX_FORMULA, Formula, RefMark

_FORMS: Final = {"cell": "c", "area": "a", "columns": "o", "rows": "r", "": ""}
_PREFIX: Final = re.compile(r"('(?:[^']|'')*'|[^'!#]+)!")
_NAMES: Final = {letter: form for form, letter in _FORMS.items()}


@final
class FormulaTooLongError(Exception):
    """A formula would be longer than a cell can hold with the new name of a sheet."""


def typed(formula: Formula, ids: Mapping[str, str]) -> Formula:
    """A formula with its references; ids gives a sheet's id by its folded name."""
    found = references(formula.text)
    if not found:
        return formula
    marks = (_mark(ref, ref.rect, start, end, ids) for ref, start, end in found)
    return replace(formula, refs=tuple(mark for mark in marks if mark is not None))


def _mark(ref: Ref, rect: Rect | None, start: int, end: int, ids: Mapping[str, str]) -> RefMark | None:
    """None where it names a sheet that there is not: such a reference is text."""
    sheet = last = ""
    if ref.first:
        found = ids.get(ref.first.casefold())
        other = ids.get(ref.last.casefold())
        if found is None or other is None:
            return None
        sheet, last = found, "" if other == found else other
    fixed = sum(1 << bit for bit, flag in enumerate(ref.fixed) if flag)
    return RefMark(start, end, sheet, last, rect, fixed, _FORMS[ref.form])  # type: ignore[arg-type]


def carried(formula: Formula, step: Step, host: str) -> Formula:
    """A formula after a step; host is the id of the sheet it stands on. Ids say which sheets are meant, not names:
    a step's own name is not looked at, but for the new one of a rename."""
    parts: list[str] = []
    marks: list[RefMark] = []
    at = size = 0
    changed = False
    for mark in formula.refs:
        written = formula.text[mark.start : mark.end]
        new = _carried(mark, written, step, host)
        changed = changed or new is not None
        rect, now = (mark.rect, written) if new is None else new
        parts += (formula.text[at : mark.start], now)
        size += mark.start - at
        if now != REF_ERROR:  # one that still names its sheet follows that, though its cells are gone
            form = mark.form if rect is not None or new is None else ""
            marks.append(replace(mark, start=size, end=size + len(now), rect=rect, form=form))
        size += len(now)
        at = mark.end
    if not changed:
        return formula
    parts.append(formula.text[at:])
    text = "".join(parts)
    if len(text) > MAX_FORMULA:
        raise FormulaTooLongError
    return replace(formula, text=text, refs=tuple(marks))


def _carried(mark: RefMark, written: str, step: Step, host: str) -> tuple[Rect | None, str] | None:
    """(cells, text) of a reference that a step changes; None for one that it does not."""
    prefix, bang = _prefix_of(written)
    if mark.last:
        return _carried_sheets(mark, written, step)
    if (mark.sheet or host) != step.sheet_id:
        return None
    if type(step) is RenameStep:
        return (mark.rect, write_prefix(step.new, step.new) + written[len(prefix) + 1 :]) if bang else None
    if type(step) is DropStep:
        return None, REF_ERROR
    if mark.rect is None:
        return None
    placed = step.place(mark.rect)
    if placed is None:
        return None, prefix + bang + REF_ERROR
    if placed[1] == mark.rect:
        return None
    flags = tuple(bool(mark.fixed >> bit & 1) for bit in range(4))
    return placed[1], prefix + bang + cells_text(placed[1], _NAMES[mark.form], flags)  # type: ignore[arg-type]


def _prefix_of(written: str) -> tuple[str, str]:
    """(what names the sheet, the exclamation mark behind it), empty where there is none. An error ends with one too."""
    found = _PREFIX.match(written)
    return ("", "") if found is None else (found[1], "!")


def _carried_sheets(mark: RefMark, written: str, step: Step) -> tuple[Rect | None, str] | None:
    """A reference over several sheets follows their names; one that loses an end is lost, for what stands between its
    ends is not told here."""
    if step.sheet_id not in (mark.sheet, mark.last):
        return None
    if type(step) is DropStep:
        return None, REF_ERROR
    if type(step) is not RenameStep:
        return None
    prefix, _ = _prefix_of(written)
    rest = written[len(prefix) + 1 :]
    known = read_prefix(prefix + "!")
    first = step.new if step.sheet_id == mark.sheet else known.first
    last = step.new if step.sheet_id == mark.last else known.last
    return mark.rect, write_prefix(first, last) + rest
