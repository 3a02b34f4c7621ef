"""Where a run may write: references resolved against the sheets there are, and the check of every mutation.

Pure on data: the parent checks with it what a worker reports, without a model, and the worker each change before it is
made. A mutation of a family that is not named here is outside of every scope.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import pairwise
from typing import Any, Final, NamedTuple, final

import msgspec

from ..errors import AddressError, MutationInvalid
from .model.rect import MAX_COLUMNS, MAX_ROWS, Rect, cell_name, parse_rect
from .mutation.axis_edit import AxisDelete, AxisInsert, AxisMove
from .mutation.axis_format import AxisFormat
from .mutation.cell import HoleMark
from .mutation.cells_clear import CellsClear
from .mutation.cells_set import CellsSet
from .mutation.cells_shift import CellsDelete, CellsInsert, band_of
from .mutation.merge import MergeAdd, MergeRemove
from .mutation.range_move import RangeMove, target_of
from .mutation.range_sort import RangeSort
from .mutation.sheet_add import SheetAdd, SheetRemove
from .mutation.sheet_color import SheetColor
from .mutation.sheet_copy import SheetCopy, SheetUncopy
from .mutation.sheet_delete import SheetDelete, SheetRestore
from .mutation.sheet_freeze import SheetFreeze
from .mutation.sheet_move import SheetMove
from .mutation.sheet_name import name_problem
from .mutation.sheet_rename import SheetRename
from .mutation.sheet_show import SheetShow
from .mutation.style_set import StyleSet
from .mutation.table_resize import TableResize

MAX_REFS: Final = 100
"""References of one scope. Each rectangle of a mutation is looked up among them."""
NEW: Final = "new:"
"""In front of a sheet's name: the run may add that sheet and write all of it. No sheet name can hold a colon."""

_WHOLE: Final = Rect(0, 0, MAX_ROWS - 1, MAX_COLUMNS - 1)
_EXAMPLES: Final = 'For example writable=["Data!A:F", "Summary", "\'Q1 plan\'!B2:C9", "new:Report"].'


class Scope(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What resolve gives. refs as they were asked for; areas by sheet id; added: names the run may add, casefolded.

    sheet_ids are all that exist, so that no new sheet can pose as one of them.
    """

    refs: tuple[str, ...]
    areas: dict[str, tuple[Rect, ...]]
    added: tuple[str, ...]
    sheet_ids: tuple[str, ...]

    def __str__(self) -> str:
        return ", ".join(self.refs) or "nothing"


class Breach(NamedTuple):
    """What lies outside: a cell of a sheet, or, without a sheet, the change that `what` names."""

    what: str
    sheet_id: str | None = None
    row0: int = 0
    col0: int = 0

    @property
    def place(self) -> str:
        """For a reader who knows sheets by id only."""
        return self.what if self.sheet_id is None else f"{self.sheet_id}!{cell_name(self.row0, self.col0)}"


def resolve(refs: Sequence[str], sheets: Mapping[str, str]) -> Scope:
    """The scope of references such as Data!A:F, Summary, 'Q1 plan'!B2, new:Report; sheets are names by id.

    Sheets are found whatever their case. Raises AddressError for what names no sheet or no range.
    """
    if len(refs) > MAX_REFS:
        raise AddressError(f"{len(refs)} references; a scope has at most {MAX_REFS}", hint="Name larger ranges.")
    ids = {name.casefold(): sheet_id for sheet_id, name in sheets.items()}
    areas: dict[str, list[Rect]] = {}
    added: list[str] = []
    for ref in refs:
        if ref[: len(NEW)].casefold() == NEW:
            added.append(_new_name(ref, ids))
        else:
            sheet_id, rect = _area(ref, ids, sheets)
            areas.setdefault(sheet_id, []).append(rect)
    joined = {sheet_id: tuple(rects) for sheet_id, rects in areas.items()}
    return Scope(tuple(refs), joined, tuple(added), tuple(sheets))


def encode_scope(scope: Scope | None) -> bytes:
    """For the spec of a run; empty where a run may write everywhere."""
    return b"" if scope is None else msgspec.msgpack.encode(scope)


def decode_scope(data: bytes) -> ScopeCheck | None:
    """What encode_scope gave, ready to check with."""
    return ScopeCheck(msgspec.msgpack.decode(data, type=Scope)) if data else None


def sheets_after(sheets: Mapping[str, str], mutations: Iterable[object]) -> dict[str, str]:
    """Names by sheet id once these mutations were applied."""
    names = dict(sheets)
    for mutation in mutations:
        if isinstance(mutation, SheetAdd | SheetRename | SheetRestore):
            names[mutation.id] = mutation.name
        elif isinstance(mutation, SheetCopy):
            names[mutation.new_id] = mutation.name
        elif isinstance(mutation, SheetRemove | SheetDelete):
            names.pop(mutation.id, None)
        elif isinstance(mutation, SheetUncopy):
            names.pop(mutation.copy.new_id, None)
    return names


@final
class ScopeCheck:
    """Checks the mutations of one run, in their order: a sheet that it may add is its own from then on."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self._bands = {sheet_id: _bands(rects) for sheet_id, rects in scope.areas.items()}
        self._added: set[str] = set()

    def whole(self, sheet_id: str) -> bool:
        """Whether every cell of a sheet may be written."""
        return sheet_id in self._added or _WHOLE in self.scope.areas.get(sheet_id, ())

    def outside(self, sheet_id: str, rect: Rect) -> tuple[int, int] | None:
        """The first cell of a rectangle, (row0, col0), that may not be written; None if all may."""
        if self.whole(sheet_id):
            return None
        bands = self._bands.get(sheet_id, ())
        row0, at = rect.row0, max(bisect_right(bands, rect.row0, key=_first_row) - 1, 0)
        while row0 <= rect.row1:
            band = bands[at] if at < len(bands) and bands[at].row0 <= row0 <= bands[at].row1 else None
            gap = rect.col0 if band is None else _gap(band.spans, rect.col0, rect.col1)
            if band is None or gap is not None:
                return row0, rect.col0 if gap is None else gap
            row0, at = band.row1 + 1, at + 1
        return None

    def breach(self, mutation: object) -> Breach | None:
        """What of a mutation lies outside the scope. Of a family that is not known here, all."""
        check = _CHECKS.get(type(mutation))
        if check is None:
            return Breach(f"a change of kind {_tag(mutation)}")
        return check(self, mutation)

    def _cells(self, mutation: CellsSet) -> Breach | None:
        """Holes are not written, so they may lie anywhere."""
        rect = mutation.rect
        if self.outside(mutation.sheet, rect) is None:
            return None
        for row0, row in enumerate(mutation.rows, rect.row0):
            if self.outside(mutation.sheet, Rect(row0, rect.col0, row0, rect.col1)) is None:
                continue
            for col0, cell in enumerate(row, rect.col0):
                written = type(cell) is not HoleMark
                if written and self.outside(mutation.sheet, Rect(row0, col0, row0, col0)) is not None:
                    return Breach("a cell", mutation.sheet, row0, col0)
        return None

    def _rects(self, mutation: CellsClear | StyleSet) -> Breach | None:
        for rect in mutation.rects:
            place = self.outside(mutation.sheet, rect)
            if place is not None:
                return Breach("a cell", mutation.sheet, *place)
        return None

    def _add(self, mutation: SheetAdd) -> Breach | None:
        allowed = mutation.name.casefold() in self.scope.added
        if not allowed or mutation.id in self.scope.sheet_ids or mutation.id in self._added:
            return Breach(f"adding the sheet {mutation.name!r}")
        self._added.add(mutation.id)
        return None

    def _axis(self, mutation: AxisInsert | AxisDelete | AxisMove) -> Breach | None:
        """It moves cells of the whole sheet."""
        if self.whole(mutation.sheet):
            return None
        return Breach(f"a change of the {mutation.axis} of a sheet")

    def _color(self, mutation: SheetColor) -> Breach | None:
        """It is the sheet's own, and lies in no cell."""
        return None if self.whole(mutation.id) else Breach("the colour of a sheet's tab")

    def _tab(self, mutation: SheetDelete | SheetCopy | SheetMove | SheetShow) -> Breach:
        """It changes what formulas in every sheet read, or how the workbook as a whole is laid out."""
        if isinstance(mutation, SheetCopy):
            return Breach(f"copying a sheet as {mutation.name!r}")
        return Breach(f"{_TAB_VERBS[type(mutation)]} a sheet")

    def _format(self, mutation: AxisFormat) -> Breach | None:
        """All cells of the rows or columns must be the run's to write."""
        rows = mutation.axis == "rows"
        for first, last in mutation.spans:
            rect = Rect(first, 0, last, MAX_COLUMNS - 1) if rows else Rect(0, first, MAX_ROWS - 1, last)
            place = self.outside(mutation.sheet, rect)
            if place is not None:
                return Breach("a cell", mutation.sheet, *place)
        return None

    def _freeze(self, mutation: SheetFreeze) -> Breach | None:
        """It is a view of the whole sheet."""
        return None if self.whole(mutation.sheet) else Breach("a change of the panes of a sheet")

    def _shift(self, mutation: CellsInsert | CellsDelete) -> Breach | None:
        """It moves all cells from its rectangle to the end of the sheet."""
        place = self.outside(mutation.sheet, band_of(mutation.rect, mutation.axis))
        return None if place is None else Breach("a cell", mutation.sheet, *place)

    def _move(self, mutation: RangeMove) -> Breach | None:
        """It writes where the cells were and where they come to stand."""
        for rect in (mutation.rect, target_of(mutation)):
            place = self.outside(mutation.sheet, rect)
            if place is not None:
                return Breach("a cell", mutation.sheet, *place)
        return None

    def _rect(self, mutation: RangeSort | MergeAdd | MergeRemove | TableResize) -> Breach | None:
        place = self.outside(mutation.sheet, mutation.rect)
        return None if place is None else Breach("a cell", mutation.sheet, *place)

    def _rename(self, mutation: SheetRename) -> Breach:
        """It rewrites formulas in every sheet."""
        return Breach(f"renaming a sheet to {mutation.name!r}")


_TAB_VERBS: Final[dict[type, str]] = {
    SheetDelete: "deleting",
    SheetMove: "moving",
    SheetShow: "showing or hiding",
}
_CHECKS: Final[Mapping[type, Callable[[ScopeCheck, Any], Breach | None]]] = {
    CellsSet: ScopeCheck._cells,
    CellsClear: ScopeCheck._rects,
    StyleSet: ScopeCheck._rects,
    SheetAdd: ScopeCheck._add,
    AxisInsert: ScopeCheck._axis,
    AxisDelete: ScopeCheck._axis,
    AxisMove: ScopeCheck._axis,
    CellsInsert: ScopeCheck._shift,
    CellsDelete: ScopeCheck._shift,
    RangeMove: ScopeCheck._move,
    RangeSort: ScopeCheck._rect,
    MergeAdd: ScopeCheck._rect,
    MergeRemove: ScopeCheck._rect,
    TableResize: ScopeCheck._rect,
    AxisFormat: ScopeCheck._format,
    SheetFreeze: ScopeCheck._freeze,
    SheetRename: ScopeCheck._rename,
    SheetDelete: ScopeCheck._tab,
    SheetCopy: ScopeCheck._tab,
    SheetMove: ScopeCheck._tab,
    SheetShow: ScopeCheck._tab,
    SheetColor: ScopeCheck._color,
}


class _Band(NamedTuple):
    """Rows that may be written in the same columns; spans are (col0, col1), ascending and apart from each other."""

    row0: int
    row1: int
    spans: tuple[tuple[int, int], ...]


def _first_row(band: _Band) -> int:
    return band.row0


def _bands(rects: Sequence[Rect]) -> tuple[_Band, ...]:
    """Rectangles cut at every row where one begins or ends; bands ascend."""
    cuts = sorted({cut for rect in rects for cut in (rect.row0, rect.row1 + 1)})
    bands = []
    for top, below in pairwise(cuts):
        columns = sorted((rect.col0, rect.col1) for rect in rects if rect.row0 <= top <= rect.row1)
        if columns:
            bands.append(_Band(top, below - 1, _joined(columns)))
    return tuple(bands)


def _joined(columns: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    spans: list[tuple[int, int]] = []
    for col0, col1 in columns:
        if spans and col0 <= spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], max(spans[-1][1], col1))
        else:
            spans.append((col0, col1))
    return tuple(spans)


def _gap(spans: tuple[tuple[int, int], ...], col0: int, col1: int) -> int | None:
    """The first column of col0..col1 that no span holds."""
    for left, right in spans:
        if left <= col0 <= right:
            return None if col1 <= right else right + 1
    return col0


def _area(ref: str, ids: Mapping[str, str], sheets: Mapping[str, str]) -> tuple[str, Rect]:
    """(sheet id, rectangle) of a reference: Sheet!A1:B9 if that reads as one, else a sheet's name."""
    name, bang, rest = ref.rpartition("!")
    rect = parse_rect(rest) if bang else None
    if rect is not None and (sheet_id := ids.get(_unquoted(name).casefold())) is not None:
        return sheet_id, rect
    sheet_id = ids.get(_unquoted(ref).casefold())
    if sheet_id is not None:
        return sheet_id, _WHOLE
    if not bang and parse_rect(ref) is not None:
        raise AddressError(f"{_shown(ref)} does not name its sheet", hint=f"Write {_shown(f'SHEET!{ref}')}.")
    if bang and _unquoted(name).casefold() in ids:
        raise AddressError(f"{_shown(ref)} is no range of a sheet", hint=_EXAMPLES)
    wanted = _unquoted(name if rect is not None else ref)
    raise AddressError(f"no sheet is named {_shown(wanted)}", hint=_near(wanted, list(sheets.values())))


def _new_name(ref: str, ids: Mapping[str, str]) -> str:
    name = _unquoted(ref[len(NEW) :])
    problem = name_problem(name)
    if problem is not None:
        raise AddressError(f"{_shown(ref)}: {problem[0]}", hint=problem[1])
    if name.casefold() in ids:
        raise AddressError(f"there is already a sheet {_shown(name)}", hint=f"Write {_shown(name)} without {NEW!r}.")
    return name.casefold()


def _unquoted(name: str) -> str:
    if len(name) > 1 and name[0] == name[-1] == "'":
        return name[1:-1].replace("''", "'")
    return name


def _near(name: str, names: list[str]) -> str:
    folded = {known.casefold(): known for known in names}
    found = get_close_matches(name.casefold(), folded, n=1)
    if found:
        return f"Did you mean {folded[found[0]]!r}? A sheet that the macro adds is named as {_shown(NEW + name)}."
    return f"The sheets are {', '.join(map(repr, names[:10]))}; {_shown(NEW + name)} lets the macro add it."


def _shown(text: str) -> str:
    return ascii(text[:80])


def _tag(mutation: object) -> str:
    if not isinstance(mutation, msgspec.Struct):
        raise MutationInvalid("not a mutation")
    return str(mutation.__struct_config__.tag)
