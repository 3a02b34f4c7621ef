"""The kernel level holds wherever it is started: as root, as an ordinary user, under a container's own walls."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.readable import interpreter, readable_tree, run_as_user
from support.surrounding import PLACES

WORKS = ["2", "tampered", "1", "1", "memory_bytes", "4", "True"]
"""A run, an attack and its answer, a limit of time with its line, one of memory, another base, nothing left behind."""

NAMESPACES = {
    "user namespaces forbidden by sysctl": "unshare: No space left on device",
    "unshare forbidden": "unshare: Operation not permitted",
    "Docker's profile": "unshare: Operation not permitted",
    "Docker's profile, no Landlock in the kernel": "unshare: Operation not permitted",
}
NO_LANDLOCK = "the kernel does not offer it"

DOCKER_CAPABILITIES = (
    "chown,dac_override,fowner,fsetid,kill,setgid,setuid,setpcap,net_bind_service,net_raw,sys_chroot,mknod,"
    "audit_write,setfcap"
)

only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can start a process as root or as another user")


@pytest.fixture(scope="module")
def tree() -> Iterator[Path]:
    with readable_tree() as found:
        yield found


def code_for(place: str) -> str:
    return f"from support import surrounding\nsurrounding.enter({place!r})\nsurrounding.report()"


def run_as_root(code: str, *command: str) -> subprocess.CompletedProcess[str]:
    path = [str(Path(__file__).parents[1]), *(entry for entry in sys.path if entry)]
    script = f"import sys\nsys.path[:] = {path!r}\n{code}"
    return subprocess.run(
        [*command, sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False
    )


def check(done: subprocess.CompletedProcess[str], place: str) -> None:
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    missing = {}
    if "Landlock" in place:
        missing["landlock"] = NO_LANDLOCK
    if place in NAMESPACES:
        missing["namespaces"] = NAMESPACES[place]
    layers = ["process", "privileges", "limits", "landlock", "seccomp", "namespaces"]
    assert lines[0] == f"applied: {' '.join(layer for layer in layers if layer not in missing)}"
    assert lines[1] == " ".join(["missing:", *(f"{layer}: {why}" for layer, why in missing.items())])
    assert lines[2:] == WORKS


@only_root
@pytest.mark.parametrize("place", PLACES)
def test_it_holds_as_root(place: str) -> None:
    check(run_as_root(code_for(place)), place)


@only_root
@pytest.mark.parametrize("place", PLACES)
def test_it_holds_as_user_1000_without_capabilities(place: str, tree: Path) -> None:
    python = interpreter()
    if python is None:
        pytest.skip("there is no Python of this version that user 1000 may execute")
    check(run_as_user(tree, python, code_for(place)), place)


@only_root
@pytest.mark.skipif(shutil.which("setpriv") is None, reason="setpriv is not installed")
def test_it_holds_as_the_root_of_a_container_with_the_capabilities_that_docker_leaves_it() -> None:
    kept = ",".join(f"+{name}" for name in DOCKER_CAPABILITIES.split(","))
    done = run_as_root(code_for("Docker's profile"), "setpriv", "--bounding-set", f"-all,{kept}")
    check(done, "Docker's profile")


@pytest.mark.skipif(os.geteuid() == 0, reason="as root the same is done as user 1000")
@pytest.mark.parametrize("place", PLACES)
def test_it_holds_as_this_user(place: str) -> None:
    check(run_as_root(code_for(place)), place)


DENIED = """
import ctypes, errno, os, socket, sys
from support import surrounding
from macrocell.sandbox.syscall import machine, numbers
from support.filter import docker_names
surrounding.enter("Docker's profile")
libc = ctypes.CDLL(None, use_errno=True)

def call(number, *arguments):
    return "ok" if libc.syscall(number, *map(ctypes.c_long, arguments)) >= 0 else errno.errorcode[ctypes.get_errno()]

def vsock():
    try:
        socket.socket(40, socket.SOCK_STREAM)
    except OSError as error:
        return errno.errorcode[error.errno]

names = docker_names()
answers = [call(names["getpid"]), call(names["clone"], 0x10000000), call(names["clone3"]), vsock()]
answers += [call(names["personality"], 0xFFFFFFFF), call(names["personality"], 1), call(numbers(machine())["keyctl"])]
sys.stdout.write(" ".join(answers))
"""


def test_the_profile_that_is_loaded_denies_what_docker_denies() -> None:
    """getpid; a namespace; clone3; a virtual socket; asking for the personality and changing it; the key ring."""
    done = run_as_root(DENIED)
    assert (done.stdout, done.stderr) == ("ok EPERM ENOSYS EPERM ok EPERM EPERM", "")
