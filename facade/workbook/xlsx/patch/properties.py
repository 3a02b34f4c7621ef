"""docProps/app.xml: the list of sheet titles, kept in step where it is laid out as Excel writes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, final

from ...formula.rename import rename_in_formula
from ...model.workbook import Workbook
from .editor import Editor, Element
from .text import escape, whole


@final
class _Section(NamedTuple):
    """A stretch of TitlesOfParts, and the count that HeadingPairs gives for it."""

    counter: Element
    titles: list[Element]


def update_titles(editor: Editor, model: Workbook, old: Mapping[str, bool]) -> None:
    """Set titles to the model's; old tells of the file's worksheets by name, in order, whether they are gone.

    A list that does not name the file's worksheets in order is left as it is: Excel does not read it back.
    """
    sections, vector = _sections(editor)
    own = next((one for one in sections if [editor.text(title) for title in one.titles] == list(old)), None)
    if own is None or vector is None or not own.titles:
        return
    gone = {name.casefold() for name, is_gone in old.items() if is_gone}
    size = sum(len(section.titles) for section in sections)
    for section in sections:
        left = _set_sheets(editor, model, section) if section is own else _follow(editor, section, model, gone)
        if left != len(section.titles):
            editor.set_text(section.counter, str(left).encode())
            size += left - len(section.titles)
    if size != sum(len(section.titles) for section in sections):
        editor.set_attribute(vector, "size", str(size))


def _set_sheets(editor: Editor, model: Workbook, section: _Section) -> int:
    names = [sheet.name for sheet in model.sheets if sheet.kind == "worksheet"]
    titles = section.titles
    if len(names) == len(titles):
        for title, name in zip(titles, names, strict=True):
            if editor.text(title) != name:
                editor.set_text(title, escape(name))
        return len(titles)
    tag = f"{titles[0].prefix}:{titles[0].local}" if titles[0].prefix else titles[0].local
    markup = b"".join(f"<{tag}>".encode() + escape(name) + f"</{tag}>".encode() for name in names)
    editor.replace(titles[0].start, titles[-1].end, markup)
    return len(names)


def _follow(editor: Editor, section: _Section, model: Workbook, gone: set[str]) -> int:
    """Titles of names that belong to a sheet begin with it: Data!Print_Area."""
    left, renames = len(section.titles), model.history.renames()
    for title in section.titles:
        text = editor.text(title)
        sheet, mark, _ = text.rpartition("!")
        if mark and _bare(sheet).casefold() in gone:
            editor.replace(title.start, title.end, b"")
            left -= 1
        elif (new := rename_in_formula(text, renames)) != text:
            editor.set_text(title, escape(new))
    return left


def _bare(sheet: str) -> str:
    return sheet[1:-1].replace("''", "'") if sheet[:1] == sheet[-1:] == "'" else sheet


def _sections(editor: Editor) -> tuple[list[_Section], Element | None]:
    """The stretches in their order, and the vector of all titles; none where the two lists do not fit."""
    pairs, titles = editor.root.child("HeadingPairs"), editor.root.child("TitlesOfParts")
    headings = pairs.child("vector") if pairs is not None else None
    vector = titles.child("vector") if titles is not None else None
    if headings is None or vector is None or any(title.children for title in vector.children):
        return [], None
    sections: list[_Section] = []
    start = 0
    for counter in (inner for variant in headings.children for inner in variant.children if inner.local == "i4"):
        size = whole(editor.text(counter))
        sections.append(_Section(counter, vector.children[start : start + size]))
        start += size
    return (sections, vector) if start == len(vector.children) else ([], None)
