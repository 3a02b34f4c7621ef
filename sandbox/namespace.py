"""Namespaces of the zygote and all it forks: users, network, IPC, host name, processes, mounts. A bonus layer.

The user id inside is mapped to one outside that is not 0, since RLIMIT_NPROC is not enforced for host uid 0. Where
the kernel or a container's profile forbids it, everything works without.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from .isolation import Layer
from .syscall import Syscall

NOBODY = 65534

_FLAGS = 0x10000000 | 0x40000000 | 0x08000000 | 0x04000000 | 0x20000000 | 0x00020000
"""CLONE_NEWUSER, NEWNET, NEWIPC, NEWUTS, NEWPID, NEWNS."""

_CURE = "allow unprivileged user namespaces (sysctl user.max_user_namespaces, the container's seccomp profile)"


def try_enter(syscall: Syscall) -> Layer:
    """Enter new namespaces if that works; the next fork is then process 1 of its own. Single-threaded callers only.

    A failed attempt could leave the caller in a namespace without ids, so a child tries first.
    """
    problem = _in_child(lambda: _enter(syscall))
    if problem is None:
        problem = _enter(syscall)
    if problem is not None:
        return Layer("namespaces", applied=False, detail=problem, cure=_CURE)
    nested = "none can be made inside" if _forbid_more() else "more can be made inside"
    root = "no file is seen" if _empty_root(syscall) else "files are seen (mounts are forbidden)"
    detail = f"its own user, network, IPC, host name, processes, mounts; {root}; {nested}"
    return Layer("namespaces", applied=True, detail=detail)


def withheld() -> Layer:
    """The layer of a zygote that was told to go without."""
    return Layer("namespaces", applied=False, detail="switched off")


def _enter(syscall: Syscall) -> str | None:
    """Why it failed, None when it worked."""
    pid, uid, gid = os.getpid(), os.geteuid(), os.getegid()
    if uid == 0:
        return _enter_as_root(syscall, pid)
    result = syscall.try_call("unshare", _FLAGS)
    if result != 0:
        return f"unshare: {os.strerror(-result)}"
    return None if _map_ids(pid, uid, gid, deny_groups=True) else _REFUSED_MAP


def _enter_as_root(syscall: Syscall, pid: int) -> str | None:
    """With a helper, which stays outside: only from there may another id than the own be mapped."""
    ready_out, ready_in = os.pipe()
    helper = _fork_helper(ready_out, ready_in, pid)
    result = syscall.try_call("unshare", _FLAGS)
    os.close(ready_out)
    if result == 0:
        os.write(ready_in, b"!")
    os.close(ready_in)
    mapped = os.waitpid(helper, 0)[1] == 0
    if result != 0:
        return f"unshare: {os.strerror(-result)}"
    return None if mapped else _REFUSED_MAP


_REFUSED_MAP = "the kernel refused the map of user ids"


def _fork_helper(ready_out: int, ready_in: int, pid: int) -> int:
    """A child that writes the map when it is told to, and ends."""
    helper = os.fork()
    if helper:
        return helper
    status = 1
    try:
        os.close(ready_in)
        if os.read(ready_out, 1):
            status = 0 if _map_ids(pid, NOBODY, NOBODY, deny_groups=False) else 1
    finally:
        os._exit(status)


def _map_ids(pid: int, uid: int, gid: int, *, deny_groups: bool) -> bool:
    proc = Path(f"/proc/{pid}")
    try:
        if deny_groups:
            (proc / "setgroups").write_text("deny")
        (proc / "uid_map").write_text(f"{NOBODY} {uid} 1")
        (proc / "gid_map").write_text(f"{NOBODY} {gid} 1")
    except OSError:
        return False
    return True


_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_NOEXEC = 1, 2, 4, 8
_MS_REMOUNT, _MS_BIND, _MS_REC, _MS_PRIVATE, _MNT_DETACH = 0x20, 0x1000, 0x4000, 0x40000, 2
_SEALED = _MS_RDONLY | _MS_NOSUID | _MS_NODEV | _MS_NOEXEC


def _empty_root(syscall: Syscall) -> bool:
    """Make an empty, read-only file system the root, and let go of all others. Nothing is opened by path after this;
    what is already open stays. Done with what stands in every root: the folder /proc.
    """
    try:
        syscall("mount", b"none", b"/", None, _MS_REC | _MS_PRIVATE, None)
        syscall("mount", b"none", b"/proc", b"tmpfs", _MS_NOSUID | _MS_NODEV | _MS_NOEXEC, b"size=4k,mode=555")
        os.chdir("/proc")
        syscall("pivot_root", b".", b".")
        syscall("umount2", b".", _MNT_DETACH)
        os.chdir("/")
        syscall("mount", b"none", b"/", None, _MS_REMOUNT | _MS_BIND | _SEALED, None)
    except OSError:
        return False
    return True


def _forbid_more() -> bool:
    """Set the limit of nested namespaces to none, while /proc can still be reached."""
    try:
        for kind in ("user", "net", "mnt", "pid", "ipc", "uts", "cgroup"):
            Path(f"/proc/sys/user/max_{kind}_namespaces").write_text("0")
    except OSError:
        return False
    return True


def _in_child(attempt: Callable[[], str | None]) -> str | None:
    """The attempt's answer, made in a process of its own."""
    answer_out, answer_in = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            problem = attempt()
            os.write(answer_in, (problem or "").encode())
            os.write(answer_in, b"\0")
        finally:
            os._exit(0)
    os.close(answer_in)
    answer = b""
    while piece := os.read(answer_out, 4096):
        answer += piece
    os.close(answer_out)
    os.waitpid(child, 0)
    if not answer.endswith(b"\0"):
        return "the attempt died"
    return answer[:-1].decode() or None
