"""Trees of formulas as functions of a frame.

Where one value is taken, several cells stand for the one in the own row or column, as in Excel's formulas that are no
array formulas; in array formulas operators and functions of single values work on all values, place by place.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from operator import add as plus
from operator import mul as times
from operator import sub as minus
from typing import Any, Final, TypeAlias, final

from ...value import CellError
from . import syntax
from .array import QUICK, Area, Array, Union, areas_of, lift
from .frame import Frame
from .function import FUNCTIONS, Function
from .value import DIV0, MAX_TEXT, NULL, NUM, VALUE, FaultError, UnknownError, compare, number, text

Step: TypeAlias = Callable[[Frame], Any]
PLAIN, MIXED, SPREAD, ARRAY = 0, 1, 2, 3
"""How several values are taken where one is: one of them; one of cells, all of an array; all, but in a formula of one
cell, where IF and its like do not work on all cells of a range; all."""
_YIELDING: Final = frozenset(
    {
        *("TRANSPOSE", "FREQUENCY", "LINEST", "LOGEST", "TREND", "GROWTH", "MODE.MULT", "TEXTSPLIT", "SEQUENCE"),
        *("FILTER", "SORT", "SORTBY", "UNIQUE", "TAKE", "DROP", "CHOOSEROWS", "CHOOSECOLS", "VSTACK", "HSTACK"),
        *("TOCOL", "TOROW", "WRAPROWS", "WRAPCOLS", "EXPAND"),
    }
)
"""Functions that give an array also in a formula of one cell."""
_LEFT_OVER: Final = 2.0**-46
"""Excel gives 0 for a last difference that is this small a part of what it was taken from, but not always."""


# Operators


_NUMBERS: Final = frozenset({int, float})


def add(left: Any, right: Any) -> float:
    """Sum."""
    if type(left) in _NUMBERS and type(right) in _NUMBERS:
        found: float = float(left) + right
        if isfinite(found):
            return found
    return _finite(number(left) + number(right))


def subtract(left: Any, right: Any) -> float:
    """Difference."""
    if type(left) in _NUMBERS and type(right) in _NUMBERS:
        found: float = float(left) - right
        if isfinite(found):
            return found
    return _finite(number(left) - number(right))


def multiply(left: Any, right: Any) -> float:
    """Product."""
    if type(left) in _NUMBERS and type(right) in _NUMBERS:
        found: float = float(left) * right
        if isfinite(found):
            return found
    return _finite(number(left) * number(right))


def divide(left: Any, right: Any) -> float:
    """Quotient."""
    dividend, divisor = number(left), number(right)
    if divisor == 0.0:
        raise FaultError(DIV0)
    return _finite(dividend / divisor)


def power(left: Any, right: Any) -> float:
    """A number to the power of another."""
    base, exponent = number(left), number(right)
    if base == 0.0 and exponent <= 0.0:
        raise FaultError(NUM if exponent == 0.0 else DIV0)
    if base < 0.0 and not exponent.is_integer():
        raise FaultError(NUM)
    try:
        return _finite(base**exponent)
    except OverflowError:
        raise FaultError(NUM) from None


def join(left: Any, right: Any) -> str:
    """Two texts, one behind the other; #VALUE! where a cell could not hold them."""
    found = text(left) + text(right)
    if len(found) > MAX_TEXT:
        raise FaultError(VALUE)
    return found


def negate(value: Any) -> float:
    """The number below zero, or above."""
    return -number(value)


def percent(value: Any) -> float:
    """A hundredth."""
    return number(value) / 100


def _finite(value: float) -> float:
    if isfinite(value):
        return value
    raise FaultError(NUM)


def _sure(function: Callable[[Any, Any], float]) -> Callable[[Any, Any], float]:
    """A sum or difference whose last digits matter."""

    sign = 1.0 if function is add else -1.0

    def checked(left: Any, right: Any) -> float:
        if type(left) in _NUMBERS and type(right) in _NUMBERS:
            quick: float = left + sign * right
            if isfinite(quick) and abs(quick) >= _LEFT_OVER * abs(left):
                return quick
        found = function(left, right)
        if found and abs(found) < _LEFT_OVER * abs(left if type(left) in _NUMBERS else number(left)):
            raise UnknownError("is what is left of a difference of nearly equal numbers")
        return found

    return checked


BINARY: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "/": divide,
    "^": power,
    "&": join,
    "=": lambda left, right: compare(left, right) == 0,
    "<>": lambda left, right: compare(left, right) != 0,
    "<": lambda left, right: compare(left, right) < 0,
    ">": lambda left, right: compare(left, right) > 0,
    "<=": lambda left, right: compare(left, right) <= 0,
    ">=": lambda left, right: compare(left, right) >= 0,
}


def _quickly(compute: Callable[[float, float], float]) -> Callable[[float, float], float | None]:
    def quick(left: float, right: float) -> float | None:
        found = compute(float(left), float(right))
        return found if isfinite(found) else None

    return quick


def _compared(outcomes: tuple[bool, bool, bool]) -> Callable[[float, float], bool | None]:
    """outcomes: for less, equal and more."""
    less, equal, more = outcomes

    def quick(left: float, right: float) -> bool | None:
        if left == right:
            return equal
        gap = left - right
        if abs(gap) <= _NEAR * (abs(left) + abs(right)):
            return None
        return more if gap > 0 else less

    return quick


_NEAR: Final = 1e-12
"""Numbers that lie further apart than this part of both are different, whatever is made of the last digits."""
_COUNTED: Final = frozenset({int, float, bool})
QUICK.update(
    {BINARY[sign]: (_COUNTED, _quickly(compute)) for sign, compute in (("+", plus), ("-", minus), ("*", times))}
)
QUICK.update(
    {
        BINARY[sign]: (_NUMBERS, _compared(outcomes))
        for sign, outcomes in (
            ("=", (False, True, False)),
            ("<>", (True, False, True)),
            ("<", (True, False, False)),
            (">", (False, False, True)),
            ("<=", (True, True, False)),
            (">=", (False, True, True)),
        )
    }
)
_SURE: Final = {"+": _sure(add), "-": _sure(subtract)}
_COMPARISONS: Final = frozenset({"=", "<>", "<", ">", "<=", ">="})


@final
class Program:
    """A formula, to be run in frames that name its rows; array: an array formula. rows, relative: see Outline."""

    __slots__ = ("array", "outline", "run")

    def __init__(self, text: str, *, array: bool) -> None:
        self.outline = syntax.parse(text)
        self.array = array
        self.run: Step = value_of(self.outline.tree, ARRAY if array else PLAIN, sure=True)


def yields(node: syntax.Node) -> bool:
    """Whether a node gives an array also in a formula of one cell: one in braces is in it."""
    match node:
        case syntax.Constant():
            return True
        case syntax.Prefixed(operator, operand):
            return operator != "@" and yields(operand)
        case syntax.Percent(operand):
            return yields(operand)
        case syntax.Chain(first, rest):
            return yields(first) or any(yields(operand) for _, operand in rest)
        case syntax.Call(name, arguments):
            if name == "LET":
                return any(map(yields, arguments))
            known = FUNCTIONS.get(name)
            if known is None or name in _YIELDING:
                return name in _YIELDING
            kinds = known.kinds_of(len(arguments))
            return any(kind in "vel" and yields(one) for one, kind in zip(arguments, kinds, strict=True))
        case _:
            return False


def value_of(node: syntax.Node, mode: int, *, sure: bool = False) -> Step:
    """One value, or an array where the mode says so. sure: what is left of a difference is not to be guessed."""
    if mode == PLAIN and yields(node):
        step = value_of(node, MIXED, sure=sure)
        return lambda frame: frame.single(step(frame))
    match node:
        case syntax.Literal(value):
            return lambda _: value
        case syntax.Missing():
            return lambda _: None
        case syntax.CellRef(sheet, row, col0):
            return _cell(sheet, row, col0)
        case syntax.Prefixed(operator, operand):
            return _prefixed(operator, operand, mode)
        case syntax.Percent(operand):
            return _unary(percent, value_of(operand, mode), mode)
        case syntax.Chain():
            return _chain(node, mode, sure)
        case syntax.ErrorCode(code):
            error = CellError(code)
            return lambda _: error
        case syntax.Call(name, arguments):
            step = _call(name, arguments, mode, sure)
        case _:
            step = reference_of(node, mode)
    if mode >= SPREAD:
        return lambda frame: frame.spread(step(frame))
    if mode == MIXED:
        return lambda frame: frame.mixed(step(frame))
    return lambda frame: frame.single(step(frame))


def reference_of(node: syntax.Node, mode: int) -> Step:
    """Cells as such where the node names some; else its value."""
    match node:
        case syntax.CellRef(sheet, row, col0):
            return lambda frame: Area(
                frame.book.sheet_id(sheet) if sheet else frame.sheet, frame.rows[row], col0, frame.rows[row], col0
            )
        case syntax.RangeRef():
            return _range(node)
        case syntax.NameRef(sheet, name):
            folded = name.casefold()
            return lambda frame: (
                frame.bound[folded] if folded in frame.bound and not sheet else frame.book.named(sheet, name, frame)
            )
        case syntax.Several(items):
            steps = [reference_of(item, mode) for item in items]
            return lambda frame: Union(tuple(area for step in steps for area in areas_of(step(frame))))
        case syntax.Between(operator, left, right):
            one, other = reference_of(left, mode), reference_of(right, mode)
            return lambda frame: _between(operator, frame.area(one(frame)), frame.area(other(frame)))
        case syntax.Constant(rows):
            values = [
                [CellError(one.code) if isinstance(one, syntax.ErrorCode) else one for one in row] for row in rows
            ]
            found = Array(values)
            return lambda _: found
        case syntax.Call(name, arguments):
            return _call(name, arguments, mode, False)
        case syntax.Missing():
            return lambda _: _leave_empty()
    return value_of(node, mode)


def _cell(sheet: str, row: int, col0: int) -> Step:
    if sheet:
        return lambda frame: frame.book.cell(frame.book.sheet_id(sheet), frame.rows[row], col0)

    def run(frame: Frame) -> Any:
        row0 = frame.rows[row]
        book, sheet = frame.book, frame.sheet
        found = book.values.get((sheet, row0, col0))
        if found is None:
            return book.held(sheet, row0, col0)
        if type(found) is int or type(found) is float:
            return found
        return book.cell(sheet, row0, col0)

    return run


def _leave_empty() -> None:
    raise UnknownError("leaves an argument empty")


def _range(node: syntax.RangeRef) -> Step:
    first, last, at0, col0, at1, col1 = node

    def area(frame: Frame, sheet: str) -> Area:
        if at0 < 0:
            return Area(sheet, 0, col0, frame.book.max_row0, col1)
        row0, row1 = frame.rows[at0], frame.rows[at1]
        return Area(sheet, row0, col0, row1, col1) if row0 <= row1 else Area(sheet, row1, col0, row0, col1)

    if first != last:
        return lambda frame: Union(tuple(area(frame, sheet) for sheet in frame.book.sheets_between(first, last)))
    if first:
        return lambda frame: area(frame, frame.book.sheet_id(first))
    if at0 < 0:
        return lambda frame: area(frame, frame.sheet)

    def own(frame: Frame) -> Area:
        rows = frame.rows
        row0, row1 = rows[at0], rows[at1]
        return new(
            Area, (frame.sheet, row0, col0, row1, col1) if row0 <= row1 else (frame.sheet, row1, col0, row0, col1)
        )

    new = tuple.__new__
    return own


def _between(operator: str, one: Area, other: Area) -> Area:
    if one.sheet != other.sheet:
        raise FaultError(VALUE if operator == ":" else NULL)
    if operator == ":":
        return Area(
            one.sheet,
            min(one.row0, other.row0),
            min(one.col0, other.col0),
            max(one.row1, other.row1),
            max(one.col1, other.col1),
        )
    row0, col0 = max(one.row0, other.row0), max(one.col0, other.col0)
    row1, col1 = min(one.row1, other.row1), min(one.col1, other.col1)
    if row0 > row1 or col0 > col1:
        raise FaultError(NULL)
    return Area(one.sheet, row0, col0, row1, col1)


def _prefixed(operator: str, operand: syntax.Node, mode: int) -> Step:
    if operator == "+":
        return value_of(operand, mode)
    if operator == "@":
        return value_of(operand, PLAIN)
    if isinstance(operand, syntax.Literal) and isinstance(operand.value, float):
        value = -operand.value
        return lambda _: value
    return _unary(negate, value_of(operand, mode), mode)


def _unary(function: Callable[[Any], Any], step: Step, mode: int) -> Step:
    if mode == PLAIN:
        return lambda frame: function(step(frame))

    def run(frame: Frame) -> Any:
        value = step(frame)
        return lift(function, [value]) if type(value) is Array else function(value)

    return run


def _chain(node: syntax.Chain, mode: int, sure: bool) -> Step:
    exposed = node.rest[0][0] in _COMPARISONS
    first = value_of(node.first, mode, sure=exposed)
    last = len(node.rest) - 1
    rest = [
        (
            _SURE.get(operator, BINARY[operator]) if sure and place == last else BINARY[operator],
            value_of(operand, mode, sure=exposed),
        )
        for place, (operator, operand) in enumerate(node.rest)
    ]
    if mode != PLAIN:
        return _array_chain(first, rest)
    if len(rest) == 1:
        function, other = rest[0]
        return lambda frame: function(first(frame), other(frame))

    def run(frame: Frame) -> Any:
        found = first(frame)
        for function, step in rest:
            found = function(found, step(frame))
        return found

    return run


def _array_chain(first: Step, rest: list[tuple[Callable[[Any, Any], Any], Step]]) -> Step:
    def run(frame: Frame) -> Any:
        found = first(frame)
        for function, step in rest:
            other = step(frame)
            several = type(found) is Array or type(other) is Array
            found = lift(function, [found, other]) if several else function(found, other)
        return found

    return run


# Functions


def _let(arguments: tuple[syntax.Node, ...], mode: int) -> Step:
    """LET: names with values, each seen by what follows, then what they are for."""
    names = [one.name.casefold() for one in arguments[:-1:2] if isinstance(one, syntax.NameRef)]
    if len(arguments) < 3 or len(arguments) != 2 * len(names) + 1:
        raise UnknownError("uses LET with names that are none")
    bound = [(name, reference_of(value, mode)) for name, value in zip(names, arguments[1::2], strict=True)]
    body = reference_of(arguments[-1], mode)

    def run(frame: Frame) -> Any:
        kept = frame.bound
        frame.bound = dict(kept)
        try:
            for name, step in bound:
                frame.bound[name] = step(frame)
            return body(frame)
        finally:
            frame.bound = kept

    return run


def _call(name: str, arguments: tuple[syntax.Node, ...], mode: int, sure: bool) -> Step:
    if name == "LET":
        return _let(arguments, mode)
    found = FUNCTIONS.get(name)
    if found is None:
        raise UnknownError(f"uses {name[:40]}, which is not computed")
    kinds = found.kinds_of(len(arguments))
    steps = [_argument(node, kind, mode, sure) for node, kind in zip(arguments, kinds, strict=True)]
    if found.blanks:
        steps = [
            step if at < found.least or isinstance(node, syntax.Missing) else _zero_for_blank(step)
            for at, (step, node) in enumerate(zip(steps, arguments, strict=True))
        ]
    if mode != PLAIN and ("v" in kinds or "e" in kinds):
        held = mode == SPREAD and not any(
            kind in "ve" and yields(one) for one, kind in zip(arguments, kinds, strict=True)
        )
        return _lifted(found, steps, kinds, held=held)
    run = found.run
    if "l" in kinds:
        return lambda frame: run(
            frame, *(step if kind == "l" else step(frame) for step, kind in zip(steps, kinds, strict=True))
        )
    if len(steps) == 1:
        only = steps[0]
        return lambda frame: run(frame, only(frame))
    if len(steps) == 2:
        one, other = steps
        return lambda frame: run(frame, one(frame), other(frame))
    if len(steps) == 3:
        one, two, three = steps
        return lambda frame: run(frame, one(frame), two(frame), three(frame))
    if len(steps) == 4:
        first, second, third, fourth = steps
        return lambda frame: run(frame, first(frame), second(frame), third(frame), fourth(frame))
    return lambda frame: run(frame, *[step(frame) for step in steps])


def _argument(node: syntax.Node, kind: str, mode: int, sure: bool) -> Step:
    if kind == "v":
        return value_of(node, mode)
    if kind == "e":
        return _caught(value_of(node, mode))
    if kind == "a":
        return reference_of(node, max(mode, SPREAD))
    if kind == "l":
        if isinstance(node, syntax.Missing):
            return left_empty
        if isinstance(node, syntax.Chain):
            return value_of(node, mode, sure=sure)
        return reference_of(node, mode)
    if mode == PLAIN and yields(node):
        mode = MIXED
    step = _one_place(reference_of(node, mode)) if mode == PLAIN and _is_placed(node) else reference_of(node, mode)
    return _caught(step) if kind == "c" else step


def _is_placed(node: syntax.Node) -> bool:
    return isinstance(node, syntax.Call) and node.name in ("ROW", "COLUMN")


def _one_place(step: Step) -> Step:
    """Rows or columns of several cells, where Excel sometimes takes one of them and sometimes all."""

    def run(frame: Frame) -> Any:
        found = step(frame)
        if type(found) is Array:
            raise UnknownError("takes one value of several cells")
        return found

    return run


def left_empty(_: Frame) -> None:
    """An argument that stands between two commas without a value."""


def _zero_for_blank(step: Step) -> Step:
    def run(frame: Frame) -> Any:
        found = step(frame)
        return 0 if found is None else found

    return run


def _caught(step: Step) -> Step:
    """An error as a value."""

    def run(frame: Frame) -> Any:
        try:
            return step(frame)
        except FaultError as error:
            return CellError(error.code)

    return run


def _lifted(function: Function, steps: list[Step], kinds: str, *, held: bool) -> Step:
    """held: IF and its like are not known to work on all cells of a range."""
    run = function.run

    def call(frame: Frame) -> Any:
        found = [step if kind == "l" else step(frame) for step, kind in zip(steps, kinds, strict=True)]
        several = [at for at, kind in enumerate(kinds) if kind in "ve" and type(found[at]) is Array]
        if not several:
            return run(frame, *found)

        def single(*values: Any) -> Any:
            here = list(found)
            for at, value in zip(several, values, strict=True):
                here[at] = value
            return run(frame, *here)

        if "l" in kinds:
            if held:
                raise UnknownError(f"uses {function.name} on several cells in a formula that is no array formula")
            return _lift_lazy(frame, run, found, kinds)
        return lift(single, [found[at] for at in several])

    return call


def _lift_lazy(frame: Frame, run: Callable[..., Any], found: list[Any], kinds: str) -> Any:
    """IF and its like over arrays: all branches are computed, and chosen place by place."""
    places = [at for at, kind in enumerate(kinds) if kind in "vel"]
    computed = [_outcome(frame, found[at]) if kinds[at] == "l" else found[at] for at in places]

    def single(*values: Any) -> Any:
        here = list(found)
        for at, value in zip(places, values, strict=True):
            here[at] = _as_step(value) if kinds[at] == "l" else value
        return run(frame, *here)

    return lift(single, computed)


def _outcome(frame: Frame, step: Step) -> Any:
    try:
        return frame.spread(step(frame))
    except FaultError as error:
        return CellError(error.code)


def _as_step(value: Any) -> Step:
    return lambda _: value


_MAX_PROGRAMS: Final = 4096
_programs: dict[tuple[object, bool], Program | UnknownError] = {}


def program(key: object, text: str, *, array: bool) -> Program:
    """The program of a text, made once for all of the same key: see shape. Raises UnknownError."""
    found = _programs.get((key, array))
    if found is None:
        if len(_programs) >= _MAX_PROGRAMS:
            _programs.clear()
        try:
            found = Program(text, array=array)
        except UnknownError as error:
            found = error
        except RecursionError:
            found = UnknownError("is nested too deep")
        _programs[key, array] = found
    if isinstance(found, UnknownError):
        raise UnknownError(found.reason)
    return found
