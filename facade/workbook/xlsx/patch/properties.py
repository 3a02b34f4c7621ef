"""docProps/app.xml: the list of sheet titles, kept in step where it is laid out as Excel writes it."""

from __future__ import annotations

from typing import NamedTuple, final

from ...formula.rename import rename_in_formula
from ...model.workbook import Workbook
from .editor import Editor, Element
from .text import escape, whole


@final
class _Section(NamedTuple):
    """The stretch of TitlesOfParts that lists the worksheets, and the count that HeadingPairs gives for it."""

    counter: Element
    start: int
    titles: list[Element]
    vector: Element


def update_titles(editor: Editor, model: Workbook, old_names: list[str]) -> None:
    """Set titles to the model's. A list that does not name the file's worksheets in order is left as it is: Excel
    does not read it back.
    """
    section = _section(editor, old_names)
    if section is None:
        return
    renames = model.history.renames()
    for at, title in enumerate(section.titles if renames else ()):
        text = editor.text(title)
        is_sheet = section.start <= at < section.start + len(old_names)
        new = _renamed(text, renames) if is_sheet else rename_in_formula(text, renames)
        if new != text:
            editor.set_text(title, escape(new))
    _add_titles(editor, model, section, len(old_names))


def _renamed(name: str, renames: list[tuple[str, str]]) -> str:
    for old, new in renames:
        if name.casefold() == old.casefold():
            name = new
    return name


def _add_titles(editor: Editor, model: Workbook, section: _Section, known: int) -> None:
    first = section.titles[section.start]
    name = f"{first.prefix}:{first.local}" if first.prefix else first.local
    place, added = section.start, 0
    for sheet in model.sheets:
        if sheet.part:
            place += sheet.kind == "worksheet"
            continue
        markup = f"<{name}>".encode() + escape(sheet.name) + f"</{name}>".encode()
        inside = place < len(section.titles)
        editor.insert(section.titles[place].start if inside else section.titles[-1].end, markup)
        added += 1
    if added:
        editor.set_text(section.counter, str(known + added).encode())
        editor.set_attribute(section.vector, "size", str(len(section.titles) + added))


def _section(editor: Editor, names: list[str]) -> _Section | None:
    """The section whose titles are these names."""
    pairs, titles = editor.root.child("HeadingPairs"), editor.root.child("TitlesOfParts")
    headings = pairs.child("vector") if pairs is not None else None
    vector = titles.child("vector") if titles is not None else None
    if headings is None or vector is None or not names:
        return None
    texts = [editor.text(title) for title in vector.children if not title.children]
    if len(texts) != len(vector.children):
        return None
    start = 0
    for count in (inner for variant in headings.children for inner in variant.children if inner.local == "i4"):
        size = whole(editor.text(count))
        if size == len(names) and texts[start : start + size] == names:
            return _Section(count, start, vector.children, vector)
        start += size
    return None
