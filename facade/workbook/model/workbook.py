"""The model of one workbook: sheets, styles, epoch, names, and the package it came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, final

from .history import History
from .rect import Rect
from .row import Row
from .sheet import Sheet
from .style import StyleTable

if TYPE_CHECKING:
    from ..delimited.source import Source
    from ..xlsx.package import Package


EVERYWHERE: Final = -1
"""A seam at every line of an axis."""


@final
class Seam(NamedTuple):
    """A line between two rows or columns of a sheet: the one before at, and at.

    lost: some stood there that are gone, so that ranges which only touch the line may have held them.
    """

    sheet_id: str
    axis: Literal["rows", "columns"]
    at: int
    lost: bool = False


@final
class Dropped(NamedTuple):
    """A sheet that was deleted, for bringing it back: itself, and the places that had been written in it."""

    sheet: Sheet
    written: tuple[Rect, ...]


@final
class Workbook:
    """Sheets in tab order. package is the file's, None for a workbook made from nothing. epoch_1904: see date1904.

    names are the defined names as (name, sheet id or None, text), in the file's order. active is a sheet id.
    history holds the structural edits since the file. dropped are sheets that were deleted, by id, for undoing that;
    uncopied are copies that were taken back, for making them again.
    reshown counts how often rows were hidden, shown or sized, which changes what subtotals are of.
    resized counts how often tables took in or gave up rows, which changes what formulas take from them.
    retabbed: whether sheets came with content, went, or changed places, so that a range of sheets covers other ones.
    kept holds what a mention of an object reads, by its id, where an edit that had damaged it was undone, or the object
    itself was changed; with the epoch.
    objects is the store of those mentions (see object/store), made when it is first needed.
    written lists (sheet id, rectangle) of every write of values or formulas since the file was loaded: what decides
    which cached formula values still hold; seams are where rows or columns came, went or parted, which changes what a
    range across them covers. source is the delimited text it was read from, if it was.
    gone are the rows that deletes took, by sheet id and the epoch after: undoing brings the same objects back.
    """

    __slots__ = (
        "active",
        "dropped",
        "epoch_1904",
        "gone",
        "history",
        "kept",
        "names",
        "objects",
        "package",
        "reshown",
        "resized",
        "retabbed",
        "seams",
        "sheets",
        "source",
        "styles",
        "uncopied",
        "written",
    )

    def __init__(self) -> None:
        self.sheets: list[Sheet] = []
        self.styles = StyleTable()
        self.epoch_1904 = False
        self.names: list[tuple[str, str | None, str]] = []
        self.active = ""
        self.history = History()
        self.dropped: dict[str, Dropped] = {}
        self.uncopied: dict[str, Sheet] = {}
        self.reshown = 0
        self.resized = 0
        self.retabbed = False
        self.kept: dict[str, tuple[tuple[str | None, ...] | None, int]] = {}
        self.objects: object = None
        self.seams: list[Seam] = []
        self.gone: dict[tuple[str, int], list[Row]] = {}
        self.written: list[tuple[str, Rect]] = []
        self.package: Package | None = None
        self.source: Source | None = None

    def sheet(self, sheet_id: str) -> Sheet | None:
        """The sheet of an id."""
        return next((sheet for sheet in self.sheets if sheet.id == sheet_id), None)

    def sheet_named(self, name: str) -> Sheet | None:
        """The sheet of a name; Excel compares names without case."""
        folded = name.casefold()
        return next((sheet for sheet in self.sheets if sheet.name.casefold() == folded), None)
