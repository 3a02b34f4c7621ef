"""Tables: their rows as records, and rows added to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, final

from ...errors import ArgumentError, ShapeError, StructureError, TableNotFoundError
from ...near import near
from ..model.rect import MAX_ROWS, Rect, parse_rect
from ..mutation import CellsInsert, TableResize
from ..mutation.style_set import style_parts
from ..mutation.table_edit import tables_of
from .area import area
from .base import Face, reserve
from .input import type_name
from .matrix import check_rows, listed, write
from .restructure import change

if TYPE_CHECKING:
    from ..object.current import Table as Facts
    from .cell import Cell
    from .core import Book, Core
    from .range import Range
    from .sheet import Sheet


@final
class Table(Face, eq=False):
    """A table of a sheet: a header, rows of data, and totals if it has them."""

    _core: Core
    _id: str

    @property
    def name(self) -> str:
        """What formulas call it: T in =SUM(T[price])."""
        return self._facts().name

    @property
    def displayName(self) -> str:  # noqa: N802 - openpyxl's name
        """openpyxl's word for name."""
        return self.name

    @property
    def sheet(self) -> Sheet:
        """The sheet it stands on."""
        return self._core.face

    @property
    def ref(self) -> str:
        """What it covers, header and totals included: "A1:C9". Setting it resizes the table."""
        return self._facts().rect.a1

    @ref.setter
    def ref(self, value: object) -> None:
        self.resize(value)

    @property
    def address(self) -> str:
        """The same as ref."""
        return self.ref

    @property
    def range(self) -> Range | Cell:
        """All its cells, header and totals included."""
        return area(self._core, self._facts().rect)

    @property
    def data(self) -> Range | Cell:
        """The cells between the header and the totals."""
        return area(self._core, _data(self._facts()))

    @property
    def columns(self) -> list[str]:
        """The names of its columns, as formulas have them."""
        return [name for _, name in self._facts().columns]

    @property
    def has_totals(self) -> bool:
        """Whether it ends in a row of totals."""
        return bool(self._facts().totals)

    def to_records(self) -> list[dict[str, Any]]:
        """Its rows of data as dicts by column name."""
        rect = _data(self._facts())
        return [dict(zip(self.columns, row, strict=True)) for row in self._core.read_rows(rect)]

    def append(self, row: Any) -> Table:
        """Add a row at the end of the data: a list in the order of the columns, or a dict by their names. Returns
        itself.

        Formulas that speak of the table take it in, computed columns go on, and it looks like the row above. Totals and
        what stands below the table in its columns move down. A column that the row leaves out gets its formula where it
        is computed, and stays blank where it is not. Raises ShapeError for more values than columns, ArgumentError for
        an unknown column, StructureError where there is no room.
        """
        _append(self._core, self._facts(), row)
        return self

    def resize(self, ref: Any) -> Table:
        """Have it end in another row: resize("A1:C20"). The first row and the columns stay. Returns itself."""
        rect = parse_rect(ref) if type(ref) is str else None
        if rect is None:
            raise ArgumentError("resize takes what the table is to cover", hint='write table.resize("A1:C20")')
        _resize(self._core, self._facts(), rect)
        return self

    def __len__(self) -> int:
        return _data(self._facts()).rows

    def __repr__(self) -> str:
        facts = self._facts()
        return f"<Table {facts.name!r}: {self._core.model.name}!{facts.rect.a1}>"

    def _facts(self) -> Facts:
        for table in tables_of(self._core.book.model, self._core.ready()):
            if table.id == self._id:
                return table
        raise TableNotFoundError("the table is not there any more", hint="look it up again: workbook.tables['T']")


@final
class Tables(Face, eq=False):
    """The tables of a sheet, or of all sheets, by name."""

    _of: tuple[Book, Core | None]

    def __getitem__(self, name: Any) -> Table:
        if type(name) is not str:
            raise ArgumentError(f"tables are found by name, not {type_name(name)}")
        found = self.get(name)
        if found is None:
            raise _no_table(name, self.keys())
        return found

    def __contains__(self, name: object) -> bool:
        return type(name) is str and any(known.casefold() == name.casefold() for known in self.keys())

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    def __repr__(self) -> str:
        return f"<Tables: {', '.join(self.keys()[:20])}>"

    def keys(self) -> list[str]:
        """The names, sheet by sheet."""
        return [table.name for table in self.values()]

    def values(self) -> list[Table]:
        """The tables, sheet by sheet."""
        book, own = self._of
        models = [sheet for sheet in book.open().sheets if sheet.kind == "worksheet"]
        cores = [book.core(model) for model in models] if own is None else [own]
        return [Table(core, facts.id) for core in cores for facts in tables_of(book.model, core.open())]

    def items(self) -> list[tuple[str, Table]]:
        """Names and tables."""
        return [(table.name, table) for table in self.values()]

    def get(self, name: str) -> Table | None:
        """The table of a name, None where there is none."""
        return next((table for table in self.values() if table.name.casefold() == str(name).casefold()), None)


reserve(Table)
reserve(Tables)


def _no_table(name: str, known: list[str]) -> TableNotFoundError:
    close = near(name, known)
    if close:
        hint = f"did you mean {close[0]!r}?"
    else:
        known_words = f"the tables are {', '.join(map(repr, known[:10]))}"
        hint = known_words if known else 'there are no tables; a range does the same: sheet["A1:K9"].to_records()'
    return TableNotFoundError(f"there is no table {name[:80]!a}", hint=hint)


def _data(facts: Facts) -> Rect:
    rect = facts.rect
    return rect._replace(row0=rect.row0 + facts.header, row1=rect.row1 - facts.totals)


def _resize(core: Core, facts: Facts, rect: Rect) -> None:
    change(core, TableResize(sheet=core.model.id, table=facts.id, rect=rect))


def _append(core: Core, facts: Facts, row: Any) -> None:
    values = _values(facts, row)
    last = _data(facts)._replace(row0=_data(facts).row1)
    row0 = last.row1 + 1
    if row0 >= MAX_ROWS:
        raise StructureError(f"the table {facts.name} reaches the last row of the sheet", hint="Move it up first.")
    fresh = last._replace(row0=row0, row1=row0)
    below = fresh if facts.totals or _holds_anything(core, fresh) else None
    formulas = _column_formulas(core, facts)
    filled = [formulas[at] if value is _LEFT_OUT else value for at, value in enumerate(values)]
    (checked,), _ = check_rows([list(filled)], core.place, row0, fresh.col0)
    core.session.check_cells(core.model, fresh, checked)
    if below is not None:
        change(core, CellsInsert(sheet=core.model.id, rect=below, axis="rows"))
    if not facts.totals:
        _resize(core, facts, facts.rect._replace(row1=row0))
    for style, part in list(style_parts(core.ready(), last, int)):
        if style:
            core.session.set_style(core.model, [part._replace(row0=row0, row1=row0)], style)
    if any(value is not None for value in filled):  # after the look: a date gives a cell a number format that shows it
        write(core, fresh, [filled], "values")


_LEFT_OUT = object()


def _values(facts: Facts, row: Any) -> list[Any]:
    """A value for each column, _LEFT_OUT where the row has none."""
    names = [name for _, name in facts.columns]
    if type(row) is dict:
        places = {name.casefold(): at for at, name in enumerate(names)}
        values: list[Any] = [_LEFT_OUT] * len(names)
        for key, value in row.items():
            at = places.get(key.casefold()) if type(key) is str else None
            if at is None:
                close = near(key, names) if type(key) is str else []
                hint = f"did you mean {close[0]!r}?" if close else f"the columns are {', '.join(names[:20])}"
                raise ArgumentError(f"the table {facts.name} has no column {str(key)[:80]!a}", hint=hint)
            values[at] = value
        return values
    given = listed(row, "append", len(names) + 1)
    if len(given) > len(names):
        raise ShapeError(
            f"a row of {len(given)} values for the {len(names)} columns of the table {facts.name}",
            hint="Leave the others out, or write a dict by column names.",
        )
    return [*given, *[_LEFT_OUT] * (len(names) - len(given))]


def _column_formulas(core: Core, facts: Facts) -> list[str | None]:
    from ..object.current import column_formulas

    return [None if text is None else "=" + text for text in column_formulas(core.book.model, core.model, facts)]


def _holds_anything(core: Core, rect: Rect) -> bool:
    """Whether there is something in the cells that a new row would stand on."""
    model = core.ready()
    row = model.row(rect.row0)
    held = row is not None and any(row.holds(col0) for col0 in range(rect.col0, rect.col1 + 1))
    return held or any(other.overlaps(rect) for other in (*model.merges, *model.blocks))
