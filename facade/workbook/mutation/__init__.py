"""What can change a workbook: one family a module, one registry, one encoding."""

from __future__ import annotations

from .axis_edit import AxisDelete, AxisInsert, AxisMove
from .axis_format import AxisFormat
from .cell import HOLE_MARK, Formula, RichMark
from .cells_clear import CellsClear
from .cells_set import CellsSet
from .cells_shift import CellsDelete, CellsInsert
from .merge import MergeAdd, MergeRemove
from .range_move import RangeMove
from .range_sort import RangeSort
from .sheet_add import SheetAdd, SheetRemove
from .sheet_color import SheetColor
from .sheet_copy import SheetCopy, SheetUncopy
from .sheet_delete import SheetDelete, SheetRestore
from .sheet_freeze import SheetFreeze
from .sheet_move import SheetMove
from .sheet_rename import SheetRename
from .sheet_show import SheetShow
from .style_set import StylePatch, StyleSet
from .table_resize import TableResize
from .transaction import Applied, apply_all, take_back
from .wire import REGISTRY, Mutation, count_cells, decode, encode

__all__ = [
    "HOLE_MARK",
    "REGISTRY",
    "Applied",
    "AxisDelete",
    "AxisFormat",
    "AxisInsert",
    "AxisMove",
    "CellsClear",
    "CellsDelete",
    "CellsInsert",
    "CellsSet",
    "Formula",
    "MergeAdd",
    "MergeRemove",
    "Mutation",
    "RangeMove",
    "RangeSort",
    "RichMark",
    "SheetAdd",
    "SheetColor",
    "SheetCopy",
    "SheetDelete",
    "SheetFreeze",
    "SheetMove",
    "SheetRemove",
    "SheetRename",
    "SheetRestore",
    "SheetShow",
    "SheetUncopy",
    "StylePatch",
    "StyleSet",
    "TableResize",
    "apply_all",
    "count_cells",
    "decode",
    "encode",
    "take_back",
]
