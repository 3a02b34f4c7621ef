"""Lists of names, as the tables of the policy write them."""

from __future__ import annotations


def words(text: str) -> list[str]:
    """The words of a text, in order."""
    return text.split()
