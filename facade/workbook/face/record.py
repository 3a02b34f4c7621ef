"""Rows of a range as dicts, and back."""

from __future__ import annotations

from typing import Any

from ...errors import ArgumentError, ShapeError
from ..model.rect import Rect, cell_name
from .input import type_name
from .matrix import MAX_CELLS, listed


def to_records(rows: list[list[Any]], rect: Rect) -> list[dict[str, Any]]:
    """The rows below the first as dicts by its names; numbers and dates as names become text."""
    names: list[str] = []
    for right, name in enumerate(rows[0]):
        text = name if type(name) is str else "" if name is None else str(name)
        if not text or text in names:
            problem = f"the name {text[:40]!a} stands twice" if text else "the name is blank"
            raise ShapeError(
                f"{cell_name(rect.row0, rect.col0 + right)}: {problem} in the first row",
                hint="take a range whose first row holds different names, or use .values",
            )
        names.append(text)
    return [dict(zip(names, row, strict=True)) for row in rows[1:]]


def from_records(records: object) -> list[list[Any]]:
    """A row of the keys in the order they first occur, then a row for each dict; a missing key gives None."""
    items = listed(records, "write_records", MAX_CELLS)
    names: dict[str, None] = {}
    for item in items:
        if type(item) is not dict:
            raise ArgumentError(f"write_records takes dicts, and one record is a {type_name(item)}")
        for name in item:
            if type(name) is not str:
                raise ArgumentError(f"the keys of a record are text, not {type_name(name)}")
            names[name] = None
    if not names:
        raise ShapeError("write_records needs a record with at least one key")
    return [list(names), *([item.get(name) for name in names] for item in items)]
