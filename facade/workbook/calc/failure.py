"""Why a formula has no value here."""

from __future__ import annotations

from typing import TypeAlias, final

from ...value import Scalar


@final
class Failure:
    """What stands for a value that is not computed: the reason, as the end of "it ..."."""

    __slots__ = ("reason",)

    def __init__(self, reason: str) -> None:
        self.reason = reason


Computed: TypeAlias = "Scalar | Failure"
DEPENDS = "depends on a formula that is not computed"
