"""Sheets as a whole: what a macro asked for of their tabs, as the session does it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ...errors import ArgumentError
from ..model.look import Color
from ..model.look_part import color as color_of
from ..model.sheet import Sheet as SheetModel
from ..mutation import SheetColor, SheetCopy, SheetDelete, SheetMove, SheetShow
from ..mutation.cell import text_units
from ..mutation.sheet_add import next_sheet_id
from ..mutation.sheet_copy import count_cells, fresh_tables
from ..mutation.sheet_name import MAX_NAME
from ..xlsx.tab_color import color_text, tab_color
from ..xlsx.table import filters_of
from .core import Book, Core
from .input import integer, type_name

if TYPE_CHECKING:
    from .sheet import Sheet

_STATES: Final = ("visible", "hidden", "veryHidden")


def worksheets(book: Book) -> list[SheetModel]:
    """The sheets that a macro sees, in the order of their tabs."""
    return [sheet for sheet in book.open().sheets if sheet.kind == "worksheet"]


def wanted(book: Book, sheet: Any, method: str) -> Core | None:
    """The core of a worksheet given by its name or as it is; None where no worksheet has that name."""
    from .sheet import Sheet

    if type(sheet) is Sheet:
        if sheet._core.book is not book:
            raise ArgumentError(f"{method} takes a sheet of this workbook, and this one is of another")
        sheet._core.open()
        return sheet._core
    if type(sheet) is not str:
        raise ArgumentError(
            f"{method} takes a sheet's name, not {type_name(sheet)}", hint=f'write workbook.{method}("Data", ...)'
        )
    model = book.open().sheet_named(sheet)
    return None if model is None or model.kind != "worksheet" else book.core(model)


def delete(core: Core) -> bool:
    """Delete a sheet; what this run had changed on it is told as lost."""
    model, session = core.open(), core.session
    lost = session.has_edits(model)
    session.retab(SheetDelete(id=model.id))
    if lost:
        session.warnings.append(f"{model.name} was deleted, and with it what this run had changed on it")
    core.book.drop(model)
    _learn_anew(core.book)
    return True


def copy(core: Core, name: str) -> Sheet:
    """Copy a sheet behind the last one; gives the face of the copy."""
    model, book = core.ready(), core.book
    new_id = next_sheet_id(book.model)
    core.session.retab(
        SheetCopy(
            id=model.id,
            new_id=new_id,
            name=name,
            index=len(book.model.sheets),
            cells=count_cells(model),
            tables=fresh_tables(book.model, model),
        )
    )
    left_out = filters_of(book.model.package, model)
    if left_out:
        core.session.warnings.append(f"{name} is a copy without the slicers and timelines {', '.join(left_out[:10])}")
    made = book.model.sheet(new_id)
    assert made is not None
    return book.core(made).face


def copy_name(core: Core) -> str:
    """Data Copy, Data Copy1, Data Copy2 ..., cut so that it is no longer than a name may be."""
    taken = {sheet.name.casefold() for sheet in core.book.open().sheets}
    for number in range(len(taken) + 1):
        ending = f" Copy{number or ''}"
        stem = core.model.name
        while text_units(stem + ending) > MAX_NAME:
            stem = stem[:-1]
        if (stem + ending).casefold() not in taken:
            return stem + ending
    raise AssertionError("more sheets than sheets")


def move(core: Core, index: Any, offset: Any) -> None:
    """Move a sheet to a place among the worksheets, or by some places; one of the two is given."""
    if (index is None) == (offset is None):
        raise ArgumentError(
            "move_sheet takes a place", hint='write move_sheet("Data", 0) for the first, move_sheet(sheet, offset=-1)'
        )
    if offset is None:
        move_to(core, index)
        return
    if type(offset) is not int:
        raise ArgumentError(f"offset is a whole number, not {type_name(offset)}")
    sheets = worksheets(core.book)
    move_to(core, min(max(sheets.index(core.open()) + offset, 0), len(sheets) - 1))


def move_to(core: Core, index: Any) -> None:
    """Move a sheet to a place among the worksheets; sheets of other kinds stay beside the ones they stand behind."""
    model = core.open()
    everything, others = core.book.model.sheets, [sheet for sheet in worksheets(core.book) if sheet is not model]
    at = integer(index, "index", 0, len(others))
    if at == worksheets(core.book).index(model):
        return
    rest = [sheet for sheet in everything if sheet is not model]
    place = rest.index(others[at]) if at < len(others) else rest.index(others[-1]) + 1
    core.session.retab(SheetMove(id=model.id, index=place))


def show(core: Core, visible: Any) -> None:
    """Show or hide a sheet; one that is hidden already stays as it is."""
    if type(visible) is not bool:
        raise ArgumentError(f"visible is True or False, not {type_name(visible)}")
    if visible != (core.open().state == "visible"):
        set_state(core, "visible" if visible else "hidden")


def set_state(core: Core, state: Any) -> None:
    """Set the state of a sheet."""
    if type(state) is not str or state not in _STATES:
        shown = ascii(state[:40]) if type(state) is str else type_name(state)
        raise ArgumentError(
            f"sheet_state is visible, hidden or veryHidden, not {shown}",
            hint='write sheet.sheet_state = "hidden", or sheet.visible = False',
        )
    model = core.open()
    if state != model.state:
        core.session.retab(SheetShow(id=model.id, state=state))  # type: ignore[arg-type]


def color_shown(core: Core) -> str | None:
    """The colour of a sheet's tab in words."""
    return color_text(tab_color(core.book.model.package, core.open()))


def set_color(core: Core, color: Any) -> None:
    """Give a sheet's tab a colour: hex digits, a Color, or None."""
    model = core.open()
    wanted = None if color is None else _opaque(color)
    if wanted != tab_color(core.book.model.package, model):
        core.session.retab(SheetColor(id=model.id, color=wanted))


def _opaque(color: Any) -> Color:
    """A colour; six digits are one that covers, as Excel writes it."""
    found = color_of(color, "tab_color")
    if type(color) is str and found.rgb is not None and len(color) == 6:
        return Color(rgb=f"FF{found.rgb[2:]}")
    return found


def _learn_anew(book: Book) -> None:
    for core in book.cores.values():
        core.used.known = False
