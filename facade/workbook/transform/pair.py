"""The registry of pairs: what comes of each family of ours over each of theirs. One that is not here is a conflict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, final

from ..formula.step import DropStep
from ..mutation import (
    AxisDelete,
    AxisFormat,
    AxisInsert,
    AxisMove,
    CellsClear,
    CellsDelete,
    CellsInsert,
    CellsSet,
    Formula,
    MergeAdd,
    MergeRemove,
    Mutation,
    RangeMove,
    RangeSort,
    SheetAdd,
    SheetColor,
    SheetCopy,
    SheetDelete,
    SheetFreeze,
    SheetMove,
    SheetRemove,
    SheetRename,
    SheetRestore,
    SheetShow,
    SheetUncopy,
    StyleSet,
    TableResize,
)
from ..mutation.typed_ref import FormulaTooLongError
from .carry import PartedError, carry, steps_of
from .conflict import TransformConflict
from .kept import EntangledError, without_written
from .special import ON_SHEET, SPECIAL, Special
from .warning import Warnings

Some: TypeAlias = "tuple[Mutation, ...]"
Kind: TypeAlias = "type[Mutation]"

TABS: Final[tuple[Kind, ...]] = (
    SheetAdd,
    SheetRemove,
    SheetRename,
    SheetDelete,
    SheetRestore,
    SheetCopy,
    SheetUncopy,
    SheetMove,
    SheetShow,
    SheetColor,
)
PLACES: Final[tuple[Kind, ...]] = (AxisInsert, AxisDelete, AxisMove, CellsInsert, CellsDelete, RangeMove)
DROPS: Final[tuple[Kind, ...]] = (SheetRemove, SheetDelete, SheetUncopy)
STILL: Final[tuple[Kind, ...]] = (
    *(CellsSet, CellsClear, StyleSet, AxisFormat, SheetFreeze, RangeSort, MergeAdd, MergeRemove),
    *(SheetAdd, SheetRestore, SheetCopy, SheetMove, SheetShow, SheetColor, TableResize),
)
"""Families that change no place and no reference."""
RECTS: Final[tuple[Kind, ...]] = (CellsClear, StyleSet)
WHOLE: Final[tuple[Kind, ...]] = (CellsInsert, CellsDelete, RangeMove, RangeSort)
LINES: Final[tuple[Kind, ...]] = (AxisInsert, AxisDelete, AxisMove)
AREAS: Final[tuple[Kind, ...]] = (MergeAdd, MergeRemove)
FORMATS: Final[tuple[Kind, ...]] = (AxisFormat, SheetFreeze)
TABLES: Final[tuple[Kind, ...]] = (TableResize,)
KEEPERS: Final[tuple[Kind, ...]] = (
    *(*LINES, CellsInsert, CellsDelete, RangeMove),
    *(SheetRename, SheetRestore),
)
"""Families whose inverses keep texts, looks or rows."""


@final
@dataclass(frozen=True, slots=True)
class Rule:
    """One pair. word is what the table shows; codes are the conflicts it can be, warns the warnings it can give.

    special comes first; where there is none, or it gives None, ours goes through the steps of theirs.
    """

    word: str
    codes: tuple[str, ...] = ()
    warns: tuple[str, ...] = ()
    special: Special | None = None


PAIRS: Final[dict[tuple[Kind, Kind], Rule]] = {}
_STILL: Final = frozenset(STILL)


def _say(
    word: str,
    ours: tuple[Kind, ...],
    theirs: tuple[Kind, ...],
    codes: tuple[str, ...] = (),
    warns: tuple[str, ...] = (),
) -> None:
    for our in ours:
        for their in theirs:
            assert (our, their) not in PAIRS, f"{our} over {their} is said twice"
            kept = ("entangled",) if our in KEEPERS and their not in STILL else ()
            PAIRS[our, their] = Rule(word, (*codes, *kept), warns)


def _special(
    word: str,
    ours: tuple[Kind, ...],
    theirs: tuple[Kind, ...],
    codes: tuple[str, ...] = (),
    warns: tuple[str, ...] = (),
) -> None:
    for our in ours:
        for their in theirs:
            before = PAIRS[our, their]
            codes_now = tuple(dict.fromkeys((*codes, *before.codes)))
            PAIRS[our, their] = Rule(word, codes_now, warns or before.warns, SPECIAL[our, their])


ALL: Final[tuple[Kind, ...]] = (CellsSet, *RECTS, *FORMATS, *LINES, *WHOLE, *AREAS, *TABLES, *TABS)

_say("=", ALL, STILL)
_LONG: Final = ("formula_too_long",)
_say("map, rewrite references", (CellsSet,), PLACES, ("cells_deleted", *_LONG), ("trimmed", "ref_lost"))
_say("map", (*RECTS, *FORMATS), PLACES, (), ("trimmed", "nothing_left"))
_say("map", LINES, PLACES, (), ("trimmed", "nothing_left"))
_say("map as a whole, else conflict", WHOLE, PLACES, ("parted",))
_say("map, grow and shrink as references do", AREAS, PLACES, (), ("nothing_left",))
_say("map, grow and shrink as references do; gone: conflict", TABLES, PLACES, ("parted",))
_say("=", TABS, PLACES)
_say("rewrite references", (CellsSet,), (SheetRename,), _LONG, ())
_say("=", tuple(kind for kind in ALL if kind is not CellsSet), (SheetRename,))
_say("own sheet: conflict; else references to #REF!", (CellsSet,), DROPS, ("sheet_deleted", *_LONG), ("ref_lost",))
_say("own sheet: conflict; else =", (*RECTS, *FORMATS, *LINES, *WHOLE, *AREAS, *TABLES), DROPS, ("sheet_deleted",))
_say(
    "same sheet: conflict; else =",
    (SheetRemove, SheetRename, SheetRestore, SheetCopy, SheetUncopy, SheetMove, SheetShow, SheetColor),
    DROPS,
    ("sheet_deleted",),
)
_say("=", (SheetAdd,), DROPS)
_say("same sheet: drop as done; else =", (SheetDelete,), DROPS)

_special("later wins", (CellsSet,), (CellsSet,), (), ("overwritten",))
_special("later wins", (CellsSet,), (CellsClear,))
_special("later wins", (CellsClear,), (CellsSet,), (), ("lost_edits",))
_special("later wins, by property", (StyleSet,), (StyleSet,))
_special("later wins, by property", (AxisFormat,), (AxisFormat,))
_special("later wins", (SheetFreeze,), (SheetFreeze,))
_special("same move: drop as done; overlapping: conflict; else =", (AxisMove,), (AxisMove,), ("moved_both",))
_special("map, row by row", (CellsSet, CellsClear, StyleSet), (RangeSort,))
_special(
    "inside: conflict; else =",
    (AxisInsert, AxisDelete, AxisMove, CellsInsert, CellsDelete, RangeMove, RangeSort),
    (RangeSort,),
    ("sorted",),
)
_special("same: drop as done; overlapping: conflict; else =", (MergeAdd,), (MergeAdd,), ("merged",))
_special("same: drop as done; else =", (MergeRemove,), (MergeRemove,))
_special("first cell: =; else conflict", (CellsSet,), (MergeAdd,), ("merged",))
_special("content that would be hidden: conflict; else =", (MergeAdd,), (CellsSet,), ("not_blank",))
_special("cut: conflict; else =", WHOLE, (MergeAdd,), ("merged",))
_special("=", (AxisDelete, CellsDelete, RangeMove), (CellsSet,), (), ("lost_edits",))
_special("=", (SheetDelete,), ON_SHEET, (), ("lost_edits",))
_special("=", ON_SHEET, (SheetCopy,))
_special("=, room for more cells", (SheetCopy,), (CellsSet, StyleSet))
_special("both, name with a number", (SheetAdd,), (SheetAdd, SheetCopy), ("sheet_id",), ("renamed", "sheet_id"))
_special("both, name with a number", (SheetCopy,), (SheetAdd,), ("sheet_id",), ("renamed", "sheet_id"))
_special("both, name with a number", (SheetCopy,), (SheetCopy,), ("sheet_id", "table_name"), ("renamed", "sheet_id"))
_special("both, name with a number", (SheetAdd, SheetCopy), (SheetRename,), (), ("renamed",))
_special("both, name with a number", (SheetRename,), (SheetAdd, SheetCopy), (), ("renamed",))
_special("same sheet: later wins; else both", (SheetRename,), (SheetRename,), (), ("overwritten", "renamed"))
_special("=, one tab further left", (SheetAdd,), DROPS)
_special("same sheet: conflict; else =, one tab further left", (SheetCopy, SheetRestore, SheetMove), DROPS)
_special("later wins", (SheetMove,), (SheetMove,))
_special("later wins", (SheetShow,), (SheetShow,))
_special("later wins", (SheetColor,), (SheetColor,))
_special("same sheet: drop as done; else =", (SheetDelete,), (SheetDelete,))
_special("same table: conflict; else =", TABLES, TABLES, ("table_resized",))

CONFLICTS: Final = {
    "cells_deleted": "all cells that ours writes were deleted",
    "sheet_deleted": "the sheet that ours is about was deleted",
    "parted": "a rectangle that ours is about as a whole was parted",
    "moved_both": "both moved rows or columns, and the moves overlap",
    "sorted": "rows that ours places were sorted",
    "merged": "cells were merged that ours writes into, merges otherwise, cuts or sorts",
    "not_blank": "ours merges cells that hold content now",
    "sheet_id": "both added a sheet by one id, and ours cannot be called otherwise",
    "table_resized": "both resized one table",
    "table_name": "both copied a sheet, and tables of the copies would have one name",
    "formula_too_long": "a formula would be longer than a cell can hold",
    "entangled": "ours takes back a change, and what it would bring back was moved or lost",
    "too_many": "carrying would take more work than the budget",
    "undecided": "no rule is registered for the pair",
}
"""Code of a conflict: what it says."""


def pair(our: Mutation, their: Mutation, *, first: bool, warnings: Warnings) -> Some:
    """One over one. first: ours is the one that stands first in the log, and gives way nowhere."""
    rule = PAIRS.get((type(our), type(their)))
    if rule is None:
        raise TransformConflict("undecided", "nobody has said what comes of these two", our, their)
    if not first:
        our = without_written(our, their)
    elif rule.special is None and type(their) in _STILL:
        return (our,)
    if rule.special is not None:
        found = rule.special(our, their, first, warnings)
        if found is not None:
            return found
    steps = steps_of(their)
    if not steps:
        return (our,)
    left: Some = (our,)
    for step in steps:
        if isinstance(step, DropStep) and step.sheet_id in _sheets_of(our):
            return _on_deleted(our, their, first=first)
        try:
            left = tuple(one for mutation in left for one in carry(mutation, step, first=first))
        except PartedError:
            raise TransformConflict("parted", "cells it is about as a whole were parted", our, their) from None
        except EntangledError:
            message = "what it would bring back was moved or lost"
            raise TransformConflict("entangled", message, our, their) from None
        except FormulaTooLongError:
            message = "a formula would be longer than a cell can hold"
            raise TransformConflict("formula_too_long", message, our, their) from None
    if not first and not (len(left) == 1 and left[0] is our):
        _look_at(our, left, warnings)
    return left


def _look_at(our: Mutation, left: Some, warnings: Warnings) -> None:
    """What was lost on the way. Ours may be a part of what was sent."""
    if not left and not isinstance(our, CellsSet | AxisDelete):
        warnings.add("nothing_left", our, "what it was about is gone")
    elif len(left) == 1 and isinstance(our, CellsSet) and left[0].rows is our.rows:  # type: ignore[union-attr]
        return
    elif type(our) in _SIZED and sum(map(_size, left)) < _size(our):
        warnings.add("trimmed", our, "a part of it was deleted")
    if isinstance(our, CellsSet) and Formula in our.kinds and sum(map(_errors, left)) > _errors(our):
        warnings.add("ref_lost", our, f"a reference in {our.rect.a1} became #REF!", our.rect)


_SIZED: Final = frozenset({CellsSet, CellsClear, StyleSet, AxisDelete, AxisFormat})
"""Families that can lose a part of what they are about."""


def _size(mutation: Mutation) -> int:
    if isinstance(mutation, AxisDelete):
        return mutation.count
    if isinstance(mutation, AxisFormat):
        return sum(last - first + 1 for first, last in mutation.spans)
    rects = (mutation.rect,) if isinstance(mutation, CellsSet) else getattr(mutation, "rects", ())
    return sum(rect.rows * rect.columns for rect in rects)


def _errors(mutation: Mutation) -> int:
    rows = mutation.rows if isinstance(mutation, CellsSet) else ()
    return sum(cell.text.count("#REF!") for row in rows for cell in row if type(cell) is Formula)


def _on_deleted(our: Mutation, their: Mutation, *, first: bool) -> Some:
    if first or isinstance(our, SheetDelete):
        return ()
    raise TransformConflict("sheet_deleted", "the sheet was deleted", our, their)


def _sheets_of(mutation: Mutation) -> tuple[str, ...]:
    """The sheets a mutation cannot be without."""
    held = getattr(mutation, "copy", None)
    found = (getattr(mutation, "sheet", None), getattr(mutation, "id", None), getattr(held, "new_id", None))
    return tuple(sheet_id for sheet_id in found if isinstance(sheet_id, str))
