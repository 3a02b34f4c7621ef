"""Namespaces and relationship types of SpreadsheetML, in their transitional and Strict spelling."""

from __future__ import annotations

from typing import Final

MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
MAIN_STRICT: Final = "http://purl.oclc.org/ooxml/spreadsheetml/main"
RELATIONSHIPS: Final = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
OFFICE_STRICT: Final = "http://purl.oclc.org/ooxml/officeDocument/relationships"

MAIN_SPELLINGS: Final = frozenset({MAIN, MAIN_STRICT})
_READ_SPACES: Final = MAIN_SPELLINGS | {""}
ID_ATTRIBUTES: Final = (f"{{{OFFICE}}}id", f"{{{OFFICE_STRICT}}}id")
"""The names of r:id on an element, transitional and Strict."""


def local(tag: object) -> str:
    """The local name of an lxml tag or attribute; "" for a comment or processing instruction."""
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def main(tag: object) -> str:
    """The local name of a SpreadsheetML element; "" for any other, which applications ignore where they accept it."""
    return local(tag) if space(tag) in _READ_SPACES else ""


def space(tag: object) -> str:
    """The namespace of an lxml tag or attribute, "" for none."""
    return tag.rpartition("}")[0][1:] if isinstance(tag, str) else ""


def relation_kind(relation_type: str) -> str:
    """The last word of a relationship type, which both spellings share: worksheet, sharedStrings, styles ..."""
    return relation_type.rpartition("/")[2]
