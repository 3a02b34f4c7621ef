"""The SQLite store's own ways: its file, its versions, its errors, and the sharing of both among processes."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import macrocell
import pytest
from macrocell.engine.errors import StoreClosed, StoreDamaged, StoreError, StoreUnavailable, StoreVersion, UnknownUnit
from macrocell.engine.store import (
    Append,
    AppendStatus,
    sqlite_file,
    sqlite_open,
    sqlite_row,
    sqlite_schema,
    turn,
    verify,
)
from macrocell.engine.store.contract_case import at_once, change, checkpoint_of, made, one, put
from macrocell.engine.store.group import Job
from macrocell.engine.store.sqlite import SqliteStore
from macrocell.engine.store.sqlite_error import translated

TESTS = Path(macrocell.__file__).resolve().parent / "tests"
LONG_S = 30.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(path)) as store:
        made(store)
        yield store


def behind(path: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(path, isolation_level=None))


def script(text: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", text, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        capture_output=True,
        text=True,
        timeout=LONG_S,
        check=False,
    )


# The file


def test_every_connection_flushes_to_the_disk_at_each_commit(store: SqliteStore) -> None:
    pragmas = ("journal_mode", "synchronous", "foreign_keys", "secure_delete", "trusted_schema")
    with store._file.lent() as first, store._file.lent() as second:
        assert first is not second
        for connection in (first, second):
            found = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas}
            assert found == {
                "journal_mode": "wal",
                "synchronous": 2,
                "foreign_keys": 1,
                "secure_delete": 1,
                "trusted_schema": 0,
            }


def test_what_stands_beside_the_file_is_the_lock_alone_once_it_is_closed(path: Path) -> None:
    store = SqliteStore(path)
    made(store)
    beside = {each.name for each in path.parent.iterdir()}
    store.close()
    assert beside == {"store.db", "store.db-wal", "store.db-shm", "store.db-lock"}
    assert {each.name for each in path.parent.iterdir()} == {"store.db", "store.db-lock"}


def test_a_link_is_followed_so_that_all_share_the_files_beside_it(path: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link.db"
    link.symlink_to(path)
    with closing(SqliteStore(link)) as store:
        made(store)
        assert {each.name for each in link.parent.iterdir()} == {"link.db"}
    with closing(SqliteStore(path)) as store:
        assert store.unit("unit").head == 0


def test_what_a_deleted_unit_held_is_in_none_of_the_files(path: Path) -> None:
    marks = (b"mark of a payload", b"mark of a name", b"mark of a blob")
    with closing(SqliteStore(path)) as store:
        made(store, "kept")
        made(store, name="mark of a name")
        one(store, change("unit", 0, "r1", payload=marks[0] * 2_000), AppendStatus.APPENDED)
        store.put_checkpoint(checkpoint_of("unit", 1, marks[2] * 2_000))
        assert [mark for mark in marks if mark in everything(path)] == list(marks)
        store.delete("unit")
        assert [mark for mark in marks if mark in everything(path)] == []
        assert verify(store).ok


def everything(path: Path) -> bytes:
    return b"".join(each.read_bytes() for each in path.parent.iterdir())


def test_the_write_ahead_log_does_not_grow_with_what_is_written(store: SqliteStore, path: Path) -> None:
    largest = 0
    for revision in range(150):
        one(store, change("unit", revision, f"r{revision}", payload=bytes(100_000)), AppendStatus.APPENDED)
        largest = max(largest, path.with_name("store.db-wal").stat().st_size)
    assert path.stat().st_size > 10 << 20
    assert largest < 6 << 20


def test_a_log_that_a_reader_kept_is_cut_once_the_reader_is_gone(
    store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "MAX_WAL_BYTES", 1 << 20)
    monkeypatch.setattr(sqlite_open, "CUT_MS", 1)
    log = path.with_name("store.db-wal")
    with store._file.snapshot() as reader:
        assert sqlite_row.head(reader, "unit") == 0
        for revision in range(30):
            one(store, change("unit", revision, f"r{revision}", payload=bytes(100_000)), AppendStatus.APPENDED)
        assert log.stat().st_size > 1 << 20
        assert sqlite_row.head(reader, "unit") == 0
    one(store, change("unit", 30, "r30"), AppendStatus.APPENDED)
    assert log.stat().st_size == 0
    assert store.unit("unit").head == 31


def test_waiting_looks_now_and_then_and_does_not_spin(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []
    real = sqlite_file.SqliteFile.version

    def version(file: sqlite_file.SqliteFile) -> int:
        looks.append(file)
        return real(file)

    monkeypatch.setattr(sqlite_file.SqliteFile, "version", version)
    assert store.wait("unit", 0, 0.5) == 0
    assert 2 < len(looks) < 40


# Versions


def test_a_file_of_version_0_that_has_no_tables_yet_gets_them(path: Path) -> None:
    with behind(path) as connection:
        connection.execute("PRAGMA user_version = 0")
        connection.execute("VACUUM")
        assert path.stat().st_size > 0
    with closing(SqliteStore(path)) as store:
        made(store)
    with behind(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(sqlite_schema.MIGRATIONS),)
        assert connection.execute("PRAGMA application_id").fetchone() == (sqlite_schema.APPLICATION_ID,)


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    with closing(SqliteStore(path)) as store:
        made(store)
        assert store.unit("unit").head == 0


def test_a_file_of_an_earlier_version_is_migrated_whole_or_not_at_all(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(SqliteStore(path)) as store:
        made(store)
        put(store, "unit", 3)
    earlier = sqlite_schema.MIGRATIONS

    def widen(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE unit ADD COLUMN owner TEXT NOT NULL DEFAULT 'nobody'")

    def fail(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE unit SET owner = NULL")

    monkeypatch.setattr(sqlite_schema, "MIGRATIONS", (*earlier, widen, fail))
    with pytest.raises(StoreDamaged):
        SqliteStore(path)
    with behind(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(earlier),)
        assert "owner" not in str(connection.execute("SELECT sql FROM sqlite_schema").fetchall())
    monkeypatch.setattr(sqlite_schema, "MIGRATIONS", (*earlier, widen))
    with closing(SqliteStore(path)) as store:
        assert len(store.entries("unit", 0)) == 3
        one(store, change("unit", 3, "r4"), AppendStatus.APPENDED)
    with behind(path) as connection:
        assert connection.execute("SELECT owner FROM unit").fetchall() == [("nobody",)]
        assert connection.execute("PRAGMA user_version").fetchone() == (len(earlier) + 1,)


def test_a_file_of_a_later_version_is_left_alone(path: Path) -> None:
    SqliteStore(path).close()
    with behind(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(StoreVersion) as caught:
        SqliteStore(path)
    assert caught.value.message == "the store's tables have version 99, and this package knows up to 1"
    assert caught.value.hint == "Upgrade macrocell."
    assert path.read_bytes() == before


def test_a_database_of_something_else_is_left_alone(path: Path) -> None:
    with behind(path) as connection:
        connection.execute("CREATE TABLE song (title TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreDamaged) as caught:
        SqliteStore(path)
    assert caught.value.message == "the file is an SQLite database of something else"
    assert caught.value.hint == "Name another file; a store makes its own."
    assert path.read_bytes() == before
    assert {each.name for each in path.parent.iterdir()} == {"store.db"}


@pytest.mark.parametrize("turns", [True, False])
def test_many_that_make_the_same_file_at_once_get_one_store(
    turns: bool, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not turns:
        monkeypatch.setattr(turn, "fcntl", None)
    stores = at_once([lambda: SqliteStore(path)] * 8, LONG_S)
    assert [each for each in stores if isinstance(each, Exception)] == []
    for number, store in enumerate(stores):
        assert isinstance(store, SqliteStore)
        made(store, f"unit {number}")
        assert len(store.units()) == number + 1
    for store in stores:
        assert isinstance(store, SqliteStore)
        store.close()


# Errors


def test_what_is_no_database_is_told_and_left_alone(path: Path) -> None:
    path.write_bytes(b"PK\x03\x04 a workbook" * 100)
    with pytest.raises(StoreDamaged) as caught:
        SqliteStore(path)
    assert caught.value.message == f"{path}: it is no SQLite database (file is not a database)"
    assert caught.value.hint == "Is it the right file? If it is, restore it from a copy."
    assert path.read_bytes() == b"PK\x03\x04 a workbook" * 100
    assert {each.name for each in path.parent.iterdir()} == {"store.db"}


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable) as caught:
        SqliteStore(tmp_path)
    assert caught.value.message == f"{tmp_path}: it cannot be opened (unable to open database file)"


def test_damaged_pages_are_told_and_never_handed_out(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        made(store)
        put(store, "unit", 40, size=3_000)
        whole = store.entries("unit", 0)
    content = path.read_bytes()
    told = 0
    for page in range(1, len(content) // 4096):
        path.write_bytes(content[: page * 4096] + bytes(range(256)) * 16 + content[(page + 1) * 4096 :])
        with closing(SqliteStore(path)) as store:
            try:
                assert store.entries("unit", 0) == whole
                assert store.checkpoint("unit").revision == 0
            except (StoreDamaged, UnknownUnit):
                told += 1
    assert told > 30


@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_that_vanished_is_not_written_to(replaced: bool, store: SqliteStore, path: Path, tmp_path: Path) -> None:
    path.rename(tmp_path / "moved.db")
    if replaced:
        path.touch()
    calls: list[Callable[[], object]] = [
        lambda: store.append([change("unit", 0, "r1")]),
        lambda: store.unit("unit"),
        lambda: store.wait("unit", 0, LONG_S),
        lambda: store.delete("unit"),
    ]
    for call in calls:
        with pytest.raises(StoreUnavailable) as caught:
            call()
        assert caught.value.message == f"{path}: the file, or its log, was removed or replaced while it was open"
        assert caught.value.hint == "Put it back, or make a new store for what is there now."
        assert not caught.value.maybe_written
    (tmp_path / "moved.db").replace(path)
    one(store, change("unit", 0, "r1"), AppendStatus.APPENDED)


def test_a_log_that_vanished_is_not_written_to(path: Path, tmp_path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        made(store)
        path.with_name("store.db-wal").rename(tmp_path / "moved")
        with pytest.raises(StoreUnavailable) as caught:
            store.append([change("unit", 0, "r1")])
        assert not caught.value.maybe_written
        (tmp_path / "moved").rename(path.with_name("store.db-wal"))
        one(store, change("unit", 0, "r1"), AppendStatus.APPENDED)


def test_a_log_that_vanishes_during_a_commit_leaves_the_outcome_open(
    store: SqliteStore, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = sqlite_row.append

    def vanish(connection: sqlite3.Connection, appends: Sequence[Append]) -> object:
        path.with_name("store.db-wal").rename(tmp_path / "moved")
        return real(connection, appends)

    monkeypatch.setattr(sqlite_row, "append", vanish)
    with pytest.raises(StoreUnavailable) as caught:
        store.append([change("unit", 0, "r1")])
    assert caught.value.maybe_written
    monkeypatch.undo()
    (tmp_path / "moved").rename(path.with_name("store.db-wal"))
    assert one(store, change("unit", 0, "r1"), AppendStatus.KNOWN).revision == 1


def test_a_file_that_vanishes_during_a_commit_leaves_the_outcome_open(
    store: SqliteStore, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = sqlite_row.append

    def vanish(connection: sqlite3.Connection, appends: Sequence[Append]) -> object:
        path.rename(tmp_path / "moved.db")
        return real(connection, appends)

    monkeypatch.setattr(sqlite_row, "append", vanish)
    with pytest.raises(StoreUnavailable) as caught:
        store.append([change("unit", 0, "r1")])
    assert caught.value.maybe_written
    monkeypatch.undo()
    (tmp_path / "moved.db").rename(path)
    assert one(store, change("unit", 0, "r1"), AppendStatus.KNOWN).revision == 1


def test_a_program_that_keeps_the_file_locked_is_told_and_readers_go_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_open, "BUSY_S", 0.05)
    with closing(SqliteStore(path)) as store, behind(path) as other:
        made(store)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable) as caught:
            store.append([change("unit", 0, "r1")])
        assert caught.value.message == f"{path}: another program holds it locked (database is locked)"
        assert caught.value.hint == "Retry; a program that stopped in the middle must be ended."
        assert (caught.value.retry, caught.value.maybe_written) == (True, False)
        assert store.unit("unit").head == 0
        other.execute("ROLLBACK")
        one(store, change("unit", 0, "r1"), AppendStatus.APPENDED)


READ_ONLY = """
import os, sys
from macrocell.engine.errors import StoreUnavailable
from macrocell.engine.store.contract_case import change
from macrocell.engine.store.sqlite import SqliteStore
path = sys.argv[1]
if os.getuid() == 0:
    os.setgid(65534), os.setuid(65534)
try:
    store = SqliteStore(path)
    print(store.append([change("unit", 0, "r1")]))
except StoreUnavailable as error:
    print(error.message, error.hint, error.maybe_written, sep="|")
"""


@pytest.mark.parametrize("mode", [0o444, 0o000])
def test_a_file_that_may_not_be_written_says_what_is_missing(mode: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "store.db"
        with closing(SqliteStore(path)) as store:
            made(store)
        path.chmod(mode)
        Path(folder).chmod(0o555)
        done = script(READ_ONLY, path)
        Path(folder).chmod(0o755)
    assert done.stderr == ""
    message, hint, maybe_written = done.stdout.strip().split("|")
    assert re.fullmatch(
        rf"{path}: it (may not be written|cannot be opened) "
        r"\((attempt to write a readonly database|unable to open database file)\)",
        message,
    )
    assert "this user" in hint
    assert maybe_written == "False"


FULL = """
import resource, sys
from macrocell.engine.errors import StoreUnavailable
from macrocell.engine.store import AppendStatus, verify
from macrocell.engine.store.contract_case import change, made
from macrocell.engine.store.sqlite import SqliteStore
store = SqliteStore(sys.argv[1])
made(store)
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
acknowledged, head = [], 0
for number in range(40):
    sent = change("unit", head, f"r{number}", payload=bytes([number]) * 50_000)
    try:
        (answer,) = store.append([sent])
    except StoreUnavailable as error:
        print(error.message, error.hint, error.retry, sep="|")
        break
    head += 1
    acknowledged.append(sent)
assert 2 < len(acknowledged) < 12, len(acknowledged)
assert [entry.payload for entry in store.entries("unit", 0)] == [each.payload for each in acknowledged]
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
(answer,) = store.append([sent])
assert answer.revision == len(acknowledged) + 1, answer
assert verify(store).ok
"""


def test_a_disk_that_takes_no_more_keeps_what_it_has_and_goes_on_once_there_is_room(path: Path) -> None:
    done = script(FULL, path)
    assert done.stderr == ""
    message, hint, retry = done.stdout.rstrip().split("|")
    assert message == f"{path}: the disk refused to read or write (disk I/O error)"
    assert (hint, retry) == ("Look at the disk and its limits, then retry.", "True")


FORK = """
import os, sys
from macrocell.engine.errors import StoreClosed
from macrocell.engine.store.contract_case import change, made
from macrocell.engine.store.sqlite import SqliteStore
store = SqliteStore(sys.argv[1])
made(store)
with store._group._lock, store._file._lock, store._file._watch:
    child = os.fork()
if child == 0:
    store._group._lock.acquire(), store._file._lock.acquire(), store._file._watch.acquire()
    for call in (store.units, lambda: store.append([change("unit", 0, "r1")]), lambda: store.wait("unit", 0, 1)):
        try:
            call()
        except StoreClosed as error:
            print(error.message.replace(str(os.getppid()), "PARENT"), error.hint, sep="|")
    store.close()
    own = SqliteStore(sys.argv[1])
    print(own.append([change("unit", 0, "r1")])[0].status)
    own.close()
    sys.exit(0)
assert os.waitpid(child, 0)[1] == 0
print(store.append([change("unit", 0, "r1")])[0].status, store.append([change("unit", 1, "r2")])[0].status)
store.close()
"""


def test_a_fork_does_not_use_its_parents_store_and_the_parents_goes_on(path: Path) -> None:
    done = script(FORK, path)
    assert done.stderr == ""
    told = "the store was opened by process PARENT, this is a fork of it|Make a new one in each process."
    assert done.stdout.splitlines() == [told] * 3 + ["appended", "known appended"]


@pytest.mark.parametrize(
    ("name", "kind", "message", "hint"),
    [
        ("SQLITE_FULL", StoreUnavailable, "the disk is full", "Make room, then retry."),
        (
            "SQLITE_IOERR_FSYNC",
            StoreUnavailable,
            "the disk refused to read or write",
            "Look at the disk and its limits, then retry.",
        ),
        (
            "SQLITE_CORRUPT_INDEX",
            StoreDamaged,
            "it is damaged",
            "Restore it from a copy; `verify` tells which units are whole.",
        ),
        ("SQLITE_NOMEM", StoreUnavailable, "there is no memory left", "Make room, then retry."),
        ("SQLITE_NOLFS", StoreUnavailable, "SQLite failed", "Retry."),
    ],
)
def test_each_error_of_sqlite_says_what_to_do(name: str, kind: type[StoreError], message: str, hint: str) -> None:
    error = sqlite3.OperationalError("as SQLite says it")
    error.sqlite_errorname = name
    told = translated(error, Path("/x.db"), maybe_written=True)
    assert type(told) is kind
    assert (told.message, told.hint) == (f"/x.db: {message} (as SQLite says it)", hint)
    assert getattr(told, "maybe_written", True)


def test_a_value_that_sqlite_cannot_hold_is_told(store: SqliteStore) -> None:
    with store._file.lent() as connection:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 10_000)
    with pytest.raises(StoreError) as caught:
        store.append([change("unit", 0, "r1", payload=bytes(20_000))])
    assert caught.value.message == (f"{store._file.path}: SQLite keeps no more than 1,000,000,000 bytes in one value")
    assert store.unit("unit").head == 0


# Many at once


def held_up(store: SqliteStore, path: Path, calls: Sequence[Callable[[], object]]) -> list[object]:
    """What calls come to that wait together: the first in its commit, the others for it."""
    came_to: list[object] = [None] * len(calls)

    def run(at: int) -> None:
        try:
            came_to[at] = calls[at]()
        except Exception as error:
            came_to[at] = error

    threads = [threading.Thread(target=run, args=(at,)) for at in range(len(calls))]
    with behind(path) as other:
        other.execute("BEGIN IMMEDIATE")
        for at, thread in enumerate(threads):
            thread.start()
            until(lambda at=at: store._group._led and len(store._group._queue) == at)
        other.execute("ROLLBACK")
    for thread in threads:
        thread.join(LONG_S)
    return came_to


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LONG_S
    while not holds():
        assert time.monotonic() < deadline
        os.sched_yield()


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    sizes: list[int] = []
    real = SqliteStore._settle

    def settle(store: SqliteStore, batch: Sequence[Job[sqlite3.Connection]]) -> None:
        sizes.append(len(batch))
        real(store, batch)

    monkeypatch.setattr(SqliteStore, "_settle", settle)
    return sizes


def test_appends_that_wait_together_are_one_transaction(batches: list[int], path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        for at in range(9):
            made(store, f"u{at}")
        batches.clear()
        calls = [lambda at=at: store.append([change(f"u{at}", 0, "r1")])[0].revision for at in range(9)]
        assert held_up(store, path, calls) == [1] * 9
        assert batches == [9]


def test_appends_to_one_unit_that_wait_together_are_compared_one_after_the_other(
    batches: list[int], path: Path
) -> None:
    with closing(SqliteStore(path)) as store:
        made(store)
        sent = [change("unit", 0, "a"), change("unit", 1, "b"), change("unit", 1, "c"), change("unit", 0, "a")]
        batches.clear()
        came_to = held_up(store, path, [lambda each=each: store.append([each])[0] for each in sent])
        assert [(str(each.status), each.revision, each.head) for each in came_to] == [  # type: ignore[attr-defined]
            ("appended", 1, 1),
            ("appended", 2, 2),
            ("moved", None, 2),
            ("known", 1, 2),
        ]
        assert batches == [4]


def test_what_one_write_fails_with_does_not_fail_those_it_waited_with(
    batches: list[int], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = sqlite_row.append

    def append(connection: sqlite3.Connection, appends: Sequence[Append]) -> object:
        answers = real(connection, appends)
        if appends[0].unit_id == "u2":
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorname = "SQLITE_FULL"
            raise error
        if appends[0].unit_id == "u4":
            raise RuntimeError("unexpected")
        return answers

    monkeypatch.setattr(sqlite_row, "append", append)
    with closing(SqliteStore(path)) as store:
        for at in range(6):
            made(store, f"u{at}")
        batches.clear()
        calls = [lambda at=at: store.append([change(f"u{at}", 0, "r1")])[0].revision for at in (0, 1, 2, 3, 4, 5)]
        calls.append(lambda: store.append([change("never", 0, "r1")])[0].revision)
        came_to = held_up(store, path, calls)
        assert [each for each in came_to if not isinstance(each, Exception)] == [1, 1, 1, 1]
        full, unexpected, never = (each for each in came_to if isinstance(each, Exception))
        assert isinstance(full, StoreUnavailable)
        assert str(full) == f"{path}: the disk is full (database or disk is full)"
        assert not full.maybe_written
        assert repr(unexpected) == "RuntimeError('unexpected')"
        assert isinstance(never, UnknownUnit)
        assert [unit.head for unit in store.units()] == [1, 1, 0, 1, 0, 1]
        assert batches == [1, 1, 1, 2]
        assert verify(store).ok


def test_eight_processes_on_one_file_each_get_all_their_appends_in(path: Path) -> None:
    writer = TESTS / "support/store_writer.py"
    writers = [
        subprocess.Popen(
            [sys.executable, str(writer), str(path), f"s{at}", "25", "2"],
            env={**os.environ, "PYTHONPATH": str(TESTS)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for at in range(8)
    ]
    revisions: list[int] = []
    for each in writers:
        output, errors = each.communicate(timeout=LONG_S)
        assert errors == b""
        lines = [line.split() for line in output.decode().splitlines()]
        assert len(lines) == 27
        revisions += [int(revision) for _, revision in lines if revision != "-"]
    assert sorted(revisions) == list(range(1, 201))
    with closing(SqliteStore(path)) as store:
        assert verify(store).ok
        assert store.unit("unit").head == 200


def test_a_store_is_closed_while_a_reader_holds_a_connection(path: Path) -> None:
    store = SqliteStore(path)
    made(store)
    with store._file.snapshot() as reader:
        store.close()
        assert sqlite_row.head(reader, "unit") == 0
    with pytest.raises(StoreClosed):
        store.unit("unit")
