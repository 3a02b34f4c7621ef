"""Units of a store through the public interface: several sessions, commits, pulls, conflicts, lost answers."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from macrocell import Engine, MacrocellError, Runtime
from macrocell.engine import (
    AckMismatch,
    CallInvalid,
    ConflictOpen,
    NotAvailable,
    OutputExists,
    ProgramMismatch,
    RunConflict,
    StoreDamaged,
    StoreUnavailable,
    UnitDeleted,
    UnitExists,
    UnknownRun,
    UnknownUnit,
)
from macrocell.engine.store import Append, Appended, AppendStatus, Entry, MemoryStore, Store, digest_of, open_store
from support.books import plain_book
from support.effort import tries


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    url = "memory:" if request.param == "memory" else f"sqlite:///{tmp_path}/units.db"
    store = open_store(url)
    yield store
    store.close()


@pytest.fixture
def engine(store: Store) -> Iterator[Engine]:
    with Engine(store=store) as engine:
        yield engine


@pytest.fixture
def unit(engine: Engine, tmp_path: Path) -> str:
    return engine.import_unit(plain_book(tmp_path / "book.xlsx"))


@pytest.fixture
def pair(engine: Engine, unit: str) -> Iterator[tuple[Runtime, Runtime]]:
    with engine.open(unit_id=unit) as one, engine.open(unit_id=unit) as other:
        yield one, other


def write(runtime: Runtime, source: str) -> str:
    outcome = runtime.execute(f"sheet = workbook['Data']\n{source}", mode="write")
    assert outcome.ok, outcome.error
    return outcome.run_id


def value(runtime: Runtime, expression: str) -> Any:
    outcome = runtime.execute(f"sheet = workbook['Data']\nreturn {expression}")
    assert outcome.ok, outcome.error
    return outcome.value


def test_what_one_session_commits_another_pulls_and_a_third_opens(
    engine: Engine, pair: tuple[Runtime, Runtime]
) -> None:
    one, other = pair
    write(one, "sheet['B2'] = 7\nsheet.append(['pin', 1])")
    assert (one.base_revision, one.commit().status, one.base_revision) == (0, "confirmed", 1)
    assert other.fetch().status == "fetched"
    assert (other.base_revision, other.known_head_revision, value(other, "sheet['B2'].value")) == (0, 1, 3)
    report = other.pull()
    assert (report.status, report.revision, report.warnings) == ("pulled", 1, ())
    assert value(other, "sheet['A6'].value") == "pin"
    assert other.pull().status == "up-to-date"
    assert other.fetch().status == "unchanged"
    with engine.open(unit_id=one.unit_id) as third:
        assert third.base_revision == 1
        assert third.state_hash() == one.state_hash() == other.state_hash()
        assert [(entry.revision, entry.who) for entry in third.log] == [(1, engine.principal)]
        assert third.log[0].audit[0].run_id == one.log[0].audit[0].run_id


def test_pending_runs_are_carried_over_what_others_committed(pair: tuple[Runtime, Runtime]) -> None:
    one, other = pair
    write(one, "sheet.insert_rows(2)")
    write(other, "sheet['B2'] = 70")
    write(other, "sheet['E2'] = '=B2+1'")
    assert one.commit().status == "confirmed"
    assert other.commit().status == "pull-required"
    assert other.awaiting is not None
    assert other.pull().status == "pulled"
    assert value(other, "(sheet['B3'].value, sheet['E3'].formula, sheet['E3'].value)") == (70, "=B3+1", 71)
    report = other.commit()
    assert (report.status, report.revision) == ("confirmed", 2)
    assert one.pull().status == "pulled"
    assert one.state_hash() == other.state_hash()


def test_cells_that_others_wrote_too_are_told(pair: tuple[Runtime, Runtime]) -> None:
    one, other = pair
    write(one, "sheet['B2'] = 1")
    write(other, "sheet['B2'] = 2")
    one.commit()
    report = other.pull()
    assert report.status == "pulled"
    assert report.warnings
    assert report.warnings[0].startswith("Data!B2")
    other.commit()
    one.pull()
    assert value(one, "sheet['B2'].value") == 2


def test_a_conflict_changes_nothing_and_is_settled_by_dropping_the_run(pair: tuple[Runtime, Runtime]) -> None:
    one, other = pair
    write(one, "workbook.delete_sheet('Data')\nworkbook.add_sheet('New')")
    first = write(other, "sheet['B2'] = 2")
    other_run = other.execute("workbook['Sales ']['A5'] = 5", mode="write").run_id
    before = other.state_hash()
    one.commit()
    report = other.pull()
    assert report.status == "conflict"
    assert report.conflict is not None
    assert (report.conflict.code, report.conflict.run_id) == ("sheet_deleted", first)
    assert report.conflict.ours is not None
    assert report.conflict.theirs is not None
    assert other.conflict == report.conflict
    assert other.state_hash() == before
    assert value(other, "sheet['B2'].value") == 2
    for call in (
        lambda: other.execute("workbook['Data']['A1'] = 1", mode="write"),
        lambda: other.rollback(),
        lambda: other.undo(),
        lambda: other.pull(),
    ):
        with pytest.raises(ConflictOpen):
            call()
    assert other.execute("workbook['Data']['A1'] = 1", mode="write", dry_run=True).ok
    assert other.commit().status == "conflict"
    with pytest.raises(UnknownRun):
        other.drop("run-none")
    assert other.drop(first).status == "pulled"
    assert other.conflict is None
    assert [run.run_id for run in other.pending] == [other_run]
    assert other.commit().status == "confirmed"
    one.pull()
    assert one.state_hash() == other.state_hash()
    with pytest.raises(ConflictOpen):
        other.drop(first)


def test_a_conflict_is_settled_by_letting_all_go(pair: tuple[Runtime, Runtime]) -> None:
    one, other = pair
    write(one, "workbook.delete_sheet('Data')")
    write(other, "sheet['B2'] = 2")
    one.commit()
    assert other.pull().status == "conflict"
    other.reload()
    assert other.conflict is not None
    assert value(other, "sheet['B2'].value") == 2
    other.reload(discard=True)
    assert (other.conflict, other.pending.runs, other.base_revision) == (None, (), 1)
    assert other.state_hash() == one.state_hash()


def test_undo_reaches_behind_a_commit_and_over_what_others_did(pair: tuple[Runtime, Runtime]) -> None:
    one, other = pair
    write(one, "sheet['B2'] = 70")
    one.commit()
    other.pull()
    write(other, "sheet.insert_rows(1)\nsheet['A9'] = 'more'")
    other.commit()
    one.pull()
    one.undo()
    assert value(one, "(sheet['B3'].value, sheet['A9'].value)") == (3, "more")
    with pytest.raises(UnknownRun):
        one.undo()
    one.commit()
    other.pull()
    assert other.state_hash() == one.state_hash()
    other.undo()
    assert value(other, "(sheet['B2'].value, sheet['A8'].value)") == (3, None)


def test_what_came_between_may_make_an_undo_impossible(pair: tuple[Runtime, Runtime]) -> None:
    one, other = pair
    write(one, "sheet['B2'] = 70")
    one.commit()
    other.pull()
    write(other, "workbook.delete_sheet('Data')")
    other.commit()
    one.pull()
    before = one.state_hash()
    with pytest.raises(RunConflict):
        one.undo()
    assert one.state_hash() == before
    assert not one.pending.runs


def test_a_base_that_dies_is_made_again_with_all_that_was_pulled(pair: tuple[Runtime, Runtime]) -> None:
    one, other = pair
    write(one, "sheet.insert_rows(1)")
    one.commit()
    write(other, "sheet['B2'] = 2")
    other.pull()
    before = other.state_hash()
    assert other._base is not None
    os.kill(other._base.pid, signal.SIGKILL)
    assert other.state_hash() == before
    other.reload()
    assert other.state_hash() == before


def test_units_are_imported_listed_saved_and_deleted(engine: Engine, unit: str, tmp_path: Path) -> None:
    second = engine.import_unit(plain_book(tmp_path / "second.xlsx"), unit_id="second")
    assert [(each.id, each.name) for each in engine.units()] == sorted([(unit, "book.xlsx"), (second, "second.xlsx")])
    with pytest.raises(UnitExists):
        engine.import_unit(tmp_path / "second.xlsx", unit_id="second")
    with engine.open(unit_id="second") as runtime:
        write(runtime, "sheet['B2'] = 8")
        runtime.commit()
        write(runtime, "sheet['B3'] = 9")
        with pytest.raises(ProgramMismatch):
            runtime.save()
        with pytest.raises(OutputExists):
            runtime.save(tmp_path / "book.xlsx")
        with pytest.raises(NotAvailable):
            runtime.save(tmp_path / "out.xlsm")
        runtime.save(tmp_path / "out.xlsx")
        saved = openpyxl.load_workbook(tmp_path / "out.xlsx")["Data"]
        assert (saved["B2"].value, saved["B3"].value) == (8, 9)
        engine.delete_unit("second")
        with pytest.raises(UnitDeleted):
            runtime.commit()
        assert value(runtime, "sheet['B3'].value") == 9
    with pytest.raises(UnitDeleted):
        engine.open(unit_id="second")
    with pytest.raises(UnitExists):
        engine.import_unit(tmp_path / "book.xlsx", unit_id="second")
    with pytest.raises(UnknownUnit):
        engine.open(unit_id="none")


@pytest.mark.parametrize("name", [b"book", b"caf\xe9.xlsx", b"book.XLSX"])
def test_files_of_any_name_become_units(engine: Engine, tmp_path: Path, name: bytes) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))
    plain_book(tmp_path / "plain.xlsx").rename(path)
    with engine.open(unit_id=engine.import_unit(path)) as runtime:
        assert value(runtime, "sheet['B2'].value") == 3
        runtime.save(tmp_path / "out.xlsx")


def test_calls_that_make_no_sense_are_told(engine: Engine, unit: str, tmp_path: Path) -> None:
    with pytest.raises(CallInvalid):
        engine.open()
    with pytest.raises(CallInvalid):
        engine.open(tmp_path / "book.xlsx", unit_id=unit)
    for unit_id in ("a\nb", "", 5):
        for call in (engine.delete_unit, lambda one: engine.open(unit_id=one)):
            with pytest.raises(CallInvalid):
                call(unit_id)  # type: ignore[arg-type, operator]
        with pytest.raises(CallInvalid):
            engine.import_unit(tmp_path / "book.xlsx", unit_id=unit_id)  # type: ignore[arg-type]
    with pytest.raises(CallInvalid):
        Engine(store=tmp_path / "units.db")  # type: ignore[arg-type]
    (tmp_path / "text.csv").write_text("a,b\n1,2\n")
    with pytest.raises(NotAvailable):
        engine.import_unit(tmp_path / "text.csv")
    with engine.open(unit_id=unit) as runtime, engine.open(tmp_path / "book.xlsx") as other:
        with pytest.raises(NotAvailable):
            other.execute("1", inputs={"unit": runtime})
        assert (other.fetch().status, other.pull().status) == ("unchanged", "up-to-date")
        with pytest.raises(CallInvalid):
            other.drop("run")


class Faulty:
    """A store whose next appends are lost on the way there, or whose answers are lost or changed on the way back."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.faults: list[str] = []

    def append(self, appends: Sequence[Append]) -> tuple[Appended, ...]:
        fault = self.faults.pop(0) if self.faults else ""
        if fault == "lost":
            raise StoreUnavailable("no way there", hint="Try again.")
        if fault == "unknown, not written":
            raise StoreUnavailable("broke off", hint="Try again.", maybe_written=True)
        answers = self._store.append(appends)
        if fault == "unknown, written":
            raise StoreUnavailable("broke off", hint="Try again.", maybe_written=True)
        if fault.startswith("says "):
            changed: dict[str, dict[str, Any]] = {
                "says another revision": {"revision": 99},
                "says another digest": {"digest": digest_of(b"other")},
                "says another request": {"req_id": "req-other"},
                "says another unit": {"unit_id": "other"},
            }
            return tuple(replace(answer, **changed[fault]) for answer in answers)
        return answers

    def __getattr__(self, name: str) -> Any:
        if self.faults and self.faults[0] == f"no {name}":
            self.faults.pop(0)
            raise StoreUnavailable("gone", hint="Try again.")
        return getattr(self._store, name)


@pytest.fixture
def faulty(store: Store, tmp_path: Path) -> Iterator[tuple[Any, Runtime, Runtime]]:
    faulty: Any = Faulty(store)
    with Engine(store=faulty) as engine:
        unit = engine.import_unit(plain_book(tmp_path / "faulty.xlsx"))
        with engine.open(unit_id=unit) as one, engine.open(unit_id=unit) as other:
            yield faulty, one, other


@pytest.mark.parametrize(
    ("fault", "status"), [("lost", "retry"), ("unknown, not written", "unknown"), ("unknown, written", "unknown")]
)
def test_what_was_sent_is_sent_again_and_stored_once(
    faulty: tuple[Any, Runtime, Runtime], fault: str, status: str
) -> None:
    store, one, other = faulty
    write(one, "sheet['B2'] = 7")
    store.faults = [fault, fault.replace(", written", ", not written")]
    assert (one.commit().status, one.connection) == (status, "unavailable")
    awaiting = one.awaiting
    assert awaiting is not None
    write(one, "sheet['B3'] = 8")
    assert one.commit().status == status
    assert one.awaiting == awaiting
    report = one.commit()
    assert (report.status, report.revision, one.connection) == ("confirmed", 2, "connected")
    assert [len(entry.changeset.runs) for entry in one.log] == [1, 1]
    other.pull()
    assert value(other, "[sheet['B2'].value, sheet['B3'].value]") == [7, 8]
    assert other.state_hash() == one.state_hash()


@pytest.mark.parametrize("fault", ["unknown, written", "unknown, not written", "lost"])
def test_a_pull_finds_out_what_became_of_what_was_sent(faulty: tuple[Any, Runtime, Runtime], fault: str) -> None:
    store, one, other = faulty
    write(one, "sheet['B2'] = 7")
    store.faults = [fault]
    one.commit()
    other.pull()
    write(other, "sheet.insert_rows(1)")
    assert other.commit().status == "confirmed"
    assert one.pull().status == "pulled"
    assert (one.awaiting is None) == (fault == "unknown, written")
    assert one.commit().status == ("nothing-to-commit" if fault == "unknown, written" else "confirmed")
    other.pull()
    assert one.state_hash() == other.state_hash()
    assert value(one, "sheet['B3'].value") == 7
    one.undo()
    assert value(one, "sheet['B3'].value") == 3


@pytest.mark.parametrize(
    "fault", ["says another revision", "says another digest", "says another request", "says another unit"]
)
def test_an_acknowledgement_of_something_else_is_never_believed(
    faulty: tuple[Any, Runtime, Runtime], fault: str
) -> None:
    store, one, _ = faulty
    write(one, "sheet['B2'] = 7")
    store.faults = [fault]
    with pytest.raises(AckMismatch) as told:
        one.commit()
    assert not told.value.runtime_lives
    assert one.awaiting is not None
    for call in (one.commit, one.fetch, one.pull, lambda: one.reload(discard=True)):
        with pytest.raises(AckMismatch):
            call()
    assert value(one, "sheet['B2'].value") == 7


def test_a_store_that_is_gone_is_told_and_nothing_changes(faulty: tuple[Any, Runtime, Runtime]) -> None:
    store, one, other = faulty
    write(one, "sheet['B2'] = 7")
    one.commit()
    for fault in ("no unit", "no entries"):
        for call in (other.fetch, other.pull):
            store.faults = [fault]
            with pytest.raises(StoreUnavailable) as told:
                call()
            assert told.value.retry
            assert (other.connection, other.base_revision) == ("unavailable", 0)
    assert other.pull().status == "pulled"
    assert other.connection == "connected"


def test_a_refusal_is_an_answer(faulty: tuple[Any, Runtime, Runtime]) -> None:
    store, one, _ = faulty
    store.faults = ["no unit"]
    with pytest.raises(StoreUnavailable):
        one.fetch()
    store.delete(one.unit_id)
    with pytest.raises(UnitDeleted):
        one.fetch()
    assert one.connection == "connected"


@pytest.mark.parametrize("page", [(), (1,), (0, 2), (1, 0), (0, 0)])
def test_a_store_that_leaves_something_out_is_told(tmp_path: Path, page: tuple[int, ...]) -> None:
    class Gappy:
        def __init__(self) -> None:
            self._store = MemoryStore()

        def entries(self, unit_id: str, after: int, *, max_bytes: int = 1 << 20) -> tuple[Entry, ...]:
            found = self._store.entries(unit_id, after, max_bytes=max_bytes)
            return tuple(found[at] for at in page)

        def __getattr__(self, name: str) -> Any:
            return getattr(self._store, name)

    gappy: Any = Gappy()
    with Engine(store=gappy) as engine:
        unit = engine.import_unit(plain_book(tmp_path / "book.xlsx"))
        with engine.open(unit_id=unit) as one, engine.open(unit_id=unit) as other:
            for number in range(3):
                write(one, f"sheet['B2'] = {number}")
                one.commit()
            with pytest.raises(StoreDamaged, match="not whole behind revision 0"):
                other.pull()
            assert other.base_revision == 0


def _changed(change: Callable[[Entry], Entry]) -> Callable[[Entry], Entry]:
    return lambda entry: replace(changed := change(entry), digest=digest_of(changed.payload))


@pytest.mark.parametrize(
    "change",
    [
        lambda entry: replace(entry, payload=b"nothing"),
        lambda entry: replace(entry, payload=entry.payload[:-3]),
        lambda entry: replace(entry, sid="sid-other"),
        lambda entry: replace(entry, req_id="req-other"),
    ],
)
def test_a_log_that_was_tampered_with_is_told(tmp_path: Path, change: Callable[[Entry], Entry]) -> None:
    store = MemoryStore()
    with Engine(store=store) as engine:
        unit = engine.import_unit(plain_book(tmp_path / "book.xlsx"))
        with engine.open(unit_id=unit) as one, engine.open(unit_id=unit) as other:
            write(one, "sheet['B2'] = 7")
            one.commit()
            held = store._units[unit]
            assert held is not None
            held.entries[0] = _changed(change)(held.entries[0])
            before = other.state_hash()
            with pytest.raises(StoreDamaged):
                other.pull()
            assert (other.base_revision, other.state_hash()) == (0, before)


def test_a_changeset_of_another_unit_is_told(tmp_path: Path) -> None:
    store = MemoryStore()
    with Engine(store=store) as engine:
        path = plain_book(tmp_path / "book.xlsx")
        first, second = engine.import_unit(path), engine.import_unit(path)
        with engine.open(unit_id=first) as one, engine.open(unit_id=second) as other:
            write(one, "sheet['B2'] = 7")
            one.commit()
            entry = store.entries(first, 0)[0]
            store.append(
                [
                    Append(
                        unit_id=second,
                        base_revision=0,
                        sid=entry.sid,
                        req_id=entry.req_id,
                        payload=entry.payload,
                        digest=entry.digest,
                        audit=entry.audit,
                        at=entry.at,
                    )
                ]
            )
            with pytest.raises(StoreDamaged, match="not of unit"):
                other.pull()


MACROS = [
    "sheet['B{row}'] = {number}",
    "sheet['E{row}'] = '=B{row}*{number}'",
    "sheet.insert_rows({row})",
    "sheet.delete_rows({row})",
    "sheet.append(['new', {number}])",
    "sheet['A{row}:C{row}'].font = None or sheet['A1'].font",
    "sheet.insert_columns(2)",
    "sheet['B2:B9'].values = [[{number}]] * 8",
    "sheet['A{row}'].number_format = '0.0{number}'",
    "workbook.add_sheet('S{number}')",
    "sheet['D{row}'] = '=SUM(B2:B{row})'",
    "sheet['A2:C9'].sort(by='B')",
]


def test_sessions_at_random_end_in_one_state(store: Store, tmp_path: Path) -> None:
    """Three sessions, lost answers, conflicts that are dropped, bases that die, undo: in the end all see the same."""
    for seed in range(tries(4, 60)):
        chance = random.Random(seed)
        faulty: Any = Faulty(store)
        with Engine(store=faulty) as engine:
            unit = engine.import_unit(plain_book(tmp_path / "book.xlsx"))
            sessions = [engine.open(unit_id=unit) for _ in range(3)]
            for _ in range(24):
                _step(chance, chance.choice(sessions), faulty)
            faulty.faults = []
            for session in sessions:
                while _settle(session) != "nothing-to-commit":
                    pass
            for session in sessions:
                session.pull()
            hashes = {session.state_hash() for session in sessions}
            with engine.open(unit_id=unit) as fresh:
                hashes.add(fresh.state_hash())
                revisions = [entry.revision for entry in fresh.log]
                runs = [run.run_id for entry in fresh.log for run in entry.changeset.runs]
            assert len(hashes) == 1, seed
            assert revisions == list(range(1, len(revisions) + 1))
            assert len(set(runs)) == len(runs)


def _step(chance: random.Random, session: Runtime, faulty: Any) -> None:
    deed = chance.random()
    if session.conflict is not None:
        _settle(session)
    elif deed < 0.5:
        source = chance.choice(MACROS).format(row=chance.randrange(2, 8), number=chance.randrange(1, 9))
        session.execute(f"sheet = workbook.sheets[0]\n{source}", mode="write")
    elif deed < 0.75:
        faulty.faults = [chance.choice(["", "", "lost", "unknown, written", "unknown, not written"])]
        session.commit()
    elif deed < 0.9:
        faulty.faults = []
        session.pull()
    elif deed < 0.95:
        try:
            session.undo()
        except (UnknownRun, RunConflict):
            pass
    elif session._base is not None and session._base.alive:
        os.kill(session._base.pid, signal.SIGKILL)


def _settle(session: Runtime) -> str:
    """Commit, pull what stands in the way, drop what conflicts."""
    if session.conflict is not None:
        try:
            session.drop(session.conflict.run_id)
        except RunConflict:
            session.reload(discard=True)
        return "dropped"
    status = session.commit().status
    if status == "pull-required":
        session.pull()
    return str(status)


def test_every_error_of_the_store_is_one_of_ours() -> None:
    for kind in (AckMismatch, ConflictOpen, StoreDamaged, StoreUnavailable, UnitDeleted, UnitExists, UnknownUnit):
        assert issubclass(kind, MacrocellError)
    assert AppendStatus.APPENDED == "appended"
