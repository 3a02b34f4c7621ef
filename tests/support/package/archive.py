"""The members of a package: their types, trees and relations, and what was wrong in reading them."""

from __future__ import annotations

import functools
import io
import posixpath
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from lxml import etree
from support.package.finding import Finding

CONTENT_TYPES = "[Content_Types].xml"
_VML = "vmlDrawing"


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation of a part; part is the member it leads to, None where it leads outside or to nothing."""

    id: str
    kind: str
    target: str
    part: str | None
    external: bool


class Archive:
    """A package whose members are read as far as they can be; findings says where that ended."""

    def __init__(self, data: bytes) -> None:
        self.findings: list[Finding] = []
        self.members: dict[str, bytes] = {}
        self.trees: dict[str, etree._Element] = {}
        self.types: dict[str, str] = {}
        self.relations: dict[str, list[Relation]] = {}
        self._names: dict[str, str] = {}
        self._read(data)
        self._read_types()
        for name in self.members:
            self._read_tree(name)
        self._read_relations()

    def find(self, path: str) -> str | None:
        """The member of a path, whose case does not count."""
        return self._names.get(path.lstrip("/").lower())

    def related(self, part: str, kind: str) -> list[str]:
        """The members that relations of this kind lead to."""
        return [item.part for item in self.relations.get(part, ()) if item.kind == kind and item.part is not None]

    def relation(self, part: str, relation_id: str | None) -> Relation | None:
        """The relation of a part that has this id."""
        return next((item for item in self.relations.get(part, ()) if item.id == relation_id), None)

    @property
    def main(self) -> str | None:
        """The workbook part, None where there is none that was read."""
        return next((part for part in self.related("", "officeDocument") if part in self.trees), None)

    def note(self, code: str, part: str, message: str) -> None:
        """Keep a finding."""
        self.findings.append(Finding(code, part, message))

    def _read(self, data: bytes) -> None:
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                for info in archive.infolist():
                    self._read_member(archive, info)
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            self.note("zip_unreadable", "", f"the archive is not readable: {error}")

    def _read_member(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> None:
        name = info.filename
        if name.endswith("/"):
            return
        if name.lower() in self._names:
            self.note("part_duplicate", name, "the archive has this name twice")
            return
        self._names[name.lower()] = name
        try:
            self.members[name] = archive.read(info)
        except Exception as error:  # zlib, struct, CRC, encryption: each its own class
            self.members[name] = b""
            self.note("part_unreadable", name, f"cannot be unpacked: {error}")

    def _read_types(self) -> None:
        name = self.find(CONTENT_TYPES)
        root = None if name is None else self._parse(name)
        if root is None:
            self.note("content_type_missing", CONTENT_TYPES, "there is no list of content types")
            return
        by_extension: dict[str, str] = {}
        overrides: dict[str, str] = {}
        for element in root:
            extension, part = element.get("Extension"), element.get("PartName")
            if extension is not None:
                self._add_type(by_extension, extension.lower(), element.get("ContentType", ""))
            elif part is not None:
                self._add_type(overrides, part.lstrip("/").lower(), element.get("ContentType", ""))
                if self.find(part) is None:
                    self.note("content_type_stale", part.lstrip("/"), "has a content type and is not there")
        for member in self.members:
            extension = member.rpartition(".")[2].lower()
            kind = overrides.get(member.lower()) or by_extension.get(extension, "")
            self.types[member] = kind
            if not kind and member != name:
                self.note("content_type_missing", member, "has no content type")

    def _add_type(self, types: dict[str, str], key: str, kind: str) -> None:
        if key in types:
            self.note("content_type_duplicate", key, "has two content types")
        types[key] = kind

    def _read_tree(self, name: str) -> None:
        kind = self.types.get(name, "")
        if name == CONTENT_TYPES or not (kind.endswith(("+xml", "/xml")) or _VML in kind):
            return
        root = self._parse(name, recover=_VML in kind)
        if root is not None:
            self.trees[name] = root

    def _parse(self, name: str, *, recover: bool = False) -> etree._Element | None:
        """VML is read as far as it goes: what browsers wrote there was never well-formed."""
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True, recover=recover
        )
        try:
            return etree.fromstring(self.members[name], parser)
        except (etree.XMLSyntaxError, ValueError) as error:
            self.note("xml_malformed", name, f"is not XML: {error}")
            return None

    def _read_relations(self) -> None:
        for name in self.members:
            folder, _, file = name.rpartition("/")
            if file.lower().endswith(".rels") and folder.lower().rpartition("/")[2] == "_rels":
                base = folder.rpartition("/")[0]
                owner = posixpath.join(base, file[: -len(".rels")])
                found = "" if file.lower() == ".rels" and not base else self.find(owner)
                if found is None:
                    self.note("relations_ownerless", name, f"are relations of {owner}, which is not there")
                elif name in self.trees:
                    self.relations[found] = list(self._relations(self.trees[name], posixpath.dirname(found)))

    def _relations(self, root: etree._Element, folder: str) -> Iterator[Relation]:
        for element in root:
            target, external = element.get("Target", ""), element.get("TargetMode") == "External"
            path = posixpath.normpath(posixpath.join("/", folder, target.partition("#")[0]))
            part = None if external or target.startswith("#") else self.find(path) or self.find(unquote(path))
            kind = element.get("Type", "").rpartition("/")[2]
            yield Relation(element.get("Id", ""), kind, target, part, external)


def local(element: etree._Element) -> str:
    """An element's name without its namespace."""
    return _local(str(element.tag))


@functools.cache
def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def children(element: etree._Element | None, name: str | None = None) -> list[etree._Element]:
    """The children of this name, or all; of alternatives that a reader may choose from, those of the first choice."""
    if element is None:
        return []
    found: list[etree._Element] = []
    for child in element:
        if local(child) == "AlternateContent":
            found.extend(children(child[0], name) if len(child) else [])
        elif name is None or local(child) == name:
            found.append(child)
    return found


def child(element: etree._Element | None, name: str) -> etree._Element | None:
    """The first child of this name."""
    return next(iter(children(element, name)), None)


def number(text: str | None, default: int = 0) -> int | None:
    """A whole number; the default where there is no text, None where it is no number."""
    if text is None:
        return default
    try:
        return int(text)
    except ValueError:
        return None
