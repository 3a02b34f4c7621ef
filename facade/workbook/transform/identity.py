"""New sheets of both sides that came by one id: ours get others, in all that speaks of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import asdict, replace

from ..mutation import CellsSet, Formula, Mutation, SheetAdd, SheetCopy
from ..mutation.damage import Damage
from .warning import Warnings

Runs = Sequence[Sequence[Mutation]]


def with_own_ids(runs: Runs, theirs: Sequence[Mutation], warnings: Warnings) -> list[list[Mutation]]:
    """Runs of ours whose new sheets have ids that theirs did not take."""
    taken = dict.fromkeys(_new_ids(theirs), True)
    mine = [sheet_id for run in runs for sheet_id in _new_ids(run)]
    clashing = [sheet_id for sheet_id in dict.fromkeys(mine) if sheet_id in taken]
    if not clashing:
        return [list(run) for run in runs]
    number = max((int(sheet_id[1:]) for sheet_id in (*taken, *mine) if sheet_id[1:].isdecimal()), default=0)
    ids = {sheet_id: f"s{number + more}" for more, sheet_id in enumerate(clashing, 1)}
    for run in runs:
        for mutation in run:
            if _new_id(mutation) in ids:
                warnings.origin = mutation
                fresh = ids[str(_new_id(mutation))]
                warnings.add(
                    "sheet_id", mutation, f"the sheet {_new_id(mutation)} is {fresh} now, for others took its id"
                )
    warnings.origin = None
    return [[respoken(mutation, ids) for mutation in run] for run in runs]


def _new_ids(mutations: Iterable[Mutation]) -> list[str]:
    return [sheet_id for mutation in mutations if (sheet_id := _new_id(mutation)) is not None]


def _new_id(mutation: Mutation) -> str | None:
    if isinstance(mutation, SheetAdd):
        return mutation.id
    return mutation.new_id if isinstance(mutation, SheetCopy) else None


def respoken(mutation: Mutation, ids: Mapping[str, str]) -> Mutation:
    """A mutation that says other ids of sheets."""
    changed: dict[str, Any] = {}
    for name in ("sheet", "id", "new_id", "active"):
        old = getattr(mutation, name, None)
        if isinstance(old, str) and old in ids:
            changed[name] = ids[old]
    copy = getattr(mutation, "copy", None)
    if isinstance(copy, SheetCopy):
        changed["copy"] = respoken(copy, ids)
    damage = getattr(mutation, "damage", None)
    if isinstance(damage, Damage):
        changed["damage"] = _damage(damage, ids)
    if isinstance(mutation, CellsSet) and Formula in mutation.kinds:
        changed["rows"] = [[_cell(cell, ids) for cell in row] for row in mutation.rows]
    return replace(mutation, **changed) if changed else mutation


def _cell(cell: Any, ids: Mapping[str, str]) -> Any:
    if type(cell) is not Formula or not any(mark.sheet in ids or mark.last in ids for mark in cell.refs):
        return cell
    marks = (
        replace(mark, sheet=ids.get(mark.sheet, mark.sheet), last=ids.get(mark.last, mark.last)) for mark in cell.refs
    )
    return Formula(cell.text, tuple(marks))


def _damage(damage: Damage, ids: Mapping[str, str]) -> Damage:
    given = asdict(damage)
    for field in ("formulas", "merges"):
        given[field] = tuple(replace(kept, sheet=ids.get(kept.sheet, kept.sheet)) for kept in given[field])
    return Damage(**given)
