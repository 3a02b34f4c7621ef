"""Which Pythons the language layer was judged for. Any other is refused before anything runs."""

from __future__ import annotations

import sys
from typing import Final

from .errors import PythonUnsupported

SUPPORTED: Final = ((3, 11), (3, 12), (3, 13))
"""Versions of CPython whose grammar, builtins and attributes the policy decided about; tests hold its tables against
each. A newer one may have syntax or attributes that nobody has judged."""


def check_python(version: tuple[int, ...] = sys.version_info[:2], name: str = sys.implementation.name) -> None:
    """Raise PythonUnsupported unless an interpreter of this name and version is supported."""
    if name == "cpython" and version[:2] in SUPPORTED:
        return
    *others, last = (f"{major}.{minor}" for major, minor in SUPPORTED)
    raise PythonUnsupported(
        f"macros cannot run on {name} {version[0]}.{version[1]}: the policy was checked with CPython "
        f"{', '.join(others)} and {last}",
        hint=f"install macrocell into a virtual environment of python{last}",
    )
