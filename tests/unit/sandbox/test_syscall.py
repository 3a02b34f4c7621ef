"""The table of system calls against the kernel's own headers, and the filters over all numbers of both processors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from macrocell.sandbox import seccomp
from macrocell.sandbox.syscall import ARCHITECTURES, machine, numbers
from support.filter import docker_names

X86_64 = ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm/unistd_64.h")
GENERIC = ("/usr/include/asm-generic/unistd.h",)
"""What aarch64 has, whatever the machine that the header is installed on."""

RENAMED = {"fstatat": "newfstatat"}


def header(paths: tuple[str, ...]) -> dict[str, int]:
    """Number by name, as the kernel's header has it; 64-bit calls that it writes under another name by theirs."""
    for path in paths:
        if Path(path).exists():
            found = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)\s", Path(path).read_text())
            return {RENAMED.get(name, name): int(number) for name, number in found}
    pytest.skip(f"the kernel's headers are not installed ({paths[0]}); Debian has them in linux-libc-dev")


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_every_number_is_that_of_the_kernels_header(architecture: str) -> None:
    known = header(X86_64 if architecture == "x86_64" else GENERIC)
    newer = {"memfd_secret"}
    table = {name: number for name, number in numbers(architecture).items() if name in known or name not in newer}
    assert {name: known.get(name) for name in table} == table


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_a_call_that_the_table_says_is_lacking_is_lacking(architecture: str) -> None:
    known = header(X86_64 if architecture == "x86_64" else GENERIC)
    other = "aarch64" if architecture == "x86_64" else "x86_64"
    lacking = numbers(other).keys() - numbers(architecture).keys()
    assert sorted(lacking & known.keys()) == []


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_no_number_stands_for_two_calls(architecture: str) -> None:
    table = numbers(architecture)
    assert len(set(table.values())) == len(table)


def test_aarch64_has_what_replaces_the_calls_it_lacks() -> None:
    """glibc there calls the second where it calls the first on x86_64; the worker's list has both."""
    table = numbers("aarch64")
    for lacking, instead in (("poll", "ppoll"), ("select", "pselect6"), ("time", "clock_gettime"), ("fork", "clone")):
        assert lacking not in table
        assert instead in table
        assert instead == "clone" or instead in seccomp.WORKER.allow


@pytest.mark.parametrize("policy", [seccomp.BASE, seccomp.WORKER], ids=["base", "worker"])
def test_nothing_that_one_processor_allows_is_open_on_the_other_by_a_shared_number(policy: seccomp.Policy) -> None:
    """A number means another call elsewhere: each program is made of its own processor's table alone."""
    for architecture in ARCHITECTURES:
        allowed = {numbers(architecture)[name] for name in policy.allow if name in numbers(architecture)}
        killed = {numbers(architecture)[name] for name in policy.kill if name in numbers(architecture)}
        assert allowed.isdisjoint(killed)


def test_the_data_of_dockers_profile_agree_with_the_table() -> None:
    known = numbers(machine())
    names = docker_names()
    assert len(names) > 250
    assert {name: names[name] for name in names.keys() & known.keys()} == {
        name: known[name] for name in names.keys() & known.keys()
    }


def test_a_kernel_under_dockers_profile_lets_every_call_pass_that_a_base_needs() -> None:
    lacking = {name for name in seccomp.BASE.allow if name in numbers(machine())} - docker_names().keys()
    assert lacking == set()
