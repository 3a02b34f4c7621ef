"""What /proc says of a base and of a worker: no privilege, no descriptor, no writable way out."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
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


def run_script(code: str, *command: str) -> list[str]:
    path = [str(Path(__file__).parents[2]), *(entry for entry in sys.path if entry)]
    script = f"import sys\nsys.path[:] = {path!r}\n{code}"
    done = subprocess.run(
        [*command, sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


WITHOUT_SECCOMP = """
import errno
from support import filter, surrounding
filter.install(filter.denial(errno.EPERM, "seccomp"))
surrounding.report()
"""


def test_where_seccomp_is_forbidden_nothing_runs() -> None:
    lines = run_script(WITHOUT_SECCOMP)
    assert len(lines) == 1
    assert lines[0].startswith(
        "unavailable: isolation level 'kernel' cannot be had: "
        "no seccomp (this kernel or container offers no seccomp filters); the others: "
    )


needs_setpriv = pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("setpriv") is None, reason="only root with setpriv can become another user"
)


@needs_setpriv
def test_root_that_cannot_become_another_user_is_told_so() -> None:
    command = ["setpriv", "--bounding-set", "-setuid,-setgid", "--inh-caps", "-setuid,-setgid"]
    lines = run_script("from support import surrounding\nsurrounding.report()", *command)
    assert len(lines) == 1
    assert lines[0].startswith(
        "unavailable: isolation level 'kernel' cannot be had: "
        "no privileges (root cannot become another user: [Errno 1] Operation not permitted); the others: "
    )


def test_a_struct_of_the_header_is_what_the_kernel_reads() -> None:
    assert struct.calcsize("HxxxxxxQ") == 16
