"""Reading a sheet: the fast levels against lxml, and the traps of real files."""

import random
from collections.abc import Callable

import pytest
from macrocell.facade.value import CellError, RichText, TextRun
from macrocell.facade.workbook.model.formula import ArrayFormula, DataTable, SharedFormula
from macrocell.facade.workbook.model.pane import Pane
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.model.row import Row
from macrocell.facade.workbook.model.sheet import Sheet, SheetFormat
from macrocell.facade.workbook.xlsx.error import FileRefusedError
from macrocell.facade.workbook.xlsx.read import cascade, read_workbook
from macrocell.facade.workbook.xlsx.read import sheet as reading
from macrocell.facade.workbook.xlsx.read import workbook as opening
from macrocell.facade.workbook.xlsx.read.cell import Desk
from support.big_workbook import VARIANTS, WORDS, big_workbook, package
from support.corpus import each_file

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
PREFIXED = (
    f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData>'
    '<x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>'
)


def part(rows: str, *, around: tuple[str, str] = ("", ""), main: str = MAIN) -> str:
    return f'<worksheet xmlns="{main}">{around[0]}<sheetData>{rows}</sheetData>{around[1]}</worksheet>'


def read(content: str | bytes, **more: str) -> Sheet:
    sheet = read_workbook(package({"xl/worksheets/sheet1.xml": content}, **more)).sheets[0]
    sheet.load()
    return sheet


def cells(sheet: Sheet) -> dict[tuple[int, int], object]:
    return {
        (row0, col0): value
        for row0, row in sheet.each_row()
        for col0 in range(row.width())
        if (value := row.value(col0)) is not None
    }


def dump(sheet: Sheet) -> object:
    """Everything about a loaded sheet, in a form that compares by value and type."""
    rows = {row0: _row(row) for row0, row in sheet.each_row()}
    around = (sheet.merges, sheet.blocks, sheet.columns, sheet.panes, sheet.format, sheet.styled_rows)
    return rows, around, len(sheet.rows), sorted(sheet.far)


def _row(row: Row) -> object:
    width = max(row.width(), len(row.styles) if isinstance(row.styles, tuple) else 16_384)
    values = [
        ("rich", *(run.text for run in value.runs)) if type(value) is RichText else (type(value), value)
        for value in (row.value(col0) for col0 in range(width))
    ]
    entries = [(col0, _entry(row.formula(col0))) for col0 in row.formula_columns()]
    return values, [row.style(col0) for col0 in range(width)], entries, row.attributes, row.source0, type(row.values)


def _entry(entry: object) -> object:
    if type(entry) is SharedFormula:
        group = entry.group
        return group.index, group.text, group.row0, group.col0, group.rect, entry.col0
    return entry


def outcome(data: bytes, monkeypatch: pytest.MonkeyPatch, reader: Callable[[Sheet, bytes, Desk], None]) -> object:
    monkeypatch.setattr(opening, "read_sheet", reader)
    try:
        workbook = read_workbook(data)
        for sheet in workbook.sheets:
            sheet.load()
    except FileRefusedError as error:
        return error.code, str(error)
    return [dump(sheet) for sheet in workbook.sheets]


def assert_fast_equals_tree(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = outcome(data, monkeypatch, reading.read_sheet)
    assert fast == outcome(data, monkeypatch, reading.read_sheet_by_tree)


@pytest.mark.parametrize("path", list(each_file()), ids=lambda path: path.name)
def test_the_cascade_equals_lxml_on_real_files(path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_fast_equals_tree(path.read_bytes(), monkeypatch)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_cascade_equals_lxml_on_generated_sheets(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_fast_equals_tree(big_workbook(variant, 1500), monkeypatch)


@pytest.mark.parametrize("variant", VARIANTS)
def test_regular_sheets_never_reach_lxml(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "read_tree", lambda *_: pytest.fail("lxml was used"))
    workbook = read_workbook(big_workbook(variant, 600))
    workbook.sheets[0].load()
    assert len(workbook.sheets[0].rows) == 600


_PIECES = (
    '<c r="{c}{r}"><v>{n}</v></c>', '<c r="{c}{r}" s="1"><v>{n}.5</v></c>', '<c r="{c}{r}" t="s"><v>{i}</v></c>',
    '<c s="2" r="{c}{r}" t="str"><f>A1</f><v>a&amp;b_x0041_</v></c>', '<c r="{c}{r}" t="str"><f>B1</f><v/></c>',
    '<c r="{c}{r}" t="str"><f>B1</f><v></v></c>', '<c r="{c}{r}" t="b"><v>1</v></c>', "<c r='{c}{r}'><v>7</v></c>",
    '<c r="{c}{r}" t="e"><v>#N/A</v></c>', '<c r="{c}{r}" s="3"/>', '<c r="{c}{r}"></c>', '<c r="{c}{r}"><v/></c>',
    '<c r="{c}{r}" t="d"><v>2021-02-03</v></c>', '<c r="{c}{r}"><v>1e3</v></c>', '<c r="{c}{r}"><v>-0.25E-2</v></c>',
    '<c r="{c}{r}"><v>12345678901234567</v></c>', '<c r="{c}{r}"><v>+5</v></c>', '<c r="{c}{r}"><v>.5</v></c>',
    '<c r="{c}{r}"><v> 7 </v></c>', '<c r="{c}{r}"><v>1e999</v></c>', '<c r="{c}{r}"><v>NaN</v></c>',
    '<c r="{c}{r}"><v>007</v></c>', '<c r="{c}{r}" t="inlineStr"><is><t>x &lt;y</t></is></c>',
    '<c r="{c}{r}" t="inlineStr"><is><r><rPr><b/></rPr><t>b</t></r><r><t xml:space="preserve"> c</t></r></is></c>',
    '<c r="{c}{r}"><f t="shared" ref="{c}{r}:{c}99" si="{n}">A{r}+1</f><v>1</v></c>', ' \n ',
    '<c r="{c}{r}"><f t="shared" si="0"/><v>{n}</v></c>', '<c r="{c}{r}"><f ca="1">NOW()</f><v>{n}</v></c>',
    '<c r="{c}{r}" cm="1"><f t="array" ref="{c}{r}">SUM(A1)</f><v>2</v></c>', '<c r="{c}{r}"><f/><v>1</v></c>',
    '<c r="{c}{r}"><v xml:space="preserve">3</v></c>', '<c r="{c}{r}" s="99" vm="1"><v>4</v></c>',
    '<c r="{c}{r}" ><v>4</v ></c>',
    '<c r="{c}{r}"><v>4</v><extLst><ext/></extLst></c>', '<c r="{c}{r}" t="inlineStr"><v>4</v></c>',
)  # fmt: skip
_ODD = (
    "<c><v>5</v></c>", '<c r="A1"><v>1</v></c>', '<c r="$B$2"/>', '<c r="XFD{r}"><v>9</v></c>',
    '<c r="{c}{r}" t="x"><v>1</v></c>',
    '<c r="{c}{r}"><v>bad</v></c>', '<c r="{c}{r}" t="s"><v>99999</v></c>', "<x/>", '<c r="{c}{r}"><v>&bad;</v></c>',
)  # fmt: skip


@pytest.mark.parametrize("seed", range(120))
def test_the_cascade_equals_lxml_on_random_mixtures(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(seed)
    pieces = dice.sample(_PIECES, dice.randint(1, 6)) + (dice.sample(_ODD, 1) if dice.random() < 0.2 else [])
    opened = [
        '<row r="{r}">',
        '<row r="{r}" ht="12" spans="1:9">',
        '<row ht="3"  r="{r}">',
        "<row>",
        '<row r="{r}" s="1" >',
    ]
    rows = [f'<c r="A{1}"><f t="shared" ref="A1:Z99" si="0">B1*2</f><v>1</v></c>']
    text = [f'<row r="1">{rows[0]}</row>']
    head = dice.choice(opened[:3])
    for number in range(2, dice.randint(3, 30)):
        if dice.random() < 0.1:
            text.append(f'<row r="{number}" ht="5"/>')
            continue
        row_head = head if dice.random() < 0.9 else dice.choice(opened)
        body = "".join(
            dice.choice(pieces).format(c=letter, r=number, n=number * 3, i=dice.randrange(len(WORDS)))
            for letter in "ABCDE"
            if dice.random() < 0.9
        )
        text.append(row_head.format(r=number) + body + "</row>")
    sheet = part("".join(text), around=('<cols><col min="2" max="3" style="1"/></cols>', ""))
    assert_fast_equals_tree(package({"xl/worksheets/sheet1.xml": sheet}), monkeypatch)


def test_values_of_every_type() -> None:
    sheet = read(
        part(
            '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>1.0</v></c><c r="C1" t="n"><v>-2E3</v></c>'
            '<c r="D1" t="b"><v>0</v></c><c r="E1" t="e"><v>#DIV/0!</v></c><c r="F1" t="s"><v>2</v></c>'
            '<c r="G1" t="str"><v>t</v></c><c r="H1" t="d"><v>2021-01-01T12:00:00</v></c>'
            '<c r="I1" t="inlineStr"><is><t xml:space="preserve"> i </t></is></c></row>'
        )
    )
    values = sheet.rows[0].values
    assert values == [1, 1.0, -2000.0, False, CellError("#DIV/0!"), "item 2", "t", 44197.5, " i "]
    assert [type(value) for value in values] == [int, float, float, bool, CellError, str, str, float, str]


def test_blank_and_empty_text_differ() -> None:
    sheet = read(part('<row r="1"><c r="A1" t="str"><f>B1</f><v/></c><c r="B1"><v/></c><c r="C1" t="str"/></row>'))
    assert cells(sheet) == {(0, 0): ""}
    assert sheet.rows[0].formula(0) == "B1"


def test_numbers_keep_15_digits_and_never_become_infinite() -> None:
    numbers = ["123456789012345", "-123456789012345", "1234567890123456", "1e999", "INF", "5.", "1" * 400]
    row = "".join(f'<c r="{letter}1"><v>{text}</v></c>' for letter, text in zip("ABCDEFG", numbers, strict=True))
    values = read(part(f'<row r="1">{row}</row>')).rows[0].values
    bad = CellError("#NUM!")
    assert values == [123456789012345, -123456789012345, 1234567890123456.0, bad, bad, 5.0, bad]
    assert [type(value) for value in values[:3]] == [int, int, float]


@pytest.mark.parametrize(
    ("cell", "trouble"),
    [
        ('<c r="B2"><v>1_000</v></c>', "has the number '1_000'"),
        ('<c r="B2"><v>٣</v></c>', "has the number '٣'"),
        ('<c r="B2" t="b"><v>2</v></c>', "has the truth value '2'"),
        ('<c r="B2" t="s"><v>5000</v></c>', "has the shared string '5000' of 5,000"),
        ('<c r="B2" t="s"><v>-1</v></c>', "has the shared string '-1' of 5,000"),
        ('<c r="B2" t="q"><v>1</v></c>', "has the unknown type 'q'"),
        ('<c r="B2" t="d"><v>today</v></c>', "has the date 'today'"),
        ('<c r="B2" s="x"><v>1</v></c>', "has the style 'x'"),
        ('<c r="B3"><v>1</v></c>', "is called B3"),
        ('<c r="B2"><f t="shared" si="7"/><v>1</v></c>', "uses the shared formula 7, which is not defined"),
        ('<c r="B2"><f t="array" ref="A0">1</f></c>', "has the reference 'A0'"),
        ('<c r="B2"><f t="odd">1</f></c>', "has a formula of the unknown type 'odd'"),
    ],
)
def test_a_damaged_cell_is_named(cell: str, trouble: str) -> None:
    with pytest.raises(FileRefusedError) as refused:
        read(part(f'<row r="1"><c r="A1"><v>1</v></c></row><row r="2">{cell}</row>'))
    place = "B3" if "called" in trouble else "B2"
    expected = f"xl/worksheets/sheet1.xml: cell {'B2' if place == 'B3' else place} {trouble}"
    assert (refused.value.code, str(refused.value)) == ("corrupt", expected)


def test_a_refused_sheet_stays_unloaded_and_empty() -> None:
    workbook = read_workbook(package({"xl/worksheets/sheet1.xml": part('<row r="1"><c r="A1"><v>x</v></c></row>')}))
    for _ in range(2):
        with pytest.raises(FileRefusedError):
            workbook.sheets[0].load()
        assert not workbook.sheets[0].loaded
        assert workbook.sheets[0].rows == []


def test_shared_formulas_out_of_order_reused_and_before_their_master() -> None:
    sheet = read(
        part(
            '<row r="1"><c r="A1"><f t="shared" si="5"/><v>1</v></c>'
            '<c r="B1"><f t="shared" ref="B1:B3" si="0">C1</f></c></row>'
            '<row r="2"><c r="A2"><f t="shared" ref="A1:A3" si="5">B2</f><v>1</v></c>'
            '<c r="B2"><f t="shared" si="0"/></c></row>'
            '<row r="3"><c r="A3"><f t="shared" si="5"/><v>1</v></c>'
            '<c r="B3"><f t="shared" ref="B3:B4" si="0">D3</f></c></row>'
            '<row r="4"><c r="B4"><f t="shared" si="0"/></c></row>'
        )
    )
    group = sheet.rows[0].formula(0).group
    assert (group.text, group.row0, group.col0, group.rect) == ("B2", 1, 0, Rect(0, 0, 2, 0))
    assert sheet.rows[2].formula(0).group is group
    assert [sheet.rows[row0].formula(1).group.text for row0 in range(4)] == ["C1", "C1", "D3", "D3"]


def test_blocks_and_their_formulas() -> None:
    sheet = read(
        part(
            '<row r="1"><c r="A1"><f t="array" ref="A1:B2">{1,2}</f><v>1</v></c>'
            '<c r="C1" cm="1"><f t="array" ref="C1:C9">_xlfn.SEQUENCE(9)</f><v>1</v></c></row>'
            '<row r="2"><c r="D2"><f t="dataTable" ref="D2:D4" dt2D="1" dtr="1" r1="A1" r2="B1"/><v>1</v></c></row>'
        )
    )
    assert sheet.rows[0].formula(0) == ArrayFormula("{1,2}", Rect(0, 0, 1, 1))
    assert sheet.rows[0].formula(2) == ArrayFormula("_xlfn.SEQUENCE(9)", Rect(0, 2, 8, 2), dynamic=True)
    assert sheet.rows[1].formula(3) == DataTable(
        Rect(1, 3, 3, 3), b't="dataTable" ref="D2:D4" dt2D="1" dtr="1" r1="A1" r2="B1"'
    )
    assert sheet.blocks == [Rect(0, 0, 1, 1), Rect(0, 2, 8, 2), Rect(1, 3, 3, 3)]


def test_rich_text_keeps_its_runs_and_loses_phonetic_hints() -> None:
    sheet = read(
        part(
            '<row r="1"><c r="A1" t="inlineStr"><is><r><rPr><b/></rPr><t>bold</t></r><r><t> plain</t></r></is></c>'
            '<c r="B1" t="inlineStr"><is><t>漢</t><rPh sb="0" eb="1"><t>カン</t></rPh>'
            '<phoneticPr fontId="1"/></is></c></row>'
        )
    )
    rich, plain = sheet.rows[0].values
    assert rich.runs == (TextRun("bold", b"<rPr><b/></rPr>"), TextRun(" plain"))
    assert rich.raw == b"<r><rPr><b/></rPr><t>bold</t></r><r><t> plain</t></r>"
    assert plain == "漢"


def test_escapes_are_decoded_once_and_pairs_together() -> None:
    text = "_x000D_|_x005F_x0041_|_xD83D__xDE00_|_xD83D_|_x00g1_|&#10;|&#x1F600;"
    sheet = read(part(f'<row r="1"><c r="A1" t="inlineStr"><is><t>{text}</t></is></c></row>'))
    assert sheet.rows[0].value(0) == "\r|_x0041_|😀|_xD83D_|_x00g1_|\n|😀"


@pytest.mark.parametrize(
    "content",
    [
        "\ufeff" + part('<row r="1"><c r="A1"><v>1</v></c></row>'),
        PREFIXED,
        part('<row r="1"><c r="A1"><v>1</v></c></row>', main=STRICT),
        part("<row><c><v>1</v></c></row>"),
        '<?xml version="1.0"?>\r\n' + part('\r\n<row r="1">\r\n<c r="A1">\r\n<v>1</v></c></row>\r\n'),
        part('<!-- </sheetData> --><row r="1"><c r="A1"><v>1</v></c></row>'),
        part('<row r="1"><c r="A1"><v><![CDATA[1]]></v></c></row>'),
        part('<row r="1"><c r="A1"><v>1</v></c></row>', around=("<!-- <sheetData> -->", "")),
        "\ufeff" + '<?xml version="1.0" encoding="utf-16"?>' + part('<row r="1"><c r="A1"><v>1</v></c></row>'),
    ],
    ids=["bom", "prefix", "strict", "no r", "crlf", "comment", "cdata", "comment before", "utf-16"],
)  # fmt: skip
def test_one_cell_in_every_dress(content: str) -> None:
    raw = content.encode("utf-16-le" if "utf-16" in content else "utf-8")
    assert cells(read(raw)) == {(0, 0): 1}


def test_line_ends_in_text_are_normalised() -> None:
    sheet = read(part('<row r="1"><c r="A1" t="inlineStr"><is><t>a\r\nb\rc</t></is></c></row>'))
    assert sheet.rows[0].value(0) == "a\nb\nc"


def test_rows_keep_their_attributes_and_place() -> None:
    sheet = read(
        part(
            '<row r="2" spans="1:3" ht="20.5" customHeight="1" x14ac:dyDescent="0.2"><c r="B2" s="3"/></row>'
            '<row r="4" hidden="1"/><row r="5"></row>'
        ).replace("<worksheet ", '<worksheet xmlns:x14ac="urn:x" ')
    )
    assert sheet.row(0) is None
    assert sheet.rows[1].attributes == b'ht="20.5" customHeight="1" x14ac:dyDescent="0.2"'
    assert [row.source0 for row in sheet.rows if row] == [1, 3, 4]
    assert (sheet.rows[1].styles, sheet.rows[1].values) == ((0, 3), [])
    assert sheet.rows[3].attributes == b'hidden="1"'
    assert sheet.used_rect() is None


def test_merges_and_columns_are_read_around_the_rows() -> None:
    sheet = read(
        part(
            '<row r="1"><c r="A1"><v>1</v></c></row>',
            around=(
                '<cols><col min="1" max="2" style="2"/><col width="9" min="5" max="16384" style="1"/></cols>',
                '<mergeCells count="2"><mergeCell ref="A1:B2"/><mergeCell ref="C3:C9"/></mergeCells>',
            ),
        )
    )
    assert sheet.merges == [Rect(0, 0, 1, 1), Rect(2, 2, 8, 2)]
    assert [span[:3] for span in sheet.columns if span.style] == [(0, 1, 2), (4, 16383, 1)]


VIEWS = (
    '<sheetPr><outlinePr summaryBelow="0" summaryRight="false"/></sheetPr>'
    '<sheetViews><sheetView workbookViewId="0"/><sheetView workbookViewId="1">'
    '<pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>'
    '<sheetFormatPr defaultRowHeight="12.75" defaultColWidth="11"/>'
    '<cols><col min="2" max="2" outlineLevel="1"/></cols>'
)
CUSTOM_PANE = '<pane ySplit="9" state="frozen"/>'
CUSTOM_VIEW = f"<customSheetViews><customSheetView>{CUSTOM_PANE}</customSheetView></customSheetViews>"


def test_views_sizes_and_outlines_are_read_around_the_rows() -> None:
    row = '<row r="1" outlineLevel="2"><c r="A1"><v>1</v></c></row>'
    sheet = read(part(row, around=(VIEWS, CUSTOM_VIEW)))
    assert sheet.panes == (None, Pane(rows=1, top=1))
    assert sheet.format == SheetFormat(12.75, 11.0, False, False, 2, 1)


def test_a_sheet_without_views_and_sizes_has_the_usual_ones() -> None:
    sheet = read(part('<row r="1"/>', around=('<sheetFormatPr defaultRowHeight="x" defaultColWidth="-1"/>', "")))
    assert (sheet.panes, sheet.format) == ((None,), SheetFormat())


def test_a_far_cell_costs_no_rows_and_no_columns() -> None:
    sheet = read(
        part(
            '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>'
            '<row r="1048576"><c r="C1048576" s="3"/></row>'
        )
    )
    assert sheet.rows[0].values == {0: 1, 16383: 2}
    assert len(sheet.rows) == 1
    assert list(sheet.far) == [1048575]
    assert sheet.used_rect() == Rect(0, 0, 0, 16383)


def test_the_used_range_ignores_formats_and_the_dimension() -> None:
    rows = "".join(f'<row r="{r}"><c r="A{r}"><v>{r}</v></c><c r="B{r}"><v>{r}</v></c></row>' for r in range(1, 11))
    sheet = read(part(rows + '<row r="1048576"><c r="A1048576" s="3"/></row>', around=('<dimension ref="A1"/>', "")))
    assert sheet.used_rect() == Rect(0, 0, 9, 1)


def test_a_style_the_file_does_not_have_reads_as_the_default() -> None:
    assert read(part('<row r="1"><c r="A1" s="6"><v>1</v></c></row>')).rows[0].style(0) == 0


def test_a_sheet_without_rows_is_empty() -> None:
    assert read(f'<worksheet xmlns="{MAIN}"><sheetData/></worksheet>').rows == []
    assert read(f'<worksheet xmlns="{MAIN}"/>').rows == []


@pytest.mark.parametrize(
    "rows",
    [
        '<c r="A{n}" t="inlineStr"><is><t>',
        '<c r="A{n}"><f>',
        '<row r="{n}"><c r="A{n}"><is>',
        "<row><c><is>",
        "</row>" * 3,
    ],
)
def test_unclosed_elements_cost_linear_time(rows: str) -> None:
    content = part("".join(rows.replace("{n}", str(number)) for number in range(1, 40_000)))
    with pytest.raises(FileRefusedError):
        read(content)


def test_a_row_too_long_to_scan_is_read_cell_by_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cascade, "MAX_ROW_BYTES", 10_000)
    sheet = read(part('<row r="1">' + '<c r="A1"/>' * 5_000 + '<c r="A1"><v>7</v></c></row>'))
    assert cells(sheet) == {(0, 0): 7}
