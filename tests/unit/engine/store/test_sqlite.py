"""SQLite: what goes wrong with files and disks, versions, writers in several processes, and kills at any moment."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from macrocell.engine.errors import StoreClosed, StoreDamaged, StoreUnavailable, StoreUrlInvalid, StoreVersion
from macrocell.engine.store import AppendStatus, MemoryStore, file_turn, open_store, sqlite_schema, verify
from macrocell.engine.store.contract import new_append, new_checkpoint, new_unit
from macrocell.engine.store.sqlite import SqliteStore
from support.effort import tries
from support.toy import wait_until


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "units.db"


def filled(path: Path, count: int = 3) -> SqliteStore:
    store = SqliteStore(path)
    store.create(*new_unit("one"))
    for at in range(count):
        store.append([new_append("one", at, f"r{at}")])
    return store


def raw(path: Path, statement: str, *values: object) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(statement, values)
    connection.close()


def test_a_store_is_there_when_it_is_opened_again(path: Path) -> None:
    store = filled(path)
    before = store.entries("one", 0)
    store.close()
    again = SqliteStore(path)
    assert again.entries("one", 0) == before
    assert verify(again).ok
    again.close()


def test_every_commit_is_synced_to_a_write_ahead_log(path: Path) -> None:
    store = filled(path)
    with store._reading() as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._writer.execute("PRAGMA synchronous").fetchone() == (2,)
    store.close()


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("UPDATE changeset SET payload = x'00' WHERE rev = 2", "damaged"),
        ("DELETE FROM changeset WHERE rev = 2", "damaged"),
        ("DELETE FROM changeset WHERE rev = 3", "damaged"),
        ("UPDATE changeset SET at = 'yesterday' WHERE rev = 1", "damaged"),
        ("UPDATE checkpoint SET blob = x'00'", "checkpoint"),
        ("DELETE FROM checkpoint", "checkpoint"),
    ],
)
def test_what_was_changed_behind_the_stores_back_is_found(path: Path, statement: str, code: str) -> None:
    filled(path).close()
    raw(path, statement)
    store = SqliteStore(path)
    report = verify(store)
    assert code in [finding.code for finding in report.findings]
    with pytest.raises(StoreDamaged):
        _read_all(store)
    store.close()


def _read_all(store: SqliteStore) -> None:
    store.checkpoint("one")
    store.entries("one", 0)


def test_a_request_that_stands_twice_is_found() -> None:
    store = MemoryStore()
    store.create(*new_unit("one"))
    store.append([new_append("one", 0, "r")])
    held = store._units["one"]
    assert held is not None
    held.by_request.clear()
    store.append([new_append("one", 1, "r")])
    assert [finding.code for finding in verify(store).findings] == ["repeated"]


def test_replay_is_asked_between_checkpoints() -> None:
    store = MemoryStore()
    store.create(*new_unit("one"))
    for at in range(5):
        store.append([new_append("one", at, f"r{at}")])
    store.put_checkpoint(new_checkpoint("one", 3))
    asked: list[tuple[int, list[int], int | None]] = []

    def replay(unit: object, base: object, entries: object, after: object) -> str | None:
        asked.append((base.revision, [one.revision for one in entries], getattr(after, "revision", None)))  # type: ignore[attr-defined]
        return "bad" if after is None else None

    report = verify(store, replay=replay)
    assert asked == [(0, [1, 2, 3], 3), (3, [4, 5], None)]
    assert [(finding.code, finding.revision, finding.text) for finding in report.findings] == [("replay", 5, "bad")]
    assert (report.units, report.revisions, report.checkpoints) == (1, 5, 2)


def test_files_that_are_no_stores_are_told(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("no database " * 200)
    with pytest.raises(StoreDamaged, match="text.db"):
        SqliteStore(text)
    other = tmp_path / "other.db"
    raw(other, "CREATE TABLE mine (x)")
    with pytest.raises(StoreDamaged, match="something else"):
        SqliteStore(other)
    assert sqlite3.connect(other).execute("SELECT count(*) FROM sqlite_master").fetchone() == (1,)
    with pytest.raises(StoreUnavailable):
        SqliteStore(tmp_path / "no" / "folder" / "units.db")


def test_a_later_version_is_told_and_left_alone(path: Path) -> None:
    filled(path).close()
    raw(path, "PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(StoreVersion, match="99"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_an_earlier_version_is_brought_up_in_one_step(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path).close()
    later = (*sqlite_schema.MIGRATIONS, ("ALTER TABLE unit ADD COLUMN note TEXT", "CREATE TABLE unit (x)"))
    monkeypatch.setattr(sqlite_schema, "MIGRATIONS", later)
    with pytest.raises(StoreUnavailable, match="already exists"):
        SqliteStore(path)
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert "note" not in [row[1] for row in connection.execute("PRAGMA table_info(unit)")]
    connection.close()
    monkeypatch.setattr(sqlite_schema, "MIGRATIONS", (*later[:-1], later[-1][:1]))
    store = SqliteStore(path)
    assert len(store.entries("one", 0)) == 3
    store.close()
    monkeypatch.undo()
    with pytest.raises(StoreVersion):
        SqliteStore(path)


def test_a_file_of_version_0_made_by_hand_is_taken(path: Path) -> None:
    sqlite3.connect(path).close()
    path.touch()
    store = SqliteStore(path)
    assert store.units() == ()
    store.close()


def test_a_file_that_vanishes_is_told(path: Path) -> None:
    store = filled(path)
    for name in ("", "-wal", "-shm"):
        path.with_name(path.name + name).unlink(missing_ok=True)
    store._readers.clear()
    with pytest.raises(StoreUnavailable, match="not there any more"):
        store.unit("one")
    assert not path.exists()
    store.close()


def test_a_forked_process_may_not_use_the_parents_store(path: Path) -> None:
    store = filled(path)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            store.unit("one")
        except StoreClosed:
            store.close()
            code = 0
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert store.append([new_append("one", 3, "after")])[0].status is AppendStatus.APPENDED
    store.close()


def test_a_writer_that_hangs_with_the_lock_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_turn, "WAIT_S", 0.05)
    store, other = filled(path), SqliteStore(path)
    with other._turn.held(), pytest.raises(StoreUnavailable, match="lock"):
        store.append([new_append("one", 3, "r3")])
    assert store.append([new_append("one", 3, "r3")])[0].status is AppendStatus.APPENDED
    store.close()
    other.close()


def test_threads_that_append_at_once_share_transactions(path: Path) -> None:
    store = SqliteStore(path)
    ids = [f"unit{at}" for at in range(8)]
    for unit_id in ids:
        store.create(*new_unit(unit_id))
    sizes: list[int] = []
    commit = store._commit

    def counted(batch: list[object]) -> None:
        sizes.append(len(batch))
        commit(batch)  # type: ignore[arg-type]

    store._commit = counted  # type: ignore[method-assign, assignment]
    with store._commit_lock:
        threads = [
            threading.Thread(target=lambda one=one: store.append([new_append(one, 0, "r")]))  # type: ignore[misc]
            for one in ids
        ]
        for thread in threads:
            thread.start()
        assert wait_until(lambda: len(store._queue) == 8, 30)
    for thread in threads:
        thread.join()
    assert sum(sizes) == 8
    assert max(sizes) >= 7
    assert [store.unit(one).head for one in ids] == [1] * 8
    store.close()


def test_one_bad_append_does_not_spoil_the_others_of_its_transaction(path: Path) -> None:
    store = filled(path)
    good, bad = _ticket(new_append("one", 3, "r3")), _ticket(new_append("none", 0, "r"))
    store._commit([bad, good])
    assert bad.error is not None
    assert good.answer is not None
    assert good.answer[0].status is AppendStatus.APPENDED
    store.close()


def _ticket(append: object) -> object:
    from macrocell.engine.store.sqlite import _Ticket

    return _Ticket((append,), 1)  # type: ignore[arg-type]


FULL = """
import resource, signal, sys
sys.path[:0] = {path!r}
from pathlib import Path
from macrocell.engine.errors import StoreUnavailable
from macrocell.engine.store.contract import new_append, new_unit
from macrocell.engine.store.sqlite import SqliteStore
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store = SqliteStore(Path(sys.argv[1]))
store.create(*new_unit("one"))
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), -1))
head = 0
for at in range(400):
    try:
        (answer,) = store.append([new_append("one", head, f"r{{at}}", payload=b"x" * 1500)])
    except StoreUnavailable as error:
        assert error.retry and error.hint
        print("refused", at, flush=True)
        resource.setrlimit(resource.RLIMIT_FSIZE, (-1, -1))
        (answer,) = store.append([new_append("one", head, f"r{{at}}", payload=b"x" * 1500)])
    head = answer.head
    print(answer.revision, at, flush=True)
"""


@pytest.mark.parametrize("limit", [40_000, 41_500, 47_111, 60_000, 100_000])
def test_a_full_disk_loses_nothing_and_the_same_append_goes_on(path: Path, limit: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL.format(path=sys.path), str(path), str(limit)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert any(line.startswith("refused") for line in lines)
    told = {f"r{line.split()[1]}": int(line.split()[0]) for line in lines if not line.startswith("refused")}
    store = SqliteStore(path)
    assert verify(store).ok
    assert {entry.req_id: entry.revision for entry in store.entries("one", 0)} == told
    assert len(told) == 400
    store.close()


WRITER = """
import sys
sys.path[:0] = {path!r}
from pathlib import Path
from macrocell.engine.store.contract import new_append
from macrocell.engine.store.sqlite import SqliteStore
store = SqliteStore(Path(sys.argv[1]))
name = sys.argv[2]
at = 0
print("ready", flush=True)
while at < int(sys.argv[3]):
    (answer,) = store.append([new_append("one", store.unit("one").head, f"r{{at}}", sid=name)])
    if answer.revision is not None:
        print(answer.revision, at, flush=True)
        at += 1
"""


def writer(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    code = WRITER.format(path=sys.path)
    return subprocess.Popen(
        [sys.executable, "-c", code, str(path), name, str(count)], stdout=subprocess.PIPE, text=True
    )


def test_eight_writer_processes_all_get_their_turn(path: Path) -> None:
    filled(path, 0).close()
    writers = [writer(path, f"w{at}", 15) for at in range(8)]
    told: dict[tuple[str, str], int] = {}
    for at, process in enumerate(writers):
        out, _ = process.communicate(timeout=120)
        for line in out.splitlines()[1:]:
            revision, request = line.split()
            told[f"w{at}", f"r{request}"] = int(revision)
    store = SqliteStore(path)
    assert {(entry.sid, entry.req_id): entry.revision for entry in store.entries("one", 0)} == told
    assert len(told) == 8 * 15
    assert verify(store).ok
    store.close()


def test_writers_killed_at_any_moment_lose_nothing_that_was_acknowledged(path: Path) -> None:
    filled(path, 0).close()
    chance = random.Random(20260301)
    told: dict[tuple[str, str], int] = {}
    for turn in range(tries(8, 300)):
        processes = [writer(path, f"{turn}.{at}", 10**6) for at in range(2)]
        outs: list[list[str]] = [[], []]
        for at, process in enumerate(processes):
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            for _ in range(chance.randrange(1, 12)):
                outs[at].append(process.stdout.readline())
        for at in chance.sample((0, 1), 2):
            processes[at].send_signal(signal.SIGKILL)
        for at, process in enumerate(processes):
            rest, _ = process.communicate(timeout=60)
            for line in [*outs[at], *rest.splitlines(keepends=True)]:
                if line.endswith("\n"):
                    revision, request = line.split()
                    told[f"{turn}.{at}", f"r{request}"] = int(revision)
        store = SqliteStore(path)
        assert verify(store).ok
        held = {(entry.sid, entry.req_id): entry.revision for entry in _all(store)}
        assert told.items() <= held.items()
        store.close()
    assert told


def _all(store: SqliteStore) -> list[object]:
    found: list[object] = []
    while page := store.entries("one", len(found)):
        found.extend(page)
    return found


def test_a_copied_file_is_a_store_of_its_own(path: Path, tmp_path: Path) -> None:
    store = filled(path)
    store.close()
    shutil.copy(path, tmp_path / "copy.db")
    copy = SqliteStore(tmp_path / "copy.db")
    copy.append([new_append("one", 3, "r3")])
    assert copy.unit("one").head == 4
    copy.close()
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY


@pytest.mark.parametrize(
    "url",
    [
        "",
        "units.db",
        "sqlite:",
        "sqlite://units.db",
        "sqlite:///",
        "sqlite:///a.db?x=1",
        "mysql://a:secret@b/c",
        "memory:x",
    ],
)
def test_urls_that_name_no_store_are_told_without_a_password(url: str) -> None:
    with pytest.raises(StoreUrlInvalid) as told:
        open_store(url)
    assert "secret" not in str(told.value)
    assert told.value.hint


def test_urls_are_spelled_as_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    relative = open_store("sqlite:///units%20here.db")
    assert isinstance(relative, SqliteStore)
    assert relative.path == tmp_path / "units here.db"
    absolute = open_store(f"sqlite:///{tmp_path}/units here.db")
    assert isinstance(absolute, SqliteStore)
    assert absolute.path == relative.path
    assert isinstance(open_store("memory:"), MemoryStore)
    relative.close()
    absolute.close()
