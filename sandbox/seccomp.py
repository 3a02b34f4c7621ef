"""System call filters: an allow-list each for base and worker, compiled to BPF here and installed by one call.

The default is EPERM. Calls that only an attacker makes kill the process, so that tampering is told from a mistake.
Filters stack, and the strictest answer counts: what a worker may do is what both lists let pass.
"""

from __future__ import annotations

import ctypes
import errno
import signal
import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .syscall import Syscall, numbers

_ALLOW = 0x7FFF0000
_ERRNO = 0x00050000
_KILL_PROCESS = 0x80000000
_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32_BIT = 0x40000000

_SET_MODE_FILTER = 1
_GET_ACTION_AVAIL = 2

_PROT_EXEC = 4
_MAP_TYPE, _MAP_PRIVATE = 15, 2
_F_GETFD, _F_GETFL = 1, 3
_PR_SET_PDEATHSIG = 1
_FORK_FLAGS = 0x01200000 | signal.SIGCHLD
"""CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID and the exit signal: what fork() of the GNU C library passes, only that."""


@dataclass(frozen=True, slots=True)
class Match:
    """A condition on one argument: (argument & mask) == value, over all 64 bits."""

    argument: int
    value: int
    mask: int = 0xFFFFFFFFFFFFFFFF


Rule = tuple[Match, ...]
"""All must hold for the call to pass. Empty: it passes with any arguments."""


@dataclass(frozen=True, slots=True)
class Policy:
    """allow: by call name, rules of which one must hold, otherwise EPERM. fail: errno by call name. kill: calls that
    end the process with SIGSYS.
    """

    allow: Mapping[str, tuple[Rule, ...]]
    fail: Mapping[str, int]
    kill: frozenset[str]


_LOW32 = 0xFFFFFFFF

_PLAIN = """
read write close fstat lseek poll ppoll select pselect6 munmap mremap brk madvise futex clock_gettime clock_getres
clock_nanosleep nanosleep gettimeofday time times setitimer getitimer restart_syscall sched_yield rt_sigaction
rt_sigprocmask rt_sigreturn sigaltstack exit exit_group getrandom getpid gettid getppid getuid geteuid getgid getegid
getresuid getresgid getpgrp getpgid getsid getrusage sched_getaffinity uname
"""

_SERVING = """
readv writev recvmsg sendto wait4 set_robust_list close_range dup3 landlock_create_ruleset landlock_restrict_self
"""

_KILL = """
execve execveat ptrace process_vm_readv process_vm_writev io_uring_setup io_uring_enter io_uring_register bpf mount
umount2 unshare setns keyctl add_key request_key userfaultfd perf_event_open memfd_create memfd_secret pivot_root chroot
move_mount open_tree fsopen fsconfig fsmount fspick mount_setattr kexec_load kexec_file_load init_module finit_module
delete_module reboot swapon swapoff iopl ioperm personality pidfd_open pidfd_getfd pidfd_send_signal kcmp
open_by_handle_at name_to_handle_at acct quotactl syslog modify_ldt process_madvise process_mrelease sethostname
setdomainname settimeofday clock_settime adjtimex clock_adjtime fanotify_init
"""

_MEMORY: dict[str, tuple[Rule, ...]] = {
    "mmap": ((Match(2, 0, _PROT_EXEC), Match(3, _MAP_PRIVATE, _MAP_TYPE), Match(4, _LOW32, _LOW32)),),
    "mprotect": ((Match(2, 0, _PROT_EXEC),),),
}
_ANY: tuple[Rule, ...] = ((),)

WORKER = Policy(
    allow={**dict.fromkeys(_PLAIN.split(), _ANY), **_MEMORY},
    fail={"ioctl": errno.ENOTTY, "clone3": errno.ENOSYS},
    kill=frozenset(_KILL.split()) | {"clone", "fork", "vfork"},
)
"""For one run of a macro. newfstatat is not in it: it takes a path, and would tell which files exist."""

BASE = Policy(
    allow={
        **WORKER.allow,
        **dict.fromkeys(_SERVING.split(), _ANY),
        "clone": ((Match(0, _FORK_FLAGS), Match(1, 0)),),
        "fcntl": ((Match(1, _F_GETFD, _LOW32),), (Match(1, _F_GETFL, _LOW32),)),
        "prctl": ((Match(0, _PR_SET_PDEATHSIG, _LOW32), Match(1, signal.SIGKILL)),),
        "seccomp": ((Match(0, _SET_MODE_FILTER, _LOW32), Match(1, 0, _LOW32)),),
        "prlimit64": ((Match(0, 0, _LOW32),),),
    },
    fail=WORKER.fail,
    kill=frozenset(_KILL.split()),
)
"""For the process that holds the unit: it forks workers, and they lock themselves down further."""


def available(syscall: Syscall) -> bool:
    """Whether the kernel has filters with the kill action; asks without installing anything."""
    action = struct.pack("=I", _KILL_PROCESS)
    return syscall.try_call("seccomp", _GET_ACTION_AVAIL, 0, action) == 0


class Filter:
    """A compiled policy, ready to be installed after everything else is locked down."""

    def __init__(self, program: bytes) -> None:
        self._program = ctypes.create_string_buffer(program, len(program))
        header = struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(self._program))
        self._header = ctypes.create_string_buffer(header, len(header))

    def install(self, syscall: Syscall) -> None:
        """Bind this process and its children for ever. Needs no_new_privs. Raises OSError."""
        syscall("seccomp", _SET_MODE_FILTER, 0, self._header)


def compile_policy(policy: Policy, architecture: str) -> bytes:
    """The BPF program: architecture, then the x32 bit, then one block for each call, then EPERM."""
    known = numbers(architecture)
    code = [_load(4), _jump_equal(_AUDIT_ARCH[architecture], 1, 0), _answer(_KILL_PROCESS), _load(0)]
    if architecture == "x86_64":
        code += [_jump_at_least(_X32_BIT, 0, 1), _answer(_KILL_PROCESS)]
    for name, alternatives in policy.allow.items():
        if name in known:
            code += _block(known[name], [instruction for rule in alternatives for instruction in _rule(rule)])
    for name, number in policy.fail.items():
        code += _block(known[name], [_answer(_ERRNO | number)])
    for name in sorted(policy.kill & known.keys()):
        code += _block(known[name], [_answer(_KILL_PROCESS)])
    return b"".join([*code, _answer(_ERRNO | errno.EPERM)])


def _block(number: int, body: list[bytes]) -> list[bytes]:
    """Run body for one call number; what falls out of it gets EPERM."""
    if len(body) > 1:
        body = [*body, _answer(_ERRNO | errno.EPERM)]
    return [_jump_equal(number, 0, len(body)), *body]


def _rule(rule: Rule) -> Iterable[bytes]:
    """Allow when every half of every argument matches, else go on behind the rule."""
    halves = [
        (16 + 8 * match.argument + shift // 8, match.mask >> shift & _LOW32, match.value >> shift & _LOW32)
        for match in rule
        for shift in (0, 32)
        if match.mask >> shift & _LOW32
    ]
    left = 3 * len(halves) + 1
    for offset, mask, value in halves:
        left -= 3
        yield _load(offset)
        yield _and(mask)
        yield _jump_equal(value, 0, left)
    yield _answer(_ALLOW)


def _instruction(code: int, if_true: int, if_false: int, value: int) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)


def _load(offset: int) -> bytes:
    return _instruction(0x20, 0, 0, offset)


def _and(mask: int) -> bytes:
    return _instruction(0x54, 0, 0, mask)


def _jump_equal(value: int, if_true: int, if_false: int) -> bytes:
    return _instruction(0x15, if_true, if_false, value)


def _jump_at_least(value: int, if_true: int, if_false: int) -> bytes:
    return _instruction(0x35, if_true, if_false, value)


def _answer(value: int) -> bytes:
    return _instruction(0x06, 0, 0, value)
