"""Attacks from a worker, each under every choice of layers: run as a script, it prints {layers: {attack: outcome}}.

With every layer off an attack does what it says, to this machine: as root the script moves into mount and IPC
namespaces of its own first, and each attack undoes or spares what it reaches.

An outcome is "open", or what stopped it: an errno, SIGSYS, or the status of the report. Every attack has a real target
that the script puts up: "open" means that the target was reached.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import socket
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

_PR_CAPBSET_DROP, _CAP_SYS_RESOURCE = 24, 24

LAYERS = ("namespaces", "landlock", "seccomp", "limits", "privileges")

ATTACKS = {
    "read a file": "attempt(lambda: open(secret).read())",
    "write a file": "attempt(lambda: open(folder + '/new', 'w').close())",
    "remove a file": "attempt(os.unlink, folder + '/victim')",
    "list a folder": "attempt(os.listdir, folder)",
    "look at a path (stat)": "attempt(os.stat, secret)",
    "change the mode of a file": "attempt(os.chmod, secret, 0o644)",
    "change into a folder": "attempt(os.chdir, folder)",
    "connect by TCP": "attempt(lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM).connect(tcp))",
    "listen by TCP": "attempt(lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM).bind(('127.0.0.1', 0)))",
    "send by UDP": "attempt(lambda: sent(socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', udp)))",
    "connect to a unix socket": "attempt(lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM).connect(unix))",
    "connect to an abstract socket": (
        "attempt(lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM).connect(abstract))"
    ),
    "ask netlink for interfaces": "attempt(interfaces)",
    "fork": "attempt(lambda: os.fork() or os._exit(0))",
    "start a thread": "attempt(lambda: thread())",
    "execute a program": "executed()",
    "signal its base": "attempt(os.kill, os.getppid(), 0)",
    "signal the application": "attempt(os.kill, application, 0)",
    "trace its base (ptrace)": "traced(os.getppid())",
    "read the memory of its base": "peek(os.getppid(), page)",
    "read the memory of the application": "peek(application, address)",
    "take a descriptor of its base": "stolen(os.getppid())",
    "read the environment of the application": "attempt(lambda: open(f'/proc/{application}/environ').read())",
    "write its own code (/proc/self/mem)": "attempt(lambda: open('/proc/self/mem', 'r+b').close())",
    "map memory to execute": "call('mmap', 0, 4096, 7, 0x22, -1, 0)",
    "make memory executable": "call('mprotect', page & ~4095, 4096, 7)",
    "make a file in memory (memfd)": "attempt(os.memfd_create, 'x')",
    "use io_uring": "call('io_uring_setup', 8, buffer)",
    "load a BPF program": "call('bpf', 0, struct.pack('IIIII', 2, 4, 4, 1, 0) + bytes(64), 72)",
    "open a performance counter": "call('perf_event_open', perf, 0, -1, -1, 0)",
    "catch page faults (userfaultfd)": "call('userfaultfd', 1)",
    "use the key ring": "call('keyctl', 0, -5, 1)",
    "make shared memory": "shared()",
    "make a user namespace": "call('unshare', 0x10000000)",
    "join a namespace of the application": "joined(application)",
    "mount": "call('mount', b'none', (folder + '/mount').encode(), b'tmpfs', 0, None)",
    "become root": "became_root()",
    "raise a limit": "call('prlimit64', 0, resource.RLIMIT_NOFILE, struct.pack('QQ', 4096, 4096), None)",
    "set a limit of its base": "call('prlimit64', os.getppid(), resource.RLIMIT_CORE, struct.pack('QQ', 0, 0), None)",
    "map 1 TiB": "call('mmap', 0, 1 << 40, 3, 0x4022, -1, 0)",
    "hold 100 descriptors": "attempt(lambda: [os.dup(2) for _ in range(100)])",
    "use a descriptor of its base": "'ok' if any(lives(fd) for fd in range(4, 256)) else 'none'",
    "see the environment of the application": "'ok' if 'MATRIX_SECRET' in os.environ else 'none'",
}

HELPERS = """
NR = {**numbers(machine()), 'shmget': 29 if machine() == 'x86_64' else 194}

def sent(count):
    return count

def interfaces():
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as asking:
        asking.bind((0, 0))
        asking.sendto(struct.pack('=IHHII', 20, 18, 0x301, 1, 0) + bytes(4), (0, 0))
        if b'lo' not in asking.recv(65536):
            raise OSError(errno.ENOENT, 'nothing')

def thread():
    started = threading.Thread(target=print)
    try:
        started.start()
    except RuntimeError:
        raise OSError(errno.EAGAIN, 'no thread')
    started.join()

def shared():
    number = libc.syscall(ctypes.c_long(NR['shmget']), ctypes.c_long(0), ctypes.c_long(4096), ctypes.c_long(0o1600))
    if number < 0:
        return errno.errorcode[ctypes.get_errno()]
    return call(31 if machine() == 'x86_64' else 195, number, 0, 0)

def peek(pid, where):
    local = struct.pack('QQ', page, 8)
    remote = struct.pack('QQ', where, 8)
    return call('process_vm_readv', pid, local, 1, remote, 1, 0)

def traced(pid):
    answer = call('ptrace', 0x4206, pid, 0, 0)
    if answer == 'ok':
        call('ptrace', 17, pid, 0, 0)
    return answer

def stolen(pid):
    try:
        pidfd = os.pidfd_open(pid)
    except OSError as error:
        return errno.errorcode[error.errno]
    return call('pidfd_getfd', pidfd, 3, 0)

def executed():
    try:
        os.set_inheritable(2, True)
    except OSError:
        pass
    return attempt(os.execv, '/bin/sh', ['sh', '-c', 'echo reached >&2'])

def joined(pid):
    try:
        pidfd = os.open(f'/proc/{pid}/ns/net', os.O_RDONLY)
    except OSError as error:
        return errno.errorcode[error.errno]
    return call('setns', pidfd, 0x40000000)

def became_root():
    answer = attempt(os.setuid, 0)
    if answer.startswith('ok'):
        return attempt(os.listdir, '/root') if os.getuid() == 0 else 'EPERM'
    return answer

def lives(fd):
    return call('fstat', fd, buffer) == 'ok' if 'fstat' in NR else False

perf = struct.pack('IIQQQQQ', 1, 112, 0, 0, 0, 0, 1 << 5 | 1 << 6) + bytes(64)
"""


def choices() -> dict[str, frozenset[str]]:
    """Name of each choice and the layers that are off in it."""
    every = frozenset(LAYERS)
    off = {f"without {layer}": frozenset({layer}) for layer in LAYERS}
    alone = {f"only {layer}": every - {layer} for layer in LAYERS}
    return {"all layers": frozenset(), **off, **alone, "no layer": every}


def measure(off: frozenset[str], targets: str) -> dict[str, str]:
    from macrocell.sandbox.supervisor import Withheld
    from support.raw import PRELUDE
    from support.toy import raw, toy_base, toy_supervisor

    withheld = Withheld(namespaces="namespaces" in off, layers=off & {"landlock"})
    preload = [f"support.off_{layer}" for layer in sorted(off - {"namespaces", "landlock"})]
    outcomes: dict[str, str] = {}
    with toy_supervisor(withheld=withheld, preload=preload) as supervisor, toy_base(supervisor) as base:
        for name, code in ATTACKS.items():
            report = raw(base, f"{PRELUDE}\n{HELPERS}\n{targets}\nanswer = {code}")
            if report.status == "tampered":
                outcomes[name] = "SIGSYS"
            elif report.status == "died":
                assert report.error is not None
                outcomes[name] = "open" if "reached" in report.error.message else report.error.message
            else:
                answer = report.payload.decode()
                outcomes[name] = "open" if answer.startswith("ok") else answer or str(report.error)
    return outcomes


@contextlib.contextmanager
def standing_targets() -> Iterator[tuple[dict[str, object], str]]:
    """Files, sockets and the application itself, as lines that name them for the attacking code."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        os.chmod(folder, 0o777)
        Path(folder, "mount").mkdir()
        secret = Path(folder, "secret")
        secret.write_text("secret")
        secret.chmod(0o666)
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", 0))
        unix = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
        unix.bind(f"{folder}/socket")
        os.chmod(f"{folder}/socket", 0o777)
        abstract = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
        name = f"\0matrix-{os.getpid()}"
        abstract.bind(name)
        for listening in (unix, abstract):
            listening.listen(64)
        names = {
            "folder": folder,
            "secret": str(secret),
            "tcp": tcp.getsockname(),
            "udp": udp.getsockname(),
            "unix": f"{folder}/socket",
            "abstract": name,
            "application": os.getpid(),
            "address": id(ATTACKS),
        }
        yield names, "\n".join(f"{key} = {value!r}" for key, value in names.items())


def move_apart() -> None:
    """Mount and IPC namespaces of its own, from which no mount gets out; and no right to lift limits, which root has on
    some machines and not on others.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.unshare(0x00020000 | 0x08000000) == 0
    assert libc.mount(b"none", b"/", None, 0x4000 | 0x40000, None) == 0
    libc.prctl(_PR_CAPBSET_DROP, _CAP_SYS_RESOURCE, 0, 0, 0)


def main() -> None:
    os.environ["MATRIX_SECRET"] = "secret"
    found = {}
    if os.geteuid() == 0:
        move_apart()
    with standing_targets() as (names, targets):
        for name, off in choices().items():
            Path(str(names["folder"]), "victim").write_text("here")
            found[name] = measure(off, targets)
            ctypes.CDLL(None).umount2(f"{names['folder']}/mount".encode(), 0)
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
