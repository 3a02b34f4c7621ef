"""The host: runs applied, taken back, told net, undone; whatever fails leaves all as it was."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from macrocell.facade.change import MAX_CHANGES, Change
from macrocell.facade.errors import ExternalError, LimitError, MutationConflict, MutationInvalid
from macrocell.facade.unit import RevertRequest, RunSpec
from macrocell.facade.value import NOT_COMPUTED, CellError, RichText, TextRun
from macrocell.facade.workbook.host import WorkbookHost
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.mutation import (
    CellsClear,
    CellsSet,
    Formula,
    SheetAdd,
    SheetRename,
    StylePatch,
    StyleSet,
    encode,
)
from support.models import apply, blank_host, capture, diff, everything, revert, sample_host, state_hash


def model_of(host: WorkbookHost) -> Any:
    return everything(host._model)  # type: ignore[arg-type]


def cells(row0: int, col0: int, *rows: list[Any], sheet: str = "s1") -> CellsSet:
    rect = Rect(row0, col0, row0 + len(rows) - 1, col0 + len(rows[0]) - 1)
    return CellsSet(sheet=sheet, rect=rect, rows=list(rows))


def number_format(rect: Rect, code: str) -> StyleSet:
    return StyleSet(sheet="s1", rects=(rect,), patch=StylePatch(number_format=code))


class TestRun:
    def test_a_macro_runs_end_to_end(self) -> None:
        payload = capture(blank_host(), "sheet = workbook.active\nsheet['A1'].value = 2\nsheet['A2'].value = '=A1*2'")
        base = blank_host()
        report = apply(base, "t1", payload.mutations)
        assert payload.kept is True
        assert report.changes == (
            Change(
                kind="cells", sheet="Sheet1", range="A1:A2", before=[[None], [None]], after=[[2], ["=A1*2"]], cells=2
            ),
        )

    def test_a_run_in_read_mode_sends_nothing(self) -> None:
        payload = capture(sample_host(), "workbook['Data']['A1'].value = 2", mode="read")
        assert (payload.kept, payload.mutations) == (True, b"")

    def test_a_failed_run_tells_what_came_before_its_error(self) -> None:
        payload = capture(sample_host(), "workbook['Data']['A30'].value = 2\nraise ValueError")
        assert payload.mutations == encode([cells(29, 0, [2])])

    def test_a_run_over_its_limit_ends_with_that_error(self) -> None:
        with pytest.raises(LimitError):
            capture(sample_host(), "workbook['Data']['A30:B40'].values = 2", max_cells=5)

    def test_the_facade_is_closed_afterwards(self) -> None:
        host = sample_host()
        spec = RunSpec(unit_id="u", mode="write", max_mutations=5, max_cells=5)
        names = host.begin(msgspec.msgpack.encode(spec), {}, lambda key: None)
        cell = names["workbook"]["Data"]["A1"]  # type: ignore[index]
        host.finish(False)
        with pytest.raises(Exception, match="^the run has ended, and its workbook with it$"):
            cell.value = 3


class TestApply:
    def test_taking_back_restores_everything(self) -> None:
        host = sample_host()
        before, digest = model_of(host), state_hash(host)
        apply(host, "t1", encode([cells(0, 1, [9, 8], [7, 6]), number_format(Rect(0, 0, 9, 5), "0%")]))
        apply(host, "t2", encode([SheetRename(id="s1", name="New one"), SheetAdd(id="s3", name="More", index=0)]))
        assert state_hash(host) != digest
        revert(host, "t2", "t1")
        assert model_of(host) == before
        assert state_hash(host) == digest

    def test_a_dry_run_tells_its_changes_and_leaves_nothing(self) -> None:
        host = sample_host()
        before = model_of(host)
        report = apply(host, "t1", encode([cells(0, 0, [5])]), keep=False)
        assert report.changes == (Change(kind="cells", sheet="Data", range="A1", before=1, after=5, cells=1),)
        assert model_of(host) == before
        assert diff(host).changes == ()

    def test_a_conflict_in_the_middle_leaves_nothing(self) -> None:
        host = sample_host()
        before = model_of(host)
        with pytest.raises(MutationConflict):
            apply(host, "t1", encode([cells(0, 0, [5]), SheetRename(id="s1", name="X"), cells(0, 2, [5])]))
        assert model_of(host) == before

    def test_formulas_that_reach_outside_are_refused_here_too(self) -> None:
        host = sample_host()
        mutations = encode([cells(0, 0, [Formula("[1]S!A1")])])
        with pytest.raises(ExternalError, match=r"^the reference \[1\]S! leads into another file$"):
            apply(host, "t1", mutations)
        assert apply(host, "t1", mutations, allow_external=True).changes[0].after == "=[1]S!A1"

    @pytest.mark.parametrize("tokens", [("t1",), ("t1", "t2"), ("t2", "t0"), ("t3", "t2", "t1")])
    def test_tokens_must_be_the_last_ones(self, tokens: tuple[str, ...]) -> None:
        host = sample_host()
        for token in ("t1", "t2"):
            apply(host, token, encode([cells(20, 0, [token])]))
        before = model_of(host)
        with pytest.raises(MutationConflict, match="^these are not the runs that were applied last$"):
            revert(host, *tokens)
        assert model_of(host) == before

    @pytest.mark.parametrize(
        ("op", "payload"), [("apply", b"\xc1"), ("apply", b"\x80"), ("revert", b""), ("nonsense", b"")]
    )
    def test_a_request_that_is_not_well_formed_is_refused(self, op: str, payload: bytes) -> None:
        with pytest.raises(MutationInvalid):
            sample_host().request(op, payload, b"")

    def test_nothing_is_served_before_load(self) -> None:
        with pytest.raises(MutationConflict, match="^no workbook was loaded yet$"):
            WorkbookHost().request("revert", msgspec.msgpack.encode(RevertRequest(tokens=())), b"")

    def test_every_error_it_raises_is_declared(self) -> None:
        assert {MutationConflict, MutationInvalid, ExternalError, LimitError} <= WorkbookHost.error_types


class TestUndo:
    def test_an_undone_run_leaves_no_marks_and_can_be_redone(self) -> None:
        host = sample_host()
        clean = model_of(host)
        mutations = encode(
            [cells(0, 1, [9]), number_format(Rect(20, 0, 21, 3), "0%"), SheetRename(id="s1", name="X y")]
        )
        report = apply(host, "t1", mutations)
        done = model_of(host)
        undone = apply(host, "t2", report.inverse)
        assert model_of(host) == clean
        revert(host, "t2")
        assert model_of(host) == done
        apply(host, "t2", report.inverse)
        apply(host, "t3", undone.inverse)
        assert model_of(host)["sheets"] == done["sheets"]
        revert(host, "t3", "t2", "t1")
        assert model_of(host) == clean

    def test_runs_undone_one_after_another(self) -> None:
        host = sample_host()
        clean = model_of(host)
        first = apply(host, "t1", encode([cells(20, 0, [1])]))
        second = apply(host, "t2", encode([cells(20, 0, [2])]))
        apply(host, "u2", second.inverse)
        apply(host, "u1", first.inverse)
        assert model_of(host) == clean
        assert diff(host, "t1", "t2", "u2", "u1").changes == ()
        revert(host, "u1", "u2")
        assert host._model.sheets[0].row(20).value(0) == 2  # type: ignore[union-attr]
        revert(host, "t2", "t1")
        assert model_of(host) == clean

    def test_undoing_an_added_sheet_tells_that_it_is_gone(self) -> None:
        host = sample_host()
        report = apply(host, "t1", encode([SheetAdd(id="s3", name="More", index=0), cells(0, 0, [1], sheet="s3")]))
        undone = apply(host, "t2", report.inverse)
        assert undone.changes == (Change(kind="sheet_removed", sheet="More"),)
        assert diff(host, "t1", "t2").changes == ()


class TestChanges:
    def told(self, *mutations: Any) -> tuple[Change, ...]:
        return apply(sample_host(), "t1", encode(mutations)).changes

    def test_what_stays_equal_is_left_out(self) -> None:
        assert self.told(cells(0, 0, [1], [2.0], [5])) == (
            Change(kind="cells", sheet="Data", range="A3", before=3, after=5, cells=1),
        )

    def test_truth_errors_and_text_are_told_apart(self) -> None:
        told = self.told(cells(0, 0, [True]), cells(1, 4, ["#N/A"]))
        assert [(change.range, change.before, change.after) for change in told] == [
            ("A1", 1, True),
            ("E2", "#N/A", "#N/A"),
        ]

    def test_a_cell_changed_twice_is_told_once(self) -> None:
        assert self.told(cells(0, 0, [7]), cells(0, 0, [8])) == (
            Change(kind="cells", sheet="Data", range="A1", before=1, after=8, cells=1),
        )
        assert self.told(cells(0, 0, [7]), cells(0, 0, [1])) == ()

    def test_neighbours_written_apart_are_one_change(self) -> None:
        assert self.told(cells(20, 0, [1]), cells(20, 1, [2])) == (
            Change(kind="cells", sheet="Data", range="A21:B21", before=[[None, None]], after=[[1, 2]], cells=2),
        )

    def test_formulas_rich_text_and_errors_are_shown(self) -> None:
        told = self.told(CellsClear(sheet="s1", rects=(Rect(0, 0, 4, 4),)))
        assert [(change.range, change.before) for change in told] == [
            ("A1:E1", [[1, "=A1*2", "=A1:A2", "='Data'!A1", "ab"]]),
            ("A2:C2", [[2, "=A2*2", 2]]),
            ("E2:E3", [["#N/A"], ["text"]]),
            ("A3:B5", [[3, "=A3*2"], [4, "=A4*2"], [5, "=A5*2"]]),
        ]

    def test_dates_are_iso_text_by_their_format_before_and_after(self) -> None:
        host = sample_host()
        apply(host, "t1", encode([number_format(Rect(0, 0, 0, 0), "yyyy-mm-dd"), cells(0, 0, [45293])]))
        told = apply(host, "t2", encode([cells(0, 0, [45294.5]), number_format(Rect(0, 0, 0, 0), "hh:mm")])).changes
        assert told == (
            Change(kind="cells", sheet="Data", range="A1", before="2024-01-02", after="2024-01-03T12:00:00", cells=1),
            Change(kind="number_format", sheet="Data", range="A1", before="yyyy-mm-dd", after="hh:mm", cells=1),
        )

    def test_large_changes_show_their_first_cells(self) -> None:
        (change,) = self.told(cells(20, 0, *[[row, "x" * 500] for row in range(100)]))
        assert (change.range, change.cells, len(change.after)) == ("A21:B120", 200, 12)
        assert change.after[1] == [1, "x" * 199 + "…"]

    def test_many_scattered_changes_end_with_the_rest(self) -> None:
        told = self.told(*[cells(row0, 0, [1]) for row0 in range(20, 520, 2)])
        assert len(told) == MAX_CHANGES
        assert told[-1] == Change(kind="cells", sheet="Data", range="A219:A519", cells=151)

    def test_net_changes_of_several_runs(self) -> None:
        host = sample_host()
        apply(host, "t1", encode([cells(0, 0, [7]), SheetRename(id="s1", name="B b")]))
        apply(host, "t2", encode([cells(0, 0, [8]), SheetRename(id="s1", name="Cc")]))
        assert diff(host, "t1", "t2").changes == (
            Change(kind="sheet_renamed", sheet="Cc", before="Data", after="Cc"),
            Change(kind="cells", sheet="Cc", range="A1", before=1, after=8, cells=1),
        )
        assert diff(host, "t2").changes[1].before == 7

    def test_formats_are_told_by_old_and_new(self) -> None:
        told = self.told(number_format(Rect(0, 0, 1, 0), "0%"), number_format(Rect(1, 0, 2, 0), "0.0"))
        assert told == (
            Change(kind="number_format", sheet="Data", range="A1", before="General", after="0%", cells=1),
            Change(kind="number_format", sheet="Data", range="A2:A3", before="General", after="0.0", cells=2),
        )


class TestResults:
    def test_facade_objects_are_refused_with_a_hint_and_values_are_made_plain(self) -> None:
        host = sample_host()
        spec = RunSpec(unit_id="u", mode="read", max_mutations=5, max_cells=5)
        root = host.begin(msgspec.msgpack.encode(spec), {}, lambda key: None)["workbook"]
        sheet = root["Data"]  # type: ignore[index]
        for value in (sheet["A1"], sheet["A1:B2"]):
            assert host.refuse_result(value) == "Return its .values or its .address."
        assert host.refuse_result(root) == "Return its .sheet_names, or a sheet's .used_range.values."
        assert host.refuse_result(sheet) == "Return its .name, or its .used_range.values."
        assert host.refuse_result(sheet.iter_rows()) is None
        assert host.refuse_result(5) is None
        plain = [host.plain_result(value) for value in (CellError("#N/A"), RichText((TextRun("a"),)), NOT_COMPUTED, 5)]
        assert plain == ["#N/A", "a", "NOT_COMPUTED", 5]
