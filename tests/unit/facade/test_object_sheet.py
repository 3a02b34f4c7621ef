"""What stands around the rows of a sheet, after rows and columns came and went, in the saved file."""

import pytest
from macrocell.facade.mutation import Marks
from macrocell.facade.workbook.fingerprint import state_hash
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import REGISTRY, AxisDelete, AxisInsert, AxisMove, Mutation
from support.saving import book_of, part_of, saved, sheet_part


def insert(at: int, count: int = 1, *, axis: str = "rows") -> AxisInsert:
    return AxisInsert(sheet="s1", axis=axis, at=at, count=count)  # type: ignore[arg-type]


def delete(at: int, count: int = 1, *, axis: str = "rows") -> AxisDelete:
    return AxisDelete(sheet="s1", axis=axis, at=at, count=count)  # type: ignore[arg-type]


def move(at: int, count: int, to: int, *, axis: str = "rows") -> AxisMove:
    return AxisMove(sheet="s1", axis=axis, at=at, count=count, to=to)  # type: ignore[arg-type]


def apply(book: Workbook, mutation: Mutation) -> list[Mutation]:
    """Make a change; gives what undoes it."""
    for sheet in book.sheets:
        sheet.load()
    family = REGISTRY.of(mutation)
    family.check(book, mutation)
    inverse = list(family.invert(book, mutation))
    family.apply(book, mutation, Marks())
    return inverse


def after(markup: str, *mutations: Mutation, before: str = "") -> str:
    """What stands behind the rows (or before them) once the changes are saved; all of them are undone then, which
    must give the file's own bytes and the state before each of them."""
    book = book_of(sheet_part("", before=before, after=markup), sheet_part(""))
    inverses, hashes = [], []
    for mutation in mutations:
        hashes.append(state_hash(book))
        inverses.append(apply(book, mutation))
    text = part_of(saved(book))
    for inverse in reversed(inverses):
        for mutation in inverse:
            apply(book, mutation)
        assert state_hash(book) == hashes.pop()
    assert book.package is not None
    assert saved(book) == book.package.data
    start, end = "<sheetData></sheetData>", "</worksheet>"
    if before:
        return text[text.index(">") + 1 : text.index(start)]
    return text[text.index(start) + len(start) : text.index(end)]


def formatted(sqref: str, formula: str) -> str:
    return (
        f'<conditionalFormatting sqref="{sqref}"><cfRule type="expression" priority="1"><formula>{formula}</formula>'
        "</cfRule></conditionalFormatting>"
    )


@pytest.mark.parametrize(
    ("mutation", "sqref", "formula"),
    [
        (insert(0), "A3:A11 C6", "A3&gt;$B$4"),
        (insert(1), "A3:A11 C6", "A3&gt;$B$4"),
        (insert(2), "A2:A11 C6", "A2&gt;$B$4"),
        (insert(10), "A2:A10 C5", "A2&gt;$B$3"),
        (delete(1), "A2:A9 C4", "A2&gt;$B$2"),
        (delete(1, 2), "A2:A8 C3", "A2&gt;#REF!"),
        (delete(4), "A2:A9", "A2&gt;$B$3"),
        (delete(0, axis="columns"), "B5", "B5&gt;$A$3"),
        (insert(0, axis="columns"), "B2:B10 D5", "B2&gt;$C$3"),
    ],
)
def test_a_rule_follows_its_cells_with_its_formula(mutation: Mutation, sqref: str, formula: str) -> None:
    assert after(formatted("A2:A10 C5", "A2&gt;$B$3"), mutation) == formatted(sqref, formula)


def test_a_rule_without_cells_goes() -> None:
    assert after(formatted("A2:A3", "A2&gt;1") + formatted("B1", "B1&gt;1"), delete(1, 2)) == formatted("B1", "B1&gt;1")


def test_rows_that_are_moved_take_the_rules_of_their_cells_along() -> None:
    assert after(formatted("A2:A3", "A2&gt;1"), move(1, 1, 5)) == formatted("A2 A5", "A2&gt;1")


X14 = 'xmlns:x14="x14" xmlns:xm="xm"'


@pytest.mark.parametrize(
    ("old", "mutation", "new"),
    [
        (
            (
                '<dataValidations count="2"><dataValidation sqref="A2:A3"><formula1>A1</formula1></dataValidation>'
                '<dataValidation sqref="B9"><formula1>Data2!A1</formula1></dataValidation></dataValidations>'
            ),
            delete(1, 2),
            (
                '<dataValidations count="1"><dataValidation sqref="B7"><formula1>Data2!A1</formula1></dataValidation>'
                "</dataValidations>"
            ),
        ),
        ('<dataValidations count="1"><dataValidation sqref="A2"/></dataValidations>', delete(0, 4), ""),
        (
            (
                f'<extLst><ext uri="u"><x14:dataValidations {X14} count="1"><x14:dataValidation><x14:formula1><xm:f>'
                "Data!$A$1:$A$3</xm:f></x14:formula1><xm:sqref>B2:B10</xm:sqref></x14:dataValidation>"
                "</x14:dataValidations></ext></extLst>"
            ),
            insert(1, 2),
            (
                f'<extLst><ext uri="u"><x14:dataValidations {X14} count="1"><x14:dataValidation><x14:formula1><xm:f>'
                "Data!$A$1:$A$5</xm:f></x14:formula1><xm:sqref>B4:B12</xm:sqref></x14:dataValidation>"
                "</x14:dataValidations></ext></extLst>"
            ),
        ),
        (
            (
                f'<extLst><ext uri="u"><x14:conditionalFormattings {X14}><x14:conditionalFormatting><x14:cfRule>'
                '<x14:dataBar><x14:cfvo type="formula"><xm:f>A2</xm:f></x14:cfvo></x14:dataBar></x14:cfRule>'
                "<xm:sqref>A2</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>"
            ),
            delete(1),
            "",
        ),
        (
            (
                f'<extLst><ext uri="u"><x14:sparklineGroups {X14}><x14:sparklineGroup><x14:sparklines><x14:sparkline>'
                "<xm:f>Data!A1:C1</xm:f><xm:sqref>D1</xm:sqref></x14:sparkline><x14:sparkline><xm:f>Data!A2:C2</xm:f>"
                "<xm:sqref>D2</xm:sqref></x14:sparkline></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups>"
                "</ext></extLst>"
            ),
            delete(0),
            (
                f'<extLst><ext uri="u"><x14:sparklineGroups {X14}><x14:sparklineGroup><x14:sparklines><x14:sparkline>'
                "<xm:f>Data!A1:C1</xm:f><xm:sqref>D1</xm:sqref></x14:sparkline></x14:sparklines></x14:sparklineGroup>"
                "</x14:sparklineGroups></ext></extLst>"
            ),
        ),
        (
            (
                '<hyperlinks><hyperlink ref="A1" location="Data!B5"/><hyperlink ref="A9" location="\'Data2\'!B5"/>'
                "</hyperlinks>"
            ),
            delete(0),
            '<hyperlinks><hyperlink ref="A8" location="\'Data2\'!B5"/></hyperlinks>',
        ),
        ('<hyperlinks><hyperlink ref="A1"/></hyperlinks>', delete(0), ""),
        (
            '<hyperlinks><hyperlink ref="A9:B9" location="Data!B5"/></hyperlinks>',
            insert(3),
            '<hyperlinks><hyperlink ref="A10:B10" location="Data!B6"/></hyperlinks>',
        ),
        (
            '<protectedRanges><protectedRange sqref="A1:B2" name="r"/></protectedRanges>',
            insert(1),
            '<protectedRanges><protectedRange sqref="A1:B3" name="r"/></protectedRanges>',
        ),
        (
            (
                '<scenarios current="0" sqref="B9"><scenario name="s" count="2"><inputCells r="A1" val="1"/>'
                '<inputCells r="A2" val="1"/></scenario></scenarios>'
            ),
            delete(0),
            (
                '<scenarios current="0" sqref="B8"><scenario name="s" count="1">'
                '<inputCells r="A1" val="1"/></scenario></scenarios>'
            ),
        ),
        (
            (
                '<autoFilter ref="A1:D9"><filterColumn colId="1"/><filterColumn colId="3"/>'
                '<sortState ref="A2:D9"><sortCondition ref="B2:B9"/><sortCondition ref="C2:C9"/></sortState>'
                "</autoFilter>"
            ),
            delete(1, axis="columns"),
            (
                '<autoFilter ref="A1:C9"><filterColumn colId="2"/>'
                '<sortState ref="A2:C9"><sortCondition ref="B2:B9"/></sortState></autoFilter>'
            ),
        ),
        (
            '<autoFilter ref="A1:D9"><filterColumn colId="1"/></autoFilter>',
            insert(1, 2, axis="columns"),
            '<autoFilter ref="A1:F9"><filterColumn colId="3"/></autoFilter>',
        ),
        (
            (
                '<rowBreaks count="2" manualBreakCount="1"><brk id="3" max="16383" man="1"/><brk id="7" max="16383"/>'
                '</rowBreaks><colBreaks count="1" manualBreakCount="1"><brk id="2" man="1"/></colBreaks>'
            ),
            delete(3),
            (
                '<rowBreaks count="1" manualBreakCount="0"><brk id="6" max="16383"/></rowBreaks>'
                '<colBreaks count="1" manualBreakCount="1"><brk id="2" man="1"/></colBreaks>'
            ),
        ),
        (
            (
                '<cellWatches><cellWatch r="A3"/></cellWatches>'
                '<ignoredErrors><ignoredError sqref="A1:A9"/></ignoredErrors>'
            ),
            insert(2),
            (
                '<cellWatches><cellWatch r="A4"/></cellWatches>'
                '<ignoredErrors><ignoredError sqref="A1:A10"/></ignoredErrors>'
            ),
        ),
        (
            (
                '<dataConsolidate><dataRefs count="2"><dataRef ref="A1:B2" sheet="Data"/>'
                '<dataRef ref="A1:B2" sheet="Data2"/></dataRefs></dataConsolidate>'
            ),
            insert(0),
            (
                '<dataConsolidate><dataRefs count="2"><dataRef ref="A2:B3" sheet="Data"/>'
                '<dataRef ref="A1:B2" sheet="Data2"/></dataRefs></dataConsolidate>'
            ),
        ),
        (
            (
                '<controls><control><controlPr linkedCell="A5" listFillRange="Data!B1:B5"><anchor moveWithCells="1">'
                "<from><col>1</col><colOff>5</colOff><row>3</row><rowOff>6</rowOff></from>"
                "<to><col>2</col><colOff>5</colOff><row>5</row><rowOff>6</rowOff></to></anchor></controlPr></control>"
                "</controls>"
            ),
            insert(2, 2),
            (
                '<controls><control><controlPr linkedCell="A7" listFillRange="Data!B1:B7"><anchor moveWithCells="1">'
                "<from><col>1</col><colOff>5</colOff><row>5</row><rowOff>6</rowOff></from>"
                "<to><col>2</col><colOff>5</colOff><row>7</row><rowOff>6</rowOff></to></anchor></controlPr></control>"
                "</controls>"
            ),
        ),
    ],
)
def test_what_stands_behind_the_rows_follows(old: str, mutation: Mutation, new: str) -> None:
    assert after(old, mutation) == new


@pytest.mark.parametrize(
    ("old", "mutation", "new"),
    [
        ('activeCell="B5" sqref="B5:C6"', insert(1), 'activeCell="B6" sqref="B6:C7"'),
        ('activeCell="B5" sqref="B5:C6"', delete(4, 2), 'activeCell="B5" sqref="B5"'),
        ('activeCell="B6" sqref="B5:C6"', delete(5, 1), 'activeCell="B6" sqref="B6"'),
        (
            'activeCell="D1" activeCellId="1" sqref="B5 D1"',
            delete(4, 1),
            'activeCell="D1" activeCellId="0" sqref="D1"',
        ),
    ],
)
def test_the_selection_stays_on_cells_that_are_left(old: str, mutation: Mutation, new: str) -> None:
    view = '<sheetViews><sheetView topLeftCell="A2" workbookViewId="0"><selection {}/></sheetView></sheetViews>'
    corner = "A3" if mutation == insert(1) else "A2"
    assert after("", mutation, before=view.format(old)) == view.replace("A2", corner).format(new)


def test_one_edit_after_another_and_back_gives_the_files_own_bytes() -> None:
    rule = formatted("A2:A10 C5", "A2&gt;$B$3")
    new = after(rule, insert(4, 3), delete(0, 2), move(1, 2, 8), delete(0, axis="columns"), delete(0, 40))
    assert new == ""
