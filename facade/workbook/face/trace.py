"""What a cell reads and what reads it, as records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple, final

from ...errors import AddressError, ArgumentError, ShapeError
from ..calc.table import Tables
from ..formula.reading import is_lost
from ..formula.trace import MAX_DEPTH, Graph, Step, Walk
from ..model.rect import Rect, cell_name, parse_rect
from .address import quoted
from .area import formula_at
from .base import Face, reserve
from .core import Book, Core
from .input import integer, type_name
from .suggest import no_sheet

if TYPE_CHECKING:
    from .area import Area

_EXAMPLE: Final = 'workbook.trace("Data!B7")'
_TOLD: Final = 3
"""Formulas that a note names; of more it tells the number."""


class _Cells(NamedTuple):
    address: str
    level: int
    formula: str | None
    value: Any


class _Answer(NamedTuple):
    cell: _Cells
    state: str
    reason: str | None
    precedents: tuple[_Cells, ...]
    dependents: tuple[_Cells, ...]
    truncated: bool
    opaque: bool
    note: str | None


@final
class TracedCells(Face, eq=False):
    """Cells that a trace has reached: one cell, or a range as a formula names it."""

    _of: _Cells

    @property
    def address(self) -> str:
        """The address with its sheet: "Data!B7", "Data!A1:A10", "'Q1 plan'!A:A"."""
        return self._of.address

    @property
    def level(self) -> int:
        """How many steps away: 1 for what the formula itself reads, or what reads the cell itself."""
        return self._of.level

    @property
    def formula(self) -> str | None:
        """The formula of a single cell with its equals sign; None where there is none, and for several cells."""
        return self._of.formula

    @property
    def value(self) -> Any:
        """The value of a single cell, NOT_COMPUTED where that is not known; None for several cells."""
        return self._of.value

    def __repr__(self) -> str:
        return f"<TracedCells {self.address}>"

    def _plain(self) -> dict[str, Any]:
        return self._of._asdict()


@final
class Trace(Face, eq=False):
    """What a cell reads and what reads it, as it was when it was asked for; as a result it becomes a dict."""

    _of: _Answer

    @property
    def cell(self) -> str:
        """The address of the cell with its sheet, "Data!B7"."""
        return self._of.cell.address

    @property
    def formula(self) -> str | None:
        """Its formula with the equals sign; None where there is none."""
        return self._of.cell.formula

    @property
    def value(self) -> Any:
        """Its value; NOT_COMPUTED where that is not known, and reason then says why."""
        return self._of.cell.value

    @property
    def state(self) -> str:
        """constant, computed, cached, error or not_computed, as cell.state."""
        return self._of.state

    @property
    def reason(self) -> str | None:
        """Why the value is not known; None where it is."""
        return self._of.reason

    @property
    def precedents(self) -> list[TracedCells]:
        """What it reads: cells and ranges in the order of the formula, then by level what these read."""
        return list(map(TracedCells, self._of.precedents))

    @property
    def dependents(self) -> list[TracedCells]:
        """The cells whose formulas read it, by level, sheet and row."""
        return list(map(TracedCells, self._of.dependents))

    @property
    def truncated(self) -> bool:
        """Whether there are more than the 1,000 precedents or dependents that are listed."""
        return self._of.truncated

    @property
    def opaque(self) -> bool:
        """Whether its formula may read more than precedents tell: note says why."""
        return self._of.opaque

    @property
    def note(self) -> str | None:
        """In words, what the lists cannot tell: INDIRECT and the like, lost references, circles; None for nothing."""
        return self._of.note

    def __repr__(self) -> str:
        of = self._of
        return f"<Trace {self.cell}: {len(of.precedents)} precedents, {len(of.dependents)} dependents>"

    def _plain(self) -> dict[str, Any]:
        (cell, _, formula, value), state, reason, precedents, dependents, truncated, opaque, note = self._of
        return {
            "cell": cell,
            "formula": formula,
            "value": value,
            "state": state,
            "reason": reason,
            "precedents": [one._asdict() for one in precedents],
            "dependents": [one._asdict() for one in dependents],
            "truncated": truncated,
            "opaque": opaque,
            "note": note,
        }


reserve(TracedCells)
reserve(Trace)


def trace(book: Book, ref: object, depth: object) -> Trace:
    """What a cell reads and what reads it, so many levels far."""
    core, row0, col0 = _cell_of(book, ref)
    levels = integer(depth, "depth", 1, MAX_DEPTH)
    graph = _graph(book)
    model = core.ready()
    place = graph.sheets.index(model)
    number = graph.number(place, row0, col0)
    reads = Walk([], False, []) if number is None else graph.precedents(number, levels)
    readers = graph.dependents(place, row0, col0, levels)
    note = "; ".join(_notes(book, graph, (place, row0, col0), number, reads, readers))
    return Trace(
        _Answer(
            _cells(book, graph, Step(place, Rect(row0, col0, row0, col0), 0)),
            core.session.state(model, row0, col0),
            core.session.reason(model, row0, col0),
            tuple(_cells(book, graph, step) for step in reads.steps),
            tuple(_cells(book, graph, step) for step in readers.steps),
            reads.truncated or readers.truncated,
            number is not None and graph.is_untold(number),
            note or None,
        )
    )


def _cell_of(book: Book, ref: object) -> tuple[Core, int, int]:
    """The one cell that is to be traced: a Cell, or its address with the sheet's name in front."""
    book.open()
    if isinstance(ref, Face) and type(ref).__name__ in ("Cell", "Range"):
        area: Area = ref  # type: ignore[assignment]
        core, rect = area._core(), area._rect()
        if core.book is not book:
            raise ArgumentError("trace takes a cell of this workbook, and this one is of another")
        core.open()
    elif type(ref) is str:
        core, rect = _addressed(book, ref.strip())
    else:
        raise ArgumentError(f"trace takes a cell or its address, not {type_name(ref)}", hint=f"write {_EXAMPLE}")
    if rect.rows > 1 or rect.columns > 1:
        first = f"{quoted(core.model.name)}!{cell_name(rect.row0, rect.col0)}"
        raise ShapeError(
            f"trace takes one cell, and {rect.a1} holds {rect.rows * rect.columns:,}",
            hint=f"write workbook.trace({first!r}), or trace its cells one by one: for cell in range.cells",
        )
    return core, rect.row0, rect.col0


def _addressed(book: Book, text: str) -> tuple[Core, Rect]:
    name, bang, rest = text.rpartition("!")
    if not bang:
        names = {known.casefold(): stands for known, _, stands in book.model.names}
        stands = names.get(text.casefold())
        if stands is not None:
            raise AddressError(f"{text[:80]!a} is a name", hint=f"trace the cell it stands for: {stands[:80]}")
        known = parse_rect(text) is not None and len(book.face) > 0
        example = f"workbook.trace({quoted(book.face.active.name) + '!' + text!r})" if known else _EXAMPLE
        raise AddressError(f"{text[:40]!a} does not name a sheet", hint=f"name the sheet too: {example}")
    if len(name) > 1 and name[0] == name[-1] == "'":
        name = name[1:-1].replace("''", "'")
    model = book.model.sheet_named(name)
    if model is None or model.kind != "worksheet":
        raise no_sheet(name, [sheet.name for sheet in book.model.sheets if sheet.kind == "worksheet"])
    core = book.core(model)
    return core, core.rect(rest)


def _graph(book: Book) -> Graph:
    """The formulas of the workbook as they are now; made anew only after the macro has changed something."""
    session = book.session
    revision = session.revision
    if book.graph is None or book.graph[0] != revision:
        book.graph = revision, Graph(book.model, session.sheet, Tables(book.model).plain)
    return book.graph[1]


def _cells(book: Book, graph: Graph, step: Step) -> _Cells:
    sheet, rect = graph.sheets[step.sheet], step.rect
    address = f"{quoted(sheet.name)}!{rect.a1}"
    if rect.rows > 1 or rect.columns > 1:
        return _Cells(address, step.level, None, None)
    core = book.core(sheet)
    core.ready()
    return _Cells(address, step.level, formula_at(core, rect.row0, rect.col0), core.read_rows(rect)[0][0])


def _notes(
    book: Book, graph: Graph, place: tuple[int, int, int], number: int | None, reads: Walk, readers: Walk
) -> Iterator[str]:
    """What the lists of records cannot tell."""
    if number is not None:
        own = graph.cell(number)
        sheet, row0, col0 = graph.sheets[own[0]], *own[1:]
        text = book.session.formula(sheet, row0, col0) or ""
        if own != place:
            yield f"its value comes of the array formula in {_name(graph, own)}"
        yield from graph.readings.untold(text, sheet, row0, col0)
        if graph.is_table(number):
            yield "a data table calculates other formulas with other inputs"
        if is_lost(text):
            yield "a reference of it is lost (#REF!)"
    if any(step.sheet == place[0] and step.rect.holds(*place[1:]) for step in reads.steps):
        yield "it reads itself, directly or through others: formulas go in a circle"
    further = [graph.cell(other) for other in reads.untold if other != number]
    if further:
        yield f"on the way to precedents, {_named(graph, further)} may read more than the text tells"
    named = {(step.sheet, step.rect.row0, step.rect.col0) for step in readers.steps if step.level == 1}
    hidden = [graph.cell(other) for other in graph.untold if other != number and graph.cell(other) not in named]
    if hidden:
        yield f"{_named(graph, hidden)} may read it without naming it"


def _named(graph: Graph, cells: list[tuple[int, int, int]]) -> str:
    names = ", ".join(_name(graph, cell) for cell in cells[:_TOLD])
    more = len(cells) - _TOLD
    return f"{names} and {more:,} more" if more > 0 else names


def _name(graph: Graph, cell: tuple[int, int, int]) -> str:
    return f"{quoted(graph.sheets[cell[0]].name)}!{cell_name(*cell[1:])}"
