"""json, without its encoder and decoder classes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from .family import Family


def dumps(
    obj: Any,
    *,
    skipkeys: bool = False,
    ensure_ascii: bool = True,
    check_circular: bool = True,  # noqa: ARG001 - always on: without it a cycle ends the process
    allow_nan: bool = True,
    indent: Any = None,
    separators: Any = None,
    default: Callable[[Any], Any] | None = None,
    sort_keys: bool = False,
) -> str:
    """As json.dumps; indent is None, an int or plain text, separators two plain texts."""
    if indent is not None and type(indent) not in (int, str):
        raise TypeError("indent must be None, an int or plain text")
    if separators is not None:
        separators = tuple(separators)
        if len(separators) != 2 or any(type(text) is not str for text in separators):
            raise TypeError("separators must be two plain texts")
    return json.dumps(
        obj,
        skipkeys=bool(skipkeys),
        ensure_ascii=bool(ensure_ascii),
        allow_nan=bool(allow_nan),
        indent=indent,
        separators=separators,
        default=default,
        sort_keys=bool(sort_keys),
    )


def loads(
    s: Any,
    *,
    object_hook: Callable[[Any], Any] | None = None,
    parse_float: Callable[[str], Any] | None = None,
    parse_int: Callable[[str], Any] | None = None,
    parse_constant: Callable[[str], Any] | None = None,
    object_pairs_hook: Callable[[Any], Any] | None = None,
) -> object:
    """As json.loads, of plain text or bytes."""
    if type(s) not in (str, bytes, bytearray):
        raise TypeError(f"the JSON object must be plain text or bytes, not {type(s).__name__[:80]}")
    return json.loads(
        s,
        object_hook=object_hook,
        parse_float=parse_float,
        parse_int=parse_int,
        parse_constant=parse_constant,
        object_pairs_hook=object_pairs_hook,
    )


_VALUES = {"JSONDecodeError": json.JSONDecodeError, "dumps": dumps, "loads": loads}
FAMILY: Final = Family("json", frozenset(_VALUES), lambda _realm: _VALUES)
"""Without load and dump: a macro has no files."""
