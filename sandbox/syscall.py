"""Raw system calls through libc's syscall(), and the numbers this package needs, for x86_64 and aarch64.

Numbers are the kernel's ABI (arch/x86/entry/syscalls/syscall_64.tbl, include/uapi/asm-generic/unistd.h) and never
change. None: the architecture does not have the call.
"""

from __future__ import annotations

import ctypes
import os

ARCHITECTURES = ("x86_64", "aarch64")

_TABLE = """
read 0 63 | write 1 64 | open 2 - | close 3 57 | stat 4 - | fstat 5 80 | lstat 6 - | poll 7 - | lseek 8 62
mmap 9 222 | mprotect 10 226 | munmap 11 215 | brk 12 214 | rt_sigaction 13 134 | rt_sigprocmask 14 135
rt_sigreturn 15 139 | ioctl 16 29 | readv 19 65 | writev 20 66 | select 23 - | sched_yield 24 124 | mremap 25 216
madvise 28 233 | shmget 29 194 | nanosleep 35 101 | getitimer 36 102 | setitimer 38 103 | getpid 39 172
socket 41 198 | sendto 44 206 | sendmsg 46 211 | recvmsg 47 212 | clone 56 220 | fork 57 - | vfork 58 -
execve 59 221 | exit 60 93 | wait4 61 260 | kill 62 129 | uname 63 160 | fcntl 72 25 | gettimeofday 96 169
getrusage 98 165 | times 100 153 | ptrace 101 117 | getuid 102 174 | syslog 103 116 | getgid 104 176
geteuid 107 175 | getegid 108 177 | getppid 110 173 | getpgrp 111 - | getresuid 118 148 | getresgid 120 150
getpgid 121 155 | getsid 124 156 | capset 126 91 | sigaltstack 131 132 | personality 135 92 | modify_ldt 154 -
pivot_root 155 41 | prctl 157 167 | adjtimex 159 171 | setrlimit 160 164 | chroot 161 51 | acct 163 89
settimeofday 164 170 | mount 165 40 | umount2 166 39 | swapon 167 224 | swapoff 168 225 | reboot 169 142
sethostname 170 161 | setdomainname 171 162 | iopl 172 - | ioperm 173 - | init_module 175 105
delete_module 176 106 | quotactl 179 60 | gettid 186 178 | time 201 - | futex 202 98 | sched_getaffinity 204 123
restart_syscall 219 128 | clock_settime 227 112 | clock_gettime 228 113 | clock_getres 229 114
clock_nanosleep 230 115 | exit_group 231 94 | tgkill 234 131 | kexec_load 246 104 | add_key 248 217
request_key 249 218 | keyctl 250 219 | openat 257 56 | newfstatat 262 79 | pselect6 270 72 | ppoll 271 73
unshare 272 97 | set_robust_list 273 99 | perf_event_open 298 241 | fanotify_init 300 262 | prlimit64 302 261
dup3 292 24 | name_to_handle_at 303 264 | open_by_handle_at 304 265 | clock_adjtime 305 266 | setns 308 268
process_vm_readv 310 270 | process_vm_writev 311 271 | kcmp 312 272 | finit_module 313 273 | seccomp 317 277
getrandom 318 278 | memfd_create 319 279 | kexec_file_load 320 294 | bpf 321 280 | execveat 322 281
userfaultfd 323 282 | pidfd_send_signal 424 424 | io_uring_setup 425 425 | io_uring_enter 426 426
io_uring_register 427 427 | open_tree 428 428 | move_mount 429 429 | fsopen 430 430 | fsconfig 431 431
fsmount 432 432 | fspick 433 433 | pidfd_open 434 434 | clone3 435 435 | close_range 436 436 | pidfd_getfd 438 438
process_madvise 440 440 | mount_setattr 442 442 | landlock_create_ruleset 444 444 | landlock_add_rule 445 445
landlock_restrict_self 446 446 | memfd_secret 447 447 | process_mrelease 448 448
"""


def machine() -> str:
    """The kernel's name of this process's architecture."""
    name = os.uname().machine
    return {"amd64": "x86_64", "arm64": "aarch64"}.get(name.lower(), name)


def numbers(architecture: str) -> dict[str, int]:
    """Call numbers by name, without the calls that the architecture lacks."""
    column = 1 + ARCHITECTURES.index(architecture)
    rows = (entry.split() for line in _TABLE.split("\n") for entry in line.split("|"))
    return {row[0]: int(row[column]) for row in rows if row and row[column] != "-"}


class Syscall:
    """Calls by name on this machine; made before lockdown, used after it (it opens and maps nothing then)."""

    def __init__(self) -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        self._call = libc.syscall
        self._call.restype = ctypes.c_long
        self._numbers = numbers(machine())

    def __call__(self, name: str, *arguments: object) -> int:
        """The result, which is not negative. Raises OSError."""
        result = self.try_call(name, *arguments)
        if result < 0:
            raise OSError(-result, f"{name}: {os.strerror(-result)}")
        return result

    def try_call(self, name: str, *arguments: object) -> int:
        """The result, or a negative errno."""
        words = [_word(argument) for argument in arguments]
        result = int(self._call(ctypes.c_long(self._numbers[name]), *words))
        return -ctypes.get_errno() if result == -1 else result


def _word(argument: object) -> object:
    if argument is None or isinstance(argument, int):
        return ctypes.c_void_p(argument)
    if isinstance(argument, bytes):
        return argument
    return ctypes.byref(argument)  # type: ignore[arg-type]
