"""Which mentions an edit of rows may damage, by the numbers in their texts; the others are not looked at."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Final, final

from ..formula.pieces import pieces
from ..formula.step import AxisStep, RenameStep, Step
from ..model.rect import MAX_ROWS, parse_cell, parse_rect
from .area import area_text, read_rects, write_rects
from .mention import Mention
from .origin import Origins

_NUMBER: Final = re.compile(r"[0-9]+")
_DIGITS: Final = 7
_FAR_COLUMN: Final = re.compile(r"(?<![A-Za-z])[A-Za-z]{3}(?![A-Za-z])")


@final
class Index:
    """The mentions of a package by the numbers that they hold, as the file has them.

    odd are those that an edit and its inverse would spell otherwise; they are always looked at.
    """

    def __init__(self, mentions: Iterable[Mention]) -> None:
        found: list[tuple[int, int]] = []
        self.mentions = list(mentions)
        self.odd = [mention for mention in self.mentions if not is_plain(mention)]
        self.is_wide = False
        self._origins: dict[str, Origins] = {}
        deepest = 0
        for at, mention in enumerate(self.mentions):
            for text in mention.value:
                for digits in _NUMBER.findall(text) if text else ():
                    if len(digits) <= _DIGITS:
                        found.append((int(digits), at))
                        deepest = max(deepest, int(digits))
                self.is_wide = self.is_wide or bool(text and _FAR_COLUMN.search(text))
        found.sort()
        self.deepest = deepest
        self._numbers = [number for number, _ in found]
        self._places = [at for _, at in found]

    def between(self, first: int, last: int) -> list[Mention]:
        """Those that hold a number from first to last."""
        low, high = bisect_left(self._numbers, first), bisect_right(self._numbers, last)
        return [self.mentions[at] for at in sorted(set(self._places[low:high]))]

    def suspects(self, steps: Sequence[Step], step: Step) -> list[Mention]:
        """The mentions that a step after these may damage; of those that are as the file has them and only followed."""
        if type(step) is RenameStep:
            return [mention for mention in self.mentions if mention.wide]
        if type(step) is not AxisStep or step.edit.kind == "move":
            return self.mentions
        edit = step.edit
        if edit.kind == "insert":
            return self.odd if self._has_room(steps, step) else self.mentions
        if step.axis == "columns":
            return self.mentions
        origins = self._origins.setdefault(step.sheet_id, Origins(step.sheet_id))
        if not origins.follow(steps):
            return self.mentions
        return [*self.odd, *self.between(origins.before(edit.at - 1) + 1, origins.behind(edit.at + edit.count))]

    def _has_room(self, steps: Sequence[Step], step: AxisStep) -> bool:
        """Whether an insert pushes nothing off the sheet."""
        if step.axis == "columns":
            return not self.is_wide
        pushed = sum(
            made.edit.count for made in (*steps, step) if type(made) is AxisStep and made.edit.kind == "insert"
        )
        return self.deepest + pushed < MAX_ROWS and all(type(made) in (AxisStep, RenameStep) for made in steps)


def is_plain(mention: Mention) -> bool:
    """Whether its texts are spelled as they would be written again."""
    return all(
        text is None or _IS_PLAIN.get(slot.kind, _always)(text)
        for slot, text in zip(mention.slots, mention.value, strict=True)
    )


def _always(_text: str) -> bool:
    return True


def _is_plain_formula(text: str) -> bool:
    return all(
        isinstance(part, str) or part.rect is None or part._replace(text="").write() == part.text
        for part in pieces(text)
    )


def _is_plain_area(text: str) -> bool:
    rects = read_rects(text)
    return rects is None or write_rects(rects) == text


def _is_plain_rect(text: str) -> bool:
    rect = parse_rect(text)
    return rect is None or area_text(rect) == text


def _is_plain_target(text: str) -> bool:
    return not text.startswith("#") or _is_plain_reference(text[1:])


def _is_plain_reference(text: str) -> bool:
    return "%" not in text and " " not in text and _is_plain_formula(text)


_IS_PLAIN: Final[dict[str, Callable[[str], bool]]] = {
    "formula": _is_plain_formula,
    "reference": _is_plain_reference,
    "target": _is_plain_target,
    "rects": _is_plain_area,
    "kept rects": _is_plain_area,
    "rect": _is_plain_rect,
    "cell": _is_plain_rect,
    "corner": lambda text: parse_cell(text) is None or _is_plain_rect(text),
}
