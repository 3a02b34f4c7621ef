"""Why two mutations cannot both be had."""

from __future__ import annotations

from typing import final

from ..mutation import Mutation


@final
class TransformConflict(Exception):
    """Nothing of ours was carried. code is a word of the table of pairs; ours and theirs are the two that clash."""

    def __init__(self, code: str, message: str, ours: Mutation, theirs: Mutation) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.ours = ours
        self.theirs = theirs
