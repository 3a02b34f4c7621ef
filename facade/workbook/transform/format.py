"""Formats of rows and columns, and panes, over what others did: they move along, and the later one wins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from msgspec.structs import replace

from ..formula.step import AxisStep, Step
from ..model.pane import Pane, carried_panes, frozen_at
from ..mutation import AxisFormat, Mutation, SheetFreeze
from ..mutation.axis_edit import limit_of
from ..mutation.axis_format import KeptFormat
from ..mutation.sheet_freeze import KeptPane
from .place import runs
from .warning import Warnings

Spans = tuple[tuple[int, int], ...]

_PROPERTIES: Final = ("size", "hidden", "level", "collapsed", "style")


def carry_format(mutation: AxisFormat, step: Step, _first: bool) -> tuple[Mutation, ...]:
    """The rows or columns that are left, where they are."""
    if mutation.sheet != step.sheet_id or type(step) is not AxisStep or step.axis != mutation.axis:
        return (mutation,)
    spans = _united(_carried(span, step) for span in mutation.spans)
    kept = mutation.kept
    if kept is not None:
        kept = tuple(
            KeptFormat(first, last, one.attributes, one.style)
            for one in kept
            for first, last in _carried((one.first, one.last), step)
        )
    return (replace(mutation, spans=spans, kept=kept),) if spans else ()


def _carried(span: tuple[int, int], step: AxisStep) -> Spans:
    return tuple((new, new + count - 1) for _, count, new in runs(*span, step.edit, limit_of(step.axis)))


def _united(parts: Iterable[Spans]) -> Spans:
    found: list[tuple[int, int]] = []
    for first, last in sorted(span for part in parts for span in part):
        if found and found[-1][1] + 1 == first:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return tuple(found)


def carry_freeze(mutation: SheetFreeze, step: Step, _first: bool) -> tuple[Mutation, ...]:
    """As panes that were frozen before would have followed."""
    if mutation.sheet != step.sheet_id or type(step) is not AxisStep:
        return (mutation,)
    if mutation.kept is not None:
        panes = carried_panes((None if one is None else _pane(one) for one in mutation.kept), step.axis, step.edit)
        return (replace(mutation, kept=tuple(None if pane is None else KeptPane(*pane) for pane in panes)),)
    (pane,) = carried_panes((frozen_at(mutation.row0, mutation.col0),), step.axis, step.edit)
    return (replace(mutation, row0=0 if pane is None else pane.rows, col0=0 if pane is None else pane.columns),)


def _pane(kept: KeptPane) -> Pane:
    return Pane(kept.rows, kept.columns, kept.top, kept.left, kept.first_row, kept.first_column, kept.split)


def format_format(our: AxisFormat, their: AxisFormat, first: bool, _warnings: Warnings) -> tuple[Mutation, ...]:
    """By property: the later one wins."""
    both = _named(our) & _named(their)
    if not first or (our.sheet, our.axis) != (their.sheet, their.axis) or not both:
        return (our,)
    alone = _less(our.spans, their.spans)
    shared = _less(our.spans, alone)
    found: list[Mutation] = []
    if alone:
        found.append(_on(our, alone))
    given: dict[str, Any] = dict.fromkeys(both)
    rest = replace(our, spans=shared, default_size=our.default_size and "size" not in both, **given)
    if shared and our.kept is None and rest.changes:
        found.append(rest)
    return tuple(found)


def _named(mutation: AxisFormat) -> set[str]:
    """What it sets; kept attributes are everything."""
    if mutation.kept is not None:
        return set(_PROPERTIES)
    named = {name for name in _PROPERTIES if getattr(mutation, name) is not None}
    return named | {"size"} if mutation.default_size else named


def _on(mutation: AxisFormat, spans: Spans) -> AxisFormat:
    """The same on a part of its spans."""
    kept = mutation.kept
    if kept is not None:
        kept = tuple(
            KeptFormat(max(first, one.first), min(last, one.last), one.attributes, one.style)
            for one in kept
            for first, last in spans
            if first <= one.last and one.first <= last
        )
    return replace(mutation, spans=spans, kept=kept)


def _less(spans: Spans, taken: Spans) -> Spans:
    """Spans less others; both ascend."""
    found: list[tuple[int, int]] = []
    for first, last in spans:
        at = first
        for low, high in taken:
            if high < at or low > last:
                continue
            if at < low:
                found.append((at, low - 1))
            at = high + 1
        if at <= last:
            found.append((at, last))
    return tuple(found)


def freeze_freeze(our: SheetFreeze, their: SheetFreeze, first: bool, _warnings: Warnings) -> tuple[Mutation, ...]:
    """The later one wins."""
    return () if first and our.sheet == their.sheet else (our,)
