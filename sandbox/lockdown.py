"""The steps by which a base and, further, a worker give up everything they do not need. Their order matters.

Kit is made in the zygote: after the first step nothing can be imported, opened or looked up any more.
"""

from __future__ import annotations

import os
import resource
import signal
import struct
from collections.abc import Callable

from . import landlock, seccomp
from .isolation import CONTAINER_CURE, Layer
from .namespace import NOBODY
from .syscall import ARCHITECTURES, Syscall, machine

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_CAPBSET_DROP = 24
_PR_SET_NO_NEW_PRIVS = 38
_PR_SET_CHILD_SUBREAPER = 36
_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL = 47, 4
_CAPABILITY_VERSION_3 = 0x20080522
_CAPABILITIES = 64

_BASE_FILES = 32
_BASE_PROCESSES = 32768
"""Counted over all processes of the user id, so it only stops a runaway; seccomp lets a base fork and nothing else."""

BASE_ROOM_BYTES = 8 * 1024**3
"""What a base may map beyond the zygote unless it is told another size: a 1M-cell workbook takes a few percent."""

_WORKER_ROOM_BYTES = 16 * 1024**3
"""Hard limit over the base's own, so that a worker's limit can lie above it."""


class LayerFailed(Exception):
    """A layer that must hold could not be had: its name, why, and the cure."""

    def __init__(self, layer: str, message: str, cure: str | None) -> None:
        super().__init__(message)
        self.layer = layer
        self.message = message
        self.cure = cure


class Kit:
    """Everything that lockdown needs, made while files can still be opened. withheld names layers to do without,
    as if the kernel lacked them: "seccomp" or "landlock" (for tests of what happens then).
    """

    def __init__(self, withheld: frozenset[str]) -> None:
        self.syscall = Syscall()
        self._was_root = os.geteuid() == 0  # asked here: inside the namespaces host uid 0 shows as another
        self.landlock_abi = 0 if "landlock" in withheld else landlock.abi(self.syscall)
        self._has_seccomp = "seccomp" not in withheld and machine() in ARCHITECTURES and seccomp.available(self.syscall)
        architecture = machine() if self._has_seccomp else ARCHITECTURES[0]
        self._base_filter = seccomp.Filter(seccomp.compile_policy(seccomp.BASE, architecture))
        self._worker_filter = seccomp.Filter(seccomp.compile_policy(seccomp.WORKER, architecture))

    def lock_base(self, zygote_pid: int, room_bytes: int, install_reaper: Callable[[], None]) -> tuple[Layer, ...]:
        """Lockdown 1, after the descriptors are in place. Each layer is tried whatever became of those before it, so
        that what is told is whole. The caller must not go on unless every layer that is required is applied.
        """
        privileges = _tried(self._drop_privileges)
        self._die_with_parent(zygote_pid)
        limits = _tried(lambda: _limit_base(room_bytes))
        install_reaper()
        return privileges, limits, _tried(self._enter_landlock), _tried(self._filter_base)

    def lock_worker(self, base_pid: int, room_bytes: int, mapped_bytes: int, cpu_s: float) -> None:
        """Lockdown 2, after the base's socket is closed. Raises LayerFailed."""
        self._die_with_parent(base_pid)
        self._enter_landlock()
        _limit_worker(mapped_bytes + room_bytes, cpu_s)
        self._install(self._worker_filter)

    def _filter_base(self) -> Layer:
        if not self._has_seccomp:
            raise LayerFailed("seccomp", "this kernel or container offers no seccomp filters", CONTAINER_CURE)
        self._install(self._base_filter)
        return Layer("seccomp", applied=True, detail="allow-list; a second, narrower one for each run", required=True)

    def adopt_orphans(self) -> None:
        """Make this process the one that reaps workers whose base died."""
        self.syscall("prctl", _PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

    def die_with_parent(self) -> None:
        """Ask to be killed when the parent dies. Forgotten at every change of user and in every child."""
        self.syscall("prctl", _PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)

    def _drop_privileges(self) -> Layer:
        call = self.syscall
        for capability in range(_CAPABILITIES):
            call.try_call("prctl", _PR_CAPBSET_DROP, capability, 0, 0, 0)
        self._must("privileges", "prctl", _PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        try:
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)
        except OSError as error:
            if self._was_root:
                cure = "run it as an ordinary user, or leave the capabilities SETUID and SETGID to root"
                raise LayerFailed("privileges", f"root cannot become another user: {error}", cure) from error
        call.try_call("prctl", _PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
        header = struct.pack("=Ii", _CAPABILITY_VERSION_3, 0)
        self._must("privileges", "capset", header, bytes(24))
        self._must("privileges", "prctl", _PR_SET_DUMPABLE, 0, 0, 0, 0)
        detail = f"user {os.getuid()}, no capabilities, no new privileges"
        return Layer("privileges", applied=True, detail=detail, required=True)

    def _die_with_parent(self, parent_pid: int) -> None:
        self._must("privileges", "prctl", _PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent_pid:
            os._exit(0)  # it died before the signal was asked for

    def _enter_landlock(self) -> Layer:
        if not self.landlock_abi:
            cure = "Linux 5.13 or newer with landlock in its list of security modules"
            return Layer("landlock", applied=False, detail="the kernel does not offer it", cure=cure)
        try:
            landlock.Domain(self.landlock_abi).enter(self.syscall)
        except OSError as error:
            cure = "the kernel lists landlock and refuses it: let the container's profile pass its three calls, or none"
            raise LayerFailed("landlock", str(error), cure) from error
        return Layer("landlock", applied=True, detail=landlock.describe(self.landlock_abi))

    def _install(self, program: seccomp.Filter) -> None:
        try:
            program.install(self.syscall)
        except OSError as error:
            raise LayerFailed("seccomp", str(error), CONTAINER_CURE) from error

    def _must(self, layer: str, name: str, *arguments: object) -> None:
        try:
            self.syscall(name, *arguments)
        except OSError as error:
            raise LayerFailed(layer, str(error), None) from error


def _tried(step: Callable[[], Layer]) -> Layer:
    """The layer, or as a missing one that is required: why it failed."""
    try:
        return step()
    except LayerFailed as failed:
        return Layer(failed.layer, applied=False, detail=failed.message, cure=failed.cure, required=True)


def _limit_base(room_bytes: int) -> Layer:
    try:
        _set_base_limits(room_bytes)
    except (OSError, ValueError) as error:
        raise LayerFailed("limits", str(error), "let the container's profile pass prlimit64") from error
    return Layer("limits", applied=True, detail="no file, no core, 32 descriptors, memory", required=True)


def _set_base_limits(room_bytes: int) -> None:
    soft = mapped_bytes() + (room_bytes or BASE_ROOM_BYTES)
    _limit(resource.RLIMIT_AS, soft, soft + _WORKER_ROOM_BYTES)
    for kind in (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE, resource.RLIMIT_MEMLOCK, resource.RLIMIT_MSGQUEUE):
        _limit(kind, 0, 0)
    _limit(resource.RLIMIT_NOFILE, _BASE_FILES, _BASE_FILES)
    _limit(resource.RLIMIT_NPROC, _BASE_PROCESSES, _BASE_PROCESSES)


def _limit_worker(address_space_bytes: int, cpu_s: float) -> None:
    """The CPU limit here is the last resort, whole seconds above what the run's own timer and the parent hold."""
    _limit(resource.RLIMIT_NPROC, 0, 0)
    seconds = int(cpu_s) + 2
    _limit(resource.RLIMIT_CPU, seconds, seconds + 1)
    _limit(resource.RLIMIT_AS, address_space_bytes, address_space_bytes)


def _limit(kind: int, soft: int, hard: int) -> None:
    """Set both limits, never above the hard limit there is."""
    _, ceiling = resource.getrlimit(kind)
    if ceiling != resource.RLIM_INFINITY:
        soft, hard = min(soft, ceiling), min(hard, ceiling)
    resource.setrlimit(kind, (soft, hard))


_proc = _statm = -1


def open_proc() -> None:
    """In the zygote: keep a way to the page counts, where the namespaces show no files any more."""
    global _proc
    _proc = os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)


def open_statm(fd: int) -> None:
    """Keep this process's page counts open under a number: after lockdown nothing can be opened."""
    global _statm
    _statm = os.open("self/statm", os.O_RDONLY | os.O_CLOEXEC, dir_fd=_proc)
    move_statm(fd)


def move_statm(fd: int) -> None:
    """To another number, once those below are free."""
    global _statm
    os.dup2(_statm, fd, inheritable=False)
    _statm = fd


def mapped_bytes() -> int:
    """Address space of the process that opened statm."""
    os.lseek(_statm, 0, os.SEEK_SET)
    return int(os.read(_statm, 64).split()[0]) * resource.getpagesize()
