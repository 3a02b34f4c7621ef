"""openpyxl's classes as a macro sees them: objects that make something when called, and no class. Security-critical."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn, final

from ...errors import ArgumentError
from ...near import near
from ..model.look import (
    Alignment,
    Border,
    Color,
    Font,
    GradientFill,
    Look,
    NamedLook,
    PatternFill,
    Protection,
    Side,
    Stop,
)
from ..model.look_part import CHECKS, color, parts
from .cell import Cell
from .look import check_code, check_look
from .named_style import NamedStyle, check_name
from .sheet import Sheet
from .workbook import Workbook


@final
class Maker:
    """One name. A call makes the thing from checked arguments; isinstance(x, maker) tells whether x is one.

    It is an object without attributes that nothing can derive from, so that a macro never holds the class itself. Its
    fields must not be called like the few names with an underscore that a macro may write (_make and the like).
    """

    __slots__ = ("_call", "_holds", "_name")
    _name: str
    _call: Callable[[tuple[Any, ...], Mapping[str, Any]], Any]
    _holds: Callable[[Any], bool]

    def __init__(
        self,
        name: str,
        make: Callable[[tuple[Any, ...], Mapping[str, Any]], Any],
        holds: Callable[[Any], bool],
    ) -> None:
        for part, value in (("_name", name), ("_call", make), ("_holds", holds)):
            object.__setattr__(self, part, value)

    def __call__(self, /, *args: Any, **named: Any) -> Any:
        """The thing."""
        return self._call(args, named)

    def __instancecheck__(self, value: object) -> bool:
        return self._holds(value)

    def __subclasscheck__(self, kind: object) -> bool:
        return kind is self

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"attributes of {self._name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"attributes of {self._name} cannot be deleted")

    def __copy__(self) -> Maker:
        return self

    def __deepcopy__(self, memo: object) -> Maker:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"{self._name} cannot be pickled")

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError(f"{self._name} cannot be pickled")

    def __repr__(self) -> str:
        return f"<class '{self._name}'>"


def _look_maker(kind: type[Look]) -> Maker:
    name = kind.__name__
    return Maker(name, lambda args, named: kind(**parts(kind, args, named, name)), lambda value: type(value) is kind)


_NAMED: Final = (
    "name", "font", "fill", "border", "alignment", "number_format", "protection", "builtinId", "hidden",
)  # fmt: skip


def _bound(caller: str, order: tuple[str, ...], args: tuple[Any, ...], named: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments by parameter, None left out."""
    if len(args) > len(order):
        raise ArgumentError(f"{caller} takes {len(order)} arguments and was given {len(args)}")
    given = dict(zip(order, args, strict=False))
    for name, value in named.items():
        if type(name) is not str or name not in order:
            matches = near(name, order) if type(name) is str else []
            hint = f"did you mean {matches[0]}?" if matches else f"it takes {', '.join(order)}"
            raise ArgumentError(f"{caller} has no argument {str.__str__(name)[:80]!a}", hint=hint)
        if name in given:
            raise ArgumentError(f"{caller} was given {name} twice")
        given[name] = value
    return {name: value for name, value in given.items() if value is not None}


def _named_style(args: tuple[Any, ...], named: Mapping[str, Any]) -> NamedStyle:
    given = _bound("NamedStyle", _NAMED, args, named)
    for ignored in ("builtinId", "hidden"):
        given.pop(ignored, None)
    checks: dict[str, Callable[[Any], Any]] = {"name": check_name, "number_format": check_code}
    checked = {
        name: checks[name](value) if name in checks else check_look(name, value) for name, value in given.items()
    }
    checked.setdefault("font", Font())
    return NamedStyle(NamedLook(**{"name": "Normal", **checked}))


def _stop(args: tuple[Any, ...], named: Mapping[str, Any]) -> Stop:
    given = _bound("Stop", ("color", "position"), args, named)
    if len(given) < 2:
        raise ArgumentError("Stop takes a color and a position from 0 to 1")
    place = CHECKS[GradientFill]["left"](given["position"], "Stop(position=...)")
    return Stop(place, color(given["color"], "Stop(color=...)"))


def _no_maker(name: str, hint: str) -> Callable[[tuple[Any, ...], Mapping[str, Any]], NoReturn]:
    def refuse(args: tuple[Any, ...], named: Mapping[str, Any]) -> NoReturn:  # noqa: ARG001 - of any call
        raise ArgumentError(f"a macro does not make a {name}", hint=hint)

    return refuse


def _is_merged(value: Any) -> bool:
    """Whether a cell lies in a merged range, but is not its first."""
    if type(value) is not Cell:
        return False
    core, row0, col0 = value._at
    merges = core.ready().merges
    return any(merge.holds(row0, col0) and (row0, col0) != (merge.row0, merge.col0) for merge in merges)


def _kind(name: str, hint: str, *kinds: type) -> Maker:
    return Maker(name, _no_maker(name, hint), lambda value: type(value) in kinds)


LOOKS: Final[dict[str, Maker]] = {
    **{
        kind.__name__: _look_maker(kind)
        for kind in (Alignment, Border, Color, Font, GradientFill, PatternFill, Protection, Side)
    },
    "NamedStyle": Maker("NamedStyle", _named_style, lambda value: type(value) is NamedStyle),
    "Stop": Maker("Stop", _stop, lambda value: type(value) is Stop),
    "Fill": _kind("Fill", 'write PatternFill("solid", fgColor="FFFF00")', PatternFill, GradientFill),
}
"""What openpyxl.styles offers."""

CELLS: Final[dict[str, Maker]] = {
    "Cell": _kind("Cell", "write sheet.cell(row, column)", Cell),
    "MergedCell": Maker("MergedCell", _no_maker("MergedCell", "write sheet.cell(row, column)"), _is_merged),
    "Worksheet": _kind("Worksheet", "write workbook.add_sheet(name)", Sheet),
    "Workbook": _kind("Workbook", "the workbook is already open as `workbook`", Workbook),
}
"""Classes that macros import to ask isinstance, or for annotations."""
