"""Relations: that ids lead somewhere, that parts are reached, and that each part which has one owner has one."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree
from support.package.archive import CONTENT_TYPES, Archive, local
from support.package.finding import Finding

_NAMESPACES = (
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "http://purl.oclc.org/ooxml/officeDocument/relationships",
)
_OFFICE = "urn:schemas-microsoft-com:office:office"

_NAMED = frozenset(
    (
        "chart",
        "chartsheet",
        "ctrlProp",
        "dialogsheet",
        "drawing",
        "externalLink",
        "hyperlink",
        "oleObject",
        "pivotCacheDefinition",
        "table",
        "vmlDrawing",
        "worksheet",
        "xlMacrosheet",
    )
)
"""Kinds that the owner's markup names by their id; the others are found by their kind alone."""

_OWNED = frozenset(
    ("comments", "ctrlProp", "drawing", "pivotTable", "table", "threadedComment", "vmlDrawing", "worksheet")
)
"""Kinds of parts that belong to one part; two sheets with one table are refused by Excel."""


def relation_findings(archive: Archive) -> Iterator[Finding]:
    """All of this module."""
    if archive.main is None:
        yield Finding("workbook_missing", "", "no relation leads to a workbook part")
    for part, relations in archive.relations.items():
        seen: set[str] = set()
        for relation in relations:
            if relation.id in seen:
                yield Finding("relation_id_duplicate", part, f"has the relation {relation.id} twice")
            seen.add(relation.id)
            if relation.part is None and not relation.external and not relation.target.startswith("#"):
                yield Finding(
                    "relation_target_missing", part, f"{relation.id} leads to {relation.target}, which is not there"
                )
    yield from _uses(archive)
    yield from _owners(archive)
    yield from _orphans(archive)


def _uses(archive: Archive) -> Iterator[Finding]:
    for part, root in archive.trees.items():
        if part.lower().endswith(".rels"):
            continue
        used = set(used_ids(root))
        known = {relation.id for relation in archive.relations.get(part, ())}
        for one in sorted(used - known):
            yield Finding("relation_id_unknown", part, f"uses the relation {one}, which it has not")
        for relation in archive.relations.get(part, ()):
            if relation.kind in _NAMED and relation.id not in used and not _found_by_kind(relation.kind, root):
                yield Finding("relation_unused", part, f"has the {relation.kind} {relation.id} and does not name it")


def used_ids(root: etree._Element) -> Iterator[str]:
    """The relation ids that markup names; an empty one names none."""
    for element in root.iter():
        for name, value in element.attrib.items():
            space, brace, word = str(name)[1:].partition("}")
            named = space in _NAMESPACES or (space == _OFFICE and word == "relid")
            if brace and named and value:
                yield str(value)


def _found_by_kind(kind: str, root: etree._Element) -> bool:
    """A pivot table finds its cache by kind; only the workbook names caches."""
    return kind == "pivotCacheDefinition" and local(root) != "workbook"


def _owners(archive: Archive) -> Iterator[Finding]:
    owners: dict[str, list[str]] = {}
    for part, relations in archive.relations.items():
        for relation in relations:
            if relation.kind in _OWNED and relation.part is not None:
                owners.setdefault(relation.part, []).append(part)
    for part, found in owners.items():
        if len(found) > 1:
            yield Finding("part_shared", part, f"belongs to {' and '.join(sorted(found))}")


def _orphans(archive: Archive) -> Iterator[Finding]:
    reached, waiting = set(), [""]
    while waiting:
        for relation in archive.relations.get(waiting.pop(), ()):
            if relation.part is not None and relation.part not in reached:
                reached.add(relation.part)
                waiting.append(relation.part)
    for name in archive.members:
        if name not in reached and name != CONTENT_TYPES and not name.lower().endswith(".rels"):
            yield Finding("part_orphan", name, "no relation leads to it")
