"""Shared formulas of a sheet: which cells still share one when it is written, and who says it.

A reader takes a follower's formula from its master, moved by the distance between the two. So a follower may stay as
it is, byte for byte, where that gives what it reads now; the others write their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple, final

from ...formula.shared import shift_text
from ...model.formula import SharedGroup
from ...model.rect import Rect
from .cell import Master

_MAX_TRIES: Final = 8
"""Candidates for a master that hardly any member fits, before all that are left write their own formulas."""


@final
class Member(NamedTuple):
    """A cell of a shared formula of the part that holds a formula: where it stands now, and what it reads.

    moved: it stood elsewhere in the part. said: the text in the part, "" for a follower. ref: its ref there, if it
    masters. group is that of the part if the formula is still the one that it had there and reads the same; else None.
    """

    row0: int
    col0: int
    text: str
    moved: bool
    said: str
    ref: Rect | None
    group: SharedGroup | None


@final
@dataclass(slots=True)
class Shares:
    """What becomes of the cells of shared formulas. written: by row and column, those whose f changes; kept: the
    others."""

    written: dict[int, dict[int, Master | str]] = field(default_factory=dict)
    kept: set[tuple[int, int]] = field(default_factory=set)


def share(groups: dict[int, list[Member]]) -> Shares:
    """Decide for the members of each number, which are in the order in which they will stand in the part."""
    shares = Shares()
    for number, members in groups.items():
        for member, new in _assigned(number, members):
            if new is None:
                shares.kept.add((member.row0, member.col0))
            else:
                shares.written.setdefault(member.row0, {})[member.col0] = new
    return shares


def _assigned(number: int, members: list[Member]) -> Iterable[tuple[Member, Master | str | None]]:
    """The first cell that is the upper left corner of all that fit it becomes, or stays, the master."""
    masters = [member for member in members if member.ref is not None]
    if not any(member.moved for member in members) and _are_as_they_were(masters, members):
        return [(member, None) for member in members]
    if len(masters) > 1:
        # A number that was used again: a follower's master is then the last one before it in the part.
        return [(member, member.text) for member in members]
    lefts = _lefts(members)
    tries = 0
    for place, first in enumerate(members):
        if place == len(members) - 1 or tries == _MAX_TRIES:
            break
        if first.col0 > lefts[place + 1]:
            continue
        tries += 1
        fitting = [_fits(first, member) for member in members[place:]]
        if sum(fitting) > 1:
            mastered = [member for member, fits in zip(members[place:], fitting, strict=True) if fits]
            left = (
                (member, None if fits and not member.said else member.text)
                for member, fits in zip(members[place + 1 :], fitting[1:], strict=True)
            )
            own = [(member, member.text) for member in members[:place]]
            return [*own, (first, _master(number, first, mastered)), *left]
    return [(member, member.text) for member in members]


def _are_as_they_were(masters: list[Member], members: list[Member]) -> bool:
    """Whether members that have not moved read what they read in the part."""
    if len(masters) == 1:
        return masters[0].said == masters[0].text and all(_fits(masters[0], member) for member in members)
    groups = [id(master.group) for master in masters if master.group is not None]
    return len(groups) == len(masters) and {id(member.group) for member in members} == set(groups)


def _fits(first: Member, member: Member) -> bool:
    return member.text == shift_text(first.text, member.row0 - first.row0, member.col0 - first.col0)


def _master(number: int, first: Member, members: list[Member]) -> Master | None:
    """None where the master is the part's and says what it said."""
    if first.ref is not None and first.said == first.text and not any(member.moved for member in members):
        return None
    rect = Rect(
        first.row0,
        first.col0,
        max(member.row0 for member in members),
        max(member.col0 for member in members),
    )
    if first.ref == rect and first.said == first.text and not first.moved:
        return None
    return Master(number, rect.a1, first.text)


def _lefts(members: list[Member]) -> list[int]:
    """For each place, the leftmost column of the members from there on."""
    lefts: list[int] = []
    left = members[-1].col0 if members else 0
    for member in reversed(members):
        left = min(left, member.col0)
        lefts.append(left)
    return lefts[::-1]
