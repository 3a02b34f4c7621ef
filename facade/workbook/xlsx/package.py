"""The package of a workbook: parts by name, their content types and relationships, inflated under caps."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import TYPE_CHECKING, final
from urllib.parse import unquote

from .error import CorruptFileError, EncryptedFileError, LegacyFileError, NotXlsxError
from .markup import parse
from .namespace import local, relation_kind
from .zip import Member, inflate, inflate_head, read_directory

if TYPE_CHECKING:
    from lxml import etree

CONTENT_TYPES = "[Content_Types].xml"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BIFF = (b"\x09\x00\x04\x00", b"\x09\x02\x06\x00", b"\x09\x04\x06\x00", b"\x09\x08\x10\x00", b"\x09\x08\x08\x00")


@final
@dataclass(frozen=True, slots=True)
class Relation:
    """One relationship. kind is the last word of its type; part is the member it leads to, None if external or gone.

    target is the text of the file.
    """

    id: str
    type: str
    target: str
    external: bool
    part: str | None

    @property
    def kind(self) -> str:
        """worksheet, sharedStrings, styles ...: the same for transitional and Strict files."""
        return relation_kind(self.type)


@final
class Package:
    """The bytes of a file and its directory. Nothing is inflated until it is asked for; nothing is kept inflated.

    members are by name, in the order of the directory. Names compare without case; find gives the member's own.
    """

    __slots__ = ("_by_folded", "_defaults", "_overrides", "_relations", "data", "members")

    def __init__(self, data: bytes) -> None:
        _refuse_other(data)
        self.data = data
        self.members: dict[str, Member] = {}
        self._by_folded: dict[str, str] = {}
        for member in read_directory(data):
            folded = _fold(member.name)
            if folded in self._by_folded:
                raise CorruptFileError("two members have this name", part=member.name)
            self._by_folded[folded] = member.name
            self.members[member.name] = member
        self._relations: dict[str, tuple[Relation, ...]] = {}
        self._defaults: dict[str, str] = {}
        self._overrides: dict[str, str] = {}
        self._read_content_types()

    def find(self, part: str) -> str | None:
        """The member of a part name, with or without a leading slash, in any case; None if there is none."""
        return self._by_folded.get(_fold(part.lstrip("/")))

    def read(self, name: str) -> bytes:
        """The inflated bytes of a member. Raises CorruptFileError, ZipBombError; KeyError for an unknown name."""
        return inflate(self.data, self.members[name])

    def head(self, name: str, size: int) -> bytes:
        """The first bytes of a member, without inflating the rest and without its check sum."""
        return inflate_head(self.data, self.members[name], size)

    def raw(self, name: str) -> memoryview:
        """The compressed bytes of a member, as they stand in the file."""
        member = self.members[name]
        return memoryview(self.data)[member.data_start : member.data_end]

    def local_header(self, name: str) -> memoryview:
        """The local header of a member with its name and extra field, as it stands in the file."""
        member = self.members[name]
        return memoryview(self.data)[member.header_start : member.data_start]

    def xml(self, name: str) -> etree._Element:
        """The root element of a member."""
        return parse(self.read(name), name)

    def content_type(self, part: str) -> str:
        """The content type of a part by its override, else by its extension; "" if it has none."""
        folded = _fold(part.lstrip("/"))
        return self._overrides.get(folded) or self._defaults.get(folded.rpartition(".")[2], "")

    def relations(self, part: str = "") -> tuple[Relation, ...]:
        """The relationships of a part, of the package itself for ""; empty where it has none."""
        known = self._relations.get(part)
        if known is None:
            known = self._relations[part] = self._read_relations(part)
        return known

    def main_part(self) -> str | None:
        """The part that is the workbook; None where the package does not say."""
        parts = (item.part for item in self.relations() if item.kind == "officeDocument")
        return next((part for part in parts if part is not None), None)

    def _read_content_types(self) -> None:
        name = self.find(CONTENT_TYPES)
        if name is None:
            raise _other_package(self)
        for element in self.xml(name):
            kind = local(element.tag)
            if kind == "Override":
                self._overrides[_fold(element.get("PartName", "").lstrip("/"))] = element.get("ContentType", "")
            elif kind == "Default":
                self._defaults[element.get("Extension", "").lower()] = element.get("ContentType", "")

    def _read_relations(self, part: str) -> tuple[Relation, ...]:
        name = self.find(relations_part(part))
        if name is None:
            return ()
        relations = []
        for element in self.xml(name):
            if local(element.tag) != "Relationship":
                continue
            target = element.get("Target", "")
            external = element.get("TargetMode", "Internal") == "External"
            found = None if external else self._resolve(part, target)
            relations.append(Relation(element.get("Id", ""), element.get("Type", ""), target, external, found))
        return tuple(relations)

    def _resolve(self, part: str, target: str) -> str | None:
        """The member a target leads to, by the folder of its part, or from the root if it begins with a slash."""
        target = target.partition("#")[0].replace("\\", "/")
        for spelling in (target, unquote(target)):
            path = spelling if spelling.startswith("/") else posixpath.join(posixpath.dirname(part), spelling)
            if (found := self.find(posixpath.normpath(path).lstrip("./"))) is not None:
                return found
        return None


def relations_part(part: str) -> str:
    """The name of the part that holds the relationships of a part, of the package for ""."""
    folder, _, name = part.rpartition("/")
    return f"{folder}/_rels/{name}.rels" if folder else f"_rels/{name}.rels"


def _fold(name: str) -> str:
    return name.replace("\\", "/").lower()


def _refuse_other(data: bytes) -> None:
    """Raise the error that fits if the bytes are no zip container."""
    if data[:2] == b"PK":
        return
    if data[:8] == _OLE:
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise EncryptedFileError("the file is password-protected")
        raise LegacyFileError("the file is a workbook in the binary format of Excel 97-2003 (.xls)")
    if data[:4] in _BIFF:
        raise LegacyFileError("the file is a workbook in the binary format of an early Excel (.xls)")
    if not data:
        raise NotXlsxError("the file is empty")
    if data.lstrip()[:1] == b"<":
        raise NotXlsxError("the file is XML or HTML text, not an xlsx package")
    if _is_text(data[:4096]):
        raise NotXlsxError(
            "the file is plain text, perhaps CSV, not an xlsx package",
            hint="Open it in a spreadsheet application and save it as .xlsx.",
        )
    raise NotXlsxError("the file is not an xlsx package")


def _is_text(sample: bytes) -> bool:
    return b"\0" not in sample and sum(byte < 9 or 13 < byte < 32 for byte in sample) == 0


def _other_package(package: Package) -> NotXlsxError:
    """The error for a zip container without content types."""
    if "mimetype" in package.members and b"opendocument" in package.read("mimetype")[:200]:
        return NotXlsxError(
            "the file is an OpenDocument file (.ods)", hint="Open it in a spreadsheet application and save it as .xlsx."
        )
    return NotXlsxError("the file is a zip container, but no xlsx package: it has no [Content_Types].xml")
