"""A mention's value after one step: each rule of carrying as a function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, final
from urllib.parse import unquote

from ..formula.carrier import Carrier
from ..formula.shared import shift_text
from ..formula.sheet_prefix import write_prefix
from ..formula.step import AxisStep, DropStep, RenameStep, ReviveStep, Step
from ..model.rect import MAX_COLUMNS, MAX_ROWS, parse_cell, parse_rect
from .anchor import carried_drawing, carried_note
from .area import (
    area_text,
    carried_corner,
    carried_rect,
    carried_rects,
    read_rects,
    source_of,
    top_left,
    write_rects,
)
from .chain import ChainStep, Made
from .mention import WIDE, Kind, Mention, Value
from .table import carried_table


@final
class Move(NamedTuple):
    """A step, the sheet that a mention stood on when it was made, and what carries formulas of that sheet.

    A run of steps is one for the rules that are CHAINED.
    """

    step: Made
    host: str
    formulas: Carrier

    @property
    def own(self) -> bool:
        """Whether cells of the mention's own sheet change places."""
        return self.step.sheet_id == self.host and type(self.step) not in (RenameStep, DropStep, ReviveStep)

    @property
    def is_insert(self) -> bool:
        """Whether it is a run of nothing but inserts."""
        return type(self.step) is ChainStep and self.step.is_insert

    @property
    def single(self) -> Step:
        """The step, of which there is one."""
        assert not isinstance(self.step, ChainStep)
        return self.step


CHAINED: Final = frozenset(("each", "framed"))
"""Rules by which the mentions are carried of which a sheet may have thousands."""


def carried(mention: Mention, value: Value, move: Move) -> Value | None:
    """The value after a step, the same object where nothing changes; None if the mention is gone.

    What stands on a sheet that is deleted goes with the parts of the sheet, and stays what it was.
    """
    if not move.own:
        if not mention.wide or (type(move.step) is DropStep and move.step.sheet_id == move.host):
            return value
        return _named_sheets(mention, value, move)
    new = _RULES[mention.rule](mention, value, move)
    return value if new == value else new


def carried_slot(kind: Kind, text: str, move: Move) -> str | None:
    """The text of one slot after a step; None if what it speaks of is gone."""
    if kind in WIDE:
        return _WIDE[kind](text, move)
    return _OWN[kind](text, move.step) if kind in _OWN and move.own else text


def _named_sheets(mention: Mention, value: Value, move: Move) -> Value:
    """After a step that is about another sheet, or about a name."""
    if mention.rule == "named":
        return _named(mention, value, move)
    new = tuple(
        _WIDE[slot.kind](text, move) if text is not None and slot.kind in WIDE else text
        for slot, text in zip(mention.slots, value, strict=True)
    )
    return value if new == value else new


def _each(mention: Mention, value: Value, move: Move) -> Value | None:
    """Without the first slot the mention is gone; without another, that one's element."""
    new = tuple(
        None if text is None else carried_slot(slot.kind, text, move)
        for slot, text in zip(mention.slots, value, strict=True)
    )
    return None if new[0] is None else new


def _framed(mention: Mention, value: Value, move: Move) -> Value | None:
    """Formulas behind the areas that they are written for: their text stands in the corner of the areas.

    Where that corner is no longer one of the old cells' (its row was deleted), the text is first copied to the cell
    that takes its place, as a rule copies itself over its areas.
    """
    sqref = value[0]
    assert sqref is not None
    new = carried_rects(sqref, move.step)
    if new is None:
        return None
    old_rects, new_rects = read_rects(sqref), read_rects(new)
    down = right = 0
    if old_rects and new_rects and not isinstance(move.step, ChainStep):  # a run of inserts takes no cell away
        old = top_left(old_rects)
        source = source_of(*top_left(new_rects), move.step)
        down, right = source[0] - old[0], source[1] - old[1]
    texts = (
        None if text is None else move.formulas.text(shift_text(text, down, right)) if slot.kind == "formula" else text
        for slot, text in zip(mention.slots[1:], value[1:], strict=True)
    )
    return (new, *texts)


def _filter(_mention: Mention, value: Value, move: Move) -> Value | None:
    """The area of a filter, and the columns that it filters by, counted from its first."""
    old, new = parse_rect(value[0] or ""), carried_rect(value[0] or "", move.single)
    if new is None:
        return None
    rect = parse_rect(new)
    if old is None or rect is None:
        return (new, *value[1:])
    return (new, *(_column_number(text, old.col0, rect.col0, move.single) for text in value[1:]))


def _column_number(text: str | None, old: int, new: int, step: Step) -> str | None:
    if text is None or not text.isascii() or not text.isdigit() or len(text) > 5:
        return text
    if type(step) is not AxisStep or step.axis == "rows":
        return text
    placed = step.edit.index(old + int(text), MAX_COLUMNS)
    return None if placed is None or placed < new else str(placed - new)


def _selection(mention: Mention, value: Value, move: Move) -> Value:
    """The selected areas with the active cell among them; where all is gone, the cell that took the place."""
    names = {slot.name: at for at, slot in enumerate(mention.slots)}
    texts = list(value)
    sqref = texts[names["sqref"]] if "sqref" in names else None
    cell = texts[names["activeCell"]] if "activeCell" in names else None
    active = carried_corner(cell, move.step) if cell is not None else None
    if active is not None:
        texts[names["activeCell"]] = active
    if sqref is None or (rects := read_rects(sqref)) is None:
        return tuple(texts)
    new = carried_rects(sqref, move.step)
    if new is None:
        new = active or carried_corner(area_text(rects[0]._replace(row1=rects[0].row0, col1=rects[0].col0)), move.step)
    placed = read_rects(new) or []
    spot = parse_cell(active) if active is not None else (0, 0)
    inside = [at for at, rect in enumerate(placed) if spot is not None and rect.holds(*spot)]
    if active is not None and not inside:
        new, placed, inside = active, placed[:1], [0]
    if "activeCellId" in names:
        texts[names["activeCellId"]] = str(inside[0]) if inside else "0"
    elif inside and inside[0] > 0:
        placed.insert(0, placed.pop(inside[0]))
        new = write_rects(placed)
    texts[names["sqref"]] = new
    return tuple(texts)


def _named(mention: Mention, value: Value, move: Move) -> Value:
    """A sheet by its name and an area of it. An area that is gone reads #REF!; a sheet that is gone stays named."""
    names = {slot.name: at for at, slot in enumerate(mention.slots)}
    sheet = value[names["sheet"]] if "sheet" in names else None
    if sheet is None or sheet.casefold() != move.step.name.casefold() or type(move.step) is DropStep:
        return value
    texts = list(value)
    if type(move.step) is RenameStep:
        texts[names["sheet"]] = move.step.new
    elif "ref" in names and (ref := texts[names["ref"]]) is not None:
        texts[names["ref"]] = carried_rect(ref, move.step) or LOST
    return tuple(texts)


LOST: Final = "#REF!"
"""What an area reads that has to be named and is gone."""


def _reference(text: str, move: Move) -> str:
    """A reference as links and controls hold it: some writers leave out the quotes a name needs."""
    sheet, mark, rest = text.partition("!")
    step = move.step
    if not mark or "!" in rest or any(sign in sheet for sign in "'=([,:"):
        return move.formulas.text(text)
    if sheet.casefold() != step.name.casefold():
        return text
    if type(step) is RenameStep:
        return write_prefix(step.new, step.new) + rest
    quoted = write_prefix(sheet, sheet) + rest
    new = move.formulas.text(quoted)
    return text if new == quoted else new


def _target(text: str, move: Move) -> str:
    """The target of a link within the workbook, which begins with #; percent escapes are read."""
    if not text.startswith("#"):
        return text
    plain = unquote(text[1:])
    new = _reference(plain, move)
    return text if new == plain else "#" + new


def _sheet_name(text: str, move: Move) -> str:
    step = move.step
    return step.new if type(step) is RenameStep and text.casefold() == step.name.casefold() else text


def _pivot(text: str, move: Move) -> str:
    """[Book.xlsx]Sheet!Pivot, the sheet's name without quotes."""
    book, bracket, rest = text.rpartition("]")
    sheet, mark, pivot = rest.rpartition("!")
    return f"{book}{bracket}{_sheet_name(sheet, move)}{mark}{pivot}" if mark else text


def _formula(text: str, move: Move) -> str:
    return move.formulas.text(text)


def _line(axis: str) -> Callable[[str, Made], str | None]:
    """What stands in front of a row or column, by its number: it goes with it."""

    def carried_line(text: str, step: Made) -> str | None:
        if isinstance(step, ChainStep):
            for one in step.steps:
                found = carried_line(text, one)
                if found is None:
                    return None
                text = found
            return text
        if not (text.isascii() and text.isdigit() and len(text) < 8) or type(step) is not AxisStep or step.axis != axis:
            return text
        place = step.edit.index(int(text), MAX_ROWS if axis == "rows" else MAX_COLUMNS)
        return None if place is None else str(place)

    return carried_line


_WIDE: Final[dict[str, Callable[[str, Move], str]]] = {
    "formula": _formula,
    "reference": _reference,
    "target": _target,
    "sheet": _sheet_name,
    "pivot": _pivot,
}
_OWN: Final[dict[str, Callable[[str, Made], str | None]]] = {
    "rects": carried_rects,
    "kept rects": lambda text, step: carried_rects(text, step) or text,
    "rect": carried_rect,
    "cell": carried_rect,
    "corner": carried_corner,
    "row": _line("rows"),
    "column": _line("columns"),
}
_RULES: Final[dict[str, Callable[[Mention, Value, Move], Value | None]]] = {
    "each": _each,
    "framed": _framed,
    "filter": _filter,
    "selection": _selection,
    "named": _named,
    "drawing": lambda mention, value, move: carried_drawing(mention, value, move.single),
    "note": lambda _mention, value, move: carried_note(value, move.single),
    "table": lambda mention, value, move: carried_table(mention, value, move.single, move.formulas),
}
