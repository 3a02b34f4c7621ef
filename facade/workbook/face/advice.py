"""What to write instead, where an error that Python itself raised is about the facade. Works on texts alone.

Run only when a macro has failed; the texts may be the macro's doing, so nothing of them is repeated but names that the
facade has.
"""

from __future__ import annotations

import re
from inspect import Parameter, getattr_static, signature
from types import FunctionType
from typing import Final

from .base import Face, public_names
from .cell import Cell
from .dimension import ColumnDimension, ColumnDimensions, RowDimension, RowDimensions
from .iterator import Lines
from .range import Range
from .sheet import Sheet
from .workbook import Workbook

_KINDS: Final[dict[str, type[Face]]] = {
    "Workbook": Workbook,
    "Sheet": Sheet,
    "Range": Range,
    "Cell": Cell,
    "Area": Cell,
    "Arrangement": Cell,
    "Lines": Lines,
    "RowDimension": RowDimension,
    "RowDimensions": RowDimensions,
    "ColumnDimension": ColumnDimension,
    "ColumnDimensions": ColumnDimensions,
}
_CALL: Final = r"(Workbook|Sheet|Range|Cell|Area|Arrangement)\.([a-z_]{1,40})\(\) (?:takes|got|missing)"
_NO_CALL: Final = r"'(Workbook|Sheet|Range|Cell)' object is not callable"
_VALUES_CALLED: Final = r"(?s:.*\.(?:work)?sheets\(.+\))"
_BARE_CALL: Final = r"\w+\([^()]+\)"
_NAMED_SHEET: Final = r"(?s:.*\.(?:work)?sheets\[.+\])"
_TYPES: Final = r"'([A-Za-z_.]{1,40})'|\"([A-Za-z_.]{1,40})\""
_NO_ATTRIBUTE: Final = r"'([A-Za-z_.]{1,40})' object has no attribute '([^']{1,80})'"
_OPERATION: Final = (
    r"unsupported operand|bad operand|can only concatenate|can't multiply|must be (?:a )?real number|argument must be|"
    r"argument should be|'[<>=]{1,2}' not supported|object cannot be interpreted|expected str instance|"
    r"type [A-Za-z]+ doesn't define|unsupported format string passed"
)

_MORE: Final = {
    "append": "; one list holds the row: sheet.append([1, 2])",
    "cell": '; by reference: sheet["A1"]',
    "trace": '; ref is an address with its sheet, "Data!B7", or a cell',
}
"""What a wrong call of a method mostly meant."""

_ROW: Final = "a row is a tuple of cells: row[0].value, or for cell in row: cell.value"
_WHOLE: Final = (
    'rows and whole columns are tuples of cells, as in openpyxl; as a range: sheet.range("B:B"), sheet.range("2:3")'
)
_OF_RANGES: Final = re.compile(
    r"values|formulas?|number_format|font|fill|border|alignment|protection|style|address|clear|delete|insert|find|replace|"
    r"sort|copy_to|move_to|merge|unmerge|fill_down|fill_right|cells|rows|columns|to_records"
)
"""What ranges have, and a tuple of cells has not."""
_IS_VALUE: Final = (
    "that is a value already: .values and values_only=True give values, not cells; leave it out, or take the cell "
    "itself, such as sheet.cell(row, column)"
)
_LISTS: Final = (
    "values is a list of row lists: [row[1] for row in values] is a column, to_records() makes dicts by the first row"
)
_NONE: Final = "a blank cell reads as None: test value is not None first, or write (value or 0)"

_NOT_COMPUTED: Final = (
    "NOT_COMPUTED stands for a formula whose value is not known: compute it from the cells it reads, or take "
    ".cached_value or .cached_values, what the file holds"
)

_OPERANDS: Final[tuple[tuple[str, str], ...]] = (
    ("Trace", "a trace has attributes, not keys: trace.value, trace.precedents"),
    ("TracedCells", "a record has attributes, not keys: record.address, record.value"),
    ("FormulaGroup", "a record has attributes, not keys: record.r1c1, record.count"),
    ("Table", "a table is not its cells: write table.data.values, or table.to_records()"),
    ("Cell", "a cell is not its value: write cell.value"),
    ("Range", "a range is not its values: write range.values, a list of row lists"),
    ("Sheet", "a sheet is not its values: write sheet.used_range.values"),
    ("NotComputed", _NOT_COMPUTED),
    ("CellError", "an error such as #N/A is no number: from macrocell import is_error, and leave out what it names"),
    ("NoneType", _NONE),
    ("list", "values of several cells are row lists: [value for row in range.values for value in row] is one list"),
    ("tuple", "iterating a range gives rows: sum(cell.value or 0 for row in range for cell in row)"),
    ("datetime.datetime", "from datetime import timedelta, and days are value + timedelta(days=5)"),
)
"""Type in the message of an operation that failed, the cure; the first that fits."""

_TEXT_NUMBER: Final = (
    'text of a cell becomes a number with: from macrocell import parse_number; parse_number("1,234.50") is 1234.5'
)
_DATES: Final = "a date in a cell reads as a datetime: beside a date write value.date()"


def advise(kind: str, message: str, expression: str) -> str | None:
    """The cure for an exception type with a message; expression is the source text that failed, or empty."""
    if kind == "TypeError":
        return _of_type(message, expression)
    if kind == "AttributeError":
        return _of_attribute(message)
    if kind == "ValueError":
        return _of_value(message)
    if kind == "NameError":
        return _of_name(message)
    if kind == "IndexError" and message.endswith("; an index counts from 0"):
        return "a range is indexed by its rows: range[0][1] is a cell of the first, range.cells[1] counts through all"
    return None


def _of_type(message: str, expression: str) -> str | None:
    if found := re.match(_CALL, message):
        return call_hint(_KINDS[found[1]], found[2])
    if found := re.fullmatch(_NO_CALL, message):
        return _called(found[1], expression)
    if message == "'list' object is not callable" and re.fullmatch(_VALUES_CALLED, expression):
        return 'write workbook["name"] for a sheet by name, workbook.sheets[0] for the first'
    if message == "list indices must be integers or slices, not str":
        by_name = re.fullmatch(_NAMED_SHEET, expression) is not None
        return 'write workbook["name"] for a sheet by its name' if by_name else _LISTS
    if "'Lines' object" in message or message == "object of type 'Lines' has no len()":
        return "rows come one by one: list(sheet.rows) makes a list, sheet[2] is a row, sheet.max_row their number"
    if message == "'tuple' object does not support item assignment":
        return "a row is a tuple: set a cell's value, row[0].value = ... (without values_only), or assign range.values"
    if "datetime.datetime" in message and "datetime.date" in message.replace("datetime.datetime", ""):
        return _DATES
    if (
        re.search(_OPERATION, message)
        or "object is not subscriptable" in message
        or "object is not iterable" in message
    ):
        return _of_operands(message)
    return None


def _called(kind: str, expression: str) -> str | None:
    """Of a workbook, sheet or range that was called; what a property gave is said by Python's own hint."""
    if re.fullmatch(_BARE_CALL, expression) is None:
        return None
    return {
        "Workbook": 'write workbook["name"]',
        "Sheet": 'write sheet["A1"] or sheet.cell(row, column)',
    }.get(kind, "write range[0][0] for its first cell, or sheet.cell(row, column)")


def _of_operands(message: str) -> str | None:
    if "NoneType.__format__" in message:
        return _NONE
    if "type str doesn't define" in message:
        return _TEXT_NUMBER
    named = [first or second for first, second in re.findall(_TYPES, message)]
    if message.startswith("can only concatenate list"):
        named.append("list")
    for name, cure in _OPERANDS:
        if name in named:
            return cure
    return None


def _of_attribute(message: str) -> str | None:
    if message.startswith("attributes of tuple cannot be set"):
        return _WHOLE
    found = re.match(_NO_ATTRIBUTE, message)
    if found is None:
        return None
    kind, name = found[1], found[2].lower()
    if kind == "NoneType" and name != "value":
        return _NONE
    if kind == "tuple" and name == "value":
        return _ROW
    if kind == "tuple" and _OF_RANGES.fullmatch(name):
        return _WHOLE
    if kind == "list" and (name in _FRAME or name in ("value", "values")):
        return _LISTS
    if name in ("value", "coordinate", "number_format") and kind in _VALUE_KINDS:
        return _IS_VALUE
    return None


_FRAME: Final = frozenset(
    ("tolist", "iloc", "loc", "shape", "head", "columns", "to_dict", "iterrows", "flatten", "sum", "mean", "size", "t")
)
_VALUE_KINDS: Final = frozenset(
    ("NoneType", "str", "int", "float", "bool", "datetime.datetime", "datetime.time", "datetime.timedelta")
)


def _of_value(message: str) -> str | None:
    if message.startswith(("could not convert string to float:", "invalid literal for int() with base 10:")):
        return _TEXT_NUMBER
    if message.startswith(("too many values to unpack", "not enough values to unpack")):
        return "a row has as many items as the sheet has columns: name all, take max_col=, or write first, *rest = row"
    return None


def _of_name(message: str) -> str | None:
    for name in ("parse_number", "parse_date", "cell_error", "is_error", "NOT_COMPUTED"):
        if message == f"name '{name}' is not defined":
            return f"write first: from macrocell import {name}"
    return None


def call_hint(kind: type[Face], name: str) -> str | None:
    """How a public method of the facade is called; None for a name that is none."""
    member = getattr_static(kind, name, None)
    if type(member) is not FunctionType or name not in public_names(kind):
        return None
    noun = "range" if kind is Cell and name != "cell" else kind.__name__.lower()
    return f"write {noun}.{name}({', '.join(_shown(each) for each in _parameters(member))}){_MORE.get(name, '')}"


def _parameters(function: FunctionType) -> list[Parameter]:
    return [each for each in signature(function).parameters.values() if each.name != "self"]


def _shown(parameter: Parameter) -> str:
    empty = parameter.default is Parameter.empty
    return parameter.name if empty else f"{parameter.name}={parameter.default!r}"
