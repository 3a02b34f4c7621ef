"""Sheets that came, went, or changed their place, state or colour, as a reviewer reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias, final

from ..change import Change
from .model.look import Color
from .model.sheet import Sheet
from .model.workbook import Workbook
from .mutation import (
    SheetAdd,
    SheetColor,
    SheetCopy,
    SheetDelete,
    SheetMove,
    SheetRemove,
    SheetRename,
    SheetRestore,
    SheetShow,
    SheetUncopy,
)
from .xlsx.tab_color import color_text, tab_color

TabMutation: TypeAlias = (
    "SheetAdd | SheetColor | SheetCopy | SheetDelete | SheetMove | SheetRemove | SheetRename | SheetRestore"
    " | SheetShow | SheetUncopy"
)


@final
@dataclass(slots=True)
class _Arrival:
    """A sheet that was not there at first; source is the name of what it is a copy of."""

    kind: str
    source: str | None = None


@final
@dataclass(slots=True)
class Tabs:
    """What the first change of each kind met, by sheet id. was_there: the names of sheets that went."""

    arrived: dict[str, _Arrival] = field(default_factory=dict)
    was_there: dict[str, tuple[str, str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    states: dict[str, str] = field(default_factory=dict)
    colors: dict[str, Color | None] = field(default_factory=dict)

    def record(self, model: Workbook, mutation: TabMutation) -> None:
        """Note what a mutation is about to change."""
        if isinstance(mutation, SheetAdd | SheetRestore):
            self._arrives(mutation.id, "sheet_added" if isinstance(mutation, SheetAdd) else "sheet_restored", None)
        elif isinstance(mutation, SheetCopy):
            self._arrives(mutation.new_id, "sheet_copied", _sheet(model, mutation.id).name)
        elif isinstance(mutation, SheetUncopy):
            self._leaves(_sheet(model, mutation.copy.new_id), "sheet_removed")
        elif isinstance(mutation, SheetDelete | SheetRemove):
            kind = "sheet_deleted" if isinstance(mutation, SheetDelete) else "sheet_removed"
            self._leaves(_sheet(model, mutation.id), kind)
        else:
            self._changes(model, _sheet(model, mutation.id), mutation)

    def _arrives(self, sheet_id: str, kind: str, source: str | None) -> None:
        if sheet_id not in self.was_there:
            self.arrived.setdefault(sheet_id, _Arrival(kind, source))

    def _leaves(self, sheet: Sheet, kind: str) -> None:
        if sheet.id not in self.arrived:
            self.was_there.setdefault(sheet.id, (kind, self.names.get(sheet.id, sheet.name)))

    def _changes(
        self, model: Workbook, sheet: Sheet, mutation: SheetRename | SheetMove | SheetShow | SheetColor
    ) -> None:
        if isinstance(mutation, SheetRename):
            self.names.setdefault(sheet.id, sheet.name)
        elif isinstance(mutation, SheetMove):
            self.places.setdefault(sheet.id, model.sheets.index(sheet) + 1)
        elif isinstance(mutation, SheetShow):
            self.states.setdefault(sheet.id, sheet.state)
        else:
            self.colors.setdefault(sheet.id, tab_color(model.package, sheet))

    def follow(self, other: Tabs) -> None:
        """Take in what came after."""
        for sheet_id, arrival in other.arrived.items():
            self._arrives(sheet_id, arrival.kind, arrival.source)
        for sheet_id, (kind, name) in other.was_there.items():
            if sheet_id not in self.arrived:
                self.was_there.setdefault(sheet_id, (kind, self.names.get(sheet_id, name)))
        self.names = other.names | self.names
        self.places = other.places | self.places
        self.states = other.states | self.states
        self.colors = other.colors | self.colors

    def changes(self, model: Workbook) -> Iterator[Change]:
        """What differs now: first the sheets that went, then the others in the order of their tabs."""
        for sheet_id, (kind, name) in self.was_there.items():
            if model.sheet(sheet_id) is None:
                yield Change(kind=kind, sheet=name)
        for place, sheet in enumerate(model.sheets, 1):
            arrival = self.arrived.get(sheet.id)
            if arrival is not None:
                yield Change(kind=arrival.kind, sheet=sheet.name, before=arrival.source)
            else:
                yield from self._differs("sheet_renamed", sheet, self.names, sheet.name)
                yield from self._differs("sheet_moved", sheet, self.places, place)
            before = self.states.get(sheet.id, sheet.state)
            yield from self._differs(_shown(before, sheet.state), sheet, self.states, sheet.state)
            old = {key: color_text(color) for key, color in self.colors.items()}
            yield from self._differs("sheet_colored", sheet, old, color_text(tab_color(model.package, sheet)))

    def _differs(self, kind: str, sheet: Sheet, before: Mapping[str, object], now: object) -> Iterator[Change]:
        if sheet.id in before and before[sheet.id] != now:
            yield Change(kind=kind, sheet=sheet.name, before=before[sheet.id], after=now)


def _shown(before: str, now: str) -> str:
    return "sheet_shown" if now == VISIBLE or (before == "veryHidden" and now == "hidden") else "sheet_hidden"


def _sheet(model: Workbook, sheet_id: str) -> Sheet:
    sheet = model.sheet(sheet_id)
    assert sheet is not None
    return sheet


VISIBLE: Final = "visible"


def net_tabs(parts: Iterable[Tabs]) -> Tabs:
    """All as one, the oldest first."""
    net = Tabs()
    for part in parts:
        net.follow(part)
    return net
