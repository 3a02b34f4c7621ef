"""Neighbouring changes of others that move nothing: looked up by place instead of one after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias, final

from ..model.rect import Rect
from ..mutation import CellsClear, CellsSet, Mutation, StyleSet
from .special import tell_lost, written_by_both
from .warning import Warnings

SIMPLE: Final = frozenset({CellsSet, CellsClear, StyleSet})
"""Families that leave each other as they are where ours come later: no pair of them needs to be crossed."""
TALL: Final = 5
"""Rows of a band, as a power of two."""
MAX_BANDS: Final = 64
"""A rectangle over more bands is looked at whatever rows are asked for."""
MAX_TOLD: Final = 16
"""Overwritten places told apart, of one change of ours over one block."""

Key: TypeAlias = "tuple[str, int]"
Entry: TypeAlias = "tuple[Mutation, Mutation]"
"""One of theirs as it is over ours that were carried so far, and as the log has it."""


@final
class Block:
    """Mutations of SIMPLE families, in order. Which rows they write is found out when first asked."""

    __slots__ = ("_bands", "_tall", "entries")

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = tuple(entries)
        self._bands: dict[Key, list[CellsSet]] | None = None
        self._tall: list[CellsSet] = []

    def tell(self, our: Mutation, warnings: Warnings) -> None:
        """Warn where ours, of a SIMPLE family too, writes or clears what these have written."""
        if isinstance(our, CellsSet):
            self._tell_set(our, warnings)
        elif isinstance(our, CellsClear):
            for rect in our.rects:
                for their in self._written(our.sheet, rect)[:MAX_TOLD]:
                    tell_lost(our, (rect,), their, warnings)

    def _tell_set(self, our: CellsSet, warnings: Warnings) -> None:
        told = 0
        for their in self._written(our.sheet, our.rect):
            common = our.rect.common(their.rect)
            if common is None or not written_by_both(our, their, common):
                continue
            told += 1
            if told > MAX_TOLD:
                text = f"more cells of {our.rect.a1} that others wrote were overwritten"
                warnings.add("overwritten", our, text, our.rect)
                return
            warnings.add("overwritten", our, f"cells of {common.a1} that others wrote were overwritten", common)

    def _written(self, sheet: str, rect: Rect) -> list[CellsSet]:
        """Those whose cells may be among the rectangle's."""
        bands = self._bands
        if bands is None:
            bands = self._bands = self._index()
        low, high = rect.row0 >> TALL, rect.row1 >> TALL
        if high - low < len(bands):
            found = [one for band in range(low, high + 1) for one in bands.get((sheet, band), ())]
        else:
            found = [one for (of, band), some in bands.items() if of == sheet and low <= band <= high for one in some]
        found += [one for one in self._tall if one.sheet == sheet]
        if low == high:
            return [one for one in found if one.rect.overlaps(rect)]
        return list({id(one): one for one in found if one.rect.overlaps(rect)}.values())

    def _index(self) -> dict[Key, list[CellsSet]]:
        bands: dict[Key, list[CellsSet]] = {}
        for one, _ in self.entries:
            if type(one) is not CellsSet:
                continue
            low, high = one.rect.row0 >> TALL, one.rect.row1 >> TALL
            if high - low > MAX_BANDS:
                self._tall.append(one)
                continue
            for band in range(low, high + 1):
                bands.setdefault((one.sheet, band), []).append(one)
        return bands


def blocks(entries: Sequence[Entry]) -> list[Block | Entry]:
    """A list with its stretches of SIMPLE families as blocks."""
    found: list[Block | Entry] = []
    stretch: list[Entry] = []
    for entry in entries:
        if type(entry[0]) in SIMPLE:
            stretch.append(entry)
            continue
        if stretch:
            found.append(Block(stretch))
            stretch = []
        found.append(entry)
    if stretch:
        found.append(Block(stretch))
    return found
