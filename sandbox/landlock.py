"""Landlock: a domain in which no file, no TCP port, no abstract socket and no process outside can be reached."""

from __future__ import annotations

import os
import struct

from .syscall import Syscall

_VERSION_QUERY = 1

_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""Number of file rights by ABI: 13 at first, then refer (2), truncate (3), ioctl of devices (5)."""

_NET_ABI, _NET_RIGHTS = 4, 0b11
_SCOPE_ABI, _SCOPES = 6, 0b11
"""Bind and connect of TCP; abstract unix sockets and signals."""


def abi(syscall: Syscall) -> int:
    """The kernel's Landlock version, 0 when it has none or has it switched off."""
    return max(0, syscall.try_call("landlock_create_ruleset", None, 0, _VERSION_QUERY))


def describe(version: int) -> str:
    """What a domain of this version covers."""
    scope = ", abstract sockets and signals" if version >= _SCOPE_ABI else ""
    net = ", TCP" if version >= _NET_ABI else ""
    return f"ABI {version}: files{net}{scope} denied"


class Domain:
    """Deny-all at the best ABI; may be entered again by a child, which then cannot reach its parent either."""

    def __init__(self, version: int) -> None:
        files = (1 << _FILE_RIGHTS[min(version, 5)]) - 1
        words = [files]
        if version >= _NET_ABI:
            words.append(_NET_RIGHTS)
        if version >= _SCOPE_ABI:
            words.append(_SCOPES)
        self._attributes = struct.pack(f"={len(words)}Q", *words)

    def enter(self, syscall: Syscall) -> None:
        """Bind this process and its children for ever. Needs no_new_privs. Raises OSError."""
        ruleset = syscall("landlock_create_ruleset", self._attributes, len(self._attributes), 0)
        try:
            syscall("landlock_restrict_self", ruleset, 0)
        finally:
            os.close(ruleset)
