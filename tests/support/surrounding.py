"""Places where an engine may be started, made around this process, and what an engine does there.

Run as code of a process of its own: every place is for ever.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from macrocell.sandbox import ErrorReport, IsolationUnavailable, Limits, Report

from .filter import denial, docker_default, install
from .toy import descendants, job, raw, toy_base, toy_supervisor, wait_until

PLACES = (
    "plain",
    "user namespaces forbidden by sysctl",
    "unshare forbidden",
    "Docker's profile",
    "Docker's profile, no Landlock in the kernel",
    "Landlock not in the kernel",
    "Landlock switched off",
)
_NEWUSER = 0x10000000


def enter(place: str) -> None:
    """Move this process there."""
    if place == "user namespaces forbidden by sysctl":
        forbid_namespaces()
    elif place == "unshare forbidden":
        install(denial(errno.EPERM, "unshare"))
    elif place == "Docker's profile":
        install(docker_default())
    elif place == "Docker's profile, no Landlock in the kernel":
        install(denial(errno.ENOSYS, "landlock_create_ruleset"), docker_default())
    elif place == "Landlock not in the kernel":
        install(denial(errno.ENOSYS, "landlock_create_ruleset"))
    elif place == "Landlock switched off":
        install(denial(errno.EOPNOTSUPP, "landlock_create_ruleset"))
    else:
        assert place == "plain"


def forbid_namespaces() -> None:
    """Set user.max_user_namespaces to 0: in a user namespace of its own, which maps every id that there is here to
    itself, so that the machine's own setting stays as it is.
    """
    uid, gid, pid = os.getuid(), os.getgid(), os.getpid()
    ids = "0 0 65536" if uid == 0 else f"{uid} {uid} 1"
    groups = "0 0 65536" if uid == 0 else f"{gid} {gid} 1"
    ready_out, ready_in = os.pipe()
    helper = os.fork()
    if helper == 0:  # stays outside, where root may map every id
        try:
            os.close(ready_in)
            os.read(ready_out, 1)
            if uid == 0:
                _map(pid, ids, groups)
        finally:
            os._exit(0)
    assert ctypes.CDLL(None, use_errno=True).unshare(_NEWUSER) == 0
    os.close(ready_in)
    os.waitpid(helper, 0)
    if uid != 0:
        Path("/proc/self/setgroups").write_text("deny")
        _map(pid, ids, groups)
    Path("/proc/sys/user/max_user_namespaces").write_text("0")


def _map(pid: int, ids: str, groups: str) -> None:
    Path(f"/proc/{pid}/uid_map").write_text(ids)
    Path(f"/proc/{pid}/gid_map").write_text(groups)


def report() -> None:
    """Write what an engine can do here: its layers, then a run, an attack, two limits, and whether its end is whole."""
    sys.stdout.write("\n".join(map(str, _told())))


def _told() -> Iterator[object]:
    with toy_supervisor() as supervisor:
        try:
            base = supervisor.open_base(deadline_s=20)
        except IsolationUnavailable as error:
            yield f"unavailable: {error.message}"
            return
        layers = supervisor.isolation().layers
        yield " ".join(["applied:", *(layer.name for layer in layers if layer.applied)])
        yield " ".join(["missing:", *(f"{layer.name}: {layer.detail}" for layer in layers if not layer.applied)])
        base.park()
        yield base.run(job("1 + 1")).value
        yield raw(base, "import os\nos.fork()").status
        yield raw(base, _STAT).payload.decode()
        yield _error(base.run(job("sum(range(10**10))", limits=Limits(wall_s=0.3)))).line
        yield _error(base.run(job("'a' * 10**10"))).limit_name
        base.park()
        with toy_base(supervisor) as other:
            yield other.run(job("2 + 2")).value
        supervisor.close()
        yield wait_until(lambda: descendants() == set(), 1)


_STAT = "import os\ntry:\n    os.stat('/')\nexcept OSError as error:\n    answer = error.errno"


def _error(found: Report) -> ErrorReport:
    assert found.error is not None
    return found.error
