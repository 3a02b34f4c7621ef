"""A Python as on a system without fork, pidfds, prctl, timer signals and the modules that only Unix has.

Importing this takes them away from this process for ever; command() starts processes of which the same is true.
"""

from __future__ import annotations

import os
import signal
import sys

WITHOUT = {
    os: (
        "fork forkpty pidfd_open posix_spawn posix_spawnp pread preadv pipe2 memfd_create register_at_fork sched_yield "
        "set_blocking closerange setresuid setresgid setuid setgroups geteuid O_TMPFILE O_DIRECTORY O_CLOEXEC "
        "O_NONBLOCK uname confstr"
    ),
    signal: (
        "setitimer getitimer pidfd_send_signal SIGUSR1 SIGALRM SIGPROF SIGSYS SIGXCPU SIGCHLD set_wakeup_fd "
        "pthread_sigmask"
    ),
}
MODULES = ("fcntl", "resource", "termios", "pwd", "grp", "pty", "readline")


def take_away() -> None:
    import subprocess
    import tempfile

    import psutil

    assert subprocess
    tempfile._O_TMPFILE_WORKS = False  # type: ignore[attr-defined]
    assert psutil  # the standard library and psutil choose their way by system, which this still is
    for module, names in WITHOUT.items():
        for name in names.split():
            if hasattr(module, name):
                delattr(module, name)
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]


def command(module: str, *arguments: str) -> list[str]:
    """In place of bootstrap.command."""
    code = (
        f"import sys\nsys.path[:] = {sys.path!r}\nfrom support.bare import take_away\ntake_away()\n"
        f"from macrocell.sandbox.{module} import main\nmain(*{arguments!r})"
    )
    return [sys.executable, "-c", code]
