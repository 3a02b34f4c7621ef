"""What a rectangle of cells held before a write, for those who tell what has changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias, final

from .model.rect import Rect

Styles: TypeAlias = "tuple[int, ...] | dict[int, int]"


@final
@dataclass(frozen=True, slots=True)
class CellsImage:
    """What a rectangle held: scalars, Formula, HoleMark for what was not written; and the style ids by row.

    after is what was written, where that is scalars only and the last that was written there. blank: all is known to
    have been.
    """

    sheet_id: str
    rect: Rect
    rows: list[list[Any]]
    styles: list[Styles]
    after: list[list[Any]] | None = None
    holes: bool = False
    blank: bool = False


def style_at(styles: Styles, col0: int) -> int:
    """The style id at a column of a row."""
    if isinstance(styles, tuple):
        return styles[col0] if col0 < len(styles) else 0
    return styles.get(col0, 0)
