"""What a macro says of sheets as a whole: deleting, copying, moving, hiding, colours; and openpyxl's words for it."""

from __future__ import annotations

from typing import Any

import pytest
from macrocell.facade.errors import (
    ArgumentError,
    MacrocellError,
    NotWritableError,
    ReadOnlyError,
    SheetNameError,
    SheetNotFoundError,
    StructureError,
)
from macrocell.facade.workbook.face import Workbook, open_workbook
from macrocell.facade.workbook.face.maker import LOOKS
from macrocell.facade.workbook.mutation import SheetCopy, SheetDelete, SheetMove, SheetShow, decode
from macrocell.facade.workbook.scope import ScopeCheck, resolve
from macrocell.facade.workbook.session import Session
from support.faces import filled
from support.models import sample


def three() -> tuple[Session, Workbook]:
    session, workbook = filled()
    workbook.add_sheet("Last")
    return session, workbook


class TestDelete:
    def test_says_whether_there_was_something_to_delete(self) -> None:
        _, workbook = three()
        assert workbook.delete_sheet("last") is True
        assert workbook.delete_sheet("Last") is False
        assert workbook.sheet_names == ["Data", "Other"]

    def test_openpyxl_takes_the_sheet(self) -> None:
        session, workbook = three()
        assert workbook.remove(workbook["Data"]) is True
        del workbook["Last"]
        assert workbook.sheet_names == ["Other"]
        kinds = [type(mutation) for mutation in decode(session.finish())]
        assert kinds[1:] == [SheetDelete, SheetDelete]

    def test_formulas_and_the_active_sheet_follow(self) -> None:
        _, workbook = three()
        workbook.delete_sheet("Data")
        assert workbook["Other"]["A1"].formula == "=#REF!+1"
        assert workbook["Other"]["A1"].state == "error"
        assert workbook.active.name == "Other"

    @pytest.mark.parametrize(
        "use",
        [
            lambda sheet, cell, area, rows: cell.value,
            lambda sheet, cell, area, rows: cell.formula,
            lambda sheet, cell, area, rows: setattr(cell, "value", 1),
            lambda sheet, cell, area, rows: setattr(cell, "number_format", "0%"),
            lambda sheet, cell, area, rows: area.values,
            lambda sheet, cell, area, rows: area.clear(),
            lambda sheet, cell, area, rows: next(rows)[0].value,
            lambda sheet, cell, area, rows: sheet.name,
            lambda sheet, cell, area, rows: setattr(sheet, "name", "X"),
            lambda sheet, cell, area, rows: sheet.index,
            lambda sheet, cell, area, rows: sheet.max_row,
            lambda sheet, cell, area, rows: sheet["A1"].value,
            lambda sheet, cell, area, rows: sheet.__setitem__("A1", 5),
            lambda sheet, cell, area, rows: sheet.append([1]),
            lambda sheet, cell, area, rows: sheet.insert_rows(1),
            lambda sheet, cell, area, rows: sheet.merged_ranges,
            lambda sheet, cell, area, rows: setattr(sheet, "visible", False),
            lambda sheet, cell, area, rows: setattr(sheet, "tab_color", "FF0000"),
            lambda sheet, cell, area, rows: sheet.parent.remove(sheet),
            lambda sheet, cell, area, rows: sheet.parent.copy_sheet(sheet, "New"),
        ],
    )
    def test_what_is_held_of_a_deleted_sheet_raises(self, use: Any) -> None:
        _, workbook = three()
        sheet = workbook["Data"]
        cell, area, rows = sheet["A1"], sheet["A1:B2"], sheet.iter_rows()
        assert cell.value == 1
        sheet["A2"] = 7
        workbook.delete_sheet("Data")
        with pytest.raises(SheetNotFoundError) as caught:
            use(sheet, cell, area, rows)
        assert str(caught.value) == "the sheet 'Data' was deleted"
        assert caught.value.hint == "read what is needed of it before: keep values, not cells"

    def test_lost_edits_are_told(self) -> None:
        session, workbook = three()
        workbook["Other"]["A1"] = 5
        workbook["Last"]["A1"] = 5
        for name in ("Other", "Last"):
            workbook.delete_sheet(name)
        assert session.warnings == ["Other was deleted, and with it what this run had changed on it"]

    def test_the_last_visible_sheet_stays(self) -> None:
        _, workbook = filled()
        workbook["Other"].visible = False
        for act in (
            lambda: workbook.delete_sheet("Data"),
            lambda: setattr(workbook["Data"], "visible", False),
            lambda: setattr(workbook["Data"], "sheet_state", "veryHidden"),
        ):
            with pytest.raises(StructureError) as caught:
                act()
            assert str(caught.value) == "Data is the only visible sheet, and a workbook shows at least one"
            assert caught.value.hint == "Show or add another sheet first."
        assert workbook["Data"]["A1"].value == 1

    def test_a_name_can_be_used_again_by_another_sheet(self) -> None:
        _, workbook = three()
        workbook.delete_sheet("Data")
        new = workbook.add_sheet("Data")
        new["A1"] = "new"
        assert (new.id, workbook["Data"]["A1"].value) == ("s4", "new")
        assert workbook["Other"]["A1"].formula == "=#REF!+1"


class TestCopy:
    def test_a_copy_stands_last_and_is_a_sheet_of_its_own(self) -> None:
        _, workbook = three()
        copy = workbook.copy_sheet("Data", "Data 2")
        copy["A1"] = 99
        assert workbook.sheet_names == ["Data", "Other", "Last", "Data 2"]
        assert (copy.index, copy["A1"].value, workbook["Data"]["A1"].value) == (3, 99, 1)
        assert copy["B2"].formula == "=A2*2"

    def test_openpyxl_names_it(self) -> None:
        _, workbook = three()
        data = workbook["Data"]
        assert [workbook.copy_worksheet(data).title for _ in range(3)] == ["Data Copy", "Data Copy1", "Data Copy2"]
        data.name = "x" * 31
        assert workbook.copy_worksheet(data).title == "x" * 26 + " Copy"

    def test_buffered_writes_are_in_the_copy(self) -> None:
        _, workbook = three()
        workbook["Data"]["A1"] = "fresh"
        assert workbook.copy_sheet(workbook["Data"], "C")["A1"].value == "fresh"

    @pytest.mark.parametrize(
        ("arguments", "kind", "message"),
        [
            (("Data", "OTHER"), SheetNameError, "there is already a sheet 'Other'"),
            (("Data", "a:b"), SheetNameError, "'a:b' holds :; a sheet name cannot hold any of [ ] : * ? / \\"),
            (("Data", ""), SheetNameError, "a sheet name cannot be empty"),
            (("Data", None), ArgumentError, "a sheet's name is text, not NoneType"),
            (("Date", "New"), SheetNotFoundError, "no sheet is named 'Date'"),
            ((5, "New"), ArgumentError, "copy_sheet takes a sheet's name, not int"),
        ],
    )
    def test_what_is_refused(self, arguments: tuple[Any, Any], kind: type[MacrocellError], message: str) -> None:
        _, workbook = three()
        with pytest.raises(kind) as caught:
            workbook.copy_sheet(*arguments)
        assert str(caught.value) == message
        assert workbook.sheet_names == ["Data", "Other", "Last"]

    def test_a_sheet_of_another_workbook(self) -> None:
        _, workbook = three()
        _, other = three()
        with pytest.raises(ArgumentError) as caught:
            workbook.copy_sheet(other["Data"], "New")
        assert str(caught.value) == "copy_sheet takes a sheet of this workbook, and this one is of another"

    def test_its_cells_count_against_the_limit(self) -> None:
        session = Session(sample(), read_only=False, max_cells=5)
        with pytest.raises(MacrocellError) as caught:
            open_workbook(session).copy_sheet("Data", "C")
        assert str(caught.value) == "the run made more changed cells than its limit of 5 allows"


class TestMove:
    @pytest.mark.parametrize(
        ("move", "names"),
        [
            (lambda book: book.move_sheet("Last", 0), ["Last", "Data", "Other"]),
            (lambda book: book.move_sheet("Data", 2), ["Other", "Last", "Data"]),
            (lambda book: book.move_sheet("Data", index=1), ["Other", "Data", "Last"]),
            (lambda book: book.move_sheet(book["Last"], -1), ["Data", "Last", "Other"]),
            (lambda book: book.move_sheet(book["Data"], offset=9), ["Other", "Last", "Data"]),
            (lambda book: book.move_sheet("Last", offset=-2), ["Last", "Data", "Other"]),
            (lambda book: setattr(book["Other"], "index", 0), ["Other", "Data", "Last"]),
            (lambda book: book.move_sheet("Other", 1), ["Data", "Other", "Last"]),
        ],
    )
    def test_places(self, move: Any, names: list[str]) -> None:
        _, workbook = three()
        move(workbook)
        assert workbook.sheet_names == names

    def test_what_is_refused(self) -> None:
        _, workbook = three()
        for arguments, message in (
            (("Data", 3), "index is between 0 and 2, not 3"),
            (("Data", "first"), "index is a whole number, not str"),
            (("Data",), "move_sheet takes a place"),
        ):
            with pytest.raises(ArgumentError) as caught:
                workbook.move_sheet(*arguments)
            assert str(caught.value) == message

    def test_the_place_it_has_is_no_change(self) -> None:
        session, workbook = filled()
        workbook.move_sheet("Other", 1)
        workbook["Data"].visible = True
        workbook["Data"].tab_color = None
        assert decode(session.finish()) == ()


class TestTabs:
    def test_states(self) -> None:
        _, workbook = three()
        other = workbook["Other"]
        other.visible = False
        assert (other.sheet_state, other.visible) == ("hidden", False)
        other.sheet_state = "veryHidden"
        assert (other.sheet_state, other.visible) == ("veryHidden", False)
        other.visible = True
        assert other.sheet_state == "visible"
        with pytest.raises(ArgumentError) as caught:
            other.sheet_state = "gone"
        assert str(caught.value) == "sheet_state is visible, hidden or veryHidden, not 'gone'"
        with pytest.raises(ArgumentError) as caught:
            other.visible = 1  # type: ignore[assignment]
        assert str(caught.value) == "visible is True or False, not int"

    def test_hiding_the_active_sheet_brings_the_next_to_the_front(self) -> None:
        _, workbook = three()
        workbook["Data"].visible = False
        assert workbook.active.name == "Other"

    def test_colours(self) -> None:
        _, workbook = three()
        sheet = workbook["Data"]
        color = LOOKS["Color"]
        for given, text in (
            ("FF0000", "FF0000"),
            ("1072ba", "1072BA"),
            ("80112233", "80112233"),
            (color(theme=4), "theme 4"),
            (color(theme=4, tint=0.4), "theme 4 tint 0.4"),
            (color(indexed=10), "indexed 10"),
            (None, None),
        ):
            sheet.tab_color = given
            assert sheet.tab_color == text
        sheet.sheet_properties.tabColor = "1072BA"
        assert sheet.sheet_properties.tabColor == color(rgb="FF1072BA")
        assert sheet.tab_color == "1072BA"
        for wrong in ("red", 5, ["FF0000"]):
            with pytest.raises(ArgumentError):
                sheet.tab_color = wrong

    def test_a_read_run_changes_nothing(self) -> None:
        _, workbook = filled(read_only=True)
        for act in (
            lambda: workbook.delete_sheet("Data"),
            lambda: workbook.copy_sheet("Data", "New"),
            lambda: workbook.move_sheet("Data", 1),
            lambda: setattr(workbook["Data"], "visible", False),
            lambda: setattr(workbook["Data"], "tab_color", "FF0000"),
        ):
            with pytest.raises(ReadOnlyError):
                act()

    def test_a_scope_of_sheets_lets_a_colour_through_and_nothing_of_the_workbook(self) -> None:
        scope = ScopeCheck(resolve(["Data"], {"s1": "Data", "s2": "Other"}))
        session = Session(sample(), read_only=False, scope=scope)
        workbook = open_workbook(session)
        workbook["Data"].tab_color = "FF0000"
        for act, message in (
            (lambda: setattr(workbook["Other"], "tab_color", "FF0000"), "the colour of a sheet's tab"),
            (lambda: workbook.delete_sheet("Data"), "deleting a sheet"),
            (lambda: workbook.copy_sheet("Data", "New"), "copying a sheet as 'New'"),
            (lambda: workbook.move_sheet("Data", 1), "moving a sheet"),
            (lambda: setattr(workbook["Data"], "visible", False), "showing or hiding a sheet"),
        ):
            with pytest.raises(NotWritableError) as caught:
                act()
            assert str(caught.value) == f"{message} lies outside of what this run may write: Data"

    def test_the_parent_judges_the_same(self) -> None:
        scope = ScopeCheck(resolve(["Data", "new:New"], {"s1": "Data", "s2": "Other"}))
        for mutation in (
            SheetDelete(id="s1"),
            SheetCopy(id="s1", new_id="s3", name="New", index=0, cells=1),
            SheetMove(id="s1", index=0),
            SheetShow(id="s1", state="hidden"),
        ):
            assert scope.breach(mutation) is not None
