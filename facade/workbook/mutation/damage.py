"""What an edit breaks for good: texts and areas that its inverse alone would not bring back, kept as they were."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Final, NamedTuple, TypeAlias, final

from msgspec import Struct

from ..formula.carrier import Carrier
from ..formula.entry import entry_text, table_attributes
from ..formula.name import carry_name
from ..formula.step import AxisStep, DropStep, MoveStep, RenameStep, ShiftStep, Step, inverse_of
from ..model.formula import ArrayFormula, DataTable, DatedFormula, FormulaEntry, SharedFormula
from ..model.rect import MAX_ROWS, Rect
from ..model.row import Row
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from .cell import Number0
from .place import SheetId
from .table_edit import Lost, lost_columns, without_lost

CarryMerges: TypeAlias = "Callable[[Iterable[Rect]], Iterable[Rect]]"


class KeptFormula(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The text of a formula at a cell; of a data table, its attributes."""

    sheet: SheetId
    row0: Number0
    col0: Number0
    text: str


class KeptName(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The text of a defined name, by its place in the list."""

    index: Number0
    text: str


class KeptMerges(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """All merged areas of a sheet."""

    sheet: SheetId
    rects: tuple[Rect, ...]


class KeptObject(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a mention of an object read, by its id: see object/mention. None where it was gone."""

    id: str
    value: tuple[str | None, ...] | None


class Damage(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Stands in inverses only."""

    formulas: tuple[KeptFormula, ...] = ()
    names: tuple[KeptName, ...] = ()
    merges: tuple[KeptMerges, ...] = ()
    objects: tuple[KeptObject, ...] = ()


@final
class Merges(NamedTuple):
    """The merged areas of the sheet that an edit is about, and what it and its inverse do to them."""

    sheet: Sheet
    there: CarryMerges
    back: CarryMerges


def find_damage(model: Workbook, step: Step, *, merges: Merges | None = None) -> Damage | None:
    """What a step that is about to be made will break. Cells that it deletes are not among it.

    Loads the sheets whose formulas may speak of the step's; those that cannot are not looked at.
    """
    lost = lost_columns(model, step)
    found = Damage(
        tuple(_formulas(model, step, lost)) if not _is_harmless(model, step) else (),
        tuple(_names(model, step, lost)),
        tuple(_merges(merges)),
        tuple(_objects(model, step)),
    )
    return found if found != _NONE else None


_NONE: Final = Damage()


def repair(model: Workbook, damage: Damage | None) -> None:
    """Bring back what was kept; called when the inverse itself was applied."""
    if damage is None:
        return
    for kept in damage.formulas:
        sheet = model.sheet(kept.sheet)
        row = None if sheet is None else sheet.row(kept.row0)
        if sheet is not None and row is not None:
            _put_text(model, sheet, row, kept)
    for name in damage.names:
        if name.index < len(model.names):
            known, scope, _ = model.names[name.index]
            model.names = [*model.names[: name.index], (known, scope, name.text), *model.names[name.index + 1 :]]
    for merges in damage.merges:
        sheet = model.sheet(merges.sheet)
        if sheet is not None:
            sheet.merges = list(merges.rects)
    if damage.objects:
        _put_objects(model, damage.objects)


def _put_objects(model: Workbook, kept: tuple[KeptObject, ...]) -> None:
    from ..object.store import store_of

    store = store_of(model)
    for item in kept if store is not None else ():
        assert store is not None
        store.put(item.id, item.value)


def _put_text(model: Workbook, sheet: Sheet, row: Row, kept: KeptFormula) -> None:
    """Nothing is put where the text is whole again by itself."""
    entry = row.formula(kept.col0)
    if entry is None or _kept_text(model, sheet, entry, row) == kept.text:
        return
    epoch = model.history.stamp()
    new: FormulaEntry = DatedFormula(kept.text, epoch)
    if isinstance(entry, ArrayFormula):
        new = replace(entry, text=kept.text, epoch=epoch)
    elif isinstance(entry, DataTable):
        new = replace(entry, attributes=kept.text.encode(), epoch=epoch)
    row.set_formula(kept.col0, new)


def _formulas(model: Workbook, step: Step, lost: Lost) -> Iterator[KeptFormula]:
    back = inverse_of(step)
    # Moving rows back may carry off a range that moving them there left as it was.
    moves = type(step) is AxisStep and step.edit.kind == "move"
    for sheet in model.sheets:
        if sheet.kind != "worksheet" or (type(step) is DropStep and sheet.id == step.sheet_id):
            continue
        if not lost and not _may_mention(model, sheet, step):
            continue
        sheet.load()
        there = Carrier([(step, sheet.id)])
        again = Carrier([] if back is None else [(back, sheet.id)])
        for row0, row in sheet.each_row():
            if row.formulas is None:
                continue
            for col0, entry in zip(row.formula_columns(), row.formulas[1:], strict=True):
                text = entry_text(model.history, sheet, entry, row)  # type: ignore[arg-type]
                carried = without_lost(there.text(text), lost)
                if (moves or carried is not text) and again.text(carried) != text:
                    yield KeptFormula(sheet.id, row0, col0, _kept_text(model, sheet, entry, row))  # type: ignore[arg-type]


def _kept_text(model: Workbook, sheet: Sheet, entry: FormulaEntry, row: Row) -> str:
    """What is kept of a formula: its text now, or a data table's attributes."""
    if isinstance(entry, DataTable):
        return table_attributes(model.history, sheet, entry).decode("utf-8", "replace")
    return entry_text(model.history, sheet, entry, row)


def _may_mention(model: Workbook, sheet: Sheet, step: Step) -> bool:
    """Whether formulas of a sheet can speak of the step's: a part that does not hold an exclamation mark cannot."""
    if sheet.id == step.sheet_id or sheet.loaded or model.package is None or not sheet.origin:
        return True
    return b"!" in model.package.read(sheet.origin)


def _is_harmless(model: Workbook, step: Step) -> bool:
    """Whether a step leaves every formula whole: a rename does, but for quotes and case, and so does an insert where
    none reaches so far down that it would be cut at the end."""
    if type(step) is RenameStep:
        return True
    if not isinstance(step, AxisStep | ShiftStep) or step.edit.kind != "insert" or step.axis != "rows":
        return False
    pushed = sum(map(_reach_down, (step, *model.history.steps)))
    return all(
        sheet.kind != "worksheet" or deepest(sheet) + pushed < MAX_ROWS or not _may_mention(model, sheet, step)
        for sheet in model.sheets
    )


def _reach_down(step: Step) -> int:
    """How many rows further down a step may take a reference."""
    if isinstance(step, MoveStep):
        return max(step.row0 - step.rect.row0, 0)
    if not isinstance(step, AxisStep | ShiftStep) or step.axis != "rows":
        return 0
    edit = step.edit
    return (
        edit.count if edit.kind == "insert" else max(edit.landing - edit.at, edit.count) if edit.kind == "move" else 0
    )


_LONG: Final = re.compile(r"[0-9]{7}")
_NUMBERS: Final = re.compile(r"[0-9]{1,7}")
SHORT_ROWS: Final = 999_999
"""The highest row number of six digits: longer ones are looked for."""
_AS_DIGITS: Final = bytes(48 if 48 <= byte <= 57 else 32 for byte in range(256))
"""Any digit to 0, all else to a blank: to look for a long number is then to look for a text."""


def deepest(sheet: Sheet) -> int:
    """A row number that no number in the formulas of a sheet exceeds; all numbers in them count, references or not."""
    if not sheet.loaded:
        return MAX_ROWS
    if sheet.deepest is None:
        sheet.deepest = _deepest(sheet)
    return sheet.deepest


def note_formula(sheet: Sheet, text: str) -> None:
    """Take a formula that is written into account, where that was asked for before."""
    if sheet.deepest is not None:
        sheet.deepest = max(sheet.deepest, *map(int, _LONG.findall(text)), 0)


def _deepest(sheet: Sheet) -> int:
    """All plain texts are looked at as one: 0.1 us a formula instead of 1. Numbers of six digits are let pass."""
    held = [row for row in chain(sheet.rows, sheet.far.values()) if row is not None and row.formulas is not None]
    entries = list(chain.from_iterable([row.formulas for row in held]))  # type: ignore[misc]
    plain = [entry for entry in entries if type(entry) is str]
    digits = "\n".join(plain).encode("utf-8", "replace").translate(_AS_DIGITS)
    found = MAX_ROWS if b"0000000" in digits else SHORT_ROWS
    return found if len(plain) + len(held) == len(entries) else max(found, _deepest_other(held))


def _deepest_other(rows: list[Row]) -> int:
    """Of members of shared formulas, arrays and what was written since structural edits."""
    found = SHORT_ROWS
    groups: dict[int, int] = {}
    for row in rows:
        for entry in row.formulas[1:]:  # type: ignore[index]
            if isinstance(entry, SharedFormula):
                base = groups.get(id(entry.group))
                if base is None:
                    numbers = map(int, _NUMBERS.findall(entry.group.text or ""))
                    base = groups[id(entry.group)] = max(numbers, default=0) - entry.group.row0
                found = max(found, base + row.source0)
            elif isinstance(entry, DatedFormula | ArrayFormula):
                found = max(found, *map(int, _LONG.findall(entry.text)), 0)
            elif isinstance(entry, DataTable):
                return MAX_ROWS
    return found


def _names(model: Workbook, step: Step, lost: Lost) -> Iterator[KeptName]:
    back = inverse_of(step)
    for index, (_, scope, text) in enumerate(model.names):
        carried = without_lost(carry_name(text, scope, step), lost)
        again = carried if back is None else carry_name(carried, scope, back)
        if again != text:
            yield KeptName(index, text)


def _merges(merges: Merges | None) -> Iterator[KeptMerges]:
    if merges is not None:
        before = merges.sheet.merges
        if list(merges.back(merges.there(before))) != before:
            yield KeptMerges(merges.sheet.id, tuple(before))


def _objects(model: Workbook, step: Step) -> Iterator[KeptObject]:
    from ..object.store import store_of  # parses XML, which a run that edits no structure has no use for

    store = store_of(model)
    if store is not None:
        for mention, value in store.damaged(step):
            yield KeptObject(mention.id, value)
