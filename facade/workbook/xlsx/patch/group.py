"""Shared formulas whose master was overwritten: the formula goes on to the cells that still share it."""

from __future__ import annotations

from ...formula.shared import shift_text
from ...model.formula import SharedFormula, SharedGroup
from ...model.rect import Rect
from ...model.sheet import Sheet
from .cell import Master


def hand_over(sheet: Sheet, masters: set[tuple[int, int]]) -> dict[int, dict[int, Master | str]]:
    """The cells of groups that lost their master (at these places) which must now write a formula, by row and column.

    The first cell that is the upper left corner of all that follow becomes the master; those before it get a plain
    formula of their own; the rest stay followers, byte for byte.
    """
    new: dict[int, dict[int, Master | str]] = {}
    if not masters:
        return new
    for group, members in _members(sheet, masters):
        for row0, col0, formula in _assign(group, members):
            new.setdefault(row0, {})[col0] = formula
    return new


def _members(sheet: Sheet, masters: set[tuple[int, int]]) -> list[tuple[SharedGroup, list[tuple[int, int]]]]:
    found: dict[int, tuple[SharedGroup, list[tuple[int, int]]]] = {}
    for row0, row in sheet.each_row():
        if row.formulas is None:
            continue
        for col0 in row.formula_columns():
            entry = row.formula(col0)
            if type(entry) is SharedFormula and (entry.group.row0, entry.group.col0) in masters:
                found.setdefault(id(entry.group), (entry.group, []))[1].append((row0, col0))
    return list(found.values())


def _assign(group: SharedGroup, members: list[tuple[int, int]]) -> list[tuple[int, int, Master | str]]:
    corners = _corners(members)
    new: list[tuple[int, int, Master | str]] = []
    for place, (row0, col0) in enumerate(members):
        rect = corners[place]
        text = shift_text(group.text or "", row0 - group.row0, col0 - group.col0)
        if (row0, col0) == (rect.row0, rect.col0) and place < len(members) - 1:
            new.append((row0, col0, Master(group.index, rect.a1, text)))
            break
        new.append((row0, col0, text))
    return new


def _corners(members: list[tuple[int, int]]) -> list[Rect]:
    """For each member, the rectangle around it and all members behind it."""
    corners: list[Rect] = []
    around: Rect | None = None
    for row0, col0 in reversed(members):
        known = around or Rect(row0, col0, row0, col0)
        around = Rect(min(known.row0, row0), min(known.col0, col0), max(known.row1, row0), max(known.col1, col0))
        corners.append(around)
    return corners[::-1]
