"""Names that are close to one that is not there."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Final

SHOWN: Final = 3
LONGEST: Final = 80
"""Characters of a macro's own text that an error repeats; also bounds the work of the comparison."""


def near(name: str, choices: Iterable[str]) -> list[str]:
    """Up to three of the choices that are close to the name; case, blanks and underscores count least."""
    known = list(choices)
    wanted = _bare(name[:LONGEST])
    same = [choice for choice in known if _bare(choice) == wanted]
    if same:
        return same[:SHOWN]
    by_bare = {_bare(choice): choice for choice in reversed(known)}
    close = difflib.get_close_matches(wanted, by_bare, n=SHOWN, cutoff=0.6)
    if not close and len(wanted) > 2:
        close = [bare for bare in by_bare if wanted in bare or (len(bare) > 2 and bare in wanted)][:SHOWN]
    return [by_bare[bare] for bare in close]


def _bare(name: str) -> str:
    return name.casefold().replace("_", "").replace(" ", "")
