"""What an edit breaks for good: texts and areas that its inverse alone would not bring back, kept as they were."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from operator import attrgetter, itemgetter
from typing import Annotated, Final, NamedTuple, TypeAlias, final

from msgspec import Meta, Struct, structs

from ...axis import AxisChain, chain_of
from ..formula.carrier import Carrier
from ..formula.entry import Placed, entry_text, entry_texts, table_attributes
from ..formula.name import carry_name
from ..formula.reach import highest_row
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
    """Stands in inverses only. edit is the number of the edit that the inverse takes back, see History."""

    formulas: tuple[KeptFormula, ...] = ()
    names: tuple[KeptName, ...] = ()
    merges: tuple[KeptMerges, ...] = ()
    objects: tuple[KeptObject, ...] = ()
    edit: Annotated[int, Meta(ge=-(2**32), le=2**32)] = 0


@final
class Merges(NamedTuple):
    """The merged areas of the sheet that an edit is about, and what it and its inverse do to them."""

    sheet: Sheet
    there: CarryMerges
    back: CarryMerges


def damage_of(model: Workbook, step: Step, own: Damage | None, merges: Merges) -> Damage:
    """What the inverse of a step that is about to be made holds. own is what the step itself holds as an inverse."""
    found = find_damage(model, step, merges=merges) or _NONE
    return structs.replace(found, edit=model.history.opposite(edit_number(own)))


def edit_number(damage: Damage | None) -> int:
    """The number of the edit that an inverse takes back or makes again; 0 for what is no inverse."""
    return 0 if damage is None else damage.edit


def find_damage(model: Workbook, step: Step, *, merges: Merges | None = None) -> Damage | None:
    """What a step that is about to be made will break. Cells that it deletes are not among it.

    Loads the sheets whose formulas may speak of the step's; those that cannot are not looked at.
    """
    lost = lost_columns(model, step)
    found = Damage(
        () if (model.history.sequel and not lost) or _is_harmless(model, step) else tuple(_formulas(model, step, lost)),
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
    """Nothing is put where the text of the file is whole again by itself."""
    entry = row.formula(kept.col0)
    if entry is None:
        return
    of_file = not getattr(entry, "epoch", 0)  # each other epoch would need a map of its own
    if of_file and _kept(model, sheet, entry, entry_text(model.history, sheet, entry, row)) == kept.text:
        return
    epoch = model.history.stamp()
    new: FormulaEntry = DatedFormula(kept.text, epoch)
    if isinstance(entry, ArrayFormula):
        new = replace(entry, text=kept.text, epoch=epoch)
    elif isinstance(entry, DataTable):
        new = replace(entry, attributes=kept.text.encode(), epoch=epoch)
    row.set_formula(kept.col0, new)
    note_formula(sheet, kept.text)


def _formulas(model: Workbook, step: Step, lost: Lost) -> Iterator[KeptFormula]:
    # Moving rows back may carry off a range that moving them there left as it was.
    moves = type(step) is AxisStep and step.edit.kind == "move"
    for sheet in model.sheets:
        if sheet.kind != "worksheet" or (type(step) is DropStep and sheet.id == step.sheet_id):
            continue
        if lost or _may_mention(model, sheet, step):
            sheet.load()
            yield from _broken(model, sheet, (step,), lost, always=moves)


def broken_by(model: Workbook, deletes: Sequence[AxisStep]) -> tuple[KeptFormula, ...]:
    """The formulas that deletes of rows of one sheet, one after another, break together: found once for all of them.

    Those of deleted rows are among them where anything has changed in them before they went.
    """
    found: list[KeptFormula] = []
    for sheet in model.sheets:
        if sheet.kind == "worksheet" and _may_mention(model, sheet, deletes[0]):
            sheet.load()
            found.extend(_broken(model, sheet, deletes, {}, always=False))
    return tuple(found)


def _broken(model: Workbook, sheet: Sheet, steps: Sequence[Step], lost: Lost, *, always: bool) -> Iterator[KeptFormula]:
    """always: texts that the steps leave as they are may be changed by their inverses."""
    there = Carrier([(step, sheet.id) for step in steps])
    backs = [back for step in reversed(steps) if (back := inverse_of(step)) is not None]
    again = Carrier([(back, sheet.id) for back in backs])
    gone = _gone_rows(sheet, steps)
    broken: list[KeptFormula] = []
    for col0, places in _by_column(sheet).items():
        for start in range(0, len(places), _SLICE):
            part = places[start : start + _SLICE]
            texts = entry_texts(model.history, sheet, part)
            carried = there.texts(texts)
            if lost:
                carried = [without_lost(text, lost) for text in carried]
            if carried == texts and not always:
                continue
            for (row0, _, entry), text, new, old in zip(part, texts, carried, again.texts(carried), strict=True):
                if old != text or (new != text and gone is not None and gone.span(row0, row0) is None):
                    broken.append(KeptFormula(sheet.id, row0, col0, _kept(model, sheet, entry, text)))
    yield from sorted(broken, key=lambda kept: (kept.row0, kept.col0))


def _gone_rows(sheet: Sheet, steps: Sequence[Step]) -> AxisChain | None:
    """Which rows of a sheet are left after several deletes; None where it is not about them."""
    if len(steps) < 2 or steps[0].sheet_id != sheet.id:
        return None
    return chain_of(tuple(step.edit for step in steps if type(step) is AxisStep))


_SLICE: Final = 1024
"""Formulas of a column that are carried at once: where some are not like the rest, only so many take longer."""


def _by_column(sheet: Sheet) -> dict[int, list[Placed]]:
    """The formulas of each column, from top to bottom."""
    found: dict[int, list[Placed]] = {}
    for row0, row in sheet.each_row():
        if row.formulas is not None:
            for col0, entry in zip(row.formula_columns(), row.formulas[1:], strict=True):
                found.setdefault(col0, []).append((row0, row, entry))  # type: ignore[arg-type]
    return found


def _kept(model: Workbook, sheet: Sheet, entry: FormulaEntry, text: str) -> str:
    """What brings a formula back: its text, of a data table its attributes."""
    if isinstance(entry, DataTable):
        return table_attributes(model.history, sheet, entry).decode("utf-8", "replace")
    return text


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


def deepest(sheet: Sheet) -> int:
    """A row number that no number in the formulas of a sheet exceeds; all numbers in them count, references or not."""
    if not sheet.loaded:
        return MAX_ROWS
    if sheet.deepest is None:
        sheet.deepest = _deepest(sheet)
    return sheet.deepest


def note_formula(sheet: Sheet, text: str) -> None:
    """Take a formula that is written into account, where the bound is known."""
    if sheet.deepest is not None:
        sheet.deepest = max(sheet.deepest, _highest(text))


def _deepest(sheet: Sheet) -> int:
    rows = sheet.rows if not sheet.far else [*sheet.rows, *sheet.far.values()]
    formulas: list[tuple[object, ...]] = list(filter(None, map(attrgetter("formulas"), filter(None, rows))))
    widths = set(map(len, formulas))
    if len(widths) == 1:  # in most tables
        entries = list(chain.from_iterable(map(itemgetter(at), formulas) for at in range(1, widths.pop())))
    else:
        entries = [entry for row in formulas for entry in row[1:]]
    try:
        return _highest("\0".join(entries))
    except TypeError:  # they are not all plain; looking at each first would take longer than all the rest
        pass
    if any(isinstance(entry, DataTable) for entry in entries):
        return MAX_ROWS
    texts = [entry if isinstance(entry, str) else getattr(entry, "text", "") for entry in entries]
    return max(_highest("\0".join(texts)), _deepest_shared(sheet))


def _deepest_shared(sheet: Sheet) -> int:
    """A follower may reach down as far as its master, and by how much it stands below."""
    groups: dict[int, list[int]] = {}
    for _, row in sheet.each_row():
        for entry in row.formulas[1:] if row.formulas is not None else ():
            if isinstance(entry, SharedFormula):
                numbers = groups.get(id(entry.group))
                if numbers is None:
                    numbers = groups[id(entry.group)] = [_highest(entry.group.text or "") - entry.group.row0, 0]
                numbers[1] = max(numbers[1], row.source0)
    return max(map(sum, groups.values()), default=0)


def _highest(text: str) -> int:
    return highest_row(text.encode("utf-8", "replace"))


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
