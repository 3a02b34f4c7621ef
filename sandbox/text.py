"""Text of a macro's making, made fit to travel and to be shown."""

from __future__ import annotations

MESSAGE_CHARS = 4000


def plain(text: object, limit_chars: int = MESSAGE_CHARS) -> str:
    """At most limit_chars characters, lone surrogates escaped. Only for text and host objects: it calls str()."""
    whole = str(text)
    if len(whole) > limit_chars:
        whole = whole[: limit_chars - 1] + "…"
    return whole.encode("utf-8", "backslashreplace").decode()
