"""What a level needs of the interpreter, the system and the C library, and how its absence is told."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from macrocell.sandbox import IsolationUnavailable, PythonUnsupported
from macrocell.sandbox.isolation import (
    CONTAINER_CURE,
    LEVELS,
    PROCESS_CURE,
    IsolationReport,
    Layer,
    check_level,
    missing,
    unavailable,
)


def uname(machine: str) -> Callable[[], object]:
    return lambda: SimpleNamespace(machine=machine)


def raiser(error: Exception) -> Callable[..., object]:
    def fail(*_: object) -> object:
        raise error

    return fail


PLATFORMS = {
    "another system": ((sys, "platform", "darwin"), "it needs Linux, this is darwin", CONTAINER_CURE),
    "Windows": ((sys, "platform", "win32"), "it needs Linux, this is win32", CONTAINER_CURE),
    "another processor": (
        (os, "uname", uname("riscv64")),
        "it knows the system calls of x86_64 and aarch64, this is riscv64",
        CONTAINER_CURE,
    ),
    "a 32-bit Python": (
        (sys, "maxsize", 2**31 - 1),
        "it needs a 64-bit Python: the filter ends every call of a 32-bit one",
        "install a 64-bit Python",
    ),
    "musl, which has no such name": (
        (os, "confstr", raiser(ValueError("unrecognized configuration name"))),
        "it needs the GNU C library: the filter knows only its fork, and that of musl is another call",
        "use a Debian, Ubuntu or Fedora based image in place of Alpine",
    ),
    "another C library": (
        (os, "confstr", lambda _: None),
        "it needs the GNU C library: the filter knows only its fork, and that of musl is another call",
        "use a Debian, Ubuntu or Fedora based image in place of Alpine",
    ),
    "an old kernel": (
        (os, "pidfd_open", raiser(OSError(38, "Function not implemented"))),
        "it needs pidfd_open (Linux 5.3, and a container whose profile lets it pass)",
        CONTAINER_CURE,
    ),
}


@pytest.mark.parametrize("name", PLATFORMS)
def test_a_platform_without_the_kernel_level_is_told_why_and_the_cure(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place, attribute, value), detail, cure = PLATFORMS[name]
    monkeypatch.setattr(place, attribute, value)
    with pytest.raises(IsolationUnavailable) as caught:
        check_level("kernel")
    assert caught.value.message == f"isolation level 'kernel' cannot be had: no platform ({detail})"
    assert caught.value.hint == f"{cure}; {PROCESS_CURE}"
    assert caught.value.layers == (Layer("platform", applied=False, detail=detail, cure=cure, required=True),)


@pytest.mark.parametrize("name", PLATFORMS)
def test_the_other_levels_need_nothing_of_the_platform(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (place, attribute, value), _, _ = PLATFORMS[name]
    monkeypatch.setattr(place, attribute, value)
    for level in ("process", "unsafe"):
        check_level(level)


INTERPRETERS = {
    "an older one": ({"version_info": (3, 10, 4)}, "cpython 3.10"),
    "a newer one": ({"version_info": (3, 14, 0)}, "cpython 3.14"),
    "another one": ({"implementation": SimpleNamespace(name="pypy")}, "pypy 3.11"),
    "without the lock": (
        {"version_info": (3, 13, 0), "version": "3.13.0 experimental free-threading build (main)"},
        "cpython 3.13, a free-threading build",
    ),
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", INTERPRETERS)
def test_an_interpreter_that_the_policy_was_not_written_for_is_refused_at_every_level(
    name: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes, called = INTERPRETERS[name]
    monkeypatch.setattr(sys, "version_info", (3, 11, 7))
    for attribute, value in changes.items():
        monkeypatch.setattr(sys, attribute, value)
    with pytest.raises(PythonUnsupported) as caught:
        check_level(level)
    told = f"macros cannot run on {called}: the policy was checked with CPython 3.11, 3.12 and 3.13"
    assert caught.value.message == told
    assert caught.value.hint == "install macrocell into a virtual environment of python3.13"


def test_the_levels_can_be_had_here() -> None:
    for level in LEVELS:
        check_level(level)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(IsolationUnavailable) as caught:
        check_level("none")
    assert caught.value.message == "there is no isolation level 'none'"
    assert caught.value.hint == "the levels are kernel, process, unsafe"


def test_only_what_is_required_is_missing() -> None:
    layers = (
        Layer("a", applied=False, detail="x", required=True, cure="c"),
        Layer("b", applied=False, detail="y"),
        Layer("c", applied=True, detail="z", required=True),
        Layer("d", applied=False, detail="w", required=True, cure="c"),
    )
    assert missing(layers) == (layers[0], layers[3])
    assert not IsolationReport("kernel", layers).complete
    error = unavailable("kernel", layers)
    assert error.message == (
        "isolation level 'kernel' cannot be had: no a (x); no d (w); the others: b missing, c applied"
    )
    assert error.hint == f"c; {PROCESS_CURE}"
    assert IsolationReport("kernel", layers[1:3]).complete
