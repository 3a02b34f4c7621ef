"""How much the random tests try: as much as every change can wait for, or the long form of `make soak`."""

from __future__ import annotations

import os
from typing import Final

LONG: Final = bool(os.environ.get("MACROCELL_SOAK"))


def tries(usual: int, long: int | None = None) -> int:
    """How many to try: 40 times the usual number in the long form, where no other is given."""
    if not LONG:
        return usual
    return 40 * usual if long is None else long
