"""sheet.rename: a new name, carried into every formula and defined name that speaks of the sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Annotated, Final, final

from msgspec import Meta, Struct

from ...errors import MutationConflict, MutationInvalid
from ...mutation import Family, Marks
from ..formula.rename import push_rename, rename_in_formula
from ..model.formula import ArrayFormula, FormulaEntry, SharedFormula
from ..model.row import Row
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from .cell import Number0
from .place import SheetId
from .sheet_add import no_cells
from .sheet_name import clash, name_problem
from .track import touch

Pair = tuple[str, str]
Place = tuple[str, int, int]


class KeptFormula(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The text of a formula, or of its shared group, that renaming back alone would not bring back to the letter."""

    sheet: SheetId
    row0: Number0
    col0: Number0
    text: str


class KeptName(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The same for a defined name, by its place in the list."""

    index: Number0
    text: str


class SheetRename(Struct, frozen=True, kw_only=True, tag_field="type", tag="sheet.rename", forbid_unknown_fields=True):
    """formulas and names stand in inverses only."""

    id: SheetId
    name: Annotated[str, Meta(max_length=64)]
    formulas: tuple[KeptFormula, ...] = ()
    names: tuple[KeptName, ...] = ()


def verify(params: SheetRename, from_run: bool) -> None:
    """A name that Excel takes; no kept texts from a run. An inverse may bring back any name a file had."""
    if not from_run:
        return
    problem = name_problem(params.name)
    if problem is not None:
        raise MutationInvalid(problem[0])
    if params.formulas or params.names:
        raise MutationInvalid("kept formula texts, which only an inverse may hold")


def check(model: Workbook, params: SheetRename) -> None:
    """The sheet is there, and no other has the name."""
    if model.sheet(params.id) is None:
        raise MutationConflict(f"there is no sheet {params.id}")
    other = clash(model, params.name, but=params.id)
    if other is not None:
        raise MutationConflict(f"there is already a sheet {other!r}")


def apply(model: Workbook, params: SheetRename, marks: Marks) -> None:
    """Rename, and rewrite what speaks of it; sheets that are not in memory are rewritten when they are loaded."""
    sheet = model.sheet(params.id)
    assert sheet is not None
    pair = (sheet.name, params.name)
    sheet.name = params.name
    push_rename(model.renames, *pair)
    kept = {(text.sheet, text.row0, text.col0): text.text for text in params.formulas}
    for other in model.sheets:
        if other.loaded:
            _rewrite(other, pair, marks, kept)
        else:
            _defer(other, pair, marks)
    kept_names = {name.index: name.text for name in params.names}
    model.names = [
        (name, scope, kept_names.get(index, rename_in_formula(text, [pair])))
        for index, (name, scope, text) in enumerate(model.names)
    ]


def invert(model: Workbook, params: SheetRename) -> tuple[SheetRename, ...]:
    """The old name, with the texts that renaming there and back would spell differently."""
    sheet = model.sheet(params.id)
    assert sheet is not None
    there, back = (sheet.name, params.name), (params.name, sheet.name)
    formulas = tuple(
        KeptFormula(*place, text)
        for other in model.sheets
        if other.loaded
        for place, text in _texts(other)
        if _there_and_back(text, there, back) != text
    )
    names = tuple(
        KeptName(index, text)
        for index, (_, _, text) in enumerate(model.names)
        if _there_and_back(text, there, back) != text
    )
    return (SheetRename(id=params.id, name=sheet.name, formulas=formulas, names=names),)


def _there_and_back(text: str, there: Pair, back: Pair) -> str:
    """Two steps, as they will be taken: one call with both pairs would not touch the text."""
    return rename_in_formula(rename_in_formula(text, [there]), [back])


def _texts(sheet: Sheet) -> Iterator[tuple[Place, str]]:
    """Every formula text of a sheet, that of a shared group once, at the first member there is."""
    seen: set[int] = set()
    for row0, row in sheet.each_row():
        if row.formulas is None:
            continue
        for col0, entry in zip(row.formula_columns(), row.formulas[1:], strict=True):
            if isinstance(entry, str):
                yield (sheet.id, row0, col0), entry
            elif isinstance(entry, ArrayFormula):
                yield (sheet.id, row0, col0), entry.text
            elif isinstance(entry, SharedFormula) and id(entry.group) not in seen:
                seen.add(id(entry.group))
                if entry.group.text is not None:
                    yield (sheet.id, row0, col0), entry.group.text


def _rewrite(sheet: Sheet, pair: Pair, marks: Marks, kept: dict[Place, str]) -> None:
    """Carry a rename into the formulas of a sheet in memory; what changes is touched."""
    writer = _Rewriter(sheet.id, pair, kept)
    for row0, row in sheet.each_row():
        if row.formulas is not None:
            writer.rewrite(row0, row, marks)


class _Rewriter:
    """One rename over one sheet; a shared group is rewritten once, and touches all its members."""

    def __init__(self, sheet_id: str, pair: Pair, kept: dict[Place, str]) -> None:
        self._sheet_id = sheet_id
        self._pairs = [pair]
        self._kept = kept
        self._groups: dict[int, bool] = {}

    def rewrite(self, row0: int, row: Row, marks: Marks) -> None:
        """Rewrite the formulas of a row that has some."""
        assert row.formulas is not None
        columns = row.formula_columns()
        entries: list[FormulaEntry] = list(row.formulas[1:])  # type: ignore[arg-type]
        touched: list[int] = []
        for at, (col0, entry) in enumerate(zip(columns, entries, strict=True)):
            new = self._entry((self._sheet_id, row0, col0), entry)
            if new is not None:
                entries[at] = new
                touched.append(col0)
        if touched:
            row.formulas = (columns, *entries)
            touch(row, touched, marks)

    def _entry(self, place: Place, entry: FormulaEntry) -> FormulaEntry | None:
        """The entry to put, the same one if only its group changed; None if nothing did."""
        if isinstance(entry, str):
            text = self._text(place, entry)
            return None if text == entry else text
        if isinstance(entry, ArrayFormula):
            text = self._text(place, entry.text)
            return None if text == entry.text else replace(entry, text=text)
        if isinstance(entry, SharedFormula):
            changed = self._groups.get(id(entry.group))
            if changed is None:
                old = entry.group.text
                entry.group.text = None if old is None else self._text(place, old)
                changed = self._groups[id(entry.group)] = entry.group.text != old
            return entry if changed else None
        return None

    def _text(self, place: Place, text: str) -> str:
        kept = self._kept.get(place)
        return kept if kept is not None else rename_in_formula(text, self._pairs)


@final
class DeferredRenames:
    """A sheet's loader that carries the renames made before it was loaded into its formulas."""

    __slots__ = ("inner", "renames")

    def __init__(self, inner: Callable[[Sheet], None], renames: list[Pair]) -> None:
        self.inner = inner
        self.renames = renames

    def __call__(self, sheet: Sheet) -> None:  # noqa: D102 (the class says it)
        self.inner(sheet)
        marks = Marks()
        for pair in self.renames:
            _rewrite(sheet, pair, marks, {})


def _defer(sheet: Sheet, pair: Pair, marks: Marks) -> None:
    loader = sheet.loader
    assert loader is not None
    inner, renames = (loader.inner, loader.renames) if isinstance(loader, DeferredRenames) else (loader, [])
    longer = list(renames)
    push_rename(longer, *pair)
    sheet.loader = DeferredRenames(inner, longer) if longer else inner
    marks.undo.append(partial(_unload, sheet, loader))


def _unload(sheet: Sheet, loader: Callable[[Sheet], None]) -> None:
    """Forget the rows: everything that was done to them since the rename has been taken back before."""
    sheet.loader = loader
    sheet.rows = []
    sheet.far = {}
    sheet.merges = []
    sheet.blocks = []
    sheet.default_styles = []


FAMILY: Final[Family[Workbook]] = Family(
    params=SheetRename, check=check, apply=apply, invert=invert, cells=no_cells, verify=verify
)
