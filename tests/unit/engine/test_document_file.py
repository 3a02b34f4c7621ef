"""A document on disk is replaced whole or not at all."""

import errno
import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from macrocell.engine import (
    DocumentFile,
    FileBusy,
    FileChanged,
    FileReadOnly,
    FileUnreadable,
    OutputExists,
    SaveFailed,
    document_file,
)
from macrocell.engine.document_file import write_file

OLD, NEW = b"old" * 1000, [b"new" * 500, b"er" * 70_000]
WHOLE = b"".join(NEW)
STEPS = ("write", "fsync", "link", "replace")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "book.xlsx"
    path.write_bytes(OLD)
    return path


@pytest.fixture
def opened(book: Path) -> Iterator[DocumentFile]:
    file = DocumentFile(book)
    yield file
    file.close()


def litter(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != "book.xlsx")


def test_replacing_puts_the_new_content_and_moves_the_version(opened: DocumentFile, book: Path) -> None:
    opened.replace(NEW)
    opened.replace([b"third"])
    assert book.read_bytes() == b"third"
    assert litter(book.parent) == []


def test_what_was_opened_can_be_read_again_after_it_was_replaced(opened: DocumentFile) -> None:
    opened.replace(NEW)
    assert b"".join(opened.chunks()) == OLD


def test_a_file_written_in_place_since_is_a_conflict_when_read_again(opened: DocumentFile, book: Path) -> None:
    with book.open("r+b") as file:
        file.write(b"other")
    with pytest.raises(FileChanged) as caught:
        list(opened.chunks())
    assert caught.value.message == "book.xlsx: the file was changed by someone else since it was opened"


@pytest.mark.parametrize("change", ["content", "replaced", "gone"])
def test_a_file_changed_meanwhile_is_a_conflict_and_stays(opened: DocumentFile, book: Path, change: str) -> None:
    if change == "gone":
        book.unlink()
    elif change == "content":
        book.write_bytes(b"other")
    else:
        (book.parent / "other").write_bytes(OLD)
        (book.parent / "other").replace(book)
        os.utime(book, ns=(1, 1))
    with pytest.raises(FileChanged) as caught:
        opened.replace(NEW)
    assert caught.value.message == "book.xlsx: the file was changed by someone else since it was opened"
    assert caught.value.retry
    assert (not book.exists()) if change == "gone" else book.read_bytes() in {b"other", OLD}
    assert litter(book.parent) == []


def test_an_existing_output_is_refused(book: Path) -> None:
    with pytest.raises(OutputExists) as caught:
        write_file(book, NEW)
    assert caught.value.message == "book.xlsx: a file already stands there"
    assert book.read_bytes() == OLD


def test_an_output_that_appears_meanwhile_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "book.xlsx"

    def content() -> Iterator[bytes]:
        yield b"mine"
        target.write_bytes(b"theirs")

    with pytest.raises(OutputExists):
        write_file(target, content())
    assert target.read_bytes() == b"theirs"
    assert litter(tmp_path) == []


@pytest.mark.parametrize("mode", [0o444, 0o055])
def test_a_target_without_a_write_bit_for_its_owner_is_refused_for_root_too(book: Path, mode: int) -> None:
    book.chmod(mode)
    with pytest.raises(FileReadOnly) as caught:
        write_file(book, NEW, overwrite=True)
    assert caught.value.message == "book.xlsx: the file has no write permission for its owner"
    book.chmod(0o644)
    assert book.read_bytes() == OLD


def test_permission_bits_are_kept_and_new_files_follow_the_umask(book: Path) -> None:
    book.chmod(0o640)
    write_file(book, NEW, overwrite=True)
    assert stat.S_IMODE(book.stat().st_mode) == 0o640
    before = os.umask(0o027)
    try:
        write_file(book.parent / "made.xlsx", NEW)
    finally:
        os.umask(before)
    assert stat.S_IMODE((book.parent / "made.xlsx").stat().st_mode) == 0o640


def test_a_link_is_followed_and_never_replaced(book: Path) -> None:
    link = book.parent / "link.xlsx"
    link.symlink_to(book.name)
    file = DocumentFile(link)
    file.replace(NEW)
    file.close()
    assert link.is_symlink()
    assert book.read_bytes() == WHOLE


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: None, "book2.xlsx: no such file in "),
        (lambda path: path.mkdir(), "book2.xlsx: not a regular file"),
        (lambda path: os.mkfifo(path), "book2.xlsx: not a regular file"),
    ],
)
def test_what_is_no_file_is_refused(tmp_path: Path, make: Callable[[Path], None], message: str) -> None:
    path = tmp_path / "book2.xlsx"
    make(path)
    with pytest.raises(FileUnreadable) as caught:
        DocumentFile(path)
    assert caught.value.message == (message + str(tmp_path) if message.endswith("in ") else message)


def test_a_file_too_large_is_refused_before_it_is_read(book: Path) -> None:
    os.truncate(book, document_file.MAX_FILE_BYTES + 1)
    with pytest.raises(FileUnreadable) as caught:
        DocumentFile(book)
    assert caught.value.message == "book.xlsx: 1073741825 bytes are more than the 1073741824 allowed"


def test_a_folder_locked_by_another_process_is_busy(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    monkeypatch.setattr(document_file, "LOCK_DEADLINE_S", 0.05)
    holder = os.open(book.parent, os.O_RDONLY)
    fcntl.flock(holder, fcntl.LOCK_EX)
    try:
        with pytest.raises(FileBusy) as caught:
            write_file(book, NEW, overwrite=True)
    finally:
        os.close(holder)
    assert caught.value.retry
    assert book.read_bytes() == OLD
    assert litter(book.parent) == []


def test_of_two_at_once_one_wins_and_the_other_gets_a_conflict(book: Path) -> None:
    files = [DocumentFile(book) for _ in range(8)]
    barrier, won, lost = threading.Barrier(8), [], []

    def save(number: int) -> None:
        barrier.wait()
        try:
            files[number].replace([bytes([number]) * 100])
            won.append(number)
        except FileChanged:
            lost.append(number)

    threads = [threading.Thread(target=save, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for file in files:
        file.close()
    assert len(won) == 1
    assert len(lost) == 7
    assert book.read_bytes() == bytes(won) * 100


@pytest.mark.parametrize("nameless", [True, False])
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("nth", [1, 2])
def test_a_fault_at_any_step_leaves_the_old_file_and_no_litter(
    opened: DocumentFile, book: Path, monkeypatch: pytest.MonkeyPatch, step: str, nth: int, nameless: bool
) -> None:
    _forbid_nameless(monkeypatch, nameless)
    calls = _break_at(monkeypatch, step, nth, lambda: OSError(errno.ENOSPC, "No space left on device"))
    try:
        opened.replace(NEW)
    except SaveFailed as error:
        assert error.message == "book.xlsx: cannot be written (No space left on device); the target is as it was"
        # The folder's own fsync comes after the rename: then the new file stands, whole.
        assert book.read_bytes() == (WHOLE if (step, nth) == ("fsync", 2) else OLD)
    else:
        assert len(calls) < nth
        assert book.read_bytes() == WHOLE
    assert litter(book.parent) == []


@pytest.mark.parametrize("nameless", [True, False])
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("nth", [1, 2])
def test_a_kill_at_any_step_leaves_a_whole_file(book: Path, step: str, nth: int, nameless: bool) -> None:
    script = Path(__file__).parents[2] / "support/save_and_die.py"
    command = [sys.executable, str(script), str(book), step, str(nth), str(nameless)]
    done = subprocess.run(command, timeout=60, check=False)
    assert done.returncode in {-signal.SIGKILL, 0}
    assert book.read_bytes() in {OLD, WHOLE}


def _forbid_nameless(patch: pytest.MonkeyPatch, nameless: bool) -> None:
    """With nameless False, behave like a file system without O_TMPFILE."""
    real = os.open

    def fake(path: str, flags: int, *rest: int, **options: int) -> int:
        if not nameless and flags & os.O_TMPFILE == os.O_TMPFILE:
            raise OSError(errno.EOPNOTSUPP, "Operation not supported")
        return real(path, flags, *rest, **options)

    patch.setattr(os, "open", fake)


def _break_at(patch: pytest.MonkeyPatch, step: str, nth: int, failure: Callable[[], BaseException]) -> list[int]:
    """Let the nth call of os.<step> fail; the list grows with every call."""
    real, calls = getattr(os, step), []

    def fake(*arguments: object, **options: object) -> object:
        calls.append(1)
        if len(calls) == nth:
            raise failure()
        return real(*arguments, **options)

    patch.setattr(os, step, fake)
    return calls
