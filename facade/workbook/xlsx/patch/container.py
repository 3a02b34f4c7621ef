"""The parts of one save: what is replaced, dropped and added, with content types and relationships kept in step."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, final

from ..namespace import RELATIONSHIPS, relation_kind
from ..package import CONTENT_TYPES, Package, Relation, relations_part
from ..zip import MAX_TOTAL_BYTES
from .archive import Chunk, write_archive
from .editor import Editor
from .error import LayoutError, OutputTooLargeError
from .text import escape_attribute


@final
class Container:
    """Parts are edited through edit, which parses a part once; a part that is replaced whole goes through replace.

    links: the parts of the file that relationships of added parts lead to.
    """

    def __init__(self, package: Package) -> None:
        self.package = package
        self._editors: dict[str, Editor] = {}
        self._replaced: dict[str, Sequence[Chunk]] = {}
        self._removed: set[str] = set()
        self._added: dict[str, Sequence[Chunk]] = {}
        self._relation_ids: dict[str, set[str]] = {}
        self._numbers: dict[str, int] = {}
        self._taken: set[str] = set()
        self._size = 0
        self.links: set[str] = set()

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
        self._size += sum(map(len, content))
        if self._size > MAX_TOTAL_BYTES:
            raise OutputTooLargeError("", f"its new parts alone have more than {MAX_TOTAL_BYTES:,} bytes")
        self._taken.add(part.lower())
        editor = self.edit(self._content_types())
        tag = _tag(editor, "Override")
        markup = b'<%b PartName="%b" ContentType="%b"/>'
        editor.append(editor.root, markup % (tag, escape_attribute("/" + part), escape_attribute(content_type)))

    def add_relations(self, part: str, relations: Sequence[Relation]) -> None:
        """Give an added part its relationships, each with its id; part of each is the member it leads to."""
        if not relations:
            return
        folder = part.rpartition("/")[0] + "/"
        markup = [_RELATIONS_HEAD]
        for relation in relations:
            target = relation.target
            if relation.part is not None:
                inside = relation.part.startswith(folder)
                fragment = relation.target.partition("#")
                target = (relation.part.removeprefix(folder) if inside else "/" + relation.part) + "".join(fragment[1:])
                self.links.add(relation.part)
            mode = b' TargetMode="External"' if relation.external else b""
            texts = (escape_attribute(text) for text in (relation.id, relation.type, target))
            markup.append(b'<Relationship Id="%b" Type="%b" Target="%b"%b/>' % (*texts, mode))
        self._added[relations_part(part)] = (b"".join(markup) + b"</Relationships>",)

    def remove(self, part: str) -> None:
        """Take a part out, with its content type and its own relationships; not those that lead to it."""
        self.remove_all({part})

    def remove_all(self, parts: set[str]) -> None:
        """The same for several parts."""
        gone = parts - self._removed
        editor = self.edit(self._content_types())
        for element in editor.root.named("Override"):
            name = (editor.attribute(element, "PartName") or "").lstrip("/")
            if self.package.find(name) in gone:
                editor.replace(element.start, element.end, b"")
        owned = (self.package.find(relations_part(part)) for part in gone)
        self._removed |= gone | {own for own in owned if own is not None}

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
        return self.unrelate_parts(owner, {part})

    def unrelate_parts(self, owner: str, parts: Collection[str]) -> list[str]:
        """The same for several parts."""
        name = self.package.find(relations_part(owner))
        if name is None:
            return []
        ids = {item.id for item in self.package.relations(owner) if item.part in parts}
        editor = self.edit(name)
        for element in editor.root.named("Relationship"):
            if editor.attribute(element, "Id") in ids:
                editor.replace(element.start, element.end, b"")
        return sorted(ids)

    def free_name(self, pattern: str) -> str:
        """The first part name of the pattern (with %d in it) that is free, counting from 1."""
        number = self._numbers.get(pattern, 1)
        while self.package.find(pattern % number) is not None or (pattern % number).lower() in self._taken:
            number += 1
        self._numbers[pattern] = number
        return pattern % number

    @property
    def removed(self) -> frozenset[str]:
        """The parts that were taken out."""
        return frozenset(self._removed)

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


_RELATIONS_HEAD: Final = (
    f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<Relationships xmlns="{RELATIONSHIPS}">'
).encode()
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
