"""seccomp filters as a container loads them before anything of ours runs: single calls denied, or Docker's default."""

from __future__ import annotations

import errno
import struct
from pathlib import Path

from macrocell.sandbox.seccomp import Filter
from macrocell.sandbox.syscall import ARCHITECTURES, Syscall, machine, numbers

ALLOW, ERRNO = 0x7FFF0000, 0x00050000
_VSOCK = 40
_PERSONALITIES = (0, 8, 0x20000, 0x20008, 0xFFFFFFFF)
_NAMESPACES = 0x7E020000
"""The flags of clone that make namespaces."""


def docker_names() -> dict[str, int]:
    """The calls of Docker's default list and their numbers here."""
    column = 1 + ARCHITECTURES.index(machine())
    lines = Path(__file__).with_name("docker_default.txt").read_text().splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    return {row[0]: int(row[column]) for row in rows if row[column] != "-"}


def docker_default() -> bytes:
    """The program of Docker's default profile without any added capability."""
    names = docker_names()
    code = [_load(0)]
    for name, number in names.items():
        if name not in ("socket", "personality", "clone", "clone3"):
            code += [_jump_equal(number, 0, 1), _answer(ALLOW)]
    code += [_jump_equal(names["clone3"], 0, 1), _answer(ERRNO | errno.ENOSYS)]
    personalities = [part for value in _PERSONALITIES for part in (_jump_equal(value, 0, 1), _answer(ALLOW))]
    code += _argument(names["socket"], [_jump_equal(_VSOCK, 1, 0), _answer(ALLOW)])
    code += _argument(names["clone"], [_and(_NAMESPACES), _jump_equal(0, 0, 1), _answer(ALLOW)])
    code += _argument(names["personality"], personalities)
    return b"".join([*code, _answer(ERRNO | errno.EPERM)])


def _argument(number: int, body: list[bytes]) -> list[bytes]:
    """For one call, a look at its first argument; what falls out of it gets EPERM."""
    body = [_load(16), *body, _answer(ERRNO | errno.EPERM)]
    return [_jump_equal(number, 0, len(body)), *body]


def denial(number_of_errno: int, *names: str) -> bytes:
    """A program that lets everything pass but these calls."""
    code = [_load(0)]
    for name in names:
        code += [_jump_equal(numbers(machine())[name], 0, 1), _answer(ERRNO | number_of_errno)]
    return b"".join([*code, _answer(ALLOW)])


def install(*programs: bytes) -> None:
    """Bind this process and its children."""
    syscall = Syscall()
    syscall("prctl", 38, 1, 0, 0, 0)
    for program in programs:
        Filter(program).install(syscall)


def _load(offset: int) -> bytes:
    return struct.pack("=HBBI", 0x20, 0, 0, offset)


def _and(mask: int) -> bytes:
    return struct.pack("=HBBI", 0x54, 0, 0, mask)


def _jump_equal(value: int, if_true: int, if_false: int) -> bytes:
    return struct.pack("=HBBI", 0x15, if_true, if_false, value)


def _answer(value: int) -> bytes:
    return struct.pack("=HBBI", 0x06, 0, 0, value)
