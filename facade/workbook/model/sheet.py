"""A sheet of the model: its rows, and what of the rest of its part is understood."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain, islice
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, final

from .column import ColumnSpan, SourceColumns
from .pane import NO_PANES, Panes
from .rect import MAX_ROWS, Rect
from .row import Row

if TYPE_CHECKING:
    from ..formula.step import RenameStep
    from .look import Color

ROW_GAP: Final = 4096
"""A row this far behind the last one is kept in a dict: a lone row 1,048,576 must not cost a million slots."""


@final
class SheetFormat(NamedTuple):
    """What the part says of all rows and columns: the height of a row in points and the width of a column in characters
    where they have none of their own, and on which side of a group its summary stands. row_level and column_level are
    the deepest outline levels that its rows and columns have.
    """

    height: float = 15.0
    width: float = 9.140625
    summary_below: bool = True
    summary_right: bool = True
    row_level: int = 0
    column_level: int = 0


@final
class Sheet:
    """Rows are loaded when first asked for: loader, set by the reader, fills the sheet and is then dropped.

    id is stable for the unit's life ("s" and the sheetId of the file). kind is worksheet, chartsheet, dialogsheet
    or macrosheet; only a worksheet has rows. state is visible, hidden or veryHidden. part is the name of the part
    in the package, "" for a sheet that is not in a file yet.
    rows holds rows 0..len-1, None where a row has nothing; far holds the few rows that lie ROW_GAP or more behind.
    merges are in the file's order. blocks are the rectangles of array formulas and data tables, which may not be
    written in part. columns: what whole columns have of their own, in the file's order.
    styled_rows: whether a row may have a style of its own, which its attributes then name.
    origin is the part that its rows came from, its own or that of the sheet it is a copy of; "" for none.
    around is what stands before and behind the rows of the part, where the reader has it.
    source_columns tells which column of origin a column is, where some were inserted, deleted or moved; else None.
    panes are those of its views; format is what the part says of all rows and columns. reformatted: sizes, visibility,
    levels or panes were changed, so that attributes of rows, columns and panes may differ from the part.
    deepest: see mutation/damage; None for not known.
    lineage: (sheet id, epoch) of the sheets it was a copy of until then, oldest first.
    tab_color is that of its tab: a Color, None for none, and the word "file" for what origin says.
    copies: (epoch, a rename of the original to the copy) of each copying in lineage, for what its objects say of cells.
    tables: what the tables of origin are called on a copy, by their own display names.
    kept: what objects of the original had been made to say when it was copied, as in Workbook.kept, by their ids there.
    """

    __slots__ = (
        "_far_from",
        "around",
        "blocks",
        "columns",
        "copies",
        "deepest",
        "far",
        "format",
        "id",
        "kept",
        "kind",
        "lineage",
        "loader",
        "merges",
        "name",
        "origin",
        "panes",
        "part",
        "reformatted",
        "rows",
        "source_columns",
        "state",
        "styled_rows",
        "tab_color",
        "tables",
    )

    def __init__(
        self, sheet_id: str, name: str, *, kind: str = "worksheet", state: str = "visible", part: str = ""
    ) -> None:
        self.id = sheet_id
        self.name = name
        self.kind = kind
        self.state = state
        self.part = self.origin = part
        self.lineage: tuple[tuple[str, int], ...] = ()
        self.copies: tuple[tuple[int, RenameStep], ...] = ()
        self.source_columns: SourceColumns | None = None
        self.deepest: int | None = None
        self.around: bytes | None = None
        self.loader: Callable[[Sheet], None] | None = None
        self.rows: list[Row | None] = []
        self.far: dict[int, Row] = {}
        self._far_from = MAX_ROWS  # no row of far lies before this one; may be too low, then far is looked at in vain
        self.merges: list[Rect] = []
        self.blocks: list[Rect] = []
        self.columns: list[ColumnSpan] = []
        self.styled_rows = False
        self.tab_color: Color | Literal["file"] | None = "file" if part else None
        self.tables: dict[str, str] = {}
        self.kept: dict[str, Any] = {}
        self.panes: Panes = NO_PANES
        self.format = SheetFormat()
        self.reformatted = False

    @property
    def loaded(self) -> bool:
        """Whether the rows are in memory."""
        return self.loader is None

    def load(self) -> None:
        """Read the rows if that was not done yet. Every reader of rows, far, merges and blocks calls this first."""
        loader = self.loader
        if loader is not None:
            loader(self)
            self.loader = None

    def row(self, row0: int) -> Row | None:
        """The row, or None where it has nothing. The sheet must be loaded."""
        rows = self.rows
        if row0 < len(rows):
            return rows[row0]
        return self.far.get(row0) if self.far else None

    def ensure_row(self, row0: int) -> Row:
        """The row, made if there is none. The sheet must be loaded."""
        row = self.row(row0)
        if row is None:
            row = Row()
            self.put_row(row0, row)
        return row

    def put_row(self, row0: int, row: Row) -> None:
        """Place a row object; used by readers and by apply."""
        rows = self.rows
        missing = row0 - len(rows)
        if missing < 0:
            rows[row0] = row
        elif missing < ROW_GAP:
            rows.extend([None] * missing)
            rows.append(row)
            if self.far and self._far_from - len(rows) < ROW_GAP:
                self._pull_near()
        else:
            self.far[row0] = row
            self._far_from = min(self._far_from, row0)

    def take_far(self) -> dict[int, Row]:
        """The rows that lie far behind, which are no longer the sheet's: to be put elsewhere."""
        far, self.far = self.far, {}
        self._far_from = MAX_ROWS
        return far

    def each_row(self, row0: int = 0, row1: int = MAX_ROWS - 1) -> Iterator[tuple[int, Row]]:
        """(row0, row) of every row there is within row0..row1, ascending. The sheet must be loaded."""
        for index, row in enumerate(self.rows[row0 : row1 + 1], row0):
            if row is not None:
                yield index, row
        for index in sorted(self.far):
            if row0 <= index <= row1:
                yield index, self.far[index]

    @property
    def has_defaults(self) -> bool:
        """Whether a blank cell may look like its row or column rather than plain."""
        return self.styled_rows or any(span.style for span in self.columns)

    def default_style(self, col0: int, row: Row | None) -> int:
        """The style id of a cell that is not there: its row's, else its column's, else 0."""
        if row is not None and row.attributes and (style := row_style(row.attributes)) is not None:
            return style
        return next((span.style for span in self.columns if span.style and span.col0 <= col0 <= span.col1), 0)

    def look(self, row0: int, col0: int) -> int:
        """The style id a cell is shown with. The sheet must be loaded."""
        row = self.row(row0)
        style = 0 if row is None else row.style(col0)
        if style or not self.has_defaults or (row is not None and row.holds(col0)):
            return style
        return self.default_style(col0, row)

    def used_rect(self) -> Rect | None:
        """The smallest rectangle that holds every value and formula; formats and dimension do not count."""
        used = self.used_rows()
        if used is None:
            return None
        top, bottom = used
        left = None
        for row in chain(islice(self.rows, top, None), self.far.values()):
            if row is not None and row.width():
                start = first_column(row)
                left = start if left is None else min(left, start)
                if left == 0:
                    break
        assert left is not None
        return Rect(top, left, bottom, self.width() - 1)

    def used_rows(self) -> tuple[int, int] | None:
        """The first and the last row with a value or a formula; None for a blank sheet. What lies between them is not
        looked at, which would touch the memory of every row."""
        top = next((row0 for row0, row in enumerate(self.rows) if row is not None and row.width()), -1)
        if top < 0:
            top = min((row0 for row0, row in self.far.items() if row.width()), default=-1)
        return None if top < 0 else (top, self.last_row0())

    def last_row0(self) -> int:
        """The last row with a value or a formula, -1 for none. The sheet must be loaded."""
        for row0 in sorted(self.far, reverse=True):
            if self.far[row0].width():
                return row0
        rows = enumerate(reversed(self.rows), 1 - len(self.rows))
        return next((-place for place, row in rows if row is not None and row.width()), -1)

    def width(self) -> int:
        """One more than the last column with a value or a formula; 0 for none. The sheet must be loaded.

        Most rows end in a value, and the lengths of lists are compared in C: a tenth of the cost of a call each.
        """
        rows = [*filter(None, self.rows), *self.far.values()]
        formulas = set(map(itemgetter(0), filter(None, map(attrgetter("formulas"), rows))))
        last = max((columns[-1] + 1 for columns in formulas), default=0)
        values = list(map(attrgetter("values"), rows))
        longest = max(map(len, values), default=0)
        if dict not in set(map(type, values)) and (
            longest <= last or any(len(row) == longest and row[-1] is not None for row in values)
        ):
            return max(longest, last)
        return max((row.width() for row in rows), default=0)

    def _pull_near(self) -> None:
        """Move rows out of far that the list has reached, so that a row has one place only."""
        for row0 in sorted(self.far):
            missing = row0 - len(self.rows)
            if missing >= ROW_GAP:
                break
            row = self.far.pop(row0)
            if missing < 0:
                self.rows[row0] = row
            else:
                self.rows.extend([None] * missing)
                self.rows.append(row)
        self._far_from = min(self.far, default=MAX_ROWS)


_ROW_STYLE: Final = re.compile(rb"""\bs\s*=\s*["']\s*([0-9]{1,5})\s*["']""")
_OWN_FORMAT: Final = re.compile(rb"""\bcustomFormat\s*=\s*["']\s*(?:1|true|on)\s*["']""")


@lru_cache(maxsize=1024)
def row_style(attributes: bytes) -> int | None:
    """The style of a whole row by its raw attributes; None where it has none of its own."""
    style = _ROW_STYLE.search(attributes) if _OWN_FORMAT.search(attributes) else None
    return None if style is None else int(style[1])


def first_column(row: Row) -> int:
    """The first column that holds a value or a formula; the row must have one."""
    values = row.values
    columns = list(row.formula_columns()[:1])
    if isinstance(values, list):
        columns.extend(next(([col0] for col0, value in enumerate(values) if value is not None), []))
    else:
        columns.extend(col0 for col0, value in values.items() if value is not None)
    return min(columns)
