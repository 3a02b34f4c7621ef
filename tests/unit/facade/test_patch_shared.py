"""Shared formulas whose master is overwritten: the followers keep their formulas."""

from macrocell.facade.workbook.formula.shared import formula_text
from macrocell.facade.workbook.model.formula import SharedFormula
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.xlsx.check import check_package
from macrocell.facade.workbook.xlsx.package import Package
from macrocell.facade.workbook.xlsx.read import read_workbook
from support.big_workbook import MAIN
from support.saving import book_of, part_of, put, rows_of, saved, sheet_part, with_parts


def column(letter: str, first: int, last: int, *, text: str, ref: str) -> dict[int, str]:
    """Cells of a shared formula down a column: the master and its followers, by row."""
    cells = {first: f'<c r="{letter}{first}"><f t="shared" ref="{ref}" si="0">{text}</f><v>1</v></c>'}
    follower = '<c r="{name}"><f t="shared" si="0"/><v>1</v></c>'
    return cells | {row: follower.format(name=f"{letter}{row}") for row in range(first + 1, last + 1)}


def rows(*columns: dict[int, str]) -> str:
    numbers = sorted({number for cells in columns for number in cells})
    return "".join(
        f'<row r="{number}">{"".join(cells.get(number, "") for cells in columns)}</row>' for number in numbers
    )


def texts(data: bytes) -> dict[tuple[int, int], str]:
    sheet = read_workbook(data).sheets[0]
    sheet.load()
    return {(row0, col0): text(sheet, row0, col0) for row0, row in sheet.each_row() for col0 in row.formula_columns()}


def text(sheet: Sheet, row0: int, col0: int) -> str:
    row = sheet.row(row0)
    assert row is not None
    entry = row.formula(col0)
    if isinstance(entry, SharedFormula):
        return formula_text(entry, row0)
    assert isinstance(entry, str)
    return entry


FOUR = rows(column("B", 2, 5, text="A2*2", ref="B2:B5"))


def test_the_next_cell_of_a_column_becomes_the_master_and_the_rest_stays() -> None:
    book = book_of(sheet_part(FOUR))
    put(book, "B2", 9)
    data = saved(book)
    assert check_package(data) == []
    assert rows_of(data) == (
        '<row r="2"><c r="B2"><v>9</v></c></row>'
        '<row r="3"><c r="B3"><f t="shared" ref="B3:B5" si="0">A3*2</f><v>1</v></c></row>'
        '<row r="4"><c r="B4"><f t="shared" si="0"/><v>1</v></c></row>'
        '<row r="5"><c r="B5"><f t="shared" si="0"/><v>1</v></c></row>'
    )
    assert texts(data) == {(2, 1): "A3*2", (3, 1): "A4*2", (4, 1): "A5*2"}


def test_the_last_follower_gets_a_plain_formula() -> None:
    book = book_of(sheet_part(FOUR))
    for cell in ("B2", "B3", "B4"):
        put(book, cell)
    assert rows_of(saved(book)).endswith('<row r="5"><c r="B5"><f>A5*2</f><v>1</v></c></row>')


def test_an_overwritten_follower_leaves_the_group_as_it_is() -> None:
    book = book_of(sheet_part(FOUR))
    put(book, "B4", formula="1+1")
    data = saved(book)
    assert rows_of(data) == FOUR.replace(
        '<f t="shared" si="0"/><v>1</v></c></row><row r="5">', '<f>1+1</f></c></row><row r="5">'
    )
    assert texts(data) == {(1, 1): "A2*2", (2, 1): "A3*2", (3, 1): "1+1", (4, 1): "A5*2"}


def test_in_a_block_the_rest_of_the_masters_row_gets_plain_formulas() -> None:
    second = {row: f'<c r="C{row}"><f t="shared" si="0"/></c>' for row in (2, 3)}
    book = book_of(sheet_part(rows(column("B", 2, 3, text="A2+$A2+B$1", ref="B2:C3"), second)))
    put(book, "B2", 9)
    data = saved(book)
    assert rows_of(data) == (
        '<row r="2"><c r="B2"><v>9</v></c><c r="C2"><f>B2+$A2+C$1</f></c></row>'
        '<row r="3"><c r="B3"><f t="shared" ref="B3:C3" si="0">A3+$A3+B$1</f><v>1</v></c>'
        '<c r="C3"><f t="shared" si="0"/></c></row>'
    )
    assert texts(data) == {(1, 2): "B2+$A2+C$1", (2, 1): "A3+$A3+B$1", (2, 2): "B3+$A3+C$1"}


def test_a_follower_before_its_master_takes_over() -> None:
    forward = (
        '<row r="1"><c r="A1"><f t="shared" si="3"/><v>2</v></c></row>'
        '<row r="2"><c r="A2"><f t="shared" ref="A1:A3" si="3">C2</f><v>2</v></c></row>'
        '<row r="3"><c r="A3"><f t="shared" si="3"/><v>2</v></c></row>'
    )
    book = book_of(sheet_part(forward))
    put(book, "A2")
    data = saved(book)
    assert texts(data) == {(0, 0): "C1", (2, 0): "C3"}
    assert '<c r="A1"><f t="shared" ref="A1:A3" si="3">C1</f><v>2</v></c>' in rows_of(data)


def test_a_number_used_again_is_told_apart_by_its_master() -> None:
    again = rows(column("B", 2, 3, text="A2*2", ref="B2:B3")) + rows(column("B", 5, 6, text="A5*7", ref="B5:B6"))
    book = book_of(sheet_part(again))
    put(book, "B5", 1)
    assert texts(saved(book)) == {(1, 1): "A2*2", (2, 1): "A3*2", (5, 1): "A6*7"}


def test_master_and_follower_set_back_to_what_they_were_change_nothing() -> None:
    book = book_of(sheet_part(FOUR))
    sheet = book.sheets[0]
    sheet.load()
    entries = {row0: row.formula(1) for row0, row in sheet.each_row()}
    before = saved(book)
    for row0 in (1, 2):
        put(book, f"B{row0 + 1}", 1, formula=entries[row0])
    assert saved(book) == before


def test_a_changed_formula_drops_the_calculation_chain() -> None:
    book = book_of(sheet_part(FOUR))
    assert book.package is not None
    types = part_of(book.package.data, "[Content_Types].xml")
    links = part_of(book.package.data, "xl/_rels/workbook.xml.rels")
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"
    override = f'<Override PartName="/xl/calcChain.xml" ContentType="{kind}"/>'
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/calcChain"
    link = f'<Relationship Id="rIdC" Type="{relation}" Target="calcChain.xml"/>'
    data = with_parts(
        book.package.data,
        {
            "[Content_Types].xml": types.replace("</Types>", f"{override}</Types>"),
            "xl/_rels/workbook.xml.rels": links.replace("</Relationships>", f"{link}</Relationships>"),
            "xl/calcChain.xml": f'<calcChain xmlns="{MAIN}"><c r="B2" i="1"/></calcChain>',
        },
    )
    assert check_package(data) == []
    book = read_workbook(data)
    put(book, "A9", "a constant")
    assert "xl/calcChain.xml" in Package(saved(book)).members
    put(book, "B2", 3)
    after = saved(book)
    assert check_package(after) == []
    assert "xl/calcChain.xml" not in Package(after).members
    assert part_of(after, "[Content_Types].xml") == types
    assert part_of(after, "xl/_rels/workbook.xml.rels") == links
