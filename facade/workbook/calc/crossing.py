"""Whether a formula may take, of several cells, the one in its own row or column: then its value hangs on its place."""

from __future__ import annotations

from typing import Final

from . import library, syntax
from .function import FUNCTIONS
from .value import UnknownError

assert library is not None


_MAX_KNOWN: Final = 4096
_known: dict[object, bool] = {}


def may_cross(text: str) -> bool:
    """For the text of a formula of one cell; True where it cannot be told."""
    key, _ = syntax.shape(text)
    found = _known.get(key)
    if found is None:
        if len(_known) >= _MAX_KNOWN:
            _known.clear()
        try:
            found = _crosses(syntax.parse(text).tree)
        except (UnknownError, RecursionError):
            found = True
        _known[key] = found
    return found


def _crosses(node: syntax.Node) -> bool:
    """Of a node that one value is taken of."""
    match node:
        case syntax.RangeRef() | syntax.NameRef() | syntax.Between() | syntax.Several():
            return True
        case syntax.Prefixed(_, operand) | syntax.Percent(operand):
            return _crosses(operand)
        case syntax.Chain(first, rest):
            return _crosses(first) or any(_crosses(operand) for _, operand in rest)
        case syntax.Call(name, arguments):
            return name in _RETURNING or _call(name, arguments)
        case _:
            return False


_RETURNING: Final = frozenset({"OFFSET", "INDIRECT", "XLOOKUP", "CHOOSE", "LET", "ANCHORARRAY", "INDEX"})
"""Functions that may give several cells."""


def _call(name: str, arguments: tuple[syntax.Node, ...]) -> bool:
    known = FUNCTIONS.get(name)
    if known is None:
        return True
    try:
        kinds = known.kinds_of(len(arguments))
    except UnknownError:
        return True
    return any(
        _crosses(one) if kind in "vel" else kind != "a" and _inside(one)
        for one, kind in zip(arguments, kinds, strict=True)
    )


def _inside(node: syntax.Node) -> bool:
    """Of a node that cells are taken of as such."""
    match node:
        case syntax.RangeRef() | syntax.NameRef() | syntax.CellRef():
            return False
        case syntax.Several(items):
            return any(map(_inside, items))
        case syntax.Between(_, left, right):
            return _inside(left) or _inside(right)
        case syntax.Call(name, arguments):
            return _call(name, arguments)
        case _:
            return _crosses(node)
