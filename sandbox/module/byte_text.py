"""base64: bytes as text and back, of exact types."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any, Final

from ..policy.word import words
from .exact import require_bytes, require_text
from .family import Family

_ENCODE = words("b16encode b32encode b32hexencode b64encode b85encode encodebytes standard_b64encode urlsafe_b64encode")
_ENCODE += words("a85encode z85encode")
_DECODE = words("b16decode b32decode b32hexdecode b64decode b85decode standard_b64decode urlsafe_b64decode")
_DECODE += words("a85decode z85decode")
_OPTIONS = frozenset((type(None), bool, int, bytes, str))


def _wrap(name: str, *, takes_text: bool) -> Callable[..., bytes]:
    real = getattr(base64, name)

    def function(s: Any, /, *args: Any, **options: Any) -> bytes:
        data = require_text(s) if takes_text and type(s) is str else require_bytes(s)
        for value in (*args, *options.values()):
            if type(value) not in _OPTIONS:
                raise TypeError(f"an option of {name} cannot be a {type(value).__name__[:80]}")
        return real(data, *args, **options)  # type: ignore[no-any-return]

    return function


_VALUES: dict[str, object] = {
    **{name: _wrap(name, takes_text=False) for name in _ENCODE if hasattr(base64, name)},
    **{name: _wrap(name, takes_text=True) for name in _DECODE if hasattr(base64, name)},
    "decodebytes": _wrap("decodebytes", takes_text=False),
}
FAMILY: Final = Family("base64", frozenset(_VALUES), lambda _realm: _VALUES)
"""Without encode and decode, which take files."""
