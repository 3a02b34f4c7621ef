"""The references of a formula as data: found once a shape when a formula is captured, carried and written again later.

Carrying needs no model and no reading of formula text, so that it is the same wherever and whenever it is done.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, final

from msgspec.structs import replace

from ..formula.outline import references
from ..formula.pieces import REF_ERROR, Ref, cells_text
from ..formula.sheet_prefix import read_prefix, write_prefix
from ..formula.step import AxisStep, DropStep, RenameStep, Step
from ..model.rect import Rect
from .cell import MAX_FORMULA, Formula, RefMark

MAX_SEEN: Final = 100_000
"""References whose way is remembered: about 30 MB, and columns of formulas read the same cells again and again."""
_FORMS: Final = {"cell": "c", "area": "a", "columns": "o", "rows": "r", "": ""}
_PREFIX: Final = re.compile(r"('(?:[^']|'')*'|[^'!#]+)!")
_FLAGS: Final = [tuple(bool(fixed >> bit & 1) for bit in range(4)) for fixed in range(16)]
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
    return _rewritten(formula, [_carried(mark, formula.text, step, host) for mark in formula.refs])


def _rewritten(formula: Formula, found: Sequence[tuple[Rect | None, str] | None]) -> Formula:
    """A formula with (cells, text) for each of its references, None for one that stays."""
    if not any(found):
        return formula
    parts: list[str] = []
    marks: list[RefMark] = []
    at = size = 0
    for mark, new in zip(formula.refs, found, strict=True):
        rect, now = (mark.rect, formula.text[mark.start : mark.end]) if new is None else new
        parts += (formula.text[at : mark.start], now)
        size += mark.start - at
        if now != REF_ERROR:  # one that still names its sheet follows that, though its cells are gone
            form = mark.form if rect is not None or new is None else ""
            marks.append(replace(mark, start=size, end=size + len(now), rect=rect, form=form))
        size += len(now)
        at = mark.end
    parts.append(formula.text[at:])
    text = "".join(parts)
    if len(text) > MAX_FORMULA:
        raise FormulaTooLongError
    return replace(formula, text=text, refs=tuple(marks))


@final
class Places:
    """Changes of places, one after another. seen: what became of cells that were asked for, by (sheet id, cells)."""

    __slots__ = ("seen", "steps")

    def __init__(self, steps: Sequence[tuple[str, int, bool, Step]]) -> None:
        self.steps = steps
        self.seen: dict[tuple[str, Rect], tuple[Rect | None, bool]] = {}

    def after(self, sheet: str, rect: Rect) -> tuple[Rect | None, bool]:
        """(where cells are, whether they moved on the way); None where nothing of them is left."""
        key = sheet, rect
        found = self.seen.get(key)
        if found is None:
            found = self._after(sheet, rect)
            if len(self.seen) < MAX_SEEN:
                self.seen[key] = found
        return found

    def _after(self, sheet: str, rect: Rect) -> tuple[Rect | None, bool]:
        start, moved = rect, False
        for of, low, rows, step in self.steps:
            if of != sheet or low > (rect.row1 if rows else rect.col1):
                continue
            placed = step.place(rect)
            if placed is None:
                return None, True
            rect = placed[1]
            moved = moved or rect != start
        return rect, moved


def places_of(steps: Iterable[Step]) -> Places:
    """Steps that only move cells, each with the first line it moves, so that what lies before it is left alone."""
    return Places([(step.sheet_id, *_first_line(step), step) for step in steps])


def _first_line(step: Step) -> tuple[int, bool]:
    if type(step) is not AxisStep:
        return -1, True
    edit = step.edit
    return min(edit.at, edit.to) if edit.kind == "move" else edit.at, step.axis == "rows"


def carried_through(formula: Formula, places: Places, host: str) -> Formula:
    """The same as carried by one change of places after another, the text written once."""
    return _rewritten(formula, [_carried_through(mark, formula.text, places, host) for mark in formula.refs])


def _carried_through(mark: RefMark, text: str, places: Places, host: str) -> tuple[Rect | None, str] | None:
    if mark.last or mark.rect is None:
        return None
    rect, moved = places.after(mark.sheet or host, mark.rect)
    return _respelled(mark, text, rect) if moved else None


def _carried(mark: RefMark, text: str, step: Step, host: str) -> tuple[Rect | None, str] | None:
    """(cells, text) of a reference that a step changes; None for one that it does not. text is the whole formula."""
    if mark.last:
        return _carried_sheets(mark, text[mark.start : mark.end], step)
    if (mark.sheet or host) != step.sheet_id:
        return None
    if type(step) is DropStep:
        return None, REF_ERROR
    if type(step) is RenameStep:
        written = text[mark.start : mark.end]
        prefix, bang = _prefix_of(written)
        return (mark.rect, write_prefix(step.new, step.new) + written[len(prefix) + 1 :]) if bang else None
    if mark.rect is None:
        return None
    placed = step.place(mark.rect)
    if placed is not None and placed[1] == mark.rect:
        return None
    return _respelled(mark, text, None if placed is None else placed[1])


def _respelled(mark: RefMark, text: str, rect: Rect | None) -> tuple[Rect | None, str]:
    """A reference to other cells; None: to none any more."""
    name = "".join(_prefix_of(text[mark.start : mark.end]))
    if rect is None:
        return None, name + REF_ERROR
    return rect, name + cells_text(rect, _NAMES[mark.form], _FLAGS[mark.fixed])  # type: ignore[arg-type]


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
