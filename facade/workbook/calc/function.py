"""The functions that are computed: how many arguments each takes, and of what kind."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple, final

from .value import UnknownError

_MANY: Final = 255
_PARTS: Final = re.compile(
    r"(?P<need>[vraelc]*)(?:\[(?P<may>[vraelc]+)\])?(?:\((?P<group>[vraelc]+)\)\+(?P<partial>\??))?"
)


@final
class Function(NamedTuple):
    """kinds are those of the arguments in order: v one value, r cells as such, a values even where one is taken
    elsewhere (operators inside work on all of them), l computed only where the function asks for it, e one value and c
    cells as such where errors come as values.

    blanks: see function.
    Behind them the kinds of group repeat, the last time in part where partial is set. run is called with the frame and
    the arguments.
    """

    name: str
    run: Callable[..., Any]
    kinds: str
    least: int
    group: str
    partial: bool
    blanks: bool

    def kinds_of(self, count: int) -> str:
        """The kinds of so many arguments. Raises UnknownError where there must be more or fewer."""
        kinds = self.kinds
        if self.group and count > len(kinds):
            times, rest = divmod(count - len(kinds), len(self.group))
            if not rest or self.partial:
                kinds += self.group * times + self.group[:rest]
        if not self.least <= count <= len(kinds) or count > _MANY:
            raise UnknownError(f"uses {self.name} with so many arguments")
        return kinds[:count]


FUNCTIONS: Final[dict[str, Function]] = {}
"""By name in upper case."""


def function(names: str, signature: str, *, blanks: bool = False) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function under its names, with a signature such as "vv[v]" or "r(rv)+": what is needed, what may
    follow, what repeats once or more; "(r)+" is one or more, "[r](r)+" none or more, "(le)+?" may end within.
    blanks: a blank cell as an argument that may be left out is 0, and only one that is left empty is None."""

    def register(run: Callable[..., Any]) -> Callable[..., Any]:
        match = _PARTS.fullmatch(signature)
        assert match is not None, signature
        need, may, group = match["need"], match["may"] or "", match["group"] or ""
        least = len(need) + (0 if may or not group else 1 if match["partial"] else len(group))
        for name in names.split():
            assert name not in FUNCTIONS, name
            FUNCTIONS[name] = Function(name, run, need + may, least, group, bool(match["partial"]), blanks)
        return run

    return register
