"""The mentions of a model's package, found when they are first asked for, and what each of them reads now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from ..formula.carrier import Carrier
from ..formula.step import AxisStep, inverse_of
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from ..xlsx.error import FileRefusedError
from ..xlsx.package import Package, relations_part
from ..xlsx.patch.editor import Editor
from ..xlsx.patch.error import PartDamagedError, SaveRefusedError, UnsupportedChangeError
from ..xlsx.patch.surroundings import Surroundings
from .carry import CHAINED, Move, carried
from .chain import ChainStep, run_at
from .index import Index
from .mention import Mention, Value
from .scan import Scan
from .vml import scan_vml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..formula.step import Step

MAX_MENTIONS: Final = 1_000_000
"""Of one part. Excel allows 65,530 links a sheet and 65,535 areas a rule; a part beyond is refused when it changes."""
_TYPES: Final = (
    "sheet+xml",
    "chartsheet",
    "spreadsheetml.table",
    "tableSingleCells",
    "drawing",
    "chart",
    "comments",
    "pivotCacheDefinition",
    "pivotTable",
    "connections",
    "controlproperties",
    "slicerCache",
    "timelineCache",
    "relationships+xml",
    "threadedcomments",
    "vmlDrawing",
)
"""Parts whose content types hold one of these words may speak of cells; worksheets are read without their rows."""
_SILENT: Final = ("chartstyle", "chartcolorstyle", "slicer+xml")
VML: Final = "vmlDrawing"


@final
class Store:
    """parts lists the mentions by part. broken holds, by part, why one could not be taken apart: no structural change
    can be saved then.
    """

    def __init__(self, model: Workbook) -> None:
        self._model = model
        self._parts: list[str] | None = None
        self._owners: dict[str, str] | None = None
        self._mentions: dict[str, list[Mention]] = {}
        self._by_id: dict[str, dict[str, Mention]] = {}
        self._protections: dict[str, dict[str, str]] = {}
        self._moves: dict[tuple[int, int, str], tuple[list[Step], Move]] = {}
        self._index: Index | None = None
        self.broken: dict[str, SaveRefusedError] = {}

    # Finding

    def part(self, part: str) -> list[Mention]:
        """The mentions of a part of the file."""
        found = self._mentions.get(part)
        if found is None:
            found = self._mentions[part] = self._read(part)
        return found

    def on(self, sheet: Sheet, part: str) -> list[Mention]:
        """The mentions of a part of a sheet. Those of a copy, which is in no file yet, are found in the parts of its
        origin, and are its own."""
        if sheet.part or not sheet.origin:
            return self.part(part)
        key = f"{sheet.id}:{part}"
        found = self._mentions.get(key)
        if found is None:
            owner = f"{sheet.id}:"
            found = [item._replace(id=owner + item.id, host=sheet.id) for item in self.part(part)]
            self._mentions[key] = found
        return found

    def all(self) -> Iterator[Mention]:
        """The mentions of all parts that may hold some, in the order of the package; then those of copies."""
        for part in self.parts():
            yield from self.part(part)
        yield from self._on_copies()

    def _on_copies(self) -> Iterator[Mention]:
        for sheet in self._model.sheets:
            if sheet.origin and not sheet.part:
                for part in self.parts():
                    if self.owner(part) == self.owner(sheet.origin):
                        yield from self.on(sheet, part)

    def parts(self) -> list[str]:
        """The parts that may hold mentions."""
        if self._parts is None:
            self._parts = [part for part in self._package.members if self.speaks(part)]
        return self._parts

    def kept_parts(self) -> list[str]:
        """The parts of the file in which something reads otherwise though nothing has moved."""
        return sorted({key.rpartition("#")[0] for key in self._model.kept if ":" not in key})

    def of_sheet(self, sheet: Sheet, kind: str) -> list[Mention]:
        """The mentions of the parts that a sheet is related to in one way: table, comments, pivotTable ..."""
        package = self._model.package
        if package is None or not sheet.origin:
            return []
        parts = [relation.part for relation in package.relations(sheet.origin) if relation.kind == kind]
        return [mention for part in parts if part is not None for mention in self.on(sheet, part)]

    @property
    def _package(self) -> Package:
        package = self._model.package
        assert package is not None
        return package

    def speaks(self, part: str) -> bool:
        """Whether a part may hold mentions."""
        kind = self._package.content_type(part)
        return any(word in kind for word in _TYPES) and not any(word in kind for word in _SILENT)

    def _read(self, part: str) -> list[Mention]:
        try:
            found = self._scan(part)
        except SaveRefusedError as error:
            self.broken[part] = error
        except (FileRefusedError, ValueError) as error:
            self.broken[part] = PartDamagedError(part, f"it cannot be taken apart ({error})")
        else:
            if len(found) <= MAX_MENTIONS:
                return found
            self.broken[part] = UnsupportedChangeError(part, f"it holds more than {MAX_MENTIONS:,} references")
        return []

    def _scan(self, part: str) -> list[Mention]:
        package = self._package
        host = self.owner(part)
        if VML in package.content_type(part):
            return scan_vml(package.read(part), part, host, "")
        return Scan(self._editor(part), host, "").run()

    def _editor(self, part: str) -> Editor:
        """The tree of a part, of a worksheet without its rows."""
        sheet = next((sheet for sheet in self._sheets() if sheet.part == part), None)
        if sheet is None or sheet.kind != "worksheet":
            return Editor(self._package.read(part), part)
        if sheet.around is not None:
            return Editor(sheet.around, part)
        return Surroundings(self._package.read(part), part).editor

    def _sheets(self) -> list[Sheet]:
        return [*self._model.sheets, *(dropped.sheet for dropped in self._model.dropped.values())]

    def protection(self, sheet: Sheet) -> dict[str, str]:
        """The attributes of a sheet's protection; empty where it has none."""
        if not sheet.origin or (sheet.around is not None and b"sheetProtection" not in sheet.around):
            return {}
        known = self._protections.get(sheet.origin)
        if known is None:
            editor = self._editor(sheet.origin)
            element = editor.root.child("sheetProtection")
            names = [] if element is None else editor.attribute_names(element)
            known = {name: editor.attribute(element, name) or "" for name in names} if element is not None else {}
            self._protections[sheet.origin] = known
        return known

    def owner(self, part: str) -> str:
        """The id of the sheet that a part belongs to; "" for one that belongs to the workbook."""
        if self._owners is None:
            self._owners = self._find_owners()
        return self._owners.get(part, "")

    def _find_owners(self) -> dict[str, str]:
        """Every part that is reached from a sheet by relations, with the parts of the relations themselves."""
        owners: dict[str, str] = {}
        package = self._package
        listed = {sheet.part: sheet.id for sheet in self._sheets() if sheet.part}
        for part, sheet_id in listed.items():
            waiting = [part]
            while waiting:
                name = waiting.pop()
                if name in owners or listed.get(name, sheet_id) != sheet_id:
                    continue
                owners[name] = sheet_id
                relations = package.find(relations_part(name))
                if relations is not None:
                    owners[relations] = sheet_id
                    waiting.extend(self._related(package, name))
        return owners

    def _related(self, package: Package, part: str) -> list[str]:
        try:
            relations = package.relations(part)
        except FileRefusedError as error:
            self.broken[part] = PartDamagedError(part, f"its relationships cannot be read ({error})")
            return []
        return [item.part for item in relations if item.part is not None and item.kind not in _BEYOND]

    # What they read

    def value(self, mention: Mention) -> Value | None:
        """What a mention reads now; None if it is gone."""
        model = self._model
        history = model.history
        now = history.now
        value, epoch = history.reached.get(mention.id) or model.kept.get(mention.id) or self._first(mention)
        if epoch < now:
            at, bounds = epoch, self._bounds(mention)
            while at < now and value is not None:
                value = self._pointed(mention, value, at)
                end = min((bound for bound in bounds if bound > at), default=now)
                end = run_at(history.steps, at, min(end, now)) if mention.rule in CHAINED else at + 1
                move = self._move(at, end, mention.host)
                if end > at + 1 and mention.rule == "framed" and not move.is_insert:
                    end, move = at + 1, self._move(at, at + 1, mention.host)
                value = carried(mention, value, move)
                at = end
            history.reached[mention.id] = value, now
        return value if value is None else self._pointed(mention, value, now)

    def _first(self, mention: Mention) -> tuple[Value | None, int]:
        """What the part reads; on a copy, what the original's had been brought back to when it was copied."""
        sheet = self._copy(mention)
        if sheet is not None:
            kept: tuple[Value | None, int] | None = sheet.kept.get(mention.id.removeprefix(f"{sheet.id}:"))
            if kept is not None:
                return kept
        return mention.value, 0

    def _bounds(self, mention: Mention) -> list[int]:
        """The epochs across which no steps are one: those at which the sheet of a mention was copied."""
        sheet = self._copy(mention)
        return [] if sheet is None else [*(since for since, _ in sheet.copies), *(until for _, until in sheet.lineage)]

    def _copy(self, mention: Mention) -> Sheet | None:
        """The copy that a mention is on; None for one on a sheet of the file."""
        if not mention.id.startswith(f"{mention.host}:"):
            return None
        return next((sheet for sheet in self._sheets() if sheet.id == mention.host and sheet.copies), None)

    def _pointed(self, mention: Mention, value: Value, epoch: int) -> Value:
        """At the time that a sheet is copied its charts, drawings and sparklines turn to the copy, as Excel has it."""
        if not mention.wide or not (mention.role == "sparkline" or _draws(self._package.content_type(mention.part))):
            return value
        sheet = self._copy(mention)
        for since, step in sheet.copies if sheet is not None else ():
            if since == epoch:
                new = carried(mention, value, Move(step, "", Carrier([(step, "")])))
                value = value if new is None else new
        return value

    def changed(self) -> Iterator[tuple[Mention, Value | None]]:
        """The mentions that read otherwise than in the file, with what they read now."""
        if self._model.history.now or self._model.kept:
            for mention in self.all():
                value = self.value(mention)
                if value != mention.value:
                    yield mention, value

    def damaged(self, step: Step) -> Iterator[tuple[Mention, Value]]:
        """The mentions that a step, about to be made, and its inverse do not leave as they are, and what they read."""
        back = inverse_of(step)
        moves: dict[str, tuple[Move, Move | None]] = {}
        for mention in self._suspects(step):
            host = mention.host
            if host != step.sheet_id and not mention.wide:
                continue
            value = self.value(mention)
            if value is None:
                continue
            if host not in moves:
                again = None if back is None else Move(back, host, Carrier([(back, host)]))
                moves[host] = Move(step, host, Carrier([(step, host)])), again
            there, again = moves[host]
            new = carried(mention, value, there)
            if new is value and type(step) is AxisStep and step.edit.kind != "move":
                continue
            if new is None or again is None or carried(mention, new, again) != value:
                yield mention, value

    def _suspects(self, step: Step) -> list[Mention]:
        """The mentions that a step may damage, in the order of the package."""
        if self._index is None:
            self._index = Index(mention for part in self.parts() for mention in self.part(part))
        found = self._index.suspects(self._model.history.steps, step)
        kept = [mention for key in self._model.kept if (mention := self._mention(key)) is not None]
        more = [*kept, *self._on_copies()]
        return list({mention.id: mention for mention in (*found, *more)}.values()) if more else found

    def put(self, mention_id: str, value: Value | None) -> None:
        """Have a mention read something from now on; nothing where it reads that already."""
        mention = self._mention(mention_id)
        if mention is not None and self.value(mention) != value:
            model = self._model
            model.kept[mention_id] = value, model.history.stamp()
            model.history.reached.pop(mention_id, None)

    def return_to(self, epoch: int) -> None:
        """Have what was kept since an epoch be of that epoch: the model is about to forget the steps since."""
        kept = self._model.kept
        for mention_id in [key for key, (_, since) in kept.items() if since > epoch]:
            mention = self._mention(mention_id)
            value = None if mention is None else self.value(mention)
            if mention is None or (epoch == 0 and value == mention.value):
                del kept[mention_id]
            else:
                kept[mention_id] = value, epoch

    def _mention(self, mention_id: str) -> Mention | None:
        key = mention_id.rpartition("#")[0]
        if key not in self._by_id:
            sheet_id, _, part = key.partition(":")
            sheet = self._model.sheet(sheet_id)
            copied = sheet is not None and bool(sheet.copies) and part in self._package.members
            found = self.on(sheet, part) if copied and sheet is not None else self.part(key)
            self._by_id[key] = {item.id: item for item in found}
        return self._by_id[key].get(mention_id)

    def _move(self, at: int, end: int, sheet_id: str) -> Move:
        """The steps from at to end as one, for what stands on a sheet; more than one are a run."""
        steps = self._model.history.steps[at:end]
        known = self._moves.get((at, end, sheet_id))
        if known is not None and known[0][0] is steps[0] and known[0] == steps:
            return known[1]
        sheet = self._model.sheet(sheet_id)
        host = sheet_id
        if sheet is not None:
            host = next((other for other, until in sheet.lineage if at < until), sheet_id)
        step = steps[0] if len(steps) == 1 else ChainStep([one for one in steps if type(one) is AxisStep])
        move = Move(step, host, Carrier([(one, host) for one in steps]))
        self._moves[at, end, sheet_id] = steps, move
        return move


def _draws(content_type: str) -> bool:
    return "chart" in content_type or content_type.endswith("drawing+xml")


_BEYOND: Final = frozenset(("pivotCacheDefinition", "pivotCacheRecords", "image", "slicerCache", "worksheet"))
"""Relations that lead to what a sheet shares with others."""


def store_of(model: Workbook) -> Store | None:
    """The mentions of a model; None for one that is not from a package."""
    if model.package is None:
        return None
    if model.objects is None:
        model.objects = Store(model)
    assert isinstance(model.objects, Store)
    return model.objects
