"""One row of a sheet: a short ragged list of values, with style ids and formulas beside it."""

from __future__ import annotations

from itertools import repeat
from typing import Final, final

from ...value import Scalar
from .formula import FormulaEntry

SPARSE_GAP: Final = 256
"""A cell this far behind the last one turns the row into dicts: a lone XFD1 must not cost 16,384 slots."""

NO_STYLES: Final[tuple[int, ...]] = ()


@final
class Row:
    """Values by column counted from 0; ragged: what lies behind the end is blank, style 0, no formula.

    values: a list, or a dict by col0 where the row is sparse (styles is then a dict too).
    styles: an interned tuple of style ids, shared between rows, never changed in place; may be shorter or longer
    than values. A blank cell that has a style lives here only.
    formulas: None, or (columns, entry, entry ...): columns is a sorted tuple of col0, interned where possible.
    The value of a formula cell is its cached value as the file has it (None where the file has none).
    attributes: the raw attributes of the row element but r and spans, interned; b"" for none.
    source0: the row number counted from 0 in the file this sheet came from; -1 for a row that has no source.
    touched: the columns that differ, or may differ, from the source row, shared between rows; None for none.
    """

    __slots__ = ("attributes", "formulas", "source0", "styles", "touched", "values")

    def __init__(self, source0: int = -1) -> None:
        self.values: list[Scalar] | dict[int, Scalar] = []
        self.styles: tuple[int, ...] | dict[int, int] = NO_STYLES
        self.formulas: tuple[object, ...] | None = None
        self.attributes = b""
        self.source0 = source0
        self.touched: frozenset[int] | None = None

    def value(self, col0: int) -> Scalar:
        """The value at a column; of a formula, its cached value."""
        values = self.values
        if isinstance(values, list):
            return values[col0] if col0 < len(values) else None
        return values.get(col0)

    def style(self, col0: int) -> int:
        """The style id at a column, 0 where the row has none there."""
        styles = self.styles
        if isinstance(styles, tuple):
            return styles[col0] if col0 < len(styles) else 0
        return styles.get(col0, 0)

    def holds(self, col0: int) -> bool:
        """Whether there is a value or a formula at a column."""
        return self.value(col0) is not None or (self.formulas is not None and col0 in self.formulas[0])  # type: ignore[operator]

    def formula(self, col0: int) -> FormulaEntry | None:
        """The formula at a column, or None."""
        formulas = self.formulas
        if formulas is None:
            return None
        columns: tuple[int, ...] = formulas[0]  # type: ignore[assignment]
        try:
            return formulas[columns.index(col0) + 1]  # type: ignore[return-value]
        except ValueError:
            return None

    def formula_columns(self) -> tuple[int, ...]:
        """The columns that hold a formula, ascending."""
        return self.formulas[0] if self.formulas is not None else ()  # type: ignore[return-value]

    def slice(self, col0: int, col1: int) -> list[Scalar]:
        """The values of columns col0..col1, both included, blanks filled in: a new list."""
        values = self.values
        if isinstance(values, list):
            part = values[col0 : col1 + 1]
            missing = col1 - col0 + 1 - len(part)
            if missing:
                part.extend(repeat(None, missing))
            return part
        return [values.get(col0) for col0 in range(col0, col1 + 1)]

    def width(self) -> int:
        """One more than the last column that holds a value or a formula; 0 for none. Blank tails do not count."""
        values = self.values
        if isinstance(values, list):
            last = len(values)
            while last and values[last - 1] is None:
                last -= 1
        else:
            last = max((col0 for col0, value in values.items() if value is not None), default=-1) + 1
        formulas = self.formula_columns()
        return max(last, formulas[-1] + 1) if formulas else last

    def set_value(self, col0: int, value: Scalar) -> None:
        """Put a value (None makes blank); the formula there stays: see set_formula."""
        values = self.values
        if isinstance(values, list):
            missing = col0 - len(values)
            if missing < 0:
                values[col0] = value
            elif missing == 0:
                if value is not None:
                    values.append(value)
            elif value is not None:
                if missing >= SPARSE_GAP:
                    self._make_sparse()[col0] = value
                else:
                    values.extend(repeat(None, missing))
                    values.append(value)
        elif value is None:
            values.pop(col0, None)
        else:
            values[col0] = value

    def set_style(self, col0: int, style: int) -> None:
        """Put a style id; 0 is the default."""
        styles = self.styles
        if isinstance(styles, dict):
            styles[col0] = style
            return
        missing = col0 - len(styles)
        if missing >= SPARSE_GAP:
            self._make_sparse()
            self.set_style(col0, style)
        elif missing >= 0:
            if style:
                self.styles = (*styles, *repeat(0, missing), style)
        elif styles[col0] != style:
            self.styles = (*styles[:col0], style, *styles[col0 + 1 :])

    def set_formula(self, col0: int, entry: FormulaEntry | None) -> None:
        """Put a formula, or take it away; the value there stays."""
        columns = self.formula_columns()
        entries = dict(zip(columns, self.formulas[1:], strict=True)) if self.formulas is not None else {}
        if entry is None:
            if col0 not in entries:
                return
            del entries[col0]
        else:
            entries[col0] = entry
        ordered = sorted(entries)
        self.formulas = (tuple(ordered), *(entries[col0] for col0 in ordered)) if ordered else None

    def touch(self, col0: int) -> None:
        """Remember that the cell may differ from the file."""
        self.touched = frozenset((col0,)) if self.touched is None else self.touched | {col0}

    def _make_sparse(self) -> dict[int, Scalar]:
        if isinstance(self.values, list):
            self.values = {col0: value for col0, value in enumerate(self.values) if value is not None}
        if isinstance(self.styles, tuple):
            self.styles = {col0: style for col0, style in enumerate(self.styles) if style}
        assert isinstance(self.values, dict)
        return self.values
