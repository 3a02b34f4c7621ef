"""What /proc says of a base and of a worker: no privilege, no descriptor, no writable way out."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from macrocell.sandbox import Base, Supervisor
from macrocell.sandbox.supervisor import Withheld
from support.toy import descendants, raw, toy_base, toy_supervisor, wait_until

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root sees another user's descriptors")


@pytest.fixture(scope="module", params=[False, True], ids=["namespaces", "no namespaces"])
def supervisor(request: pytest.FixtureRequest) -> Iterator[Supervisor]:
    with toy_supervisor(withheld=Withheld(namespaces=request.param)) as found:
        yield found


@pytest.fixture
def base(supervisor: Supervisor) -> Iterator[Base]:
    with toy_base(supervisor) as found:
        yield found


def spare_of(base: Base) -> int:
    base.park()
    assert wait_until(lambda: len(descendants(base.pid)) == 1)
    (pid,) = descendants(base.pid)
    assert wait_until(lambda: status_of(pid)["Seccomp_filters"] == "2")
    return pid


def status_of(pid: int) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


@pytest.mark.parametrize("who", ["base", "worker"])
def test_it_has_no_privilege_left(base: Base, who: str) -> None:
    status = status_of(base.pid if who == "base" else spare_of(base))
    assert status["NoNewPrivs"] == "1"
    assert status["Seccomp"] == "2"
    assert status["Seccomp_filters"] == ("1" if who == "base" else "2")
    assert {int(status[name], 16) for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")} == {0}
    assert status["Threads"] == "1"
    if os.geteuid() == 0:
        assert status["Uid"].split() == status["Gid"].split() == ["65534"] * 4
        assert status["Groups"] == ""


@pytest.mark.parametrize("who", ["base", "worker"])
def test_its_limits_are_set(base: Base, who: str) -> None:
    pid = base.pid if who == "base" else spare_of(base)
    lines = Path(f"/proc/{pid}/limits").read_text().splitlines()[1:]
    limits = {line[:26].strip(): line[26:].split()[:2] for line in lines}
    assert limits["Max file size"] == limits["Max core file size"] == ["0", "0"]
    assert limits["Max locked memory"] == limits["Max msgqueue size"] == ["0", "0"]
    assert limits["Max open files"] == ["32", "32"]
    assert limits["Max address space"][0] != "unlimited"
    if who == "worker":
        assert limits["Max processes"] == ["0", "0"]
        assert limits["Max cpu time"] == ["12", "13"] or limits["Max cpu time"] == ["32", "33"]
        assert int(limits["Max address space"][0]) < 512 * 2**20 + 400 * 2**20


@needs_root
@pytest.mark.parametrize("who", ["base", "worker"])
def test_it_holds_no_descriptor_but_its_own(base: Base, who: str) -> None:
    pid = base.pid if who == "base" else spare_of(base)
    names = {int(fd): os.readlink(f"/proc/{pid}/fd/{fd}") for fd in os.listdir(f"/proc/{pid}/fd")}
    kinds = {fd: name.partition(":")[0] for fd, name in names.items()}
    own = {0: "/dev/null", 1: "/dev/null", 2: "pipe", 3: "socket"}
    if who == "worker":
        assert kinds == own
    else:
        assert names.pop(4).endswith("/statm")
        assert {fd: kind for fd, kind in kinds.items() if fd != 4} == {**own, 5: "pipe", 6: "pipe"}


@needs_root
def test_it_has_an_empty_environment_and_stands_in_the_root_folder(base: Base) -> None:
    assert set(Path(f"/proc/{base.pid}/environ").read_bytes().split(b"\0")) <= {b"", b"LC_CTYPE=C.UTF-8"}
    assert os.readlink(f"/proc/{base.pid}/cwd") == "/"


@needs_root
def test_namespaces_are_its_own_where_the_report_says_so(supervisor: Supervisor, base: Base) -> None:
    (layer,) = (layer for layer in supervisor.isolation().layers if layer.name == "namespaces")
    for name in ("user", "net", "ipc", "uts", "pid", "mnt"):
        same = os.readlink(f"/proc/{base.pid}/ns/{name}") == os.readlink(f"/proc/self/ns/{name}")
        assert same is not layer.applied


def test_a_stray_write_to_standard_output_goes_nowhere(base: Base) -> None:
    assert raw(base, "import os\nanswer = os.write(1, b'{}')").payload == b"2"


def own_filter(name: str) -> str:
    """Code that makes one call fail with EPERM in this process and its children, as a container's profile does."""
    return textwrap.dedent(
        f"""
        import ctypes, struct
        from macrocell.sandbox.syscall import Syscall, numbers, machine
        from macrocell.sandbox.seccomp import Filter
        program = b"".join(
            struct.pack("=HBBI", *instruction)
            for instruction in (
                (0x20, 0, 0, 0),
                (0x15, 0, 1, numbers(machine())[{name!r}]),
                (0x06, 0, 0, 0x00050001),
                (0x06, 0, 0, 0x7FFF0000),
            )
        )
        syscall = Syscall()
        syscall("prctl", 38, 1, 0, 0, 0)
        Filter(program).install(syscall)
        """
    )


REPORT = """
from macrocell.sandbox import IsolationUnavailable, Limits
from support.toy import descendants, job, raw, toy_base, toy_supervisor, wait_until
with toy_supervisor() as supervisor:
    try:
        base = supervisor.open_base(deadline_s=20)
    except IsolationUnavailable as error:
        print("unavailable:", error.message)
    else:
        layers = {layer.name: layer for layer in supervisor.isolation().layers}
        print("applied:", *(name for name, layer in layers.items() if layer.applied))
        print("missing:", *(f"{layer.name}: {layer.detail}" for layer in layers.values() if not layer.applied))
        base.park()
        print(base.run(job("1 + 1")).value)
        print(raw(base, "import os\\nos.fork()").status)
        print(base.run(job("sum(range(10**10))", limits=Limits(wall_s=0.3))).error.line)
        print(base.run(job("'a' * 10**10")).error.limit_name)
        base.park()
        supervisor.close()
        print(wait_until(lambda: descendants() == set(), 1))
"""


def run_script(code: str, *command: str) -> list[str]:
    path = [str(Path(__file__).parents[2]), *(entry for entry in sys.path if entry)]
    script = f"import sys\nsys.path[:] = {path!r}\n{code}"
    done = subprocess.run(
        [*command, sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


WORKS = ["2", "tampered", "1", "memory_bytes", "True"]


def test_where_namespaces_are_forbidden_everything_else_holds() -> None:
    lines = run_script(own_filter("unshare") + REPORT)
    assert lines[0] == "applied: process privileges limits landlock seccomp"
    assert lines[1] == "missing: namespaces: unshare: Operation not permitted"
    assert lines[2:] == WORKS


def test_where_landlock_is_forbidden_everything_else_holds() -> None:
    lines = run_script(own_filter("landlock_create_ruleset") + REPORT)
    assert "landlock: the kernel does not offer it" in lines[1]
    assert lines[2:] == WORKS


def test_where_seccomp_is_forbidden_nothing_runs() -> None:
    lines = run_script(own_filter("seccomp") + REPORT)
    assert len(lines) == 1
    assert lines[0].startswith(
        "unavailable: isolation level 'kernel' cannot be had: "
        "no seccomp (this kernel or container offers no seccomp filters); the others: "
    )


needs_setpriv = pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("setpriv") is None, reason="only root with setpriv can become another user"
)


@needs_setpriv
@pytest.mark.parametrize("namespaces", [True, False], ids=["namespaces", "no namespaces"])
def test_it_holds_for_an_ordinary_user(namespaces: bool) -> None:
    """The one capability that is left lets that user read this checkout, wherever it lies."""
    become = ["setpriv", "--reuid", "1000", "--regid", "1000", "--clear-groups"]
    become += ["--inh-caps", "-all,+dac_read_search", "--ambient-caps", "-all,+dac_read_search"]
    code = REPORT if namespaces else own_filter("unshare") + REPORT
    lines = run_script(code, *become)
    assert lines[0].startswith("applied: process privileges limits landlock seccomp")
    assert lines[2:] == WORKS


@needs_setpriv
def test_root_that_cannot_become_another_user_is_told_so() -> None:
    command = ["setpriv", "--bounding-set", "-setuid,-setgid", "--inh-caps", "-setuid,-setgid"]
    lines = run_script(
        REPORT.replace("toy_supervisor()", "toy_supervisor(withheld=Withheld(namespaces=True))").replace(
            "Limits\n", "Limits\nfrom macrocell.sandbox.supervisor import Withheld\n", 1
        ),
        *command,
    )
    assert len(lines) == 1
    assert lines[0].startswith(
        "unavailable: isolation level 'kernel' cannot be had: "
        "no privileges (root cannot become another user: [Errno 1] Operation not permitted); the others: "
    )


def test_a_struct_of_the_header_is_what_the_kernel_reads() -> None:
    assert struct.calcsize("HxxxxxxQ") == 16
