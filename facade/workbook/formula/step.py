"""What structural edits do to references: one step an edit, and the one map that formulas and objects all go through.

A step is complete in itself: it names its sheet as the sheet was called then, so that a text of that time can be read.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias, final

from ...axis import AxisEdit
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect
from .pieces import REF_ERROR, Ref

Axis: TypeAlias = Literal["rows", "columns"]
Placed: TypeAlias = "tuple[str, Rect] | None"
"""(sheet id, rectangle) of cells after a step; None where nothing of them is left."""


def span_rect(rect: Rect, axis: Axis, edit: AxisEdit) -> Rect | None:
    """A rectangle after an edit of its sheet's rows or columns."""
    if axis == "rows":
        span = edit.span(rect.row0, rect.row1, MAX_ROWS)
        return None if span is None else Rect(span[0], rect.col0, span[1], rect.col1)
    span = edit.span(rect.col0, rect.col1, MAX_COLUMNS)
    return None if span is None else Rect(rect.row0, span[0], rect.row1, span[1])


@final
class AxisStep(NamedTuple):
    """Whole rows or columns of a sheet were inserted, deleted or moved."""

    sheet_id: str
    name: str
    axis: Axis
    edit: AxisEdit

    def place(self, rect: Rect) -> Placed:
        """Where cells of its sheet go."""
        found = span_rect(rect, self.axis, self.edit)
        return None if found is None else (self.sheet_id, found)


@final
class ShiftStep(NamedTuple):
    """Cells of a rectangle were inserted or deleted, and those behind it on the axis made room or closed the gap.

    References follow that lie wholly within the band of rows or columns that moved; others stay as they are.
    """

    sheet_id: str
    name: str
    rect: Rect
    axis: Axis
    kind: Literal["insert", "delete"]

    @property
    def edit(self) -> AxisEdit:
        """The edit of the axis within the band."""
        rect = self.rect
        if self.axis == "rows":
            return AxisEdit(self.kind, rect.row0, rect.rows)
        return AxisEdit(self.kind, rect.col0, rect.columns)

    def place(self, rect: Rect) -> Placed:
        """Where cells of its sheet go."""
        band = self.rect
        if self.axis == "rows":
            inside = band.col0 <= rect.col0 and rect.col1 <= band.col1
        else:
            inside = band.row0 <= rect.row0 and rect.row1 <= band.row1
        found = span_rect(rect, self.axis, self.edit) if inside else rect
        return None if found is None else (self.sheet_id, found)


@final
class MoveStep(NamedTuple):
    """The cells of a rectangle were moved, onto what stood there. What lay wholly inside moves along; what lay wholly
    in the place they came to is gone."""

    sheet_id: str
    name: str
    rect: Rect
    row0: int
    col0: int

    @property
    def target(self) -> Rect:
        """Where they stand now."""
        return Rect(self.row0, self.col0, self.row0 + self.rect.rows - 1, self.col0 + self.rect.columns - 1)

    def place(self, rect: Rect) -> Placed:
        """Where cells of its sheet go."""
        source = self.rect
        if source.covers(rect):
            down, right = self.row0 - source.row0, self.col0 - source.col0
            return self.sheet_id, Rect(rect.row0 + down, rect.col0 + right, rect.row1 + down, rect.col1 + right)
        return None if self.target.covers(rect) else (self.sheet_id, rect)


@final
class RenameStep(NamedTuple):
    """A sheet got another name."""

    sheet_id: str
    name: str
    new: str

    def place(self, rect: Rect) -> Placed:
        """Cells stay where they are."""
        return self.sheet_id, rect


@final
class DropStep(NamedTuple):
    """A sheet was deleted. tabs are the names of all sheets before, in the order of their tabs."""

    sheet_id: str
    name: str
    tabs: tuple[str, ...]

    def place(self, _rect: Rect) -> Placed:
        """Nothing is left."""
        return None


@final
class ReviveStep(NamedTuple):
    """A sheet that was deleted is there again; it stands for that in a history only, see resolved."""

    sheet_id: str
    name: str

    def place(self, rect: Rect) -> Placed:
        """Cells stay where they are."""
        return self.sheet_id, rect


Step: TypeAlias = "AxisStep | ShiftStep | MoveStep | RenameStep | DropStep | ReviveStep"


def resolved(steps: Iterable[tuple[int, Step]]) -> list[tuple[int, Step]]:
    """(place, step) of steps, where a sheet that went and came back has only had, meanwhile, a name that no sheet can
    have: what was said of it before is said of it again, whatever its name meant between the two."""
    found = dict(steps)
    dropped: dict[str, int] = {}
    for place, step in list(found.items()):
        if type(step) is DropStep:
            dropped[step.sheet_id] = place
        elif type(step) is ReviveStep:
            went = dropped.pop(step.sheet_id, None)
            if went is None:
                del found[place]
                continue
            meanwhile = f"*{step.sheet_id}*"
            found[went] = RenameStep(step.sheet_id, step.name, meanwhile)
            found[place] = RenameStep(step.sheet_id, meanwhile, step.name)
    return list(found.items())


def inverse_of(step: Step) -> Step | None:
    """The step that takes references back where they were, but for those that it damaged; None where there is none."""
    if type(step) is AxisStep:
        return step._replace(edit=step.edit.inverse())
    if type(step) is ShiftStep:
        return step._replace(kind="delete" if step.kind == "insert" else "insert")
    if type(step) is MoveStep:
        return step._replace(rect=step.target, row0=step.rect.row0, col0=step.rect.col0)
    if type(step) is RenameStep:
        return step._replace(name=step.new, new=step.name)
    return None


def carry(ref: Ref, step: Step, host: str) -> Ref:
    """A reference after a step; host is the id of the sheet its formula stands on."""
    if ref.first and ref.first != ref.last:
        return _carry_sheets(ref, step)
    if ref.first:
        if ref.first.casefold() != step.name.casefold():
            return ref
    elif step.sheet_id != host:
        return ref
    kind = type(step)
    if kind is RenameStep:
        return ref._replace(first=step.new, last=step.new, text="") if ref.first else ref  # type: ignore[union-attr]
    if kind is DropStep:
        return lost(ref._replace(first="", last=""))
    if ref.rect is None:
        return ref
    placed = step.place(ref.rect)
    if placed is None:
        return lost(ref)
    return ref if placed[1] == ref.rect else ref._replace(rect=placed[1], text="")


def lost(ref: Ref) -> Ref:
    """The reference to cells that are gone: the sheet's name stays as long as there is the sheet."""
    return ref._replace(rect=None, tail=REF_ERROR, text="")


def _carry_sheets(ref: Ref, step: Step) -> Ref:
    """A reference over several sheets follows their names only: rows of one of them do not move it."""
    name = step.name.casefold()
    first, last = ref.first, ref.last
    if type(step) is RenameStep:
        first = step.new if first.casefold() == name else first
        last = step.new if last.casefold() == name else last
    elif type(step) is DropStep:
        tabs = [tab.casefold() for tab in step.tabs]
        if first.casefold() not in tabs or last.casefold() not in tabs:
            return ref
        low, high = tabs.index(first.casefold()), tabs.index(last.casefold())
        if low == high:
            return lost(ref._replace(first="", last="")) if first.casefold() == name else ref
        inward = 1 if low < high else -1
        if first.casefold() == name:
            first = step.tabs[low + inward]
        elif last.casefold() == name:
            last = step.tabs[high - inward]
    return ref if (first, last) == (ref.first, ref.last) else ref._replace(first=first, last=last, text="")
