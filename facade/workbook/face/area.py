"""What a Cell and a Range have in common; every member works on a rectangle of one sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import AddressError, ArgumentError, NotAvailableError
from ..model.look import Alignment, Border, Fill, Font, Protection
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect
from ..mutation import StylePatch
from .arrangement import Arrangement
from .core import Core
from .displayed import texts
from .input import check_formula, check_text, integer, type_name
from .iterator import Lines, lines
from .kind import kind_of
from .look import check_code, check_font, check_look, named_look, properties_given
from .matrix import check_size, matrix, write
from .record import from_records, to_records

if TYPE_CHECKING:
    from .cell import Cell
    from .range import Range
    from .sheet import Sheet


class Area(Arrangement, eq=False):
    """A rectangle of cells of one sheet: the shared part of Cell and Range."""

    @property
    def sheet(self) -> Sheet:
        """The sheet it lies on."""
        return self._core().face

    @property
    def parent(self) -> Sheet:
        """openpyxl's word for sheet."""
        return self._core().face

    @property
    def address(self) -> str:
        """Its A1 address without the sheet: "B2", "A1:C9", "A:C"."""
        return self._rect().a1

    @property
    def row(self) -> int:
        """The first row, counted from 1."""
        return self._rect().row0 + 1

    @property
    def column(self) -> int:
        """The first column, counted from 1."""
        return self._rect().col0 + 1

    @property
    def row_count(self) -> int:
        """How many rows it has."""
        return self._rect().rows

    @property
    def column_count(self) -> int:
        """How many columns it has."""
        return self._rect().columns

    @property
    def values(self) -> list[list[Any]]:
        """The values, a list of row lists; NOT_COMPUTED for a formula whose value is not known.

        Whole columns are read down to the last row of the sheet that has content. Setting takes row lists of the
        same shape, a flat list for one row or one column, or one value for all cells; None makes a cell blank.
        """
        core = self._core()
        return core.read_rows(core.clip(self._rect()))

    @values.setter
    def values(self, value: object) -> None:
        write(self._core(), self._rect(), value, "values")

    @property
    def texts(self) -> list[list[str]]:
        """What the cells show, row lists of str: the values under their number formats, as Excel shows them in English
        (United States) in columns that are wide enough. "" for a blank cell, "#NOT_COMPUTED" for a formula whose value
        is not known. Whole columns are read down to the last row of the sheet that has content.
        """
        core = self._core()
        return texts(core, core.clip(self._rect()))

    @property
    def cached_values(self) -> list[list[Any]]:
        """As values, but for every formula the value the file holds, which may be out of date."""
        core = self._core()
        return core.read_rows(core.clip(self._rect()), cached=True)

    @property
    def formulas(self) -> list[list[str | None]]:
        """The formulas with their equals sign, row lists; None where there is none. Setting takes row lists."""
        core = self._core()
        rect = core.clip(self._rect())
        rows: list[list[str | None]] = [[None] * rect.columns for _ in range(rect.rows)]
        for row0, row in core.ready().each_row(rect.row0, rect.row1):
            for col0 in row.formula_columns():
                if rect.col0 <= col0 <= rect.col1:
                    rows[row0 - rect.row0][col0 - rect.col0] = formula_at(core, row0, col0)
        return rows

    @formulas.setter
    def formulas(self, value: object) -> None:
        core, rect = self._core(), self._rect()
        rows = matrix(rect, value, "formulas")
        for down, row in enumerate(rows):
            for right, text in enumerate(row):
                if text is not None:
                    row[right] = check_formula(text, core.place, rect.row0 + down, rect.col0 + right)
        core.write_rows(rect.row0, rect.col0, rows)

    @property
    def number_format(self) -> str | None:
        """The number format code, such as "0.00%"; None where the cells differ."""
        return self._get("number_format")  # type: ignore[no-any-return]

    @number_format.setter
    def number_format(self, code: object) -> None:
        self._put("number_format", check_code(code))

    @property
    def font(self) -> Font | None:
        """The font; None where the cells differ. Setting takes a Font for all cells."""
        return self._get("font")  # type: ignore[no-any-return]

    @font.setter
    def font(self, font: object) -> None:
        self._put("font", check_font(font, self._core().book))

    @property
    def fill(self) -> Fill | None:
        """The fill; None where the cells differ. Setting takes a PatternFill or a GradientFill for all cells."""
        return self._get("fill")  # type: ignore[no-any-return]

    @fill.setter
    def fill(self, fill: object) -> None:
        self._put("fill", check_look("fill", fill))

    @property
    def border(self) -> Border | None:
        """The border; None where the cells differ. Setting takes a Border, which every cell gets."""
        return self._get("border")  # type: ignore[no-any-return]

    @border.setter
    def border(self, border: object) -> None:
        self._put("border", check_look("border", border))

    @property
    def alignment(self) -> Alignment | None:
        """The alignment; None where the cells differ. Setting takes an Alignment for all cells."""
        return self._get("alignment")  # type: ignore[no-any-return]

    @alignment.setter
    def alignment(self, alignment: object) -> None:
        self._put("alignment", check_look("alignment", alignment))

    @property
    def protection(self) -> Protection | None:
        """What sheet protection does to the cells; None where they differ. Setting takes a Protection."""
        return self._get("protection")  # type: ignore[no-any-return]

    @protection.setter
    def protection(self, protection: object) -> None:
        self._put("protection", check_look("protection", protection))

    @property
    def style(self) -> str | None:
        """The name of the named style; None where the cells differ. Setting takes a name or a NamedStyle, and gives the
        cells all that it stands for: number format, font, fill, border, alignment and protection.
        """
        found = self._get("style")
        return None if found is None else str(found.name)

    @style.setter
    def style(self, style: object) -> None:
        core = self._core()
        look = named_look(core.book, style)
        self._put_patch(properties_given(look))

    @property
    def has_style(self) -> bool:
        """Whether a cell of it looks otherwise than a plain one."""
        core = self._core()
        return any(styles_in(core, core.clip(self._rect())))

    @property
    def kind(self) -> str:
        """What the cells hold: blank, text, number, date, time, duration, boolean, error or formula; else mixed."""
        core = self._core()
        rect = core.clip(self._rect())
        core.ready()
        return one_word(kind_of(core, row0, col0) for row0, col0 in places(rect))

    @property
    def state(self) -> str:
        """How the values are known: constant, cached, error or not_computed; mixed where the cells differ."""
        core = self._core()
        rect = core.clip(self._rect())
        model = core.ready()
        return one_word(core.session.state(model, row0, col0) for row0, col0 in places(rect))

    @property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells, a tuple a row."""
        core = self._core()
        return cells(core, core.clip(self._rect()))

    @property
    def columns(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells, a tuple a column."""
        return tuple(zip(*self.rows, strict=True))

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row after row."""
        return tuple(cell for row in self.rows for cell in row)

    @property
    def merged(self) -> bool:
        """Whether a cell of it belongs to a merged range."""
        rect = self._rect()
        return any(rect.overlaps(merge) for merge in self._core().ready().merges)

    def set_text(self, text: str) -> Area:
        """Store text in every cell as it is, "=1+1" and "007" included. Returns itself."""
        core, rect = self._core(), self._rect()
        check_text(text, rect.row0, rect.col0)
        check_size(rect)
        if rect.rows == rect.columns == 1:
            core.session.set_cell(core.model, rect.row0, rect.col0, text)
        else:
            core.write_rows(rect.row0, rect.col0, [[text] * rect.columns for _ in range(rect.rows)])
        return self

    def clear(self, what: str = "contents") -> Area:
        """Make the cells blank; formats stay. Returns itself."""
        if type(what) is not str or what not in ("contents", "all", "formats"):
            raise ArgumentError("clear takes 'contents'", hint="clear() makes the cells blank and keeps their formats")
        if what != "contents":
            raise NotAvailableError(
                f"clear({what!r}) is not available yet", hint="clear() makes the cells blank and keeps their formats"
            )
        core = self._core()
        core.session.clear(core.ready(), self._rect())
        return self

    def offset(self, row: int = 0, column: int = 0) -> Cell | Range:
        """The range of the same size so many rows below and columns to the right."""
        rect = self._rect()
        down = integer(row, "row", -MAX_ROWS, MAX_ROWS)
        right = integer(column, "column", -MAX_COLUMNS, MAX_COLUMNS)
        moved = Rect(rect.row0 + down, rect.col0 + right, rect.row1 + down, rect.col1 + right)
        if moved.row0 < 0 or moved.col0 < 0 or moved.row1 >= MAX_ROWS or moved.col1 >= MAX_COLUMNS:
            raise AddressError(f"offset({row}, {column}) from {rect.a1} leaves the sheet")
        return area(self._core(), moved)

    def resize(self, rows: int | None = None, columns: int | None = None) -> Cell | Range:
        """The range with the same first cell and so many rows and columns; None keeps their number."""
        rect = self._rect()
        down = rect.rows if rows is None else integer(rows, "rows", 1, MAX_ROWS - rect.row0)
        right = rect.columns if columns is None else integer(columns, "columns", 1, MAX_COLUMNS - rect.col0)
        return area(self._core(), Rect(rect.row0, rect.col0, rect.row0 + down - 1, rect.col0 + right - 1))

    def to_records(self) -> list[dict[str, Any]]:
        """The rows below the first one as dicts, keyed by the text of the first row, whose names must differ."""
        return to_records(self.values, self._rect())

    def write_records(self, records: object) -> Range | Cell:
        """Write dicts from the first cell on: a row of keys, then a row for each. Returns the range written."""
        core, rect = self._core(), self._rect()
        rows = from_records(records)
        target = Rect(rect.row0, rect.col0, rect.row0 + len(rows) - 1, rect.col0 + len(rows[0]) - 1)
        if target.row1 >= MAX_ROWS or target.col1 >= MAX_COLUMNS:
            raise AddressError(f"{len(rows)} rows of {len(rows[0])} columns from {rect.a1} on leave the sheet")
        write(core, target, rows, "write_records")
        return area(core, target)

    def __iter__(self) -> Lines:
        core, rect = self._core(), self._rect()
        return lines(lambda part: list(cells(core, part)), core.clip(rect))

    def __len__(self) -> int:
        core, rect = self._core(), self._rect()
        return core.clip(rect).rows

    def __getitem__(self, key: int | slice) -> Any:
        core, rect = self._core(), self._rect()
        rect = core.clip(rect)
        rows = range(rect.row0, rect.row1 + 1)
        if type(key) is int:
            try:
                row0 = rows[key]
            except IndexError:
                raise IndexError(f"{rect.a1} has {rect.rows} rows; an index counts from 0") from None
            return cells(core, rect._replace(row0=row0, row1=row0))[0]
        if type(key) is slice:
            return cells(core, rect)[_plain(key)]
        raise ArgumentError(
            f"a range is indexed by a row from 0, not {type_name(key)}",
            hint="a cell of a range: range[0][0], or sheet['A1']",
        )

    def _get(self, name: str) -> Any:
        """A property of the style that all cells have in common; None where they differ."""
        core = self._core()
        styles = core.book.model.styles
        found: Any = None
        for index, style_id in enumerate(styles_in(core, self._rect())):
            here = getattr(styles.style(style_id), name)
            if index and here != found:
                return None
            found = here
        return styles.named[found] if name == "style" else found

    def _put(self, name: str, value: Any) -> None:
        """Set one property of the style of all cells."""
        self._put_patch({name: value})

    def _put_patch(self, values: dict[str, Any]) -> None:
        core = self._core()
        core.session.set_looks(core.ready(), self._rect(), StylePatch(**values))


def area(core: Core, rect: Rect) -> Cell | Range:
    """The facade's object for a rectangle: a Cell where it is one."""
    from .cell import Cell
    from .range import Range

    if rect.row0 == rect.row1 and rect.col0 == rect.col1:
        return Cell((core, rect.row0, rect.col0))
    return Range((core, rect))


def cells(core: Core, rect: Rect) -> tuple[tuple[Cell, ...], ...]:
    """The cells of a rectangle, a tuple a row."""
    from .cell import Cell

    core.book.open()
    columns = range(rect.col0, rect.col1 + 1)
    return tuple(tuple([Cell((core, row0, col0)) for col0 in columns]) for row0 in range(rect.row0, rect.row1 + 1))


def _plain(key: slice) -> slice:
    for part in (key.start, key.stop, key.step):
        if part is not None and type(part) is not int:
            raise ArgumentError(f"a slice of a range takes whole numbers, not {type_name(part)}")
    return key


def styles_in(core: Core, rect: Rect) -> list[int]:
    """The distinct style ids of a rectangle, in the order they first occur."""
    model = core.ready()
    found: dict[int, None] = {}
    if model.has_defaults or rect.rows == rect.columns == 1:
        found.update(dict.fromkeys(model.look(row0, col0) for row0, col0 in places(core.clip(rect))))
        return list(found)
    seen = 0
    for _, row in model.each_row(rect.row0, rect.row1):
        seen += 1
        styles = row.styles
        if type(styles) is tuple:
            part = styles[rect.col0 : rect.col1 + 1]
        else:
            part = tuple(style for col0, style in styles.items() if rect.col0 <= col0 <= rect.col1)  # type: ignore[union-attr]
        found.update(dict.fromkeys(part))
        if len(part) < rect.columns:
            found.setdefault(0)
    if seen < rect.rows:
        found.setdefault(0)
    return list(found)


def formula_at(core: Core, row0: int, col0: int) -> str | None:
    """The formula of a cell with its equals sign."""
    text = core.session.formula(core.model, row0, col0)
    return None if text is None else "=" + text


def places(rect: Rect) -> Any:
    """(row0, col0) of every cell, for use inside the facade only."""
    return ((row0, col0) for row0 in range(rect.row0, rect.row1 + 1) for col0 in range(rect.col0, rect.col1 + 1))


def one_word(words: Any) -> str:
    """The word that all are, or mixed."""
    found = ""
    for word in words:
        if found and word != found:
            return "mixed"
        found = word
    return found
