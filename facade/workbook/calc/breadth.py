"""Whether a formula that is typed in gives several values, or takes all of several where a plain one takes one of them.

Excel 365 keeps such a formula as a dynamic array formula and every other as a plain one. What spills only by the value
of an argument that has to be computed (INDEX with a row that comes out as 0, INDIRECT of a cell's text) is kept plain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias, final

from ..formula.external import function_name
from ..formula.token import Kind, Token, tokens
from . import library, syntax
from .function import FUNCTIONS
from .value import UnknownError

assert library is not None

Names: TypeAlias = Callable[[str, str], "str | None"]
"""The text of a defined name, by the sheet in front of it ("" for none) and the name; None where there is none."""

_NAMES: Final = """
    ANCHORARRAY BYCOL BYROW CHOOSECOLS CHOOSEROWS DROP EXPAND FILTER FREQUENCY GROUPBY GROWTH HSTACK LINEST LOGEST
    MAKEARRAY MAP MINVERSE MMULT MODE.MULT MUNIT PIVOTBY RANDARRAY REDUCE SCAN SEQUENCE SORT SORTBY STOCKHISTORY TAKE
    TEXTSPLIT TOCOL TOROW TRANSPOSE TREND TRIMRANGE UNIQUE VSTACK WRAPCOLS WRAPROWS
"""
_ARRAYS: Final = frozenset(_NAMES.split())
"""Functions that give several values whatever they are given."""
_CELLS: Final = frozenset({"ANCHORARRAY", "CHOOSE", "IF", "IFS", "INDEX", "INDIRECT", "OFFSET", "SWITCH", "XLOOKUP"})
"""Functions that may give cells as such."""
_PLACES: Final = frozenset({"ROW", "COLUMN"})
_MAX_DEPTH: Final = 16
"""Names that stand for names."""
_MAX_KNOWN: Final = 4096
_known: dict[object, bool] = {}


def is_dynamic(text: str, names: Names) -> bool:
    """For a formula's text without the equals sign.

    One that cannot be read is dynamic where it uses a function that gives several values.
    """
    if "[" in text:
        text = "".join(_stand_in(token) for token in tokens(text))
    key, _ = syntax.shape(text)
    found = _known.get(key)
    if found is None:
        found, alike = _judged(text, names)
        if alike:
            if len(_known) >= _MAX_KNOWN:
                _known.clear()
            _known[key] = found
    return found


def _stand_in(token: Token) -> str:
    """Some reference as wide as a structured one; any other token as it is."""
    if token.kind is not Kind.STRUCTURED:
        return token.text
    inner = token.text.partition("[")[2].casefold()
    row = inner.startswith("@") or any(item in inner for item in _ONE_ROW)
    column = bool(inner) and "]:[" not in inner.replace(" ", "") and _COLUMN.search(inner) is not None
    return ("A1" if column else "A1:B1") if row else "A1:A9" if column else "A1:B9"


_ONE_ROW: Final = ("[#this row]", "#headers", "#totals")
_COLUMN: Final = re.compile(r"(?:^|\[|@)(?:'.|[^#\[\]@'])")
"""The beginning of a column's name."""


def _judged(text: str, names: Names) -> tuple[bool, bool]:
    """(whether it is dynamic, whether that holds for all of its shape in any workbook)."""
    try:
        outline = syntax.parse(text)
    except (UnknownError, RecursionError):
        called = {function_name(token) for token in tokens(text) if token.kind is Kind.FUNCTION}
        return not _ARRAYS.isdisjoint(called), True
    breadth = _Breadth(names, outline.rows)
    found = breadth.several(outline.tree) or breadth.narrowed(outline.tree)
    return found, breadth.alike


@final
class _Breadth:
    """One formula. rows: the numbers of its references. alike: nothing but the shape was looked at."""

    def __init__(self, names: Names, rows: tuple[int, ...], depth: int = 0) -> None:
        self._names = names
        self._rows = rows
        self._depth = depth
        self._bound: dict[str, syntax.Node | None] = {}
        self.alike = True

    # Several values as the result

    def several(self, node: syntax.Node) -> bool:
        """Whether a node gives several values where all are taken."""
        match node:
            case syntax.RangeRef() | syntax.Several() | syntax.Between():
                return True
            case syntax.Constant(rows):
                return len(rows) * len(rows[0]) > 1
            case syntax.NameRef(sheet, name):
                return self._named(sheet, name)
            case syntax.Prefixed(operator, operand):
                return operator != "@" and self.several(operand)
            case syntax.Percent(operand):
                return self.several(operand)
            case syntax.Chain(first, rest):
                return self.several(first) or any(self.several(operand) for _, operand in rest)
            case syntax.Call(name, arguments):
                return self._call(name, arguments)
            case _:
                return False

    def _named(self, sheet: str, name: str) -> bool:
        folded = name.casefold()
        if not sheet and folded in self._bound:
            value = self._bound[folded]
            return value is not None and self.several(value)
        found = self._meant(sheet, name)
        return found is not None and found[0].several(found[1])

    def _meant(self, sheet: str, name: str) -> tuple[_Breadth, syntax.Node] | None:
        """What a defined name stands for, with what judges it."""
        self.alike = False
        text = self._names(sheet, name) if self._depth < _MAX_DEPTH else None
        try:
            outline = None if text is None else syntax.parse(text)
        except (UnknownError, RecursionError):
            return None
        return None if outline is None else (_Breadth(self._names, outline.rows, self._depth + 1), outline.tree)

    def _call(self, name: str, arguments: tuple[syntax.Node, ...]) -> bool:
        if name in _ARRAYS:
            return True
        if name == "LET":
            return self._let(arguments, self.several)
        if name == "LAMBDA":
            return False
        if name in _PLACES:
            return any(map(self.several, arguments))
        kinds = _kinds(name, arguments)
        if any(self.several(one) for one, kind in zip(arguments, kinds, strict=False) if kind in "vel"):
            return True
        given = _GIVING.get(name)
        return given is not None and bool(arguments) and given(self, arguments)

    def _index(self, arguments: tuple[syntax.Node, ...]) -> bool:
        """Without a row or column, or with 0 for one, it is all of them."""
        array, *places = arguments
        if not places or _is_all(places[0]):
            return True
        sides = self._sides(array)
        if len(places) > 1:
            return _is_all(places[1]) and not (sides is not None and sides[1])
        if sides is None:
            return isinstance(array, syntax.Call) and self.several(array)
        return not any(sides)

    def _sides(self, node: syntax.Node) -> tuple[bool, bool] | None:
        """(whether it is one row, whether it is one column) of a node that names cells; None for any other."""
        if isinstance(node, syntax.CellRef):
            return True, True
        if isinstance(node, syntax.RangeRef):
            if node.col0 == node.col1:
                return False, True  # of one row too, perhaps: of one cell it makes no difference
            self.alike = False
            return node.row0 >= 0 and self._rows[node.row0] == self._rows[node.row1], False
        if isinstance(node, syntax.NameRef) and (found := self._meant(node.sheet, node.name)) is not None:
            breadth, tree = found
            return breadth._sides(tree)
        return None

    def _offset(self, arguments: tuple[syntax.Node, ...]) -> bool:
        sizes = [one for one in arguments[3:5] if not isinstance(one, syntax.Missing)]
        if any(one != syntax.Literal(1.0) for one in sizes):
            return True
        return len(sizes) < 2 and self.several(arguments[0])

    def _xlookup(self, arguments: tuple[syntax.Node, ...]) -> bool:
        """A record of several columns where a column is looked through, or of several rows where a row is."""
        if len(arguments) < 3:
            return False
        looked, given = (self._sides(one) for one in arguments[1:3])
        if looked is None or given is None:
            return isinstance(arguments[2], syntax.Call) and self.several(arguments[2])
        return not given[1] if looked[1] else not given[0]

    def _indirect(self, arguments: tuple[syntax.Node, ...]) -> bool:
        """By its text, as far as that is written there."""
        self.alike = False
        return any(":" in text for text in _texts(arguments[0]))

    def _let(self, arguments: tuple[syntax.Node, ...], ask: Callable[[syntax.Node], bool]) -> bool:
        """What holds of the last argument, where the names before it stand for their values."""
        kept = dict(self._bound)
        for name, value in zip(arguments[:-1:2], arguments[1::2], strict=False):
            if isinstance(name, syntax.NameRef):
                self._bound[name.name.casefold()] = None if _mentions(value, name.name) else value
        found = ask(arguments[-1]) if arguments else False
        self._bound = kept
        return found

    # Several values within

    def narrowed(self, node: syntax.Node) -> bool:
        """Whether a plain formula would take one of several cells somewhere inside of a node."""
        match node:
            case syntax.Prefixed(_, operand) | syntax.Percent(operand):
                return self.narrowed(operand)
            case syntax.Chain(first, rest):
                return self.narrowed(first) or any(self.narrowed(operand) for _, operand in rest)
            case syntax.Several(items):
                return any(map(self.narrowed, items))
            case syntax.Between(_, left, right):
                return self.narrowed(left) or self.narrowed(right)
            case syntax.Call("LET", arguments):
                values = arguments[1:-1:2]
                return any(map(self._loses, values)) or self._let(arguments, self.narrowed)
            case syntax.Call("LAMBDA", _):
                return False
            case syntax.Call(name, arguments):
                return any(
                    self._loses_as(one, kind) for one, kind in zip(arguments, _kinds(name, arguments), strict=False)
                )
            case _:
                return False

    def _loses_as(self, node: syntax.Node, kind: str) -> bool:
        if kind == "a":
            return self._chooses(node)
        if kind in "vel":
            return self._crosses(node) or self.narrowed(node)
        return self._loses(node)

    def _loses(self, node: syntax.Node) -> bool:
        """Of an argument that takes cells as such: they are whole, and what is computed of them is not."""
        if isinstance(node, syntax.Call):
            placed = node.name in _PLACES and any(map(self.several, node.arguments))
            return placed or (node.name not in _CELLS and self._crosses(node)) or self.narrowed(node)
        if isinstance(node, syntax.Chain | syntax.Prefixed | syntax.Percent):
            return self._crosses(node) or self.narrowed(node)
        return self.narrowed(node)

    def _crosses(self, node: syntax.Node) -> bool:
        """Whether several cells come to where a plain formula takes one; arrays are taken whole there too."""
        match node:
            case syntax.RangeRef() | syntax.Several() | syntax.Between():
                return True
            case syntax.NameRef():
                return self.several(node)
            case syntax.Prefixed(operator, operand):
                return operator != "@" and self._crosses(operand)
            case syntax.Percent(operand):
                return self._crosses(operand)
            case syntax.Chain(first, rest):
                return self._crosses(first) or any(self._crosses(operand) for _, operand in rest)
            case syntax.Call(name, arguments):
                if name in _CELLS or name in _PLACES:
                    return self.several(node)
                kinds = _kinds(name, arguments)
                return any(self._crosses(one) for one, kind in zip(arguments, kinds, strict=False) if kind in "vel")
            case _:
                return False

    def _chooses(self, node: syntax.Node) -> bool:
        """Whether IF or its like meets several cells within an argument that takes arrays, as SUMPRODUCT's do."""
        match node:
            case syntax.Prefixed(_, operand) | syntax.Percent(operand):
                return self._chooses(operand)
            case syntax.Chain(first, rest):
                return self._chooses(first) or any(self._chooses(operand) for _, operand in rest)
            case syntax.Call(name, arguments):
                kinds = _kinds(name, arguments)
                if "l" in kinds and self._crosses(node):
                    return True
                return any(self._chooses(one) for one in arguments)
            case _:
                return False


_Giving: TypeAlias = Callable[[_Breadth, tuple[syntax.Node, ...]], bool]
_GIVING: Final[dict[str, _Giving]] = {
    "INDEX": _Breadth._index,
    "INDIRECT": _Breadth._indirect,
    "OFFSET": _Breadth._offset,
    "XLOOKUP": _Breadth._xlookup,
}
"""Functions that give one value or several by how they are called."""


def _kinds(name: str, arguments: tuple[syntax.Node, ...]) -> str:
    """The kinds of the arguments, see Function; cells as such for a function that is not known."""
    known = FUNCTIONS.get(name)
    try:
        kinds = "" if known is None else known.kinds_of(len(arguments))
    except UnknownError:
        kinds = ""
    return kinds or "r" * len(arguments)


def _is_all(node: syntax.Node) -> bool:
    return isinstance(node, syntax.Missing) or node == syntax.Literal(0.0)


def _texts(node: syntax.Node) -> Iterable[str]:
    match node:
        case syntax.Literal(value):
            if isinstance(value, str):
                yield value
        case syntax.Chain(first, rest):
            yield from _texts(first)
            for _, operand in rest:
                yield from _texts(operand)
        case syntax.Call(_, arguments):
            for one in arguments:
                yield from _texts(one)


def _mentions(node: syntax.Node, name: str) -> bool:
    """Whether a name stands in its own value: it then means something else, which would be followed for ever."""
    match node:
        case syntax.NameRef(_, own):
            return own.casefold() == name.casefold()
        case syntax.Prefixed(_, operand) | syntax.Percent(operand):
            return _mentions(operand, name)
        case syntax.Chain(first, rest):
            return _mentions(first, name) or any(_mentions(operand, name) for _, operand in rest)
        case syntax.Call(_, arguments):
            return any(_mentions(one, name) for one in arguments)
        case syntax.Several(items):
            return any(_mentions(one, name) for one in items)
        case syntax.Between(_, left, right):
            return _mentions(left, name) or _mentions(right, name)
        case _:
            return False
