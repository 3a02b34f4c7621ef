"""The API reference: what a macro can say, read from the facade's own classes."""

from __future__ import annotations

from .card import DEFAULT_BUDGET, LEAST_BUDGET, Card, api_card, make_card
from .index import Index, Member, read_index

__all__ = [
    "DEFAULT_BUDGET",
    "LEAST_BUDGET",
    "Card",
    "Index",
    "Member",
    "api_card",
    "make_card",
    "read_index",
]
