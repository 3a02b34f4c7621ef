"""What a person should look at after ours were carried over theirs: data for the report of a pull."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, final

if TYPE_CHECKING:
    from ..model.rect import Rect
    from ..mutation import Mutation

CODES: Final = {
    "overwritten": "cells that others wrote were overwritten by ours",
    "trimmed": "a part of what ours was about is gone, the rest was carried",
    "nothing_left": "all of what ours was about is gone, ours was left out",
    "ref_lost": "a reference in a formula of ours became #REF!",
    "renamed": "others took the name first, ours got a number",
    "sheet_id": "others took the id of the sheet first, ours got another",
    "lost_edits": "ours deleted or cleared what others had written",
    "more": "there was more to tell than fits into a report",
}
"""Code: what it says."""
MAX_WARNINGS: Final = 1_000
"""Of one report; what is beyond is counted in one more, so that a report stays readable and small."""


@final
@dataclass(frozen=True, slots=True)
class TransformWarning:
    """code is one of CODES; mutation is ours as it was sent; sheet an id, range A1 text or None for the whole sheet."""

    code: str
    text: str
    mutation: Mutation
    sheet: str
    range: str | None = None

    @property
    def place(self) -> str:
        """The sheet's id and the range."""
        return self.sheet if self.range is None else f"{self.sheet}!{self.range}"


@final
class Warnings:
    """Collects them. origin is the mutation of ours that is on its way; silent: nobody asks.

    names are those of sheets that are known to be taken, casefolded.
    """

    __slots__ = ("_found", "_more", "_silent", "names", "origin")

    def __init__(self, names: Iterable[str] = (), *, silent: bool = False) -> None:
        self._found: dict[tuple[str, str, str | None, str], TransformWarning] = {}
        self._more = 0
        self._silent = silent
        self.names = {name.casefold() for name in names}
        self.origin: Mutation | None = None

    def add(self, code: str, our: Mutation, text: str, rect: Rect | None = None) -> None:
        """The same at the same place is told once."""
        assert code in CODES
        if self._silent:
            return
        sheet, where = sheet_of(our), None if rect is None else rect.a1
        key = code, sheet, where, text
        if key in self._found:
            return
        if len(self._found) >= MAX_WARNINGS:
            self._more += 1
            return
        origin = our if self.origin is None else self.origin
        self._found[key] = TransformWarning(code, text, origin, sheet, where)

    def all(self) -> tuple[TransformWarning, ...]:
        """In the order they arose."""
        found = list(self._found.values())
        if self._more:
            last = found[-1]
            found.append(TransformWarning("more", f"{self._more:,} more warnings", last.mutation, last.sheet))
        return tuple(found)


def sheet_of(mutation: Mutation) -> str:
    """The id of the sheet a mutation is about."""
    held = getattr(mutation, "copy", mutation)
    found = getattr(held, "sheet", None) or getattr(held, "id", None) or getattr(held, "new_id", None)
    return str(found or "")
