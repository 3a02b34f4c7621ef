"""What formulas read, as far as their text tells: cells, names and tables looked up, and in words what is left.

Where Reader gives up on a formula that does not tell all it reads, this tells the rest of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias, final

from ..model.rect import Rect
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from .external import function_name
from .pieces import REF_ERROR
from .precedent import OPAQUE, Precedents, Reference, precedents, sheets_between
from .shape import MAX_PLANS, Plan, fitted
from .sheet_prefix import read_prefix
from .token import Kind, tokens

Reads: TypeAlias = "list[tuple[str, Rect]]"
Plain: TypeAlias = Callable[[str, Sheet, int, int], str]
"""The formula of a cell without structured references, as far as they can be told."""

_MAX_NAMES: Final = 50
"""Names on the way to a name: nobody nests them so deep, but a hostile file may."""
_SHOWN: Final = 60
"""Characters of a name or reference that words repeat."""


@final
class Reading(NamedTuple):
    """reads: (sheet id, rectangle), in the order of the text. opaque: there may be more."""

    reads: Reads
    opaque: bool


@final
class Readings:
    """One state of a workbook: its sheets and names; plain knows its tables."""

    def __init__(self, model: Workbook, plain: Plain) -> None:
        self._model = model
        self._plain = plain
        self._names = {(name.casefold(), scope): text for name, scope, text in model.names}
        self._looked: dict[tuple[int, str], tuple[Plan, _LookedUp]] = {}

    def read(self, text: str, sheet: Sheet, row0: int, col0: int) -> Reading:
        """What the formula of a cell reads, by its text without the equals sign."""
        text = self._plain(text, sheet, row0, col0)
        fitting = fitted(text)
        if fitting is None:
            found = precedents(text)
            return self._looked_up(text, found, sheet).reading([one.rect for one in found.references])
        plan, rects = fitting
        key = id(plan), sheet.id
        known = self._looked.get(key)
        if known is None:
            if len(self._looked) >= MAX_PLANS:
                self._looked.clear()
            known = self._looked[key] = plan, self._looked_up(text, plan.found, sheet)
        return known[1].reading(rects)

    def _looked_up(self, text: str, found: Precedents, sheet: Sheet) -> _LookedUp:
        named = self._of_names(found, sheet)
        external = "[" in text and any(map(_is_external, _prefixes(text)))
        sheets = [[sheet.id] if not first else self._sheets(first, last) for first, last, _, _ in found.references]
        return _LookedUp(sheets, named.reads, found.opaque or named.opaque or external)

    def untold(self, text: str, sheet: Sheet, row0: int, col0: int) -> list[str]:
        """Why the text of a formula does not tell all it reads, in words; empty where it does."""
        text = self._plain(text, sheet, row0, col0)
        words = list(_words(text))
        for found in self._named(precedents(text), sheet):
            shown = "".join(f"the name {name[:_SHOWN]}: " for name in found.way[:-1])
            shown += f"the name {found.way[-1][:_SHOWN]}"
            if found.problem:
                words.append(f"{shown} {found.problem}")
            words.extend(f"{shown}: {inner}" for inner in _words(found.text))
        return list(dict.fromkeys(words))

    def _cells(self, references: tuple[Reference, ...], sheet: Sheet) -> Reads:
        reads: Reads = []
        for first, last, rect, _ in references:
            if not first:
                reads.append((sheet.id, rect))
            else:
                reads.extend((other, rect) for other in self._sheets(first, last))
        return reads

    def _sheets(self, first: str, last: str) -> list[str]:
        if first == last:
            sheet = self._model.sheet_named(first)
            return [] if sheet is None else [sheet.id]
        names = sheets_between([sheet.name for sheet in self._model.sheets], first, last)
        return [sheet.id for sheet in self._model.sheets if sheet.name in names]

    def _of_names(self, found: Precedents, sheet: Sheet) -> Reading:
        """What the names of a formula stand for."""
        reads: Reads = []
        opaque = False
        for name in self._named(found, sheet):
            inner = precedents(name.text)
            reads.extend(self._cells(tuple(filter(_is_absolute, inner.references)), sheet))
            opaque = opaque or bool(name.problem) or inner.opaque or any(map(_is_external, _prefixes(name.text)))
        return Reading(reads, opaque)

    def _named(self, found: Precedents, sheet: Sheet) -> Iterator[_Named]:
        """The names of a formula, then those in what they stand for, each once: names of names can double at each."""
        waiting: deque[tuple[tuple[str, ...], Precedents]] = deque([((), found)])
        done: set[tuple[str, str]] = set()
        while waiting:
            way, asked = waiting.popleft()
            for prefix, name, text in self._texts(asked, sheet):
                key, here = (prefix.casefold(), name.casefold()), (*way, name)
                if name.casefold() in map(str.casefold, way):
                    yield _Named(here, "", "stands for itself")
                elif text is None:
                    yield _Named(here, "", "is not defined")
                elif key not in done and len(way) == _MAX_NAMES:
                    yield _Named(here, "", "is nested too deep")
                elif key not in done:
                    done.add(key)
                    inner = precedents(text)
                    fixed = all(map(_is_absolute, inner.references))
                    yield _Named(here, text, "" if fixed else "stands for other cells wherever it is used")
                    waiting.append((here, inner))

    def _texts(self, found: Precedents, sheet: Sheet) -> Iterator[tuple[str, str, str | None]]:
        """(prefix, name, what it stands for) of the names of a formula; None for one the workbook does not have."""
        for prefix, name in found.names:
            folded = name.casefold()
            scope = self._model.sheet_named(prefix) if prefix else sheet
            text = self._names.get((folded, scope.id if scope else None), self._names.get((folded, None)))
            if text is not None or not (found.binds or name in found.functions):
                yield prefix, name, text


@final
class _Named(NamedTuple):
    """A name with those that led to it, what it stands for, and why that does not tell which cells it means."""

    way: tuple[str, ...]
    text: str
    problem: str


@final
class _LookedUp(NamedTuple):
    """What formulas of one plan on one sheet have in common: the sheets of each reference, and what names add."""

    sheets: list[list[str]]
    named: Reads
    opaque: bool

    def reading(self, rects: list[Rect]) -> Reading:
        """The cells of each reference put in."""
        reads = [(sheet_id, rect) for sheets, rect in zip(self.sheets, rects, strict=True) for sheet_id in sheets]
        return Reading(reads + self.named if self.named else reads, self.opaque)


def is_lost(text: str) -> bool:
    """Whether a formula has a reference to cells that are gone."""
    return REF_ERROR in text


def _is_absolute(reference: Reference) -> bool:
    return bool(reference.first) and all(reference.fixed)


def _prefixes(text: str) -> Iterator[str]:
    return (token.text for token in tokens(text) if token.kind is Kind.PREFIX)


def _is_external(prefix: str) -> bool:
    return read_prefix(prefix).book not in {"", "[0]"}


def _words(text: str) -> Iterator[str]:
    """What of a formula's own text does not tell which cells it reads; names aside."""
    for token in tokens(text):
        kind, shown = token.kind, token.text[:_SHOWN]
        if kind is Kind.FUNCTION and token.text.upper() in OPAQUE:
            yield f"which cells {function_name(token)} reads is known only when it is calculated"
        elif kind is Kind.PREFIX and _is_external(token.text):
            yield f"{shown} is of another workbook"
        elif kind is Kind.STRUCTURED:
            yield f"{shown} is no part of a table that is known"
        elif token.text == ":":
            yield "the ends of a range are calculated"
        elif kind is Kind.OTHER and token.text in {"'", "[", "]", "|", "!"}:
            yield f"{shown} is not understood"
