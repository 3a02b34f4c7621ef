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
    return Layer("namespaces", applied=True, detail="user, network, IPC, host name, processes and mounts are its own")


def withheld() -> Layer:
    """The layer of a zygote that was told to go without."""
    return Layer("namespaces", applied=False, detail="switched off")


def _enter(syscall: Syscall) -> str | None:
    """Why it failed, None when it worked."""
    pid, uid, gid = os.getpid(), os.geteuid(), os.getegid()
    ready_out, ready_in = os.pipe()
    helper = _fork_helper(ready_out, ready_in, pid) if uid == 0 else None
    result = syscall.try_call("unshare", _FLAGS)
    os.close(ready_out)
    if result == 0:
        os.write(ready_in, b"!")
    os.close(ready_in)
    mapped = os.waitpid(helper, 0)[1] == 0 if helper is not None else True
    if result != 0:
        return f"unshare: {os.strerror(-result)}"
    if helper is None:
        mapped = _map_ids(pid, uid, gid, deny_groups=True)
    return None if mapped else "the kernel refused the map of user ids"


def _fork_helper(ready_out: int, ready_in: int, pid: int) -> int:
    """A child outside the new namespace, which alone may map another id than its own."""
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
