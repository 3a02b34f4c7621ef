"""One cell."""

from __future__ import annotations

from typing import Any, Final, final

from ...errors import ArgumentError, CellValueError
from ...value import RichText
from ..buffer import KEY_BITS
from ..model.rect import Rect, cell_name, column_letters
from ..mutation.cell import MAX_INT
from .address import quoted
from .area import Area, formula_at
from .base import reserve
from .core import Core
from .displayed import text
from .input import check_formula
from .kind import data_type, kind_of, value_kind

MIN_INT: Final = -MAX_INT


@final
class Cell(Area, eq=False, gc=False):
    """A cell: a range of one row and one column.

    Its one field is a tuple, since that is the cheapest to make and to take apart; cells are made for every access
    and not kept, so two objects can stand for one cell and are then equal.
    """

    _at: tuple[Core, int, int]

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "value":
            core, row0, col0 = self._at
            kind = type(value)
            if (kind is int and MIN_INT <= value <= MAX_INT) or (kind is float and value - value == 0.0):
                session = core.session
                if session._sheet is core.model:
                    session._buffer[row0 << KEY_BITS | col0] = value
                    return
            core.write(row0, col0, value)
        else:
            Area.__setattr__(self, name, value)

    @property
    def value(self) -> Any:
        """The value: None, bool, int, float, str, datetime, time, timedelta or CellError.

        A number under a date format is a datetime, a time where it lies within 0..1, a timedelta under [h]:mm. Of a
        formula, its result; raises NotComputedError where that is not known. Setting takes None for a blank cell;
        text that begins with an equals sign is a formula.
        """
        core, row0, col0 = self._at
        session = core.session
        rows = core.rows
        if row0 < len(rows) and not session._cells and not session.busy and not core.blocks:
            row = rows[row0]
            if row is None:
                return None
            values = row.values
            if row.formulas is None and type(values) is list:
                value = values[col0] if col0 < len(values) else None
                kind = type(value)
                if kind is str or value is None:
                    return value
                if (kind is int or kind is float) and not row.styles and not session._formats:
                    return value
        return core.read(row0, col0)

    @value.setter
    def value(self, value: object) -> None:
        core, row0, col0 = self._at
        core.write(row0, col0, value)

    @property
    def text(self) -> str:
        """What the cell shows: "1,234.50", "5%", "3-Mar-24", "TRUE", "#N/A"; "" for a blank cell. See texts.

        Raises NotComputedError for a formula whose value is not known.
        """
        return text(*self._at)

    @property
    def formula(self) -> str | None:
        """The formula with its equals sign; None where there is none."""
        core, row0, col0 = self._at
        core.load()
        return formula_at(core, row0, col0)

    @formula.setter
    def formula(self, text: object) -> None:
        core, row0, col0 = self._at
        if text is None:
            raise CellValueError(
                f"{cell_name(row0, col0)}: a formula is text", hint="write .value = None for a blank cell"
            )
        core.session.set_cell(core.load(), row0, col0, check_formula(text, core.place, row0, col0))

    @property
    def cached_value(self) -> Any:
        """The value; of a formula, the one the file holds, which may be out of date."""
        core, row0, col0 = self._at
        core.load()
        return core.shown(core.session.value(core.model, row0, col0), row0, col0)

    @property
    def rich_text(self) -> RichText | None:
        """The runs of a text whose parts have fonts of their own; None for any other value."""
        core, row0, col0 = self._at
        core.load()
        value = core.session.value(core.model, row0, col0)
        return value if type(value) is RichText else None

    @property
    def kind(self) -> str:
        """blank, text, number, date, time, duration, boolean, error or formula."""
        core, row0, col0 = self._at
        return kind_of(core, row0, col0)

    @property
    def data_type(self) -> str:
        """openpyxl's letter: n number or blank, s text, b boolean, e error, d date or time, f formula.

        It follows the value; setting takes "s", which makes a formula the text it was written as.
        """
        return data_type(self.kind)

    @data_type.setter
    def data_type(self, letter: object) -> None:
        here = self.data_type
        if type(letter) is str and letter == here:
            return
        if type(letter) is not str or letter != "s" or here != "f":
            raise ArgumentError(
                f"{self.coordinate}: a type {here!r} follows its value and cannot be set",
                hint="write the value itself; set_text stores text as it is",
            )
        self.set_text(self.formula or "")

    @property
    def col_idx(self) -> int:
        """openpyxl's word for column."""
        return self._at[2] + 1

    @property
    def is_date(self) -> bool:
        """Whether the cell holds a number under a date or time format."""
        core, row0, col0 = self._at
        core.load()
        return value_kind(core, row0, col0) in ("date", "time", "duration")

    @property
    def coordinate(self) -> str:
        """The address, "B2"."""
        _, row0, col0 = self._at
        return cell_name(row0, col0)

    @property
    def column_letter(self) -> str:
        """The letters of the column."""
        return column_letters(self._at[2])

    def __eq__(self, other: object) -> bool:
        if type(other) is Cell:
            mine, theirs = self._at, other._at
            return mine[0] is theirs[0] and mine[1:] == theirs[1:]
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._at[1:])

    def __repr__(self) -> str:
        core, row0, col0 = self._at
        return f"<Cell {quoted(core.model.name)}!{cell_name(row0, col0)}>"

    def _core(self) -> Core:
        return self._at[0]

    def _get(self, name: str) -> Any:
        core, row0, col0 = self._at
        core.load()
        return core.session.look(core.model, row0, col0, name)

    def _put(self, name: str, value: Any) -> None:
        core, row0, col0 = self._at
        core.session.set_look(core.load(), row0, col0, name, value)

    def _put_patch(self, values: dict[str, Any]) -> None:
        for name, value in values.items():
            self._put(name, value)

    def _rect(self) -> Rect:
        _, row0, col0 = self._at
        return Rect(row0, col0, row0, col0)


reserve(Cell)
