"""The language policy: what a macro's source may say. Judges and rewrites syntax; runs nothing."""

from __future__ import annotations

from .name import DENIED, DUNDERS, GUARDED, TUPLE_ATTRIBUTES, refused_attribute, require_attribute_name
from .node import NODES
from .transformer import MacroTransformer

__all__ = [
    "DENIED",
    "DUNDERS",
    "GUARDED",
    "NODES",
    "TUPLE_ATTRIBUTES",
    "MacroTransformer",
    "refused_attribute",
    "require_attribute_name",
]
