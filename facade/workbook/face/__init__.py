"""What a macro sees of a workbook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from .cell import Cell
from .core import Book
from .dimension import ColumnDimension, ColumnDimensions, RowDimension, RowDimensions
from .formula_group import FormulaGroup
from .iterator import Lines
from .merged import MergedCells, MergedRange
from .module import macro_module
from .named_style import NamedStyle
from .openpyxl_module import openpyxl_modules
from .range import Range
from .sheet import Sheet
from .sheet_properties import SheetProperties
from .table import Table, Tables
from .trace import Trace, TracedCells
from .workbook import Workbook

if TYPE_CHECKING:
    from ..session import Session

__all__ = [
    "FACADE_TYPES",
    "RECORD_TYPES",
    "STORE_TYPES",
    "Cell",
    "ColumnDimension",
    "ColumnDimensions",
    "FormulaGroup",
    "Lines",
    "MergedCells",
    "MergedRange",
    "NamedStyle",
    "Range",
    "RowDimension",
    "RowDimensions",
    "Sheet",
    "SheetProperties",
    "Table",
    "Tables",
    "Trace",
    "TracedCells",
    "Workbook",
    "macro_module",
    "open_workbook",
    "openpyxl_modules",
    "plain_record",
]

FACADE_TYPES: Final[frozenset[type]] = frozenset(
    {
        Workbook,
        Sheet,
        SheetProperties,
        Range,
        Cell,
        Lines,
        NamedStyle,
        RowDimension,
        RowDimensions,
        ColumnDimension,
        ColumnDimensions,
        MergedCells,
        MergedRange,
        Table,
        Tables,
        Trace,
        TracedCells,
        FormulaGroup,
    }
)
"""The exact types of the objects a macro can hold; none of them can be a result but RECORD_TYPES."""

RECORD_TYPES: Final[frozenset[type]] = frozenset({Trace, TracedCells, FormulaGroup})
"""Those that hold nothing but plain values: as a result they become dicts, by plain_record."""

STORE_TYPES: Final[frozenset[type]] = FACADE_TYPES - {Lines, RowDimensions, ColumnDimensions, Tables}
"""Those whose attributes a macro may try to set; their __setattr__ decides."""


def open_workbook(session: Session, *, unit_id: str = "", name: str = "") -> Workbook:
    """The root facade of one run; name is the file's."""
    book = Book(session, unit_id, name)
    book.face = Workbook(book)
    return book.face


def plain_record(record: object) -> dict[str, Any]:
    """The fields of an object of RECORD_TYPES by name."""
    assert isinstance(record, Trace | TracedCells | FormulaGroup)
    return record._plain()
