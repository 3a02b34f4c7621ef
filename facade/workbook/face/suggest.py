"""What to say about a name that is not there: near matches, names of other libraries, names that come later."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ...errors import NotAvailableError, SheetNotFoundError, UnknownAttributeError
from ...near import LONGEST, near

_LATER: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "Workbook": (
        ("defined names", "names defined_names create_named_range"),
        ("adding tables", "add_table"),
        ("calculation", "calculate calculation"),
        ("reports on a workbook", "overview lint diff"),
        ("properties of the workbook", "properties security chartsheets"),
    ),
    "Sheet": (
        ("default sizes of rows and columns", "sheet_format"),
        ("zoom and other settings of views", "sheet_view views"),
        ("adding tables", "add_table"),
        ("charts", "charts add_chart"),
        ("images", "images add_image"),
        ("conditional formats", "conditional_formats conditional_formatting"),
        ("data validations", "validations data_validations add_data_validation"),
        ("notes and comments", "notes comments"),
        ("links", "links hyperlinks"),
        ("filters", "filter auto_filter"),
        ("sheet protection", "protection"),
        ("page set-up", "page_setup page_margins print_options print_area print_title_rows print_title_cols"),
        ("page set-up", "oddHeader oddFooter evenHeader evenFooter"),
        ("reports on a sheet", "outline profile"),
    ),
    "RowDimension": (
        ("styles of whole rows", "font fill border alignment number_format protection style"),
        ("page breaks and edges of rows", "thickTop thickBot thick_top thick_bot"),
    ),
    "ColumnDimension": (
        ("styles of whole columns", "font fill border alignment number_format protection style"),
        ("fitting widths to the content", "auto_size bestFit"),
    ),
    "Range": (
        ("notes and comments", "comment note"),
        ("links", "hyperlink"),
    ),
}
ABSENT: Final[dict[str, dict[str, str]]] = {
    kind: {name: feature for feature, names in rows for name in names.split()} for kind, rows in _LATER.items()
}
"""Names of the design and of openpyxl, by class, with the feature they stand for, which this version does not have."""
ABSENT["Cell"] = ABSENT["Range"]

_LEAVE_OUT: Final = "leave it out; what the file has of it is kept"
_MEANWHILE: Final = {
    "defined names": 'name the cells themselves, sheet["A1:C9"]; a formula may use the names the file has',
    "adding tables": 'rows go into the tables of the file: workbook.tables["T"].append([...])',
    "calculation": "a spreadsheet application calculates on opening the file; compute in Python what the macro needs",
    "reports on a workbook": "workbook.sheet_names, sheet.dimensions and workbook.formulas() tell what is there",
    "reports on a sheet": "sheet.dimensions, sheet.used_range.values and .formulas tell what is there",
    "styles of whole rows": 'format the cells: sheet["A3:K3"].font = Font(bold=True)',
    "styles of whole columns": 'format the cells: sheet["C2:C99"].number_format = "0.00"',
    "fitting widths to the content": "set .width, such as the longest text's length + 2",
    "default sizes of rows and columns": 'set those that are used: sheet.row_height("1:99", 18)',
}
"""Feature that is not there yet -> what does the job meanwhile."""

_USUAL: Final = {
    "Workbook": 'a workbook has workbook["name"], .active, .sheets, .sheet_names and .add_sheet(name)',
    "Sheet": 'a sheet has sheet["A1"], .cell(row, column), .range("A1:C9"), .used_range, .iter_rows(), .max_row and '
    ".append(row)",
    "Range": "a range has .values, .formulas, .rows, .number_format, .offset(rows, columns), .resize(rows, columns) "
    "and .clear()",
    "Cell": "a cell has .value, .formula, .number_format, .row, .column, .address and .offset(rows, columns)",
    "RowDimension": "a row has .height, .hidden, .outline_level and .collapsed",
    "ColumnDimension": "a column has .width, .hidden, .outline_level and .collapsed",
    "RowDimensions": "they have row_dimensions[3] and .group(first, last)",
    "ColumnDimensions": 'they have column_dimensions["B"] and .group("B", "D")',
    "Trace": "a trace has .cell, .formula, .value, .state, .reason, .precedents, .dependents, .truncated, "
    ".opaque and .note",
    "TracedCells": "a record has .address, .level, .formula and .value",
    "FormulaGroup": "a record has .r1c1, .count, .first, .example, .sheet, .functions, .volatile and .array",
    "Table": "a table has .name, .ref, .columns, .data, .range, .to_records(), .append(row) and .resize(ref)",
    "Tables": 'tables are found by name, workbook.tables["T"]; .keys(), .values() and .items() list them',
    "Lines": "it gives rows one after another: for row in sheet.iter_rows(), or list(...)",
}
"""What to say of a name like none there is."""

_FRAME: Final = {
    **dict.fromkeys(
        ("iloc", "iat", "at"), "sheet.cell(row, column) from 1, or sheet.used_range.values[row][column] from 0"
    ),
    "loc": 'sheet["A1"], or sheet.used_range.to_records() for dicts by the first row',
    "head": "sheet.used_range.values[:5]",
    "tail": "sheet.used_range.values[-5:]",
    "tolist": "sheet.used_range.values",
    "to_numpy": "sheet.used_range.values",
    "to_dict": "sheet.used_range.to_records()",
    "iterrows": "sheet.iter_rows(min_row=2, values_only=True)",
    "itertuples": "sheet.iter_rows(min_row=2, values_only=True)",
    "expand": 'sheet["A1"].current_region',
    "currentregion": 'sheet["A1"].current_region',
    "sort_values": 'sheet.used_range.sort("Price", headers=True)',
    **dict.fromkeys(
        ("groupby", "dropna", "fillna", "apply", "describe", "merge_asof", "pivot_table"),
        "sheet.used_range.to_records() and plain Python over the dicts",
    ),
}
"""Words of data frames and of xlwings, the same for a sheet and a range."""

FOREIGN: Final[dict[str, dict[str, str]]] = {
    "Workbook": {
        "get": 'workbook["name"]; "name" in workbook tells whether it is there',
        "keys": "workbook.sheet_names",
        "values": "workbook.sheets",
        "items": "workbook.sheets, each with its .name",
        "getitem": 'workbook["name"]',
        "getitemornullobject": '"name" in workbook, then workbook["name"]',
        "sheet_by_name": 'workbook["name"]',
        "sheet_by_index": "workbook.sheets[index]",
        "nsheets": "len(workbook)",
        "worksheets_count": "len(workbook)",
        "saveas": "nothing to save in a macro: what it changes is kept when it ends",
        "range": 'a sheet: workbook["name"].range("A1:C9")',
        "precedents": 'workbook.trace("Data!B7").precedents',
        "dependents": 'workbook.trace("Data!B7").dependents',
        "formulas_r1c1": "workbook.formulas(), whose records have .r1c1",
        "cell": 'a sheet: workbook["name"].cell(row, column)',
        "rows": 'a sheet: workbook["name"].iter_rows()',
        "max_row": 'a sheet: workbook["name"].max_row',
        "append": 'a sheet: workbook["name"].append(row)',
        "iter_rows": 'a sheet: workbook["name"].iter_rows()',
        "parse": 'workbook["name"].used_range.to_records()',
        "save": "nothing to save in a macro: what it changes is kept when it ends",
        "close": "nothing to close in a macro",
        "get_sheet_by_name": 'workbook["name"]',
        "get_sheet_names": "workbook.sheet_names",
        "get_active_sheet": "workbook.active",
        "getsheetbyname": 'workbook["name"]',
        "getactivesheet": "workbook.active",
        "getactiveworksheet": "workbook.active",
        "activesheet": "workbook.active",
        "getsheets": "workbook.sheets",
        "getworksheets": "workbook.sheets",
        "getworksheet": 'workbook["name"]',
        "insertsheet": "workbook.add_sheet(name)",
        "addworksheet": "workbook.add_sheet(name)",
        "new_sheet": "workbook.add_sheet(name)",
        "getname": "workbook.name",
        "getid": "workbook.id",
        "sheet": 'workbook["name"]',
        "get_sheet": 'workbook["name"]',
        "worksheet": 'workbook["name"]',
    },
    "Sheet": {
        **_FRAME,
        "row": "sheet[2] for the cells of a row, or .row of a cell",
        "col": 'sheet["B"] for the cells of a column',
        "col_values": 'sheet.range("B:B").values',
        "cell_value": "sheet.cell(row, column).value, from 1",
        "get_all_values": "sheet.used_range.values",
        "get_all_records": "sheet.used_range.to_records()",
        "update_cell": "sheet.cell(row, column).value = ...",
        "update": 'sheet["A1:C9"].values = ...',
        "get_highest_row": "sheet.max_row",
        "get_highest_column": "sheet.max_column",
        "last_row": "sheet.max_row",
        "last_column": "sheet.max_column",
        "calculate_dimension": "sheet.dimensions",
        "write_row": "sheet.append(row), or sheet.range(row, 1, 1, len(values)).values = [values]",
        "end": 'a cell: sheet["A1"].end("down"); sheet.max_row and sheet.max_column tell the last with content',
        "sort": 'a range: sheet.used_range.sort("B", headers=True)',
        "current_region": 'a cell: sheet["A1"].current_region',
        "copy_to": 'a range: sheet["A1:C9"].copy_to("E1")',
        "move_to": 'a range: sheet["A1:C9"].move_to("E1")',
        "copy_range": 'a range: sheet["A1:C9"].copy_to("E1")',
        "insert": 'sheet.insert_rows(2, 3), or cells: sheet["A2:C2"].insert("down")',
        "delete": 'sheet.delete_rows(2, 3), or cells: sheet["A2:C2"].delete("up")',
        "to_list": "sheet.used_range.values",
        "formula": 'sheet["A1"].formula',
        "formulas": 'sheet.used_range.formulas, or workbook.formulas("Data") for the different ones',
        "trace": 'workbook.trace("Data!B7")',
        "number_format": 'sheet["A1:C9"].number_format = ...',
        "save": "nothing to save in a macro: what it changes is kept when it ends",
        "activate": 'nothing to activate: name the sheet, workbook["name"]',
        "select": 'nothing to select: name the cells, sheet["A1:C9"]',
        "getrange": 'sheet.range("A1:C9") or sheet["A1:C9"]',
        "getrangebyindexes": "sheet.range(row=1, column=1, rows=9, columns=3)",
        "getcell": 'sheet["A1"] or sheet.cell(row, column)',
        "cells": "sheet.cell(row, column)",
        "getusedrange": "sheet.used_range",
        "getdatarange": "sheet.used_range",
        "usedrange": "sheet.used_range",
        "getlastrow": "sheet.max_row",
        "getlastcolumn": "sheet.max_column",
        "getname": "sheet.name",
        "setname": "sheet.name = ...",
        "getvalue": 'sheet["A1"].value',
        "getvalues": "sheet.used_range.values",
        "setvalue": 'sheet["A1"].value = ...',
        "setvalues": 'sheet["A1:C9"].values = ...',
        "appendrow": "sheet.append(row)",
        "append_row": "sheet.append(row)",
        "add_row": "sheet.append(row)",
        "nrows": "sheet.max_row",
        "ncols": "sheet.max_column",
        "row_count": "sheet.max_row",
        "column_count": "sheet.max_column",
        "to_records": "sheet.used_range.to_records()",
        "row_values": "sheet.range(row, 1, 1, sheet.max_column).values[0]",
        "used_rows": "sheet.used_range",
        "value": 'sheet["A1"].value',
        "text": 'sheet["A1"].text',
        "texts": "sheet.used_range.texts",
        "write": "sheet.cell(row, column).value = ...",
    },
    "Range": {
        **_FRAME,
        "copy": 'range.copy_to("E1")',
        "move": 'range.move_to("E1")',
        "cut": 'range.move_to("E1")',
        "shift": 'range.move_to("E1"), or range.insert("down")',
        "merge_cells": "range.merge()",
        "unmerge_cells": "range.unmerge()",
        "is_merged": "range.merged",
        "replace_all": "range.replace(old, new)",
        "replaceall": "range.replace(old, new)",
        "find_all": "range.find(text), a list of cells",
        "findall": "range.find(text), a list of cells",
        "auto_fill": 'range.autofill("A1:A10")',
        "filldown": "range.fill_down()",
        "fillright": "range.fill_right()",
        "getsurroundingregion": "range.current_region",
        "getrangeedge": 'range.end("down")',
        "copyfrom": 'source.copy_to("E1")',
        "options": "range.values",
        "raw_value": "range.values",
        "count": "range.row_count and range.column_count",
        "size": "range.row_count and range.column_count",
        "append": "sheet.append(row)",
        "cell": "sheet.cell(row, column), or range[0][0]",
        "range": 'sheet.range("A1:C9")',
        "iter_rows": "range.rows",
        "max_row": "sheet.max_row, or range.row + range.row_count - 1",
        "max_column": "sheet.max_column, or range.column + range.column_count - 1",
        "min_row": "range.row",
        "select": "nothing to select: assign to range.values",
        "getvalue": "range.value",
        "setvalue": "range.value = ...",
        "value2": "range.values",
        "getvalues": "range.values",
        "setvalues": "range.values = ...",
        **dict.fromkeys(
            ("getdisplayvalue", "getdisplayvalues", "gettext", "gettexts", "displayed_text", "formatted_value"),
            "range.texts",
        ),
        "trace": "workbook.trace(cell)",
        **dict.fromkeys(
            ("precedents", "directprecedents", "getprecedents", "getdirectprecedents", "showprecedents"),
            "workbook.trace(cell).precedents",
        ),
        **dict.fromkeys(
            ("dependents", "directdependents", "getdependents", "getdirectdependents", "showdependents"),
            "workbook.trace(cell).dependents",
        ),
        **dict.fromkeys(
            ("formular1c1", "formula_r1c1", "getformular1c1", "r1c1"), "workbook.formulas(), whose records have .r1c1"
        ),
        "getformula": "range.formula",
        "setformula": "range.formula = ...",
        "getformulas": "range.formulas",
        "setformulas": "range.formulas = ...",
        "getnumberformat": "range.number_format",
        "setnumberformat": "range.number_format = ...",
        "numberformat": "range.number_format",
        "num_format": "range.number_format",
        "getaddress": "range.address",
        "getrow": "range.row",
        "getcolumn": "range.column",
        "getnumrows": "range.row_count",
        "getnumcolumns": "range.column_count",
        "rowcount": "range.row_count",
        "columncount": "range.column_count",
        "getcell": "range.offset(rows, columns)",
        "getoffsetrange": "range.offset(rows, columns)",
        "getresizedrange": "range.resize(rows, columns)",
        "clearcontents": "range.clear()",
        "clearcontent": "range.clear()",
        "col": "range.column",
        "col_idx": "range.column",
        "worksheet": "range.sheet",
        "internal_value": "range.value",
        "data": "range.values",
        "shape": "range.row_count and range.column_count",
    },
}
"""Names that other libraries use for what is there; keys in lower case also serve camelCase spellings."""
FOREIGN["Cell"] = {
    name: text if name in _FRAME else text.replace("range.", "cell.")
    for name, text in FOREIGN["Range"].items()
    if name != "col_idx"
}

SETTABLE_LATER: Final = frozenset({"active"})
"""What can be read in this version and set in a later one."""

_SHOWN: Final = "it follows the value and the number format: write those, or set_text(text)"
_INSTEAD: Final = {
    "text": _SHOWN,
    "texts": _SHOWN,
    "kind": "it follows the value",
    "data_type": "it follows the value",
    "state": "it follows the workbook",
    "cached_value": "write .value",
    "cached_values": "write .values",
    "rich_text": "write the text with .value, or another cell's rich text: cell.value = other.rich_text",
    "max_row": "it follows the content",
    "max_column": "it follows the content",
    "used_range": "it follows the content",
    "rows": "write .values",
    "columns": "write .values",
    "cells": "write .values",
    "id": "ids never change",
}

_NOUNS: Final = {
    "RowDimension": "row",
    "ColumnDimension": "column",
    "RowDimensions": "row_dimensions",
    "ColumnDimensions": "column_dimensions",
    "TracedCells": "record",
    "FormulaGroup": "record",
}
"""What a kind is called in a message, where that is not its own name."""

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def unknown(kind: str, name: str, choices: Iterable[str]) -> UnknownAttributeError | NotAvailableError:
    """The error for an attribute that an object of this kind does not have."""
    feature = ABSENT.get(kind, {}).get(name)
    noun = _NOUNS.get(kind, kind.lower())
    if feature is not None:
        return NotAvailableError(f"{noun}.{name} is not available yet", hint=_without(feature))
    foreign = FOREIGN.get(kind, {})
    instead = foreign.get(name) or foreign.get(name.lower())
    if instead is None:
        matches = near(_HUMP.sub("_", name), choices)
        instead = " or ".join(f"{noun}.{match}" for match in matches)
        hint = f"did you mean {instead}?" if matches else _USUAL.get(kind)
    else:
        hint = f"use {instead}" if instead[:7] != "nothing" else instead
    return UnknownAttributeError(f"a {noun} has no attribute {name[:LONGEST]!r}", hint=hint)


def _without(feature: str) -> str:
    """What to do in a version that does not have a feature."""
    return f"this version has no {feature}: {_MEANWHILE.get(feature, _LEAVE_OUT)}"


def not_settable(kind: str, name: str) -> UnknownAttributeError | NotAvailableError:
    """The error for assigning to an attribute that can be read only, for good or in this version."""
    noun = _NOUNS.get(kind, kind.lower())
    if name in SETTABLE_LATER:
        return NotAvailableError(f"setting {noun}.{name} is not available yet", hint="it can be read in this version")
    return UnknownAttributeError(f"{noun}.{name} can only be read", hint=_INSTEAD.get(name))


def no_sheet(name: str, names: list[str]) -> SheetNotFoundError:
    """The error for a sheet name that the workbook does not have."""
    matches = near(name, names)
    sheet, bang, ref = name[:LONGEST].rpartition("!")
    if bang:
        hint = f"a sheet, then its cells: workbook[{sheet!r}][{ref!r}]"
    elif matches:
        hint = "did you mean " + " or ".join(map(repr, matches)) + "?"
    else:
        hint = "the sheets are " + ", ".join(map(repr, names[:10])) + (", ..." if len(names) > 10 else "")
    return SheetNotFoundError(f"no sheet is named {name[:LONGEST]!r}", hint=hint)
