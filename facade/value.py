"""The values a cell can hold beyond Python's own scalars; exact, final types that cross into a macro."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NoReturn, Self, TypeAlias, final

ERROR_CODES: Final = (
    "#NULL!",
    "#DIV/0!",
    "#VALUE!",
    "#REF!",
    "#NAME?",
    "#NUM!",
    "#N/A",
    "#GETTING_DATA",
    "#SPILL!",
    "#CALC!",
    "#FIELD!",
    "#BLOCKED!",
    "#UNKNOWN!",
    "#CONNECT!",
    "#BUSY!",
    "#PYTHON!",
    "#EXTERNAL!",
)
"""Error texts that Excel writes into a cell of type e (ECMA-376 18.18.11 and later versions of Excel)."""


class _Constant:
    """A value that is never copied: copies of it are itself."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} cannot be pickled")


@final
class CellError(_Constant):
    """An error value such as #DIV/0!; equal to another of the same code and to the code as text."""

    __slots__ = ("code",)
    code: str

    def __init__(self, code: str) -> None:
        object.__setattr__(self, "code", code)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a CellError cannot be changed")

    def __eq__(self, other: object) -> bool:
        if type(other) is CellError:
            return self.code == other.code
        if type(other) is str:
            return self.code == other
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.code)

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"CellError({self.code!r})"


@final
@dataclass(frozen=True, slots=True)
class TextRun:
    """A stretch of text with one font; properties is the run's rPr element as it stood in the file, or empty."""

    text: str
    properties: bytes = b""


RICH_TEXT_MADE: Final[list[bool]] = []
"""Not empty once this process, or one it was forked from, made a RichText: looking at the type of every cell for one
would be most of the cost of reading a range, and most files hold none."""


@final
@dataclass(frozen=True, slots=True)
class RichText:
    """Text whose parts carry fonts of their own; raw is the content of the si or is element it came from."""

    runs: tuple[TextRun, ...]
    raw: bytes = b""

    def __post_init__(self) -> None:
        if not RICH_TEXT_MADE:
            RICH_TEXT_MADE.append(True)

    @property
    def text(self) -> str:
        """The text of all runs, one after another; phonetic hints are not part of it."""
        return "".join(run.text for run in self.runs)

    def __str__(self) -> str:
        return self.text


@final
class Hole(_Constant):
    """The type of HOLE."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "HOLE"


HOLE: Final = Hole()
"""A place in a matrix of new values that is not written; unlike None, which makes the cell blank."""


@final
class NotComputed(_Constant):
    """The type of NOT_COMPUTED."""

    __slots__ = ()

    def __str__(self) -> str:
        return "not computed"

    def __repr__(self) -> str:
        return "NOT_COMPUTED"

    def __bool__(self) -> bool:
        return False


NOT_COMPUTED: Final = NotComputed()
"""Stands in a range's values for a formula whose value is not known; equal to itself only, false, never a number."""

Scalar: TypeAlias = "bool | int | float | str | CellError | RichText | None"
"""What the model holds for a cell. Dates are serial numbers with a date format; None is blank, "" is text."""
