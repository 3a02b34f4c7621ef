# ruff: noqa: E501  the macros and messages below read better unbroken
"""The idioms that packages use most: the same code gives what openpyxl gives, or is refused by name with a cure."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from macrocell import Engine, Runtime
from support.books import plain_book

COUNTS = Path(__file__).resolve().parents[1] / "cases" / "idioms" / "counts.tsv"

IMPORTS = (
    "from openpyxl.styles import Alignment, Border, Color, Font, GradientFill, NamedStyle, PatternFill, Protection, Side\n"
    "from openpyxl.utils import column_index_from_string, get_column_letter, quote_sheetname, range_boundaries\n"
    "from openpyxl.utils.datetime import from_excel, to_excel\n"
)
FONT = "Font(name='Arial', size=12, bold=True, italic=True, color='FF0000')"

WORKS = {
    "wb.remove()": "wb.create_sheet('Gone')\nwb.remove(wb['Gone'])\nresult = wb.sheetnames",
    "cell.value": "result = [ws['A1'].value, ws['B2'].value, ws['Z9'].value]",
    "wb[...]": "result = wb['Data'].title",
    "wb.active": "result = wb.active.title",
    "get_column_letter()": "result = [get_column_letter(1), get_column_letter(27), get_column_letter(column_index_from_string('XFD'))]",
    "wb.sheetnames": "result = wb.sheetnames",
    "wb.create_sheet()": "wb.create_sheet('Report')\nwb.create_sheet(title='First', index=0)\nresult = wb.sheetnames",
    "ws.max_row": "result = ws.max_row",
    "ws[...]": "result = [ws['B2'].value, [c.value for c in ws[1]], [[c.value for c in row] for row in ws['A1:B2']]]",
    "ws.cell()": "ws.cell(row=4, column=2).value = 9\nws.cell(4, 3, 'x')\nresult = [ws.cell(4, 2).value, ws.cell(column=3, row=4).value]",
    "ws.iter_rows()": "result = [[c.value for c in row] for row in ws.iter_rows(min_row=2, max_row=3, max_col=3)] + [list(r) for r in ws.iter_rows(max_col=3, values_only=True)]",
    "cell.data_type": "result = [c.data_type for c in ws[2][:4]]",
    "Font()": f"f = {FONT}\nresult = [f.name, f.sz, f.size, f.b, f.bold, f.i, f.italic, f.color.rgb, f.u, bool(f.strike), f == {FONT}]",
    "Alignment()": "a = Alignment(horizontal='center', vertical='top', wrap_text=True, textRotation=45, indent=2)\nresult = [a.horizontal, a.vertical, a.wrap_text, a.wrapText, a.textRotation, a.text_rotation, a.indent]",
    "ws.max_column": "result = ws.max_column",
    "wb.worksheets": "result = [s.title for s in wb.worksheets]",
    "cell.value =": "ws['A9'].value = 'x'\nws['B9'].value = 3.5\nresult = [ws['A9'].value, ws['B9'].value]",
    "ws.title": "result = ws.title",
    "Side()": "s = Side(style='thin', color='FF0000')\nresult = [s.style, s.border_style, s.color.rgb, Side(border_style='double').style, Side().style]",
    "Border()": "t = Side(style='thin')\nb = Border(left=t, right=t, top=t, bottom=Side(style='double', color='00FF00'))\nresult = [b.left.style, b.bottom.style, b.bottom.color.rgb, b.top == t]",
    "PatternFill()": "fills = [PatternFill('solid', fgColor='FFFF00'), PatternFill(start_color='FFC7CE', end_color='FFC7CE', fill_type='solid'), PatternFill(patternType='gray125', bgColor='FF00FF00'), PatternFill()]\nresult = [[f.fill_type, f.patternType, f.fgColor.rgb, f.start_color.rgb, f.bgColor.rgb, f.end_color.index] for f in fills]",
    "cell.font =": f"ws['A1'].font = {FONT}\nfor c in ws[2]:\n    c.font = {FONT}\nresult = [[c.font.name, c.font.sz, c.font.b, c.font.color.rgb] for c in (ws['A1'], ws['C2'])]",
    "cell.coordinate": "result = [c.coordinate for c in ws[2]]",
    "column_index_from_string()": "result = [column_index_from_string(c) for c in ('A', 'Z', 'AA', 'XFD')]",
    "ws.append()": "ws.append(['x', 1])\nws.append({'A': 'y', 'B': 2})\nresult = [[c.value for c in row[:2]] for row in ws.iter_rows(min_row=6)]",
    "cell.alignment =": "ws['A1'].alignment = Alignment(horizontal='right', wrap_text=True)\nresult = [ws['A1'].alignment.horizontal, ws['A1'].alignment.wrap_text]",
    "ws.title =": "ws.title = 'Renamed'\nresult = wb.sheetnames",
    "cell.row": "result = [c.row for c in ws['A']]",
    "cell.column": "result = [c.column for c in ws[1]] + [c.column_letter for c in ws[1]]",
    "cell.font": "f = ws['A1'].font\nresult = [f.name, f.sz, f.b, f.i, f.u, bool(f.strike), f.vertAlign, f.scheme, f.family]",
    "cell.number_format": "result = [c.number_format for c in ws[2]]",
    "cell.data_type =": "ws['F1'] = '=A1'\nws['F1'].data_type = 's'\nresult = [ws['F1'].value, ws['F1'].data_type]",
    "cell.fill =": "ws['A1'].fill = PatternFill('solid', start_color='00FF00')\nws['B1'].fill = GradientFill(stop=('000000', 'FFFFFF'), degree=45)\nresult = [ws['A1'].fill.fgColor.rgb, ws['A1'].fill.fill_type, ws['B1'].fill.type, ws['B1'].fill.degree, [s.color.rgb for s in ws['B1'].fill.stop]]",
    "ws.rows": "result = [[c.value for c in row[:3]] for row in ws.rows]",
    "cell.border =": "ws['B2'].border = Border(bottom=Side(style='thick'))\nresult = [ws['B2'].border.bottom.style, ws['A1'].border.bottom.style]",
    "range_boundaries()": "result = [range_boundaries(r) for r in ('A1:C9', 'B2', 'A:C', '2:3', '$A$1:$B$2')]",
    "ws.merged_cells": "ws.merge_cells('A8:B9')\nresult = [[str(r), r.coord, r.bounds, r.min_row, r.max_col] for r in ws.merged_cells.ranges] + ['B9' in ws.merged_cells]",
    "ws.merge_cells()": "ws.merge_cells('A8:B8')\nws.merge_cells(start_row=9, start_column=1, end_row=10, end_column=2)\nws.unmerge_cells('A8:B8')\nresult = [str(r) for r in ws.merged_cells.ranges]",
    "ws.parent": "result = ws.parent.sheetnames",
    "cell.alignment": "a = ws['A1'].alignment\nresult = [a.horizontal, a.vertical, bool(a.wrap_text), a.indent, a.textRotation]",
    "cell.number_format =": "ws['B2'].number_format = '#,##0.00'\nresult = ws['B2'].number_format",
    "cell.fill": "result = [ws['A1'].fill.fill_type, ws['A1'].fill.fgColor.rgb, ws['A1'].fill.start_color.index]",
    "ws.column_dimensions": "ws.column_dimensions['A'].width = 20\nws.column_dimensions['B'].hidden = True\nresult = [ws.column_dimensions['A'].width, ws.column_dimensions['A'].hidden, ws.column_dimensions['B'].hidden]",
    "ws.row_dimensions": "ws.row_dimensions[1].height = 20\nws.row_dimensions[2].hidden = True\nresult = [ws.row_dimensions[1].height, ws.row_dimensions[3].height, ws.row_dimensions[2].hidden]",
    "ws.freeze_panes =": "ws.freeze_panes = 'B2'\nresult = [ws.freeze_panes]\nws.freeze_panes = ws['A3']\nresult.append(ws.freeze_panes)\nws.freeze_panes = None\nresult.append(ws.freeze_panes)",
    "ws.freeze_panes": "result = ws.freeze_panes",
    "ws.tables": "result = [list(ws.tables), list(ws.tables.keys()), len(ws.tables), 'T' in ws.tables]",
    "cell.border": "b = ws['A1'].border\nresult = [b.left.style, b.right.style, b.top.style, b.bottom.style, b.left.color]",
}
"""By idiom of counts.tsv, code whose result is compared."""

MORE = {
    "another cell's look": "ws['A2'].font = ws['A1'].font.copy()\nresult = [ws['A2'].font.name, ws['A2'].font.sz, ws['A2'].font.b]",
    "a changed copy of a look": "ws['A1'].font = ws['A1'].font.copy(bold=True, size=15)\nresult = [ws['A1'].font.b, ws['A1'].font.sz, ws['A1'].font.name]",
    "protection": "ws['A1'].protection = Protection(locked=False, hidden=True)\nresult = [ws['A1'].protection.locked, ws['A1'].protection.hidden, ws['A2'].protection.locked]",
    "styles of Excel by name": "ws['A1'].style = 'Good'\nws['B2'].style = 'Percent'\nresult = [ws['A1'].style, ws['A1'].font.color.rgb, ws['A1'].fill.fgColor.rgb, ws['B2'].style, ws['A2'].style]",
    "a named style": "h = NamedStyle(name='highlight')\nh.font = Font(name='Arial', bold=True, size=20)\nbd = Side(style='thick', color='000000')\nh.border = Border(left=bd, top=bd, right=bd, bottom=bd)\nwb.add_named_style(h)\nws['A1'].style = h\nws['D5'].style = 'highlight'\nresult = [[c.style, c.font.sz, c.font.b, c.border.top.style] for c in (ws['A1'], ws['D5'], ws['A2'])]",
    "colours": "result = [Color('FF0000').rgb, Color(rgb='80FF0000').rgb, Color(theme=4, tint=0.5).theme, Color(theme=4).type, Color(indexed=5).indexed, Color(indexed=5).type, Color('FF0000') == Color(rgb='00FF0000')]",
    "styles through the package": "import openpyxl\nimport openpyxl.styles\nfrom openpyxl.styles.fonts import Font as F\nresult = [openpyxl.styles.Font(b=True).b, F(sz=9).sz, openpyxl.utils.get_column_letter(3), isinstance(F(), openpyxl.styles.Font)]",
    "constants": "from openpyxl.styles import borders, fills, numbers, colors\nfrom openpyxl.styles.numbers import FORMAT_PERCENTAGE_00\nfrom openpyxl.styles.borders import BORDER_THIN\nresult = [numbers.FORMAT_NUMBER_00, FORMAT_PERCENTAGE_00, BORDER_THIN, fills.FILL_SOLID, colors.BLACK, numbers.FORMAT_DATE_YYYYMMDD2, numbers.FORMAT_TEXT]",
    "references": "from openpyxl.utils import absolute_coordinate, coordinate_to_tuple, get_column_interval, range_to_tuple\nfrom openpyxl.utils.cell import coordinate_from_string, rows_from_range, cols_from_range\nresult = [absolute_coordinate('A1:B2'), coordinate_to_tuple('B12'), coordinate_from_string('B12'), get_column_interval('A', 'C'), get_column_interval(2, 3), list(range_to_tuple(\"'My Sheet'!A1:B2\")), list(rows_from_range('A1:B2')), list(cols_from_range('A1:B2')), quote_sheetname(\"It's\")]",
    "serial dates": "import datetime as dt\nresult = [from_excel(45293.75), from_excel(0.5), from_excel(59), from_excel(None), to_excel(dt.datetime(2024, 1, 2, 12)), to_excel(dt.date(2024, 1, 2)), to_excel(dt.time(6)), to_excel(dt.timedelta(hours=36))]",
    "asking for a cell's class": "from openpyxl.cell import Cell, MergedCell\nfrom openpyxl.worksheet.worksheet import Worksheet\nresult = [isinstance(ws['A1'], Cell), isinstance(ws, Worksheet), isinstance(ws['A1'], MergedCell), isinstance(5, Cell)]",
    "a cell's parent": "result = [ws['A1'].parent.title, ws['B1'].col_idx, ws['A1'].has_style]",
    "groups": "ws.row_dimensions.group(2, 3, hidden=True)\nws.column_dimensions.group('B', 'B', outline_level=2)\nresult = [[ws.row_dimensions[r].outline_level, ws.row_dimensions[r].hidden] for r in range(1, 5)] + [ws.column_dimensions['B'].outlineLevel]",
    "fitted columns": "for col in ws.iter_cols(max_col=2):\n    longest = max(len(str(c.value or '')) for c in col)\n    ws.column_dimensions[col[0].column_letter].width = (longest + 2) * 1.2\nresult = [ws.column_dimensions[x].width for x in 'AB']",
    "the place of a sheet": "result = [wb.index(ws), wb.worksheets.index(ws)]",
    "all values": "result = [list(row)[:3] for row in ws.values]",
    "named styles": "result = ['Normal' in wb.named_styles, 'Normal' in wb.style_names]",
    "a header row": "header = Font(name='Calibri', size=11, bold=True)\nfor cell in ws[1]:\n    cell.font = header\n    cell.fill = PatternFill(start_color='DDDDDD', end_color='DDDDDD', fill_type='solid')\n    cell.alignment = Alignment(horizontal='center')\nresult = [[c.font.b, c.fill.fgColor.rgb, c.alignment.horizontal] for c in ws[1]]",
    "zebra stripes": "for row in ws.iter_rows(min_row=2, max_row=ws.max_row):\n    if row[0].row % 2 == 0:\n        for cell in row:\n            cell.fill = PatternFill('solid', fgColor='EEEEEE')\nresult = [[c.fill.fill_type for c in row] for row in ws.iter_rows()]",
    "a frame": "t = Side(border_style='thin', color='000000')\nfor row in ws['A1:C3']:\n    for cell in row:\n        cell.border = Border(top=t, left=t, right=t, bottom=t)\nresult = [[c.border.left.style for c in row] for row in ws['A1:D4']]",
}
"""What is less frequent, and what the frequent ones are used for together."""

OPEN = "The workbook is already open as `workbook`, and the host saves it: change cells, then end the macro."

EXCLUDED: dict[str, tuple[str, str, str | None]] = {
    "load_workbook()": ("from openpyxl import load_workbook", '"load_workbook" cannot be imported from openpyxl', OPEN),
    "Workbook()": ("from openpyxl import Workbook", '"Workbook" cannot be imported from openpyxl', OPEN),
    "wb.save()": ("wb.save('x.xlsx')", "'Workbook' object has no attribute 'save'", "nothing to save in a macro: what it changes is kept when it ends"),
    "wb.close()": ("wb.close()", "'Workbook' object has no attribute 'close'", "nothing to close in a macro"),
    "ws.conditional_formatting": ("ws.conditional_formatting.add('A1', 1)", "sheet.conditional_formatting is not available yet", 'this version has no conditional formats: leave it out; what the file has of it is kept'),
    "cell.hyperlink": ("ws['A1'].hyperlink", "cell.hyperlink is not available yet", 'this version has no links: leave it out; what the file has of it is kept'),
    "cell.comment": ("ws['A1'].comment", "cell.comment is not available yet", 'this version has no notes and comments: leave it out; what the file has of it is kept'),
    "cell.comment =": ("ws['A1'].comment = 1", "cell.comment is not available yet", 'this version has no notes and comments: leave it out; what the file has of it is kept'),
    "ws.auto_filter": ("ws.auto_filter.ref = 'A1:B2'", "sheet.auto_filter is not available yet", 'this version has no filters: leave it out; what the file has of it is kept'),
    "wb.active =": ("wb.active = 0", "setting workbook.active is not available yet", "it can be read in this version"),
    "Comment()": ("from openpyxl.comments import Comment", 'module "openpyxl.comments" cannot be imported by a macro', "This module is not available yet. A macro writes values, formulas and formats (openpyxl.styles); what a file holds beside them is kept."),
}  # fmt: skip
"""Those that need structure, objects or files: code, message, hint."""


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


@pytest.fixture
def runtime(engine: Engine, tmp_path: Path) -> Iterator[Runtime]:
    with engine.open(plain_book(tmp_path / "book.xlsx")) as runtime:
        yield runtime


def counted() -> list[tuple[str, str]]:
    """(idiom, what it comes to) of each row."""
    lines = COUNTS.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line[:1] != "#"]
    return [(row[0], row[3]) for row in rows]


def test_every_counted_idiom_works_or_is_refused() -> None:
    rows = counted()
    assert {idiom for idiom, comes_to in rows if comes_to == "works"} == set(WORKS)
    assert {idiom for idiom, comes_to in rows if comes_to != "works"} == set(EXCLUDED)
    assert (len(WORKS), {comes_to for _, comes_to in rows}) == (
        48,
        {"works", "load or save", "structure", "object"},
    )


def by_openpyxl(path: Path, code: str) -> Any:
    book = openpyxl.load_workbook(path)
    names: dict[str, Any] = {"wb": book, "ws": book["Data"]}
    exec(IMPORTS + code, names)
    return names["result"]


@pytest.mark.filterwarnings("ignore:Call to deprecated function copy")
@pytest.mark.parametrize("name", [*WORKS, *MORE])
def test_an_idiom_gives_what_openpyxl_gives(runtime: Runtime, tmp_path: Path, name: str) -> None:
    code = WORKS.get(name) or MORE[name]
    outcome = runtime.execute(f"{IMPORTS}wb = workbook\nws = wb['Data']\n{code}\nreturn result", mode="write")
    assert outcome.error is None
    assert outcome.value == by_openpyxl(tmp_path / "book.xlsx", code)


@pytest.mark.parametrize("idiom", EXCLUDED)
def test_what_a_macro_cannot_do_yet_is_refused_by_name(runtime: Runtime, idiom: str) -> None:
    code, message, hint = EXCLUDED[idiom]
    outcome = runtime.execute(f"wb = workbook\nws = wb['Data']\n{code}", mode="write")
    assert outcome.error is not None
    refusals = outcome.error.refusals
    told = (refusals[0].message, refusals[0].hint) if refusals else (outcome.error.message, outcome.error.hint)
    assert told == (message, hint)


def test_the_private_style_of_a_cell_is_refused_with_what_to_copy(runtime: Runtime) -> None:
    outcome = runtime.execute("ws = workbook['Data']\nws['A1']._style = ws['A2']._style", mode="write")
    assert outcome.error is not None
    assert {(refusal.message, refusal.hint) for refusal in outcome.error.refusals} == {
        (
            'attribute "_style" cannot be used in a macro',
            "Copy what you need of it: cell.font = other.font; likewise fill, border, alignment, number_format, protection.",
        )
    }


PIECES = {
    "a wrong word": ("Side(style='thinn')", "Side(style=...) has no choice 'thinn'", "did you mean 'thin' or 'thick'?"),
    "a word of another library": ("Alignment(vertical='middle')", "Alignment(vertical=...) has no choice 'middle'", "one of top, center, bottom, justify, distributed"),
    "a colour with #": ("PatternFill('solid', fgColor='#FFFF00')", "PatternFill(fgColor=...) has no colour '#FFFF00'", "write it without #: 'FFFF00'"),
    "a colour by name": ("Font(color='red')", "Font(color=...) has no colour 'red'", 'write its hex digits: RRGGBB such as "FFFF00", or AARRGGBB'),
    "an argument of no look": ("Font(colour='FF0000')", "Font has no argument 'colour'", "did you mean color?"),
    "a size of none": ("Font(size=0)", "Font(size=...) takes 1 to 409", None),
    "text for a truth": ("Font(bold='yes')", "Font(bold=...) takes True or False, not str", None),
    "text for a side": ("Border(left='thin')", "Border(left=...) takes a Side, not str", 'write Side(style="thin")'),
    "text for a font": ("ws['A1'].font = 'bold'", "font takes a Font, not str", "write font = Font(bold=True), after from openpyxl.styles import Font"),
    "nothing for a fill": ("ws['A1'].fill = None", "fill takes a PatternFill or a GradientFill, not NoneType", 'write fill = PatternFill("solid", fgColor="FFFF00"), after from openpyxl.styles import PatternFill'),
    "setting a part": ("ws['A1'].font.bold = True", "a Font never changes, so its bold cannot be set", "assign a changed copy: cell.font = cell.font.copy(bold=...)"),
    "setting a part of a part": ("ws['A1'].border.left.style = 'thin'", "a Side never changes, so its style cannot be set", "make a new one: Side(...)"),
    "a style that is not there": ("ws['A1'].style = 'Goood'", "there is no named style 'Goood'", "did you mean 'Good'?"),
    "a style made twice": ("wb.add_named_style(NamedStyle(name='x'))\nwb.add_named_style(NamedStyle(name='X', number_format='0'))", "there is a named style 'x' that looks different", "give it another name, or use the one there is: cell.style = 'x'"),
    "a name that a font does not have": ("ws['A1'].font.colour", "'Font' object has no attribute 'colour'", "did you mean color?"),
    "a function of the package": ("import openpyxl\nopenpyxl.load_workbook('x.xlsx')", "module has no attribute 'load_workbook'", OPEN),
    "a letter of no column": ("get_column_letter(0)", "a sheet has columns 1 to 16,384", "columns count from 1"),
    "making a cell": ("from openpyxl.cell import Cell\nCell(ws, 1, 1)", "a macro does not make a Cell", "write sheet.cell(row, column)"),
}  # fmt: skip


@pytest.mark.parametrize("name", PIECES)
def test_a_mistake_with_a_look_is_answered_with_what_to_write(runtime: Runtime, name: str) -> None:
    code, message, hint = PIECES[name]
    outcome = runtime.execute(f"{IMPORTS}wb = workbook\nws = wb['Data']\n{code}", mode="write")
    assert outcome.error is not None
    assert (outcome.error.message, outcome.error.hint) == (message, hint)
    assert outcome.changes == ()
