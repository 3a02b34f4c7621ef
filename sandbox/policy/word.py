"""Text taken apart: lists of names, as the tables of the policy write them, and the lines of a source."""

from __future__ import annotations

import re

_LINE_END = re.compile(r"\r\n|\r|\n")


def words(text: str) -> list[str]:
    """The words of a text, in order."""
    return text.split()


def source_lines(source: str) -> list[str]:
    """The lines as Python counts them; str.splitlines breaks at ten other characters too."""
    return _LINE_END.split(source)
