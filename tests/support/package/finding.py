"""What a check of a package found, and which of it the input of an edit lacked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

ARCHIVE_CODES = frozenset(
    (
        "content_type_duplicate",
        "content_type_missing",
        "content_type_stale",
        "part_duplicate",
        "part_orphan",
        "part_shared",
        "part_unreadable",
        "relations_ownerless",
        "workbook_missing",
        "xml_malformed",
        "zip_unreadable",
    )
)
"""Codes about the archive itself: a part that was not there before inherits none of these from another part."""


class Finding(NamedTuple):
    """One fault: the code of its check, the part that has it, and a sentence."""

    code: str
    part: str
    message: str


def exceeding(before: Iterable[Finding], after: Iterable[Finding]) -> list[Finding]:
    """The findings of after that before lacked.

    Findings are counted by code and part, since places in their messages move with an edit; those whose message is not
    among the old ones are told first. A part that before had no finding on is a copied or renamed one: it may have as
    many of a code as the part with most of it in the same folder had, but for ARCHIVE_CODES.
    """
    old = list(before)
    allowed = Counter((finding.code, finding.part) for finding in old)
    in_folder = _most(allowed)
    known = {finding.part for finding in old}
    messages = set(old)
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in after:
        groups.setdefault((finding.code, finding.part), []).append(finding)
    new: list[Finding] = []
    for (code, part), group in groups.items():
        count = allowed[code, part]
        if part not in known and code not in ARCHIVE_CODES:
            count = max(count, in_folder.get((code, _folder(part)), 0))
        if len(group) > count:
            fresh = sorted(group, key=lambda finding: finding in messages)
            new.extend(fresh[: len(group) - count])
    return new


def _most(counts: Counter[tuple[str, str]]) -> dict[tuple[str, str], int]:
    most: dict[tuple[str, str], int] = {}
    for (code, part), count in counts.items():
        key = code, _folder(part)
        most[key] = max(most.get(key, 0), count)
    return most


def _folder(part: str) -> str:
    return part.rpartition("/")[0].lower()
