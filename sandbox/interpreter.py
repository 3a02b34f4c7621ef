"""Which Pythons the language layer was judged for. Any other is refused before anything runs."""

from __future__ import annotations

import sys
from typing import Final

from .errors import PythonUnsupported

SUPPORTED: Final = ((3, 11), (3, 12), (3, 13))
"""Versions of CPython whose grammar, builtins and attributes the policy decided about; tests hold its tables against
each. A newer one may have syntax or attributes that nobody has judged."""


def check_python(version: tuple[int, ...] | None = None, name: str | None = None, build: str | None = None) -> None:
    """Raise PythonUnsupported unless an interpreter of this name, version and build (as sys.version) is supported.

    What is not given is that of this interpreter.
    """
    version, name, build = version or sys.version_info[:2], name or sys.implementation.name, build or sys.version
    free = "free-threading" in build
    if name == "cpython" and version[:2] in SUPPORTED and not free:
        return
    kind = f"{name} {version[0]}.{version[1]}{', a free-threading build' if free else ''}"
    *others, last = (f"{major}.{minor}" for major, minor in SUPPORTED)
    raise PythonUnsupported(
        f"macros cannot run on {kind}: the policy was checked with CPython {', '.join(others)} and {last}",
        hint=f"install macrocell into a virtual environment of python{last}",
    )
