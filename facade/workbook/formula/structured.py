"""Tables renamed in formula text: in structured references, and where a table's name stands for its cells."""

from __future__ import annotations

from collections.abc import Mapping

from .token import Kind, tokens


def rename_tables(text: str, names: Mapping[str, str]) -> str:
    """The formula with other names for tables, given by their old names casefolded; the same object without any.

    What stands behind another workbook's prefix, a function or text in quotes stays.
    """
    folded = text.casefold()
    if not any(name in folded for name in names):
        return text
    parts: list[str] = []
    after_prefix = False
    for token in tokens(text):
        part = token.text
        if not after_prefix and token.kind in (Kind.STRUCTURED, Kind.NAME):
            name, bracket, rest = part.partition("[")
            part = names.get(name.casefold(), name) + bracket + rest
        after_prefix = token.kind is Kind.PREFIX
        parts.append(part)
    renamed = "".join(parts)
    return text if renamed == text else renamed
