"""The colour of a sheet's tab as its part says it, found without reading the rows."""

from __future__ import annotations

import re
from typing import Final

from ..model.look import Color
from ..model.sheet import Sheet
from .package import Package

_HEAD_BYTES: Final = 64 * 1024
"""sheetPr is the first element of a worksheet."""
_PROPERTIES: Final = re.compile(
    r"<(?:[\w.-]+:)?sheetPr(?=[\s/>])[^<>]*(?<!/)>(.*?)</(?:[\w.-]+:)?sheetPr\s*>", re.DOTALL
)
_COLOR: Final = re.compile(r"<(?:[\w.-]+:)?tabColor(?=[\s/>])([^<>]*)>")
_ATTRIBUTE: Final = re.compile(r"""([\w.:-]+)\s*=\s*["']([^"']*)["']""")
_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_ROWS: Final = re.compile(r"<(?:[\w.-]+:)?sheetData(?=[\s/>])")
_MAX_INDEX: Final = 65_535


def tab_color(package: Package | None, sheet: Sheet) -> Color | None:
    """What a macro has set, else what the file says; None for no colour, and for one that cannot be read."""
    if sheet.tab_color != "file":
        return sheet.tab_color
    if package is None or sheet.kind != "worksheet" or package.find(sheet.origin) is None:
        return None
    head = package.head(sheet.origin, _HEAD_BYTES)
    wide = head[:2] in (b"\xff\xfe", b"\xfe\xff")
    return read_tab_color(head.decode("utf-16" if wide else "utf-8", "replace"))


def read_tab_color(head: str) -> Color | None:
    """The colour in the text of a part, up to its rows at least."""
    text = _COMMENT.sub("", head)
    rows = _ROWS.search(text)
    properties = _PROPERTIES.search(text, 0, rows.start() if rows else len(text))
    found = _COLOR.search(properties[1]) if properties is not None else None
    return None if found is None else _color(dict(_ATTRIBUTE.findall(found[1])))


def _color(attributes: dict[str, str]) -> Color | None:
    tint = _tint(attributes.get("tint", "0"))
    rgb = attributes.get("rgb", "")
    if re.fullmatch("[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}", rgb):
        return Color(rgb=rgb if len(rgb) == 8 else f"FF{rgb}", tint=tint)
    for name in ("theme", "indexed"):
        text = attributes.get(name, "")
        if text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= _MAX_INDEX:
            number = int(text)
            return Color(theme=number, tint=tint) if name == "theme" else Color(indexed=number, tint=tint)
    return Color(auto=True, tint=tint) if attributes.get("auto") in ("1", "true") else None


def _tint(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if -1 <= value <= 1 else 0.0


def color_text(color: Color | None) -> str | None:
    """FF0000, or theme 4, theme 4 tint 0.4, indexed 10, automatic; None for none."""
    if color is None:
        return None
    if color.rgb is not None:
        text = (color.rgb[2:] if color.rgb[:2].upper() in ("FF", "00") else color.rgb).upper()
    elif color.theme is not None:
        text = f"theme {color.theme}"
    elif color.indexed is not None:
        text = f"indexed {color.indexed}"
    else:
        text = "automatic"
    return text if not color.tint else f"{text} tint {color.tint:g}"
