"""The style table, from styles.xml and by appending."""

import pytest
from macrocell.facade.workbook.model import style as model_style
from macrocell.facade.workbook.model.look import (
    Alignment,
    Border,
    Color,
    Font,
    GradientFill,
    PatternFill,
    Protection,
    Side,
    Stop,
)
from macrocell.facade.workbook.model.style import StyleSheet, StyleTable
from macrocell.facade.workbook.xlsx.error import CorruptFileError, TooLargeError
from macrocell.facade.workbook.xlsx.read.style import MAX_STYLES, read_styles

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def styles(*, xfs: str, rest: str = "", main: str = MAIN) -> StyleTable:
    text = f'<styleSheet xmlns="{main}">{rest}<cellXfs>{xfs}</cellXfs></styleSheet>'
    return StyleTable(lambda: read_styles(text.encode(), "xl/styles.xml"))


def test_number_formats_are_built_in_or_the_file_s_own() -> None:
    table = styles(
        rest='<numFmts><numFmt numFmtId="164" formatCode="0 &quot;kg&quot;"/></numFmts>',
        xfs='<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="999"/><xf/>',
    )
    assert [table.number_format(style_id) for style_id in range(6)] == [
        "General", "mm-dd-yy", '0 "kg"', "General", "General", "General",
    ]  # fmt: skip
    assert [table.kind(style_id) for style_id in range(4)] == ["general", "date", "number", "general"]
    assert (table.count, table.source_count) == (5, 5)


def test_everything_about_a_style_is_read() -> None:
    table = styles(
        rest="<fonts><font><b/><i val='1'/><strike val='0'/><u/><sz val='12.5'/><color rgb='FFFF0000'/>"
        "<name val='Arial'/><family val='2'/><vertAlign val='superscript'/></font></fonts>"
        "<fills><fill><patternFill patternType='solid'><fgColor theme='4' tint='-0.25'/><bgColor indexed='64'/>"
        "</patternFill></fill><fill><gradientFill><stop position='0'><color rgb='FF000000'/></stop>"
        "<stop position='1'><color auto='1'/></stop></gradientFill></fill></fills>"
        "<borders><border diagonalUp='1'><left style='thin'><color indexed='8'/></left><right/><top style='none'/>"
        "<bottom style='double'/><diagonal/></border></borders>",
        xfs="<xf fontId='0' fillId='0' borderId='0' quotePrefix='1'><alignment horizontal='center' vertical='top' "
        "wrapText='1' indent='2' textRotation='45'/><protection locked='0' hidden='1'/></xf>"
        "<xf fillId='1' fontId='9'/>",
    )
    assert table.style(0).font == Font(
        name="Arial", size=12.5, bold=True, italic=True, underline="single", color=Color(rgb="FFFF0000"), family=2,
        vert_align="superscript",
    )  # fmt: skip
    assert table.style(0).fill == PatternFill("solid", Color(theme=4, tint=-0.25), Color(indexed=64))
    assert table.style(1).fill == GradientFill(stops=(Stop(0.0, Color(rgb="FF000000")), Stop(1.0, Color(auto=True))))
    assert table.style(0).border == Border(left=Side("thin", Color(indexed=8)), bottom=Side("double"), diagonal_up=True)
    assert table.style(0).alignment == Alignment("center", "top", 45, True, False, 2)
    assert table.style(0).protection == Protection(locked=False, hidden=True)
    assert table.style(0).quote_prefix
    assert table.style(1).font.name == "Calibri"


def test_records_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        StyleTable().style(0).font.bold = True  # type: ignore[misc]


def test_a_style_is_appended_once_and_the_table_keeps_its_ids() -> None:
    table = styles(xfs='<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/>')
    assert table.patched(1, {"number_format": "mm-dd-yy"}) == 1
    first = table.patched(0, {"number_format": "0.0"})
    assert first == 3
    assert table.patched(0, {"number_format": "0.0"}) == 3
    bold = table.patched(1, {"font": Font(bold=True)})
    assert bold == 4
    assert table.patched(first, {"font": Font(bold=True), "number_format": "mm-dd-yy"}) == bold
    assert [(one.id, one.base) for one in table.appended()] == [(3, 0), (4, 1)]
    assert (table.count, table.source_count) == (5, 3)
    assert (table.number_format(3), table.style(4).number_format, table.style(4).font.bold) == ("0.0", "mm-dd-yy", True)
    assert table.kind(3) == "number"
    assert table.patched(99, {"number_format": "0.0"}) == first
    assert table.patched(first, {"number_format": "General"}) == 0


def test_a_style_of_the_file_that_looks_the_same_is_used_again() -> None:
    table = styles(xfs='<xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="10"/><xf numFmtId="9"/>')
    assert table.patched(0, {"number_format": "0%"}) == 1
    fresh = table.patched(3, {"number_format": "0.0"})
    assert table.patched(fresh, {"number_format": "0%"}) == 3


def test_a_style_that_says_more_than_the_properties_is_not_taken_for_another() -> None:
    table = styles(
        xfs='<xf numFmtId="0"/><xf numFmtId="9" pivotButton="1"/><xf numFmtId="9" applyNumberFormat="0"/>'
        '<xf numFmtId="9" pivotButton="0"><extLst><ext uri="x"/></extLst></xf>',
    )
    assert [table.style(place).rest for place in range(4)] == [
        (),
        (("pivotButton", "1"),),
        (("applyNumberFormat", "0"),),
        (("child", f'<extLst xmlns="{MAIN}"><ext uri="x"/></extLst>'),),
    ]
    assert table.patched(0, {"number_format": "0%"}) == 4
    assert table.style(table.patched(2, {"number_format": "0%"})).rest == ()


def test_the_table_refuses_one_style_too_many() -> None:
    table = styles(xfs="<xf/>" * model_style.MAX_STYLES)
    assert table.patched(5, {"number_format": "General"}) == 5
    with pytest.raises(model_style.TooManyStylesError):
        table.patched(0, {"number_format": "0"})


def test_named_styles_are_read_with_what_they_give() -> None:
    table = styles(
        xfs='<xf xfId="0"/><xf xfId="1"/><xf xfId="2"/><xf xfId="7"/>',
        rest='<cellStyleXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="10"/></cellStyleXfs>'
        '<cellStyles><cellStyle name="Normal" xfId="0" builtinId="0"/>'
        '<cellStyle name="Percent" xfId="1" builtinId="5"/><cellStyle name="Twice" xfId="1"/></cellStyles>',
    )
    assert [table.style(place).style for place in range(4)] == ["Normal", "Percent", "#2", "Normal"]
    assert {name: (look.number_format, look.builtin) for name, look in table.named.items()} == {
        "Normal": ("General", 0),
        "Percent": ("0%", 5),
        "#2": ("0.00%", None),
    }


def test_words_and_figures_that_the_format_does_not_know_read_as_the_default() -> None:
    table = styles(
        rest="<fonts><font><sz val='1e9'/><u val='wavy'/><family val='99'/><charset val='-1'/><vertAlign val='x'/>"
        "<color rgb='red' theme='-4' tint='nan'/><scheme val='x'/></font></fonts>"
        "<fills><fill><patternFill patternType='plaid'/></fill></fills>"
        "<borders><border><left style='wavy'/></border></borders>",
        xfs="<xf><alignment horizontal='middle' textRotation='999' indent='-3' readingOrder='9'/></xf>",
    )
    assert table.style(0).font == Font(color=Color())
    assert (table.style(0).fill, table.style(0).border) == (PatternFill(), Border())
    assert table.style(0).alignment == Alignment()


def test_the_date_columns_of_a_row_are_known_by_its_styles() -> None:
    table = styles(xfs='<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="46"/><xf numFmtId="2"/>')
    assert table.date_columns((1, 0, 2, 3, 1)) == (0, 2, 4)
    assert table.date_columns(()) == ()
    assert table.date_columns((0, table.patched(0, {"number_format": "h:mm"}))) == (1,)


def test_a_workbook_from_nothing_has_the_one_plain_style() -> None:
    table = StyleTable()
    assert (table.count, table.source_count, table.number_format(0), table.kind(7)) == (1, 1, "General", "general")


def test_a_strict_file_reads_the_same() -> None:
    table = styles(xfs='<xf numFmtId="14"/>', main="http://purl.oclc.org/ooxml/spreadsheetml/main")
    assert table.kind(0) == "date"


def test_a_file_without_styles_has_the_plain_one() -> None:
    assert StyleTable(lambda: StyleSheet([], {})).number_format(0) == "General"


def test_damaged_and_oversized_styles_are_refused_by_part() -> None:
    with pytest.raises(CorruptFileError) as refused:
        read_styles(b"<styleSheet>", "xl/styles.xml")
    assert str(refused.value) == (
        "xl/styles.xml: malformed markup: Premature end of data in tag styleSheet line 1, line 1, column 13"
    )
    with pytest.raises(TooLargeError) as large:
        styles(xfs="<xf/>" * (MAX_STYLES + 1)).number_format(0)
    assert str(large.value) == "xl/styles.xml: it has 65,491 cell formats"
