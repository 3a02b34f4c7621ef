"""hashlib: the algorithms that every Python has, in exact bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Final

from ..policy.word import words
from .exact import require_bytes, require_int, require_text
from .family import Family

_PLAIN = words("md5 sha1 sha224 sha256 sha384 sha512 sha3_224 sha3_256 sha3_384 sha3_512 shake_128 shake_256")
_BLAKE = words("blake2b blake2s")
_BYTES_OPTIONS = frozenset(("key", "person", "salt"))

TYPES: Final = frozenset(type(getattr(hashlib, name)()) for name in (*_PLAIN, *_BLAKE))
"""Types of hash objects. One of each was made here: what an algorithm loads, it loads before any lockdown."""


def _wrap(name: str) -> Callable[..., Any]:
    real = getattr(hashlib, name)

    def function(string: Any = b"", *, usedforsecurity: Any = True) -> Any:  # noqa: ARG001 - says nothing here
        return real(require_bytes(string), usedforsecurity=False)

    return function


def _wrap_blake(name: str) -> Callable[..., Any]:
    real = getattr(hashlib, name)

    def function(data: Any = b"", /, **options: Any) -> Any:
        checked = {
            option: require_bytes(value, option) if option in _BYTES_OPTIONS else require_int(value, option)
            for option, value in options.items()
        }
        return real(require_bytes(data), **checked)

    return function


_MAKERS = {**{name: _wrap(name) for name in _PLAIN}, **{name: _wrap_blake(name) for name in _BLAKE}}


def new(name: Any, data: Any = b"", **options: Any) -> Any:
    """A hash object by the name of its algorithm."""
    maker = _MAKERS.get(require_text(name, "the name").lower().replace("-", "_"))
    if maker is None:
        raise ValueError(f"unsupported hash type {name[:80]}")
    return maker(data, **options)


_VALUES: dict[str, object] = {**_MAKERS, "new": new}
FAMILY: Final = Family("hashlib", frozenset(_VALUES), lambda _realm: _VALUES)
"""Without file_digest (no files), pbkdf2_hmac and scrypt (take the time and memory they are told to)."""
