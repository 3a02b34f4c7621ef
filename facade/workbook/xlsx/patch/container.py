"""The parts of one save: what is replaced, dropped and added, with content types and relationships kept in step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import final

from ..namespace import RELATIONSHIPS, relation_kind
from ..package import CONTENT_TYPES, Package, relations_part
from .archive import Chunk, write_archive
from .editor import Editor
from .error import LayoutError
from .text import escape_attribute


@final
class Container:
    """Parts are edited through edit, which parses a part once; a part that is replaced whole goes through replace."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self._editors: dict[str, Editor] = {}
        self._replaced: dict[str, Sequence[Chunk]] = {}
        self._removed: set[str] = set()
        self._added: dict[str, Sequence[Chunk]] = {}
        self._relation_ids: dict[str, set[str]] = {}

    def edit(self, part: str) -> Editor:
        """The editor of a part of the file."""
        editor = self._editors.get(part)
        if editor is None:
            editor = self._editors[part] = Editor(self.package.read(part), part)
        return editor

    def replace(self, part: str, content: Sequence[Chunk]) -> None:
        """Give a part of the file new content."""
        self._replaced[part] = content

    def add(self, part: str, content: Sequence[Chunk], content_type: str) -> None:
        """Put a new part in, with its content type."""
        self._added[part] = content
        editor = self.edit(self._content_types())
        tag = _tag(editor, "Override")
        markup = b'<%b PartName="%b" ContentType="%b"/>'
        editor.append(editor.root, markup % (tag, escape_attribute("/" + part), escape_attribute(content_type)))

    def remove(self, part: str) -> None:
        """Take a part out, with its content type, its relationships and its owners' relationships to it."""
        self._removed.add(part)
        editor = self.edit(self._content_types())
        for element in editor.root.named("Override"):
            name = (editor.attribute(element, "PartName") or "").lstrip("/")
            if self.package.find(name) == part:
                editor.replace(element.start, element.end, b"")
        own = self.package.find(relations_part(part))
        if own is not None:
            self._removed.add(own)

    def relate(self, owner: str, relation_type: str, part: str) -> str:
        """A new relationship from a part of the file; gives its id."""
        editor = self.edit(self._relations_part(owner))
        known = self._relation_ids.setdefault(
            owner, {editor.attribute(element, "Id") or "" for element in editor.root.children}
        )
        number = 1 + len(known)
        while f"rId{number}" in known:
            number += 1
        known.add(f"rId{number}")
        folder = owner.rpartition("/")[0] + "/"
        target = part.removeprefix(folder) if part.startswith(folder) else "/" + part
        markup = b'<%b Id="rId%d" Type="%b" Target="%b"/>'
        editor.append(
            editor.root,
            markup % (_tag(editor, "Relationship"), number, escape_attribute(relation_type), escape_attribute(target)),
        )
        return f"rId{number}"

    def unrelate(self, owner: str, kind: str) -> None:
        """Take a part's relationships of a kind away."""
        name = self.package.find(relations_part(owner))
        if name is None:
            return
        editor = self.edit(name)
        for element in editor.root.named("Relationship"):
            if relation_kind(editor.attribute(element, "Type") or "") == kind:
                editor.replace(element.start, element.end, b"")

    def unrelate_part(self, owner: str, part: str) -> list[str]:
        """Take a part's relationships to another one away; gives their ids."""
        name = self.package.find(relations_part(owner))
        if name is None:
            return []
        ids = {item.id for item in self.package.relations(owner) if item.part == part}
        editor = self.edit(name)
        for element in editor.root.named("Relationship"):
            if editor.attribute(element, "Id") in ids:
                editor.replace(element.start, element.end, b"")
        return sorted(ids)

    def free_name(self, pattern: str) -> str:
        """The first part name of the pattern (with %d in it) that is free, counting from 1."""
        number = 1
        taken = {name.lower() for name in self._added}
        while self.package.find(pattern % number) is not None or (pattern % number).lower() in taken:
            number += 1
        return pattern % number

    @property
    def changed(self) -> tuple[str, ...]:
        """Names of the parts that were changed, dropped or added, sorted."""
        edited = {part for part, editor in self._editors.items() if editor.edited}
        return tuple(sorted(edited | self._replaced.keys() | self._removed | self._added.keys()))

    def write(self) -> Iterator[bytes]:
        """The new file in pieces."""
        replaced = dict(self._replaced)
        for part, editor in self._editors.items():
            if editor.edited and part not in self._removed:
                replaced[part] = (editor.result(),)
        return write_archive(self.package, replaced, self._removed, self._added)

    def _content_types(self) -> str:
        name = self.package.find(CONTENT_TYPES)
        assert name is not None
        return name

    def _relations_part(self, owner: str) -> str:
        name = self.package.find(relations_part(owner))
        if name is None:
            raise LayoutError(owner, "it has no relationships part")
        return name


def _tag(editor: Editor, local: str) -> bytes:
    prefix = editor.root.prefix
    if editor.root.namespace not in (RELATIONSHIPS, _TYPES):
        raise LayoutError(editor.part, f"its root has the namespace {editor.root.namespace!r}")
    return f"{prefix}:{local}".encode() if prefix else local.encode()


_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
