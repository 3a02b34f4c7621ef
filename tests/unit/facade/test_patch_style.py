# ruff: noqa: E501, ISC004  the markup below reads better unbroken
"""styles.xml of a save: looks appended, equal ones used again, everything else as it was."""

import io
from typing import Any

import openpyxl
import pytest
from macrocell.facade.workbook.model.look import (
    Alignment,
    Border,
    Color,
    Font,
    GradientFill,
    NamedLook,
    PatternFill,
    Protection,
    Side,
    Stop,
)
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.xlsx.check import check_package
from macrocell.facade.workbook.xlsx.read import read_workbook
from support.big_workbook import package
from support.saving import SHEET1, part_of, restyle, saved, sheet_part, with_parts

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
ROWS = sheet_part('<row r="1"><c r="A1" s="1"><v>1</v></c></row>')
HEAD = (
    '<fonts count="1" x:known="1"><font><sz val="10"/><name val="Arial"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
    "</fills>"
)
BORDERS = '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
NAMED = '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
XFS = (
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
    '<xf numFmtId="9" fontId="0" fillId="0" borderId="0" xfId="0" applyFont="0" pivotButton="1"><alignment wrapText="1"/>'
    '<protection locked="0"/><extLst><ext uri="u"><x:thing/></ext></extLst></xf>'
)
TAIL = (
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles><dxfs count="0"/>'
    '<extLst><ext uri="{a}"><x:more a="1"/></ext></extLst></styleSheet>'
)
ROOT = f'<styleSheet xmlns="{MAIN}" xmlns:x="urn:x">'
STYLES = f'{ROOT}{HEAD}{BORDERS}{NAMED}<cellXfs count="2">{XFS}</cellXfs>{TAIL}'


def book() -> Workbook:
    return read_workbook(with_parts(package({SHEET1: ROWS}), {"xl/styles.xml": STYLES}))


def styled(patch: dict[str, Any], *, base: int = 1, named: NamedLook | None = None) -> tuple[str, bytes]:
    """styles.xml after A1 got a patched style, and the file."""
    model = book()
    if named is not None:
        model.styles.add_named(named)
    restyle(model, "A1", model.styles.patched(base, patch))
    data = saved(model)
    assert check_package(data) == []
    return part_of(data, "xl/styles.xml"), data


def test_a_property_that_is_set_leaves_the_rest_of_its_format_as_it_was() -> None:
    styles, data = styled({"font": Font(name="Arial", size=10.0, bold=True)})
    new_font = '<font><b/><sz val="10"/><name val="Arial"/></font>'
    new_xf = (
        '<xf numFmtId="9" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" pivotButton="1"><alignment wrapText="1"/>'
        '<protection locked="0"/><extLst><ext uri="u"><x:thing/></ext></extLst></xf>'
    )
    assert styles == (
        ROOT
        + HEAD.replace('<fonts count="1"', '<fonts count="2"').replace("</fonts>", f"{new_font}</fonts>")
        + BORDERS
        + NAMED
        + f'<cellXfs count="3">{XFS}{new_xf}</cellXfs>'
        + TAIL
    )
    cell = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0]["A1"]
    assert (cell.font.b, cell.alignment.wrap_text, cell.protection.locked, cell.number_format) == (
        True,
        True,
        False,
        "0%",
    )


def test_fonts_fills_and_borders_that_are_there_are_used_again() -> None:
    styles, _ = styled(
        {
            "font": Font(name="Arial", size=10.0),
            "fill": PatternFill("gray125"),
            "border": Border(),
            "alignment": Alignment(),
            "number_format": "0.00",
        }
    )
    assert styles == STYLES.replace('<cellXfs count="2">', '<cellXfs count="3">').replace(
        "</cellXfs>",
        '<xf numFmtId="2" fontId="0" fillId="1" borderId="0" xfId="0" applyFont="1" pivotButton="1" applyNumberFormat="1"'
        ' applyFill="1" applyAlignment="1"><protection locked="0"/><extLst><ext uri="u"><x:thing/></ext></extLst></xf>'
        "</cellXfs>",
    )


LOOKS: dict[str, tuple[dict[str, Any], str]] = {
    "every part of a font": (
        {
            "font": Font(
                "A & <b>", 12.5, True, True, "double", True, Color(theme=4, tint=-0.25), "superscript", 2, 161, "minor",
                True, True, True, True,
            )
        },
        '<font><b/><i/><strike/><condense/><extend/><outline/><shadow/><u val="double"/><vertAlign val="superscript"/>'
        '<sz val="12.5"/><color theme="4" tint="-0.25"/><name val="A &amp; &lt;b&gt;"/><family val="2"/>'
        '<charset val="161"/><scheme val="minor"/></font>',
    ),
    "a plain underline": ({"font": Font(underline="single")}, "<font><u/></font>"),
    "a pattern": (
        {"fill": PatternFill("darkUp", Color(rgb="FF00AA00"), Color(indexed=64))},
        '<fill><patternFill patternType="darkUp"><fgColor rgb="FF00AA00"/><bgColor indexed="64"/></patternFill></fill>',
    ),
    "a gradient": (
        {"fill": GradientFill("path", 0.0, 0.5, 0.5, 0.25, 0.75, (Stop(0.0, Color(auto=True)), Stop(1.0, Color(theme=1))))},
        '<fill><gradientFill type="path" left="0.5" right="0.5" top="0.25" bottom="0.75"><stop position="0">'
        '<color auto="1"/></stop><stop position="1"><color theme="1"/></stop></gradientFill></fill>',
    ),
    "a border": (
        {
            "border": Border(
                Side("thin", Color(rgb="FF000000")), diagonal=Side("hair"), diagonal_up=True, diagonal_down=True,
                outline=False, vertical=Side("dashed"),
            )
        },
        '<border diagonalUp="1" diagonalDown="1" outline="0"><left style="thin"><color rgb="FF000000"/></left><right/>'
        '<top/><bottom/><diagonal style="hair"/><vertical style="dashed"/></border>',
    ),
    "an alignment": (
        {"alignment": Alignment("justify", "top", 90, True, True, 3, True, 2, -1)},
        '<alignment horizontal="justify" vertical="top" textRotation="90" wrapText="1" indent="3" relativeIndent="-1"'
        ' justifyLastLine="1" shrinkToFit="1" readingOrder="2"/>',
    ),
    "a protection": ({"protection": Protection(locked=False, hidden=True)}, '<protection locked="0" hidden="1"/>'),
}  # fmt: skip


@pytest.mark.parametrize("name", LOOKS)
def test_a_look_is_written_in_schema_order_and_reads_back_the_same(name: str) -> None:
    patch, markup = LOOKS[name]
    styles, data = styled(patch, base=0)
    assert styles.count(markup) == 1
    again = read_workbook(data)
    again.sheets[0].load()
    row = again.sheets[0].row(0)
    assert row is not None
    style = again.styles.style(row.style(0))
    assert {key: getattr(style, key) for key in patch} == patch


def test_a_named_style_comes_in_with_its_format_and_its_name() -> None:
    look = NamedLook("own & <more>", "0.0", Font(name="Arial", size=8.0), protection=Protection(locked=False))
    patch = {"style": look.name, "number_format": look.number_format, "font": look.font, "protection": look.protection}
    styles, data = styled(patch, base=0, named=look)
    assert (
        '<cellStyleXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'
        '<xf numFmtId="164" fontId="1" fillId="0" borderId="0"><protection locked="0"/></xf></cellStyleXfs>'
    ) in styles
    assert '<cellStyle name="own &amp; &lt;more&gt;" xfId="1"/></cellStyles>' in styles
    cell = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0]["A1"]
    assert (cell.style, cell.font.sz, cell.number_format, cell.protection.locked) == ("own & <more>", 8, "0.0", False)


@pytest.mark.filterwarnings("ignore:Workbook contains no default style")
def test_a_part_without_named_styles_gets_normal_too() -> None:
    bare = f'<styleSheet xmlns="{MAIN}"><cellXfs><xf/></cellXfs></styleSheet>'
    model = read_workbook(with_parts(package({SHEET1: ROWS}), {"xl/styles.xml": bare}))
    model.styles.add_named(NamedLook("own", builtin=None))
    restyle(model, "A1", model.styles.patched(0, {"style": "own"}))
    assert part_of(saved(model), "xl/styles.xml") == (
        f'<styleSheet xmlns="{MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/>'
        '<scheme val="minor"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills>'
        '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
        '<cellStyleXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'
        '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
        '<cellXfs count="2"><xf/><xf xfId="1"/></cellXfs>'
        '<cellStyles count="2"><cellStyle name="Normal" xfId="0" builtinId="0"/><cellStyle name="own" xfId="1"/>'
        "</cellStyles></styleSheet>"
    )


def test_styles_that_no_cell_has_take_no_place() -> None:
    model = book()
    for size in range(1, 50):
        model.styles.patched(0, {"font": Font(size=float(size))})
    restyle(model, "A1", model.styles.patched(0, {"font": Font(size=77.0)}))
    styles = part_of(saved(model), "xl/styles.xml")
    assert '<cellXfs count="3">' in styles
    assert '<fonts count="2"' in styles
    assert 's="2"' in part_of(saved(model), SHEET1)
