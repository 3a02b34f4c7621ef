"""A document on disk: its version, and replacing it atomically. The bytes are never looked into here.

Saving: a temp file without a name (O_TMPFILE, where the file system has it) in the target's folder is written and
fsynced; then, under a lock on the folder, the target's version is compared and the temp file put in its place; last
the folder is fsynced. A process killed at any point leaves the old file or the new one, whole.
"""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import stat
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, final

from . import plain_file
from .errors import FileBusy, FileChanged, FileReadOnly, FileUnreadable, OutputExists, SaveFailed

CHUNK_BYTES: Final = 1 << 20
MAX_FILE_BYTES: Final = 1 << 30
"""Larger files are refused before they are read; the caps on what they inflate to are the reader's."""
_TICK_NS: Final = 100_000_000
"""File times move in steps of up to 10 ms (the kernel's clock tick), some network file systems' of more."""
_READ_FLAGS: Final = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_CLOEXEC", "O_NONBLOCK", "O_BINARY"))
LOCK_DEADLINE_S: Final = 10.0
"""The lock is held for one comparison and one rename, some milliseconds; longer means a stuck process."""


@final
@dataclass(frozen=True, slots=True)
class FileVersion:
    """What tells one state of a file from another."""

    size: int
    mtime_ns: int
    sha256: str


@final
class DocumentFile:
    """The file as it was when opened. Its descriptor stays open, so a reload reads the same inode."""

    def __init__(self, path: Path) -> None:
        self.path = _resolve(path)
        self._fd = _open_regular(self.path)
        try:
            self.version = _version(self._fd, self.path)
            self._seen = _stamp(os.fstat(self._fd))
        except BaseException:
            os.close(self._fd)
            raise
        self._opened = self.version
        if not plain_file.HAS_FOLDERS:
            self._fd = plain_file.private_copy(self._fd)

    def chunks(self) -> Iterator[bytes]:
        """The bytes that were opened, in chunks; FileChanged if someone wrote into the file in place."""
        if _version(self._fd, self.path).sha256 != self._opened.sha256:
            raise _changed(self.path)
        offset = 0
        while chunk := plain_file.read_at(self._fd, CHUNK_BYTES, offset):
            offset += len(chunk)
            yield chunk

    @property
    def opened(self) -> FileVersion:
        """The version that chunks gives, whatever was saved since."""
        return self._opened

    @property
    def stamp(self) -> tuple[int, ...]:
        """What a look at the path tells of this file, without reading it: see stamp_of."""
        return self._seen

    def share(self) -> DocumentFile:
        """The same open file under a descriptor of its own, for another owner; it costs no reading."""
        other = object.__new__(DocumentFile)
        other.path, other.version = self.path, self.version
        other._opened, other._seen = self._opened, self._seen
        other._fd = os.dup(self._fd)
        return other

    def replace(self, content: Iterable[bytes]) -> None:
        """Put content in the file's place, if it still is the version last seen; that version moves on."""
        self.version = write_file(self.path, content, expected=self.version, overwrite=True)

    def close(self) -> None:
        """Give the descriptor back; a second call does nothing."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def unit_id_of(path: Path) -> str:
    """The same for the same path; a hash, so that a macro does not learn where the file lies."""
    return "file-" + hashlib.sha256(os.fsencode(path)).hexdigest()[:16]


def stamp_of(path: Path) -> tuple[int, ...] | None:
    """Which file stands at a path, and when it was last changed; None where nothing can be seen.

    None also for a file that was changed just now: a second change might leave the same times.
    """
    try:
        status = path.stat()
    except OSError:
        return None
    settled = time.time_ns() - max(status.st_mtime_ns, status.st_ctime_ns) > _TICK_NS
    return _stamp(status) if settled else None


def write_file(
    target: Path, content: Iterable[bytes], *, expected: FileVersion | None = None, overwrite: bool = False
) -> FileVersion:
    """Write a whole file atomically and return its version.

    With expected, the file that stands there must be of that version. Without overwrite nothing may stand there;
    that check and the creation are one step.
    """
    target = _resolve(target)
    check_target(target, overwrite=overwrite)
    if not plain_file.HAS_FOLDERS:
        return _write_plain(target, content, expected, overwrite=overwrite)
    folder = _open_folder(target)
    try:
        temp = _TempFile(folder, target)
        try:
            digest, size = temp.write(content)
            with _folder_lock(folder, target):
                if expected is not None:
                    _check_version(target, expected)
                check_target(target, overwrite=overwrite)
                temp.place(target, overwrite=overwrite)
                mtime_ns = os.fstat(temp.fd).st_mtime_ns
            os.fsync(folder)
        finally:
            temp.close()
    except OSError as error:
        raise _save_failed(target, error) from error
    finally:
        os.close(folder)
    return FileVersion(size, mtime_ns, digest)


def _write_plain(
    target: Path, content: Iterable[bytes], expected: FileVersion | None, *, overwrite: bool
) -> FileVersion:
    """The same by path, where the system cannot lock or sync a folder."""
    try:
        temp = plain_file.write_beside(target, content)
        try:
            with plain_file.lock_beside(target, LOCK_DEADLINE_S):
                if expected is not None:
                    _check_version(target, expected)
                check_target(target, overwrite=overwrite)
                plain_file.place(temp, target, overwrite=overwrite)
        finally:
            temp.unlink(missing_ok=True)
        fd = _open_regular(target)
        try:
            return _version(fd, target)
        finally:
            os.close(fd)
    except TimeoutError:
        raise _busy(target) from None
    except OSError as error:
        raise _save_failed(target, error) from error


def check_target(target: Path, *, overwrite: bool) -> None:
    """Refuse what can be refused before any work is done: an existing file, a folder, a missing write bit."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        raise _save_failed(target, error) from error
    if not stat.S_ISREG(mode):
        raise SaveFailed(f"{target.name}: the target is not a regular file", hint="Name a file to write to.")
    if not overwrite:
        raise OutputExists(
            f"{target.name}: a file already stands there",
            hint="Choose another name, or ask for overwriting.",
        )
    if not mode & stat.S_IWUSR:
        raise FileReadOnly(
            f"{target.name}: the file has no write permission for its owner",
            hint="Save to another name, or make it writable (chmod u+w).",
        )


class _TempFile:
    """The new content in the target's folder, nameless as long as possible, so that a kill leaves no litter."""

    def __init__(self, folder: int, target: Path) -> None:
        self._folder = folder
        self._name = f".{target.name[:80]}.{secrets.token_hex(8)}.tmp"
        self._named = False
        mode = _mode_of(target)
        try:
            self.fd = os.open(".", os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o666, dir_fd=folder)
        except (OSError, AttributeError) as error:  # only Linux has the name
            if isinstance(error, OSError) and error.errno not in {
                errno.EOPNOTSUPP,
                errno.EISDIR,
                errno.ENOENT,
                errno.EINVAL,
            }:
                raise
            flags = os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC
            self.fd = os.open(self._name, flags, 0o666, dir_fd=folder)
            self._named = True
        if mode is not None:
            self._adopt(mode)

    def write(self, content: Iterable[bytes]) -> tuple[str, int]:
        digest, size = hashlib.sha256(), 0
        for chunk in content:
            view = memoryview(chunk)
            while view:
                view = view[os.write(self.fd, view) :]
            digest.update(chunk)
            size += len(chunk)
        os.fsync(self.fd)
        return digest.hexdigest(), size

    def place(self, target: Path, *, overwrite: bool) -> None:
        if not overwrite:
            try:
                self._link(target.name)
            except FileExistsError:
                check_target(target, overwrite=False)
                raise
            return
        if not self._named:
            self._link(self._name)
            self._named = True
        os.replace(self._name, target.name, src_dir_fd=self._folder, dst_dir_fd=self._folder)
        self._named = False

    def close(self) -> None:
        try:
            if self._named:
                os.unlink(self._name, dir_fd=self._folder)
        finally:
            os.close(self.fd)

    def _link(self, name: str) -> None:
        """Give the content a name that must be free: one atomic step."""
        source = self._name if self._named else f"/proc/self/fd/{self.fd}"
        os.link(source, name, src_dir_fd=self._folder, dst_dir_fd=self._folder, follow_symlinks=True)

    def _adopt(self, status: os.stat_result) -> None:
        """Keep the permission bits, and the owner where this process may set it."""
        if os.geteuid() == 0:
            os.fchown(self.fd, status.st_uid, status.st_gid)
        os.fchmod(self.fd, stat.S_IMODE(status.st_mode))


@contextmanager
def _folder_lock(folder: int, target: Path) -> Iterator[None]:
    """An exclusive lock on the folder: the file itself is replaced, and a lock file beside it would be litter."""
    import fcntl  # what only Unix has

    deadline, pause = time.monotonic() + LOCK_DEADLINE_S, threading.Event()
    while True:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise _busy(target) from None
            pause.wait(0.002)  # flock has no deadline of its own; a signal would need the main thread
    try:
        yield
    finally:
        fcntl.flock(folder, fcntl.LOCK_UN)


def _stamp(status: os.stat_result) -> tuple[int, ...]:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _resolve(path: Path) -> Path:
    """The real file behind symlinks, so that a link is never replaced by a file."""
    try:
        return path.expanduser().resolve()
    except (OSError, RuntimeError) as error:
        raise FileUnreadable(f"{path.name}: the path cannot be followed ({error})", hint="Check the path.") from error


def _open_regular(path: Path) -> int:
    try:
        fd = os.open(path, _READ_FLAGS)
    except FileNotFoundError:
        raise FileUnreadable(f"{path.name}: no such file in {path.parent}", hint="Check the path.") from None
    except OSError as error:
        raise FileUnreadable(
            f"{path.name}: cannot be read ({error.strerror})", hint="Check its permissions."
        ) from error
    status = os.fstat(fd)
    if not stat.S_ISREG(status.st_mode) or not 0 < status.st_size <= MAX_FILE_BYTES:
        os.close(fd)
        if not stat.S_ISREG(status.st_mode):
            raise FileUnreadable(f"{path.name}: not a regular file", hint="Name an .xlsx, .xlsm or .csv file.")
        if not status.st_size:
            raise FileUnreadable(f"{path.name}: the file is empty", hint="Make a workbook with --new or create().")
        raise FileUnreadable(
            f"{path.name}: {status.st_size} bytes are more than the {MAX_FILE_BYTES} allowed",
            hint="Split the workbook.",
        )
    return fd


def _open_folder(target: Path) -> int:
    try:
        return os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise _save_failed(target, error) from error


def _version(fd: int, path: Path) -> FileVersion:
    """Size, time and hash of an open file, taken so that they belong together."""
    digest, offset = hashlib.sha256(), 0
    before = os.fstat(fd)
    while chunk := plain_file.read_at(fd, CHUNK_BYTES, offset):
        digest.update(chunk)
        offset += len(chunk)
    after = os.fstat(fd)
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns) or offset != after.st_size:
        raise _changed(path)
    return FileVersion(offset, after.st_mtime_ns, digest.hexdigest())


def _check_version(target: Path, expected: FileVersion) -> None:
    try:
        fd = os.open(target, _READ_FLAGS)
    except OSError:
        raise _changed(target) from None
    try:
        if _version(fd, target) != expected:
            raise _changed(target)
    finally:
        os.close(fd)


def _mode_of(target: Path) -> os.stat_result | None:
    try:
        return target.stat()
    except FileNotFoundError:
        return None


def _busy(target: Path) -> FileBusy:
    return FileBusy(
        f"{target.name}: another process has been saving into this folder for {LOCK_DEADLINE_S:.0f} s",
        hint="Try again, or end that process.",
    )


def _changed(path: Path) -> FileChanged:
    return FileChanged(
        f"{path.name}: the file was changed by someone else since it was opened",
        hint="Open it again and run the macro again, or save to another name.",
    )


def _save_failed(target: Path, error: OSError) -> SaveFailed:
    return SaveFailed(
        f"{target.name}: cannot be written ({error.strerror}); the target is as it was",
        hint="Check the folder's permissions and the free space, or save elsewhere.",
    )
