"""How a cell looks, as values that never change: equal where all parts are equal, hashable, and fit to travel.

They are what a macro reads and makes, what a mutation carries and what the style table holds. The schema here is all
that a value from a worker is checked by. openpyxl's other spellings of their parts are
in alias.py, the checks of what a macro hands over in look_part.py.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NoReturn, Self, TypeAlias, final

import msgspec
from msgspec import Meta

from ...errors import UnknownAttributeError
from ...near import near
from .alias import with_aliases

Underline: TypeAlias = Literal["single", "double", "singleAccounting", "doubleAccounting"]
VertAlign: TypeAlias = Literal["superscript", "subscript", "baseline"]
Scheme: TypeAlias = Literal["major", "minor"]
Pattern: TypeAlias = Literal[
    "solid", "darkDown", "darkGray", "darkGrid", "darkHorizontal", "darkTrellis", "darkUp", "darkVertical", "gray0625",
    "gray125", "lightDown", "lightGray", "lightGrid", "lightHorizontal", "lightTrellis", "lightUp", "lightVertical",
    "mediumGray",
]  # fmt: skip
Line: TypeAlias = Literal[
    "thin", "medium", "thick", "double", "hair", "dashed", "dotted", "dashDot", "dashDotDot", "mediumDashed",
    "mediumDashDot", "mediumDashDotDot", "slantDashDot",
]  # fmt: skip
Horizontal: TypeAlias = Literal[
    "general", "left", "center", "right", "fill", "justify", "centerContinuous", "distributed"
]
Vertical: TypeAlias = Literal["top", "center", "bottom", "justify", "distributed"]
GradientKind: TypeAlias = Literal["linear", "path"]

Argb: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9A-Fa-f]{8}\Z")]
ColorIndex: TypeAlias = Annotated[int, Meta(ge=0, le=65_535)]
Tint: TypeAlias = Annotated[float, Meta(ge=-1, le=1)]
Share: TypeAlias = Annotated[float, Meta(ge=0, le=1)]
Text: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=255, pattern=r"^[^\x00-\x1f\ud800-\udfff\ufffe\uffff]*\Z")
]
"""Text that an attribute of XML can hold and that fills one line."""
Points: TypeAlias = Annotated[float, Meta(ge=0.1, le=1000)]
Family: TypeAlias = Annotated[int, Meta(ge=0, le=14)]
Charset: TypeAlias = Annotated[int, Meta(ge=0, le=255)]
Degrees: TypeAlias = Annotated[float, Meta(ge=-360, le=360)]
Rotation: TypeAlias = Annotated[int, Meta(ge=0, le=255)]
Indent: TypeAlias = Annotated[int, Meta(ge=0, le=255)]
RelativeIndent: TypeAlias = Annotated[int, Meta(ge=-255, le=255)]
ReadingOrder: TypeAlias = Annotated[int, Meta(ge=0, le=2)]

MAX_STOPS: Final = 256
"""Stops of a gradient; Excel's dialogue offers ten."""


class Look(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """The root of these classes."""

    def copy(self, **changes: Any) -> Self:
        """The same with some parts changed: font.copy(bold=True)."""
        from .look_part import parts

        return msgspec.structs.replace(self, **parts(type(self), (), changes, "copy"))

    @classmethod
    def _explain(cls, name: str) -> str | None:
        """What to write instead of a name that these do not have."""
        matches = near(name, [known for known in dir(cls) if known[:1] != "_"])
        return f"did you mean {' or '.join(matches)}?" if matches else None

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __replace__(self, **changes: object) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} is replaced by .copy(...)")

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} cannot be pickled")

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} cannot be pickled")

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return []

    def __repr__(self) -> str:
        """The parts that are not the default; by value, so that equal looks read alike."""
        names, defaults = self.__struct_fields__, self.__struct_defaults__
        plain = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
        values = [(name, getattr(self, name)) for name in names]
        shown = [f"{name}={value!r}" for name, value in values if name not in plain or value != plain[name]]
        return f"{type(self).__name__}({', '.join(shown)})"


@with_aliases
@final
class Color(Look, frozen=True, gc=False):
    """One of rgb (AARRGGBB), theme (an index), indexed or auto; tint from -1 (darker) to 1 (lighter)."""

    rgb: Argb | None = None
    theme: ColorIndex | None = None
    indexed: ColorIndex | None = None
    auto: bool = False
    tint: Tint = 0.0


@with_aliases
@final
class Font(Look, frozen=True, gc=False):
    """A font; size in points; underline is single, double, singleAccounting, doubleAccounting or None."""

    name: Text | None = None
    size: Points | None = None
    bold: bool = False
    italic: bool = False
    underline: Underline | None = None
    strike: bool = False
    color: Color | None = None
    vert_align: VertAlign | None = None
    family: Family | None = None
    charset: Charset | None = None
    scheme: Scheme | None = None
    outline: bool = False
    shadow: bool = False
    condense: bool = False
    extend: bool = False


@with_aliases
@final
class PatternFill(Look, frozen=True, gc=False, tag_field="fill", tag="pattern"):
    """A fill of one colour (pattern_type solid, the colour is fg_color) or of a pattern; no fill by default."""

    pattern_type: Pattern | None = None
    fg_color: Color | None = None
    bg_color: Color | None = None


@final
class Stop(Look, frozen=True, gc=False, array_like=True):
    """A colour of a gradient and where it stands, 0 to 1."""

    position: Share
    color: Color


@with_aliases
@final
class GradientFill(Look, frozen=True, gc=False, tag_field="fill", tag="gradient"):
    """A fill that runs from colour to colour, at an angle (linear) or from an inner rectangle outwards (path)."""

    gradient_type: GradientKind = "linear"
    degree: Degrees = 0.0
    left: Share = 0.0
    right: Share = 0.0
    top: Share = 0.0
    bottom: Share = 0.0
    stops: Annotated[tuple[Stop, ...], Meta(max_length=MAX_STOPS)] = ()


Fill: TypeAlias = PatternFill | GradientFill


@with_aliases
@final
class Side(Look, frozen=True, gc=False):
    """One side of a border; style is thin, medium, dashed ... or None for no line."""

    style: Line | None = None
    color: Color | None = None


NO_SIDE: Final = Side()


@with_aliases
@final
class Border(Look, frozen=True, gc=False):
    """The sides of a cell. outline, vertical and horizontal have no effect on a single cell; files hold them."""

    left: Side = NO_SIDE
    right: Side = NO_SIDE
    top: Side = NO_SIDE
    bottom: Side = NO_SIDE
    diagonal: Side = NO_SIDE
    diagonal_up: bool = False
    diagonal_down: bool = False
    outline: bool = True
    vertical: Side = NO_SIDE
    horizontal: Side = NO_SIDE


@with_aliases
@final
class Alignment(Look, frozen=True, gc=False):
    """Where the text stands; text_rotation in degrees 0..180, 255 for stacked letters."""

    horizontal: Horizontal | None = None
    vertical: Vertical | None = None
    text_rotation: Rotation = 0
    wrap_text: bool = False
    shrink_to_fit: bool = False
    indent: Indent = 0
    justify_last_line: bool = False
    reading_order: ReadingOrder = 0
    relative_indent: RelativeIndent = 0


@with_aliases
@final
class Protection(Look, frozen=True, gc=False):
    """What sheet protection does to the cell."""

    locked: bool = True
    hidden: bool = False


PLAIN_FONT: Final = Font(name="Calibri", size=11.0, family=2, scheme="minor")
"""The font of a workbook made from nothing; a file without fonts reads as this too."""
NO_FILL: Final = PatternFill()
NO_BORDER: Final = Border()
NO_ALIGNMENT: Final = Alignment()
LOCKED: Final = Protection()

NORMAL: Final = "Normal"
"""The named style of a cell that names none."""


@final
class NamedLook(Look, frozen=True, gc=False):
    """A named style: its name and all that it gives a cell. builtin is Excel's number for a style of its own."""

    name: Text
    number_format: str = "General"
    font: Font = PLAIN_FONT
    fill: Fill = NO_FILL
    border: Border = NO_BORDER
    alignment: Alignment = NO_ALIGNMENT
    protection: Protection = LOCKED
    builtin: Annotated[int, Meta(ge=0, le=255)] | None = None


VALUE_TYPES: Final[frozenset[type[Look]]] = frozenset(
    {Color, Font, PatternFill, GradientFill, Stop, Side, Border, Alignment, Protection}
)
"""The exact types a macro can hold."""


def _refuse_set(self: Look, name: str, value: object) -> NoReturn:  # noqa: ARG001 - the slot's
    kind = type(self).__name__
    noun = {"PatternFill": "fill", "GradientFill": "fill"}.get(kind, kind.lower())
    raise UnknownAttributeError(
        f"a {kind} never changes, so its {name[:80]} cannot be set",
        hint=f"assign a changed copy: cell.{noun} = cell.{noun}.copy({name[:80]}=...)"
        if kind in ("Font", "PatternFill", "GradientFill", "Border", "Alignment", "Protection")
        else f"make a new one: {kind}(...)",
    )


def _refuse_delete(self: Look, name: str) -> NoReturn:
    raise UnknownAttributeError(f"a {type(self).__name__} never changes, so its {name[:80]} cannot be deleted")


# A frozen struct refuses by itself, but without a word about what to write instead.
for _kind in (*VALUE_TYPES, NamedLook):
    _kind.__setattr__ = _refuse_set  # type: ignore[method-assign, assignment]
    _kind.__delattr__ = _refuse_delete  # type: ignore[method-assign, assignment]
