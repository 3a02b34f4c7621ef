"""Raw Python in a worker, as if the language layer had fallen: each attempt has one exact outcome."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from macrocell.sandbox import Base, Limits, Supervisor
from support.raw import PRELUDE
from support.toy import job, raw, toy_base, toy_supervisor

TAMPERED = "tampered"

ATTEMPTS = {
    "open": ("attempt(open, '/etc/passwd')", "EPERM"),
    "open for writing": ("attempt(open, '/tmp/x', 'w')", "EPERM"),
    "stat": ("attempt(os.stat, '/etc/passwd')", "EPERM"),
    "stat by descriptor and path": ("call('newfstatat', -100, b'/etc/passwd', buffer, 0x1000)", "EPERM"),
    "listdir": ("attempt(os.listdir, '/')", "EPERM"),
    "mkdir": ("attempt(os.mkdir, '/tmp/x')", "EPERM"),
    "unlink": ("attempt(os.unlink, '/tmp/x')", "EPERM"),
    "chdir": ("attempt(os.chdir, '/tmp')", "EPERM"),
    "readlink": ("attempt(os.readlink, '/proc/self/exe')", "EPERM"),
    "getcwd": ("attempt(os.getcwd)", "EPERM"),
    "TCP": ("attempt(socket.socket, socket.AF_INET, socket.SOCK_STREAM)", "EPERM"),
    "TCP over IPv6": ("attempt(socket.socket, socket.AF_INET6, socket.SOCK_STREAM)", "EPERM"),
    "UDP": ("attempt(socket.socket, socket.AF_INET, socket.SOCK_DGRAM)", "EPERM"),
    "netlink": ("attempt(socket.socket, socket.AF_NETLINK, socket.SOCK_RAW)", "EPERM"),
    "vsock": ("attempt(socket.socket, 40, socket.SOCK_STREAM)", "EPERM"),
    "unix socket": ("attempt(socket.socket, socket.AF_UNIX, socket.SOCK_STREAM)", "EPERM"),
    "socketpair": ("attempt(socket.socketpair)", "EPERM"),
    "connect its own socket to a path": ("call('connect', 3, bytes([1, 0]) + b'/tmp/s', 9)", "EPERM"),
    "connect its own socket to an abstract name": ("call('connect', 3, bytes([1, 0, 0]) + b's', 4)", "EPERM"),
    "fork": ("attempt(os.fork)", TAMPERED),
    "vfork": ("call('vfork') if 'vfork' in NR else os.fork()", TAMPERED),
    "clone3": ("call('clone3', None, 0)", "ENOSYS"),
    "thread": ("attempt(threading.Thread(target=print).start)", TAMPERED),
    "kill its parent": ("attempt(os.kill, os.getppid(), 9)", "EPERM"),
    "kill everything": ("attempt(os.kill, -1, 9)", "EPERM"),
    "kill itself": ("attempt(os.kill, os.getpid(), 9)", "EPERM"),
    "tgkill": ("call('tgkill', os.getppid(), os.getppid(), 9)", "EPERM"),
    "pidfd_open": ("attempt(os.pidfd_open, os.getppid())", TAMPERED),
    "pidfd_getfd": ("call('pidfd_getfd', 3, 3, 0)", TAMPERED),
    "ptrace seize": ("call('ptrace', 0x4206, os.getppid(), 0, 0)", TAMPERED),
    "ptrace attach": ("call('ptrace', 16, os.getppid(), 0, 0)", TAMPERED),
    "process_vm_readv": ("call('process_vm_readv', os.getppid(), page, 1, page, 1, 0)", TAMPERED),
    "process_vm_writev": ("call('process_vm_writev', os.getppid(), page, 1, page, 1, 0)", TAMPERED),
    "io_uring_setup": ("call('io_uring_setup', 8, buffer)", TAMPERED),
    "memfd_create": ("attempt(os.memfd_create, 'x')", TAMPERED),
    "memfd_secret": ("call('memfd_secret', 0)", TAMPERED),
    "mmap writable and executable": ("call('mmap', 0, 4096, 7, 0x22, -1, 0)", "EPERM"),
    "mmap executable": ("call('mmap', 0, 4096, 5, 0x22, -1, 0)", "EPERM"),
    "mmap shared": ("call('mmap', 0, 4096, 3, 0x21, -1, 0)", "EPERM"),
    "mmap of its socket": ("call('mmap', 0, 4096, 3, 2, 3, 0)", "EPERM"),
    "mmap executable in the high half": ("call('mmap', 0, 4096, (1 << 32) | 7, 0x22, -1, 0)", "EPERM"),
    "mprotect executable": ("call('mprotect', page & ~4095, 4096, 5)", "EPERM"),
    "sendmsg with descriptors": ("call('sendmsg', 3, buffer, 0)", "EPERM"),
    "recvmsg": ("call('recvmsg', 3, buffer, 0)", "EPERM"),
    "raise a limit": ("call('prlimit64', 0, resource.RLIMIT_AS, struct.pack('QQ', 1 << 60, 1 << 60), None)", "EPERM"),
    "raise a limit of its parent": ("call('prlimit64', os.getppid(), 9, struct.pack('QQ', 1, 1), None)", "EPERM"),
    "setrlimit": ("call('setrlimit', resource.RLIMIT_CPU, struct.pack('QQ', 1 << 60, 1 << 60))", "EPERM"),
    "exec": ("attempt(os.execv, '/bin/true', ['true'])", TAMPERED),
    "execveat": ("call('execveat', 3, b'', None, None, 0x1000)", TAMPERED),
    "dlopen": ("attempt(ctypes.CDLL, 'libsqlite3.so.0')", "OSError"),
    "keyctl": ("call('keyctl', 0, -3, 0)", TAMPERED),
    "add_key": ("call('add_key', b'user', b'x', b'y', 1, -3)", TAMPERED),
    "shared memory": ("call('shmget', 0, 4096, 0o1600)", "EPERM"),
    "unshare": ("call('unshare', 0x10000000)", TAMPERED),
    "setns": ("call('setns', 3, 0)", TAMPERED),
    "bpf": ("call('bpf', 0, buffer, 64)", TAMPERED),
    "perf_event_open": ("call('perf_event_open', buffer, 0, -1, -1, 0)", TAMPERED),
    "userfaultfd": ("call('userfaultfd', 0)", TAMPERED),
    "mount": ("call('mount', b'none', b'/', b'tmpfs', 0, None)", TAMPERED),
    "chroot": ("attempt(os.chroot, '/tmp')", TAMPERED),
    "open_by_handle_at": ("call('open_by_handle_at', 3, buffer, 0)", TAMPERED),
    "personality": ("call('personality', 0x0040000)", TAMPERED),
    "init_module": ("call('init_module', buffer, 1, b'')", TAMPERED),
    "environment of its parent": ("attempt(open, f'/proc/{os.getppid()}/environ')", "EPERM"),
    "memory of itself as a file": ("attempt(open, '/proc/self/mem', 'r+b')", "EPERM"),
    "setuid": ("attempt(os.setuid, 0)", "EPERM"),
    "capset": ("call('capset', buffer, buffer)", "EPERM"),
    "prctl dumpable": ("call('prctl', 4, 1, 0, 0, 0)", "EPERM"),
    "prctl parent death signal off": ("call('prctl', 1, 0, 0, 0, 0)", "EPERM"),
    "another filter": ("call('seccomp', 1, 0, buffer)", "EPERM"),
    "a rule for its domain": ("call('landlock_add_rule', 3, 1, buffer, 0)", "EPERM"),
    "a new domain": ("call('landlock_create_ruleset', buffer, 8, 0)", "EPERM"),
    "dup": ("attempt(os.dup, 3)", "EPERM"),
    "pipe": ("attempt(os.pipe)", "EPERM"),
    "ioctl": ("call('ioctl', 0, 0x5412, buffer)", "ENOTTY"),
    "wait": ("attempt(os.waitpid, -1, 1)", "EPERM"),
    "no such call": ("call(9999)", "EPERM"),
}


@pytest.fixture(scope="module")
def supervisor() -> Iterator[Supervisor]:
    with toy_supervisor() as found:
        yield found


@pytest.fixture(scope="module")
def base(supervisor: Supervisor) -> Iterator[Base]:
    with toy_base(supervisor) as found:
        found.request("set", b"a=1", deadline_s=5)
        yield found


@pytest.mark.parametrize("name", ATTEMPTS)
def test_an_attempt_has_its_exact_outcome_and_harms_nobody(
    base: Base, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    code, outcome = ATTEMPTS[name]
    with caplog.at_level(logging.WARNING, logger="macrocell.sandbox"):
        report = raw(base, f"{PRELUDE}\nanswer = {code}")
    if outcome == TAMPERED:
        assert report.status == "tampered"
        assert report.error is not None
        assert report.error.code == "tampered"
        assert report.error.message == ("the run was stopped as tampering: it made a system call that no macro needs")
        assert [record.getMessage() for record in caplog.records] == [
            "run run: stopped as tampered: it made a system call that no macro needs"
        ]
    else:
        assert (report.status, report.payload.decode()) == ("done", outcome)
    assert base.run(job("toy.get('a')")).value == 1


def test_the_x32_calls_are_tampering(base: Base) -> None:
    report = raw(base, f"{PRELUDE}\nanswer = call(NR['getpid'] | 0x40000000) if machine() == 'x86_64' else os.fork()")
    assert report.status == "tampered"


def test_the_only_descriptors_are_null_trace_and_socket(base: Base) -> None:
    code = (
        PRELUDE
        + "kinds = {}\n"
        + "for fd in range(1024):\n"
        + "    if call('fstat', fd, buffer) == 'ok':\n"
        + "        mode = struct.unpack_from('I', buffer, 24 if machine() == 'x86_64' else 16)[0]\n"
        + "        kinds[fd] = oct(mode & 0o170000)\n"
        + "answer = kinds"
    )
    character, fifo, sock = "0o20000", "0o10000", "0o140000"
    assert raw(base, code).payload.decode() == repr({0: character, 1: character, 2: fifo, 3: sock})


def test_a_worker_sees_nothing_of_the_environment_or_arguments_of_the_parent(base: Base) -> None:
    code = "import os, sys\nanswer = (dict(os.environ), sys.argv)"
    environment, _, arguments = raw(base, code).payload.decode().partition(", ['-c'")
    assert environment in ("({'TZ': 'UTC0'}", "({'LC_CTYPE': 'C.UTF-8', 'TZ': 'UTC0'}")
    assert arguments != ""


def test_a_flood_of_its_trace_pipe_ends_with_the_limit(base: Base) -> None:
    code = "import os\nwhile True:\n    os.write(2, b'x' * 4096)"
    report = raw(base, code, limits=Limits(wall_s=0.5))
    assert report.status == "limit"


def test_what_it_patches_is_gone_with_it(base: Base) -> None:
    code = (
        "import macrocell.sandbox.worker as w, builtins\nw.prepare = None\nbuiltins.len = None\nhost.numbers['a'] = 9"
    )
    raw(base, code)
    assert base.run(job("len('ab') + toy.get('a')")).value == 3


def test_it_cannot_make_its_base_fork_or_serve(base: Base) -> None:
    """The base's socket is closed in it: what it writes to any number but its own goes nowhere."""
    code = (
        "import os\nanswer = 0\nfor fd in range(4, 256):\n    try:\n        os.write(fd, b'x')\n        answer += 1\n"
        "    except OSError:\n        pass"
    )
    assert raw(base, code).payload == b"0"
