"""styles.xml with the styles that were appended, at the ends of its lists; what is there keeps its place and bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar, final

from ...model.look import NORMAL, NamedLook
from ...model.number_format import BUILTIN, FIRST_CUSTOM_ID
from ...model.style import APPLY_FLAGS, Appended, CellStyle, StyleTable
from ..read.style import StyleLists, read_lists
from .editor import Editor, Element
from .look import LookMarkup
from .row import set_attributes
from .text import whole

_ORDER: Final = ("numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles")
"""The lists in the order of CT_Stylesheet (ECMA-376 part 1, 18.8.39)."""
_LOCALE_IDS: Final = frozenset((5, 6, 7, 8, *range(27, 37), 41, 42, 43, 44, *range(50, 59)))
"""Built-in ids whose look depends on the reader's locale; 14 and 22 do too, but are what Excel means by a date."""
_PLAIN_XF: Final = {"numFmtId": 0, "fontId": 0, "fillId": 0, "borderId": 0}
_LISTED: Final = {"number_format": "numFmtId", "font": "fontId", "fill": "fillId", "border": "borderId"}

_Record = TypeVar("_Record")


@final
class StyleNumbers:
    """The places in cellXfs of the styles a save writes: the file's own ids, and behind them the appended ones used."""

    def __init__(self, table: StyleTable) -> None:
        self._table = table
        self._places: dict[int, int] = {}

    def of(self, style_id: int) -> int:
        """The place of a style of the model."""
        if not style_id or style_id < self._table.source_count:
            return style_id
        return self._places.setdefault(style_id, self._table.source_count + len(self._places))

    @property
    def used(self) -> list[int]:
        """The appended ids in the order of their places."""
        return list(self._places)


def append_styles(editor: Editor, raw: bytes, table: StyleTable, used: list[int]) -> None:
    """Write these appended styles, each as its base's xf with what differs. raw is the part as it came."""
    _Styles(editor, read_lists(raw, editor.part), table).append(used)


class _Styles:
    """One save of the part."""

    def __init__(self, editor: Editor, lists: StyleLists, table: StyleTable) -> None:
        self._editor = editor
        self._root = editor.root
        self._table = table
        borders = self._root.child("borders")
        ends = borders is not None and any(element.local == "start" for element in borders.walk())
        self._markup = markup = LookMarkup(self._root.prefix, ends=ends)
        self._formats = _Formats(editor, self._root, markup)
        self._lists: dict[str, _List[Any]] = {
            "font": _List(lists.fonts, markup.font),
            "fill": _List(lists.fills, markup.fill),
            "border": _List(lists.borders, markup.border),
        }
        self._named: dict[str, int] = dict(lists.places)
        self._style_xfs: list[str] = []
        self._style_names: list[str] = []
        self._style_count = lists.named_count

    def append(self, used: list[int]) -> None:
        cell_xfs = self._root.child("cellXfs")
        sources = cell_xfs.named("xf") if cell_xfs is not None else []
        missing = max(0, self._table.source_count - len(sources))
        new = [self._markup.element("xf", dict(_PLAIN_XF))] * missing
        appended = {one.id: one for one in self._table.appended()}
        for style_id in used:
            one = appended[style_id]
            new.append(self._xf(one, sources[one.base] if one.base < len(sources) else None))
        self._formats.write(self._extend)
        for name, key in (("fonts", "font"), ("fills", "fill"), ("borders", "border")):
            known = self._lists[key]
            self._extend(name, "".join(known.new), known.count)
        self._extend("cellStyleXfs", "".join(self._style_xfs), self._style_count)
        self._extend("cellXfs", "".join(new), len(sources) + len(new))
        self._write_names()

    def _xf(self, one: Appended, source: Element | None) -> str:
        """The base's xf with the properties that differ."""
        base, style, data = self._table.style(one.base), one.style, self._editor.data
        attributes = self._changed(base, style)
        head = self._markup.element("xf", dict(_PLAIN_XF)).encode()
        children: dict[str, str] = {}
        rest = ""
        if source is not None:
            head = data[source.start : source.open_end]
            for child in source.children:
                raw = data[child.start : child.end].decode()
                if child.local in ("alignment", "protection") and child.namespace == source.namespace:
                    children[child.local] = raw
                else:
                    rest += raw
        for name in ("alignment", "protection"):
            if getattr(base, name) != getattr(style, name):
                children[name] = getattr(self._markup, name)(getattr(style, name))
        tag = set_attributes(head, attributes).decode()
        inner = children.get("alignment", "") + children.get("protection", "") + rest
        opened = tag[:-2].rstrip() if tag.endswith("/>") else tag[:-1]
        return f"{opened}>{inner}</{self._markup.name('xf')}>" if inner else f"{opened}/>"

    def _changed(self, base: CellStyle, style: CellStyle) -> dict[bytes, bytes | None]:
        """The attributes of an xf that differ, with the flags that make a property the cell's own."""
        found: dict[bytes, bytes | None] = {}
        for name, flag in APPLY_FLAGS.items():
            value = getattr(style, name)
            own = any(pair[0] == flag for pair in base.rest) and not any(pair[0] == flag for pair in style.rest)
            if value != getattr(base, name):
                if name in _LISTED:
                    found[_LISTED[name].encode()] = b"%d" % self._number(name, value)
                own = True
            if own:
                found[flag.encode()] = b"1"
        if style.style != base.style:
            found[b"xfId"] = b"%d" % self._named_number(style.style)
        return found

    def _number(self, name: str, value: Any) -> int:
        return self._formats.number(value) if name == "number_format" else self._lists[name].number(value)

    def _named_number(self, name: str) -> int:
        """The place of a named style in cellStyleXfs, appended if it is not there."""
        place = self._named.get(name)
        if place is None:
            if not self._style_count:
                self._add_named(self._table.named[NORMAL])
            place = self._named.get(name)
        return self._add_named(self._table.named[name]) if place is None else place

    def _add_named(self, look: NamedLook) -> int:
        place = self._named[look.name] = self._style_count
        self._style_count += 1
        attributes: dict[str, object] = {_LISTED[name]: self._number(name, getattr(look, name)) for name in _LISTED}
        inner = self._markup.alignment(look.alignment) + self._markup.protection(look.protection)
        self._style_xfs.append(self._markup.element("xf", attributes, inner))
        self._style_names.append(
            self._markup.element("cellStyle", {"name": look.name, "xfId": place, "builtinId": look.builtin})
        )
        return place

    def _write_names(self) -> None:
        element = self._root.child("cellStyles")
        known = len(element.named("cellStyle")) if element is not None else 0
        self._extend("cellStyles", "".join(self._style_names), known + len(self._style_names))

    def _extend(self, name: str, inner: str, count: int) -> None:
        """Put items at the end of a list and say how many it has; the list is made where it is missing."""
        if not inner:
            return
        editor, root = self._editor, self._root
        element = root.child(name)
        if element is not None:
            editor.append(element, inner.encode())
            editor.set_attribute(element, "count", str(count))
            return
        ahead = [child for child in root.children if child.local in _ORDER[: _ORDER.index(name)]]
        editor.insert(
            ahead[-1].end if ahead else root.open_end, self._markup.element(name, {"count": count}, inner).encode()
        )


class _List(Generic[_Record]):
    """The fonts, fills or borders of the part, and those that come in."""

    def __init__(self, known: list[_Record], markup: Callable[[_Record], str]) -> None:
        self._places: dict[_Record, int] = {}
        for place, record in enumerate(known):
            self._places.setdefault(record, place)
        self._markup = markup
        self.count = len(known)
        self.new: list[str] = []

    def number(self, record: _Record) -> int:
        place = self._places.get(record)
        if place is None:
            place = self._places[record] = self.count
            self.count += 1
            self.new.append(self._markup(record))
        return place


class _Formats:
    """The number formats of the part, and those that come in."""

    def __init__(self, editor: Editor, root: Element, markup: LookMarkup) -> None:
        element = root.child("numFmts")
        known = element.named("numFmt") if element is not None else []
        self._markup = markup
        self._count = len(known)
        self._ids = {code: number for number, code in BUILTIN.items() if number not in _LOCALE_IDS}
        self._next = FIRST_CUSTOM_ID
        for item in known:
            number = whole(editor.attribute(item, "numFmtId"))
            if self._ids.get(BUILTIN.get(number, "")) == number:
                del self._ids[BUILTIN[number]]  # the file gives the number another meaning
            self._ids[editor.attribute(item, "formatCode") or ""] = number
            self._next = max(self._next, number + 1)
        self._new = ""

    def number(self, code: str) -> int:
        known = self._ids.get(code)
        if known is None:
            known = self._ids[code] = self._next
            self._next += 1
            self._count += 1
            self._new += self._markup.element("numFmt", {"numFmtId": known, "formatCode": code})
        return known

    def write(self, extend: Callable[[str, str, int], None]) -> None:
        extend("numFmts", self._new, self._count)
