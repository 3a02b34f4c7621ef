"""Sheet renames carried into formula text: the same for cells, names, and what is still raw XML at save."""

from __future__ import annotations

from collections.abc import Iterable

from .sheet_prefix import read_prefix, write_prefix
from .token import Kind, tokens


def rename_in_formula(text: str, renames: Iterable[tuple[str, str]]) -> str:
    """The formula after (old name, new name) pairs, applied one after another; without the equals sign or with it.

    Quotes come and go as the new name needs them. Text in quotes (INDIRECT("Data!A1")) and references into other
    workbooks stay. Prefixes that name no renamed sheet stay as they were written. Formulas that do not hold one of
    the old names cost a search.
    """
    if "!" not in text:
        return text
    pairs = [(old.casefold(), new) for old, new in renames]
    folded = text.casefold()
    if not any(old.replace("'", "''") in folded for old, _ in pairs):
        return text
    changed = False
    parts: list[str] = []
    for token in tokens(text):
        part = token.text
        if token.kind is Kind.PREFIX:
            part = _renamed(part, pairs)
            changed = changed or part != token.text
        parts.append(part)
    return "".join(parts) if changed else text


def _renamed(text: str, pairs: list[tuple[str, str]]) -> str:
    prefix = read_prefix(text)
    if prefix.book:
        return text
    first, last = _follow(prefix.first, pairs), _follow(prefix.last, pairs)
    if (first, last) == (prefix.first, prefix.last):
        return text
    return write_prefix(first, last)


def _follow(name: str, pairs: list[tuple[str, str]]) -> str:
    for old, new in pairs:
        if name.casefold() == old:
            name = new
    return name
