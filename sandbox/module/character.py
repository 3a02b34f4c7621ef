"""unicodedata and html."""

from __future__ import annotations

import html
import unicodedata
from typing import Any, Final

from .exact import require_text
from .family import Family, fixed


def escape(s: Any, quote: Any = True) -> str:
    """As html.escape."""
    return html.escape(require_text(s), bool(quote))


def unescape(s: Any) -> str:
    """As html.unescape."""
    return html.unescape(require_text(s))


_HTML: dict[str, object] = {"escape": escape, "unescape": unescape}
FAMILIES: Final = (
    fixed(
        unicodedata,
        """
        bidirectional category combining decimal decomposition digit east_asian_width is_normalized lookup mirrored
        name normalize numeric unidata_version
        """,
    ),
    Family("html", frozenset(_HTML), lambda _realm: _HTML),
)
"""unicodedata without ucd_3_2_0, an object with the same functions; html without entities, a module."""
