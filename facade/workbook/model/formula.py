"""What the model keeps for a cell that holds a formula."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, final

from .rect import Rect


@final
@dataclass(slots=True, eq=False)
class SharedGroup:
    """One shared formula of a sheet: the master's text and place, and the range its file declares.

    text is None until the master was read (a follower may stand before it). All rows and columns count from 0
    and are those of the file.
    """

    index: int
    text: str | None
    row0: int
    col0: int
    rect: Rect | None


@final
@dataclass(frozen=True, slots=True)
class SharedFormula:
    """A member of a shared formula (the master too): its text is the group's, moved to (row0, col0)."""

    group: SharedGroup
    col0: int


@final
@dataclass(frozen=True, slots=True)
class DatedFormula:
    """A plain formula that was written after structural edits: its text, and the epoch of the history it is of."""

    text: str
    epoch: int


@final
@dataclass(frozen=True, slots=True)
class ArrayFormula:
    """An array formula that stands in the first cell of its block, rect; dynamic when the cell carries cm.

    text is of the epoch, rect of now.
    """

    text: str
    rect: Rect
    dynamic: bool = False
    epoch: int = 0


@final
@dataclass(frozen=True, slots=True)
class DataTable:
    """A what-if data table: rect is its block, attributes the raw attributes of its f element.

    The cells that attributes name are of the epoch, rect is of now.
    """

    rect: Rect
    attributes: bytes
    epoch: int = 0


FormulaEntry: TypeAlias = "str | DatedFormula | SharedFormula | ArrayFormula | DataTable"
"""A plain formula is its text as the file has it, without the equals sign."""
