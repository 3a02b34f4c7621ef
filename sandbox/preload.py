"""What is loaded before any lockdown, where a process can still import: modules by name, and the host's class."""

from __future__ import annotations

import importlib

PRELOADED = (
    "_strptime",
    "base64",
    "encodings.ascii",
    "encodings.cp1252",
    "encodings.cp437",
    "encodings.idna",
    "encodings.latin_1",
    "encodings.unicode_escape",
    "encodings.utf_16",
    "encodings.utf_16_be",
    "encodings.utf_16_le",
    "encodings.utf_32",
    "encodings.utf_8_sig",
    "faulthandler",
    "logging",
    "lxml.etree",
    "traceback",
    "warnings",
    "zipfile",
    "zlib",
)
"""What the standard library or a host imports while it works, where a base can import nothing any more."""


def load_host_type(dotted: str) -> type:
    """The class of "package.module:Class". Raises ImportError, AttributeError, TypeError."""
    module, _, name = dotted.partition(":")
    found = getattr(importlib.import_module(module), name)
    if not isinstance(found, type):
        raise TypeError(f"{dotted} is no class")
    return found
