"""One thing in a part that speaks of cells: a rule, a link, an anchor, a table; where it stands and what it says."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias, final

Value: TypeAlias = "tuple[str | None, ...]"
"""What the slots of a mention read; None for one that is gone, whose element goes too."""

Kind: TypeAlias = Literal[
    "formula",
    "reference",
    "target",
    "sheet",
    "pivot",
    "rects",
    "kept rects",
    "rect",
    "cell",
    "corner",
    "row",
    "column",
    "plain",
]
"""What the text of a slot is.

formula: a formula. reference: one whose sheet may lack its quotes. target: #Sheet!A1, as relationships have it. sheet:
a sheet's name. pivot: [Book]Sheet!Pivot. rects: areas side by side. kept rects: the same, which stay when all cells of
them are gone. rect, cell: one area, one cell. corner: a cell that goes to the next one left. row, column: a number of
one, counted from 0. plain: something that the rule of the mention carries.
"""

Rule: TypeAlias = Literal["each", "framed", "filter", "selection", "named", "drawing", "note", "table"]
"""How the slots are carried: each by itself, or together. See carry."""


@final
class Slot(NamedTuple):
    """One text: an attribute of an element by its name, or the element's own text for "". at counts elements."""

    at: int
    name: str
    kind: Kind


@final
class Mention(NamedTuple):
    """role is the local name of the element, which is the element number at of its part in document order.

    id is the same in every process. host is the id of the sheet that it stands on, "" for none. wide: it may speak of
    other sheets. value is what the part reads. A worksheet's part is counted without its rows.
    """

    id: str
    part: str
    at: int
    role: str
    host: str
    rule: Rule
    slots: tuple[Slot, ...]
    value: Value
    wide: bool


WIDE: Final[frozenset[str]] = frozenset({"formula", "reference", "target", "sheet", "pivot"})
"""Kinds that can name a sheet."""
