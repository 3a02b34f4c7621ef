"""Checks of what a macro hands to the library: exact types, whose methods are not the macro's."""

from __future__ import annotations

from typing import Any

_BYTES = frozenset((bytes, bytearray))


def require_text(value: Any, what: str = "the text") -> str:
    """Exactly str."""
    if type(value) is not str:
        raise TypeError(f"{what} must be plain text, not {type(value).__name__[:80]}")
    return value


def require_int(value: Any, what: str) -> int:
    """Exactly int; a bool counts as one."""
    if type(value) is not int and type(value) is not bool:
        raise TypeError(f"{what} must be an int, not {type(value).__name__[:80]}")
    return int(value)


def require_number(value: Any, what: str) -> int | float:
    """Exactly int, float or bool."""
    if type(value) is not float and type(value) is not int and type(value) is not bool:
        raise TypeError(f"{what} must be an int or a float, not {type(value).__name__[:80]}")
    return value


def require_bytes(value: Any, what: str = "the data") -> bytes:
    """Exactly bytes or bytearray, as bytes."""
    if type(value) not in _BYTES:
        raise TypeError(f"{what} must be bytes, not {type(value).__name__[:80]}")
    return bytes(value)


def require_texts(values: Any, what: str) -> list[str]:
    """An iterable of exact texts, as a list of its own."""
    return [require_text(value, what) for value in values]
