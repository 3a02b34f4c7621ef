"""Checks of the looks a macro assigns, and the named styles it can name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from ...errors import ArgumentError
from ...near import near
from ..model.look import Alignment, Border, Font, GradientFill, NamedLook, PatternFill, Protection
from ..model.named_style import BUILTIN_STYLES, OTHER_NAMES
from ..mutation.style_set import MAX_FORMAT, fits
from .input import type_name

if TYPE_CHECKING:
    from .core import Book

KINDS: Final[dict[str, tuple[tuple[type, ...], str]]] = {
    "font": ((Font,), "Font(bold=True)"),
    "fill": ((PatternFill, GradientFill), 'PatternFill("solid", fgColor="FFFF00")'),
    "border": ((Border,), 'Border(bottom=Side(style="thin"))'),
    "alignment": ((Alignment,), 'Alignment(horizontal="center")'),
    "protection": ((Protection,), "Protection(locked=False)"),
}
"""What each property takes, and an example."""


def check_look(name: str, value: object) -> Any:
    """A font, fill, border, alignment or protection of exactly the right type."""
    kinds, example = KINDS[name]
    if type(value) not in kinds:
        word = example.partition("(")[0]
        raise ArgumentError(
            f"{name} takes a {' or a '.join(kind.__name__ for kind in kinds)}, not {type_name(value)}",
            hint=f"write {name} = {example}, after from openpyxl.styles import {word}",
        )
    return value


def check_font(value: object, book: Book) -> Font:
    """A font; where it names no typeface or size, it has those of the workbook, not those an application falls to."""
    font = check_look("font", value)
    if font.name is not None and font.size is not None:
        return font  # type: ignore[no-any-return]
    whole = book.fonts.get(font)
    if whole is None:
        plain = book.model.styles.style(0).font
        changes: dict[str, Any] = {}
        if font.size is None:
            changes["size"] = plain.size
        if font.name is None:
            changes |= {"name": plain.name}
            for part in ("family", "charset", "scheme"):
                if getattr(font, part) is None:
                    changes[part] = getattr(plain, part)
        whole = book.fonts[font] = msgspec.structs.replace(font, **changes)
    return whole


def check_code(code: object) -> str:
    """A number format code."""
    if type(code) is not str:
        raise ArgumentError(
            f"a number format is text, not {type_name(code)}",
            hint='write a code such as "0.00", "0%" or "yyyy-mm-dd"',
        )
    if not fits(code):
        raise ArgumentError(
            f"a number format is 1 to {MAX_FORMAT} printable characters",
            hint='write a code such as "0.00"; "General" for none',
        )
    return code


def named_look(book: Book, style: object) -> NamedLook:
    """The named style that a name or a NamedStyle stands for: one of the workbook, of this run, or of Excel."""
    from .named_style import NamedStyle

    if type(style) is NamedStyle:
        return register(book, style._look)
    if type(style) is not str:
        raise ArgumentError(
            f"style takes the name of a named style or a NamedStyle, not {type_name(style)}", hint='write "Good"'
        )
    found = known_style(book, style)
    if found is not None:
        return _usable(found)
    matches = near(style, dict.fromkeys((*style_names(book), *BUILTIN_STYLES)))
    hint = f"did you mean {' or '.join(map(repr, matches))}?" if matches else "make it first: NamedStyle(name=...)"
    raise ArgumentError(f"there is no named style {style[:80]!a}", hint=hint)


def style_names(book: Book) -> list[str]:
    """The named styles of the workbook and of this run; "#3" is one of a file that gave it no name."""
    return [name for name in (*book.model.styles.named, *book.made) if name[0] != "#"]


def known_style(book: Book, name: str) -> NamedLook | None:
    """A named style by its name."""
    name = OTHER_NAMES.get(name, name)
    found = book.model.styles.named.get(name) or book.made.get(name)
    if found is None and name in BUILTIN_STYLES:
        found = book.made[name] = _whole(BUILTIN_STYLES[name], book)
    return found


def register(book: Book, look: NamedLook) -> NamedLook:
    """Take a named style that a macro made into this run; ArgumentError where its name stands for another."""
    look = _whole(look, book)
    folded = look.name.casefold()
    for known in (*book.model.styles.named.values(), *book.made.values()):
        if known == look:
            return known
        if known.name.casefold() == folded:
            raise ArgumentError(
                f"there is a named style {known.name!a} that looks different",
                hint=f"give it another name, or use the one there is: cell.style = {known.name!a}",
            )
    book.made[look.name] = look
    return look


def _usable(look: NamedLook) -> NamedLook:
    if not fits(look.number_format):
        raise ArgumentError(
            f"the named style {look.name!a} has a number format that no cell can be given",
            hint="set the font, fill and border themselves",
        )
    return look


def _whole(look: NamedLook, book: Book) -> NamedLook:
    return msgspec.structs.replace(look, font=check_font(look.font, book))


def properties_given(look: NamedLook) -> dict[str, Any]:
    """All that a named style gives a cell, by the names of a patch."""
    return {
        "number_format": look.number_format,
        "font": look.font,
        "fill": look.fill,
        "border": look.border,
        "alignment": look.alignment,
        "protection": look.protection,
        "style": look,
    }
