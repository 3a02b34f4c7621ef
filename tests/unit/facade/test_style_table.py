"""The style table, from styles.xml and by appending."""

import pytest
from macrocell.facade.workbook.model.look import Alignment, Border, Color, Fill, Font, Protection, Side
from macrocell.facade.workbook.model.style import StyleTable
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
    assert table.font(0) == Font(
        name="Arial", size=12.5, bold=True, italic=True, underline="single", color=Color(rgb="FFFF0000"), family=2,
        vert_align="superscript",
    )  # fmt: skip
    assert table.fill(0) == Fill("solid", Color(theme=4, tint=-0.25), Color(indexed=64))
    assert table.fill(1) == Fill(stops=((0.0, Color(rgb="FF000000")), (1.0, Color(auto=True))))
    assert table.border(0) == Border(left=Side("thin", Color(indexed=8)), bottom=Side("double"), diagonal_up=True)
    assert table.alignment(0) == Alignment("center", "top", 45, True, False, 2)
    assert table.protection(0) == Protection(locked=False, hidden=True)
    assert table.style(0).quote_prefix
    assert table.font(1).name == "Calibri"


def test_records_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        StyleTable().font(0).bold = True  # type: ignore[misc]


def test_a_format_is_appended_once_and_the_table_keeps_its_ids() -> None:
    table = styles(xfs='<xf numFmtId="0"/><xf numFmtId="14"/>')
    assert table.with_number_format(1, "mm-dd-yy") == 1
    first = table.with_number_format(0, "0.0")
    assert first == 2
    assert table.with_number_format(0, "0.0") == 2
    assert table.with_number_format(1, "0.0") == 3
    assert table.with_number_format(first, "0%") == 4
    assert table.appended() == [(2, 0, "0.0"), (3, 1, "0.0"), (4, 0, "0%")]
    assert (table.count, table.source_count) == (5, 2)
    assert table.number_format(3) == "0.0"
    assert table.kind(2) == "number"
    assert table.with_number_format(99, "0.0") == first
    assert table.with_number_format(first, "General") == 0


def test_the_date_columns_of_a_row_are_known_by_its_styles() -> None:
    table = styles(xfs='<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="46"/><xf numFmtId="2"/>')
    assert table.date_columns((1, 0, 2, 3, 1)) == (0, 2, 4)
    assert table.date_columns(()) == ()
    assert table.date_columns((0, table.with_number_format(0, "h:mm"))) == (1,)


def test_a_workbook_from_nothing_has_the_one_plain_style() -> None:
    table = StyleTable()
    assert (table.count, table.source_count, table.number_format(0), table.kind(7)) == (1, 1, "General", "general")


def test_a_strict_file_reads_the_same() -> None:
    table = styles(xfs='<xf numFmtId="14"/>', main="http://purl.oclc.org/ooxml/spreadsheetml/main")
    assert table.kind(0) == "date"


def test_a_file_without_styles_has_the_plain_one() -> None:
    assert StyleTable(list).number_format(0) == "General"


def test_damaged_and_oversized_styles_are_refused_by_part() -> None:
    with pytest.raises(CorruptFileError) as refused:
        read_styles(b"<styleSheet>", "xl/styles.xml")
    assert str(refused.value) == (
        "xl/styles.xml: malformed markup: Premature end of data in tag styleSheet line 1, line 1, column 13"
    )
    with pytest.raises(TooLargeError) as large:
        styles(xfs="<xf/>" * (MAX_STYLES + 1)).number_format(0)
    assert str(large.value) == "xl/styles.xml: it has 65,491 cell formats"
