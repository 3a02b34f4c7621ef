"""The rows of a sheet part in the order of the model: as they came where they can be, else with what has changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain
from operator import attrgetter
from typing import Any, Final, TypeAlias, final

from ...formula.carrier import Carrier
from ...model.history import History
from ...model.rect import MAX_COLUMNS, cell_name, column_letters
from ...model.row import Row
from ...model.sheet import Sheet
from .agreed import agreed_shares
from .cell import Tags
from .chunk import ChunkWriter
from .editor import start_tag_end
from .error import LayoutError
from .group import Shares, share
from .locate import Place, RowIndex
from .member import Frame, members, row_end
from .rewrite import CellRewriter
from .row import SourceRow, attribute_changes, attributes_of, outgrows, set_attributes
from .stretch import Stretch, Stretches

Chunk: TypeAlias = "bytes | memoryview"


@final
class RowSequence:
    """One run over the rows of one sheet. write may be called once."""

    def __init__(self, frame: Frame, sheet: Sheet, history: History, cells: CellRewriter) -> None:
        self._frame = frame
        self._sheet = sheet
        self._history = history
        self._cells = cells
        self._index = index = RowIndex(frame.masked, frame.start, frame.end, frame.tags.row)
        if index.twice >= 0:
            raise LayoutError(frame.part, f"two of its rows have the number {index.twice + 1}")
        self._target = column_targets(sheet, frame)
        self._in_order = self._target is None or _are_in_order(sheet)
        self._chunks = ChunkWriter(frame.tags, self._target)
        self._carrier: Carrier = history.carrier(sheet)
        self._output = Output(frame.data)
        self._last = -1
        self._masked = frame.masked is not frame.data
        cells.shares = self._shares()

    def write(self) -> list[Chunk] | None:
        """What stands between the tags of sheetData; None where that is what the part has."""
        starts, frame = self._index.starts, self._frame
        self._output.copy(frame.start, starts[0])
        self._walk()
        if self._output.is_only(frame.start, frame.end):
            return None
        # Rows that only went are reason enough: formulas went with them, or count less.
        # Where there is no history, sizes and visibility of rows are all that differs beside touched cells.
        if self._history.now:
            self._cells.content_changed = self._cells.formulas_changed = True
        return self._output.chunks()

    def _shares(self) -> Shares:
        frame, target = self._frame, self._target or int
        if frame.masked.find(b"shared", frame.start, frame.end) < 0:
            return Shares()
        shares = agreed_shares(frame, self._sheet, self._history, target)
        if shares is None:
            shares = share(members(frame, self._index, self._sheet, self._history, target))
        return shares

    def _walk(self) -> None:
        """Stretches of rows at once, every other row for itself."""
        for item in Stretches(self._index, self._sheet, self._frame.part, self._cells.shares.written):
            if type(item) is Stretch:
                self._run(*item)
            elif item.at < 0:
                self._output.add(self._cells.new_row(item.row0, item.row))
                self._last = item.row0
            else:
                self._row(*item)

    def _run(self, rows: list[Row], first: int, delta: int) -> None:
        """Rows that follow on each other in the part, from a place on, and in the model."""
        start, end = self._index.starts[first], self._index.starts[first + len(rows)]
        old, texts = self._texts(rows)
        if not delta and self._target is None and texts == old:
            self._output.copy(start, end)
            self._last = rows[-1].source0
            return
        new = None
        text = self._frame.data[start:end]
        if self._in_order and (not self._masked or text == self._frame.masked[start:end]):
            was = _quoted(rows, 1) if delta else None
            now = _quoted(rows, 1 + delta) if delta else []
            new = self._chunks.write(text, was, now, old, texts)
        if new is None:
            for at, row in enumerate(rows, first):
                self._row(row.source0 + delta, row, at)
        else:
            self._output.add(new)
            self._last = rows[-1].source0 + delta

    def _texts(self, rows: list[Row]) -> tuple[list[str], list[str]]:
        """The plain formulas of rows, row by row: as the file has them, and as they read now.

        In most tables all rows have formulas in the same columns, and those of a column are alike.
        """
        formulas: list[Any] = list(map(attrgetter("formulas"), rows))
        if None not in formulas and len(set(map(len, formulas))) == 1:
            layout, *columns = zip(*formulas, strict=True)
            kinds = [set(map(type, column)) for column in columns]
            held = [list(column) for column, kind in zip(columns, kinds, strict=True) if kind == {str}]
            pure = all(len(kind) == 1 for kind in kinds)
            if held and pure and layout.count(layout[0]) == len(layout):
                now = [self._carrier.texts(column) for column in held]
                if len(held) == 1:
                    return held[0], now[0]
                return list(chain(*zip(*held, strict=True))), list(chain(*zip(*now, strict=True)))
        old = _plain_texts(rows)
        return old, self._carrier.texts(old)

    def _row(self, row0: int, row: Row, at: int) -> None:
        """A row that is taken apart."""
        frame = self._frame
        start, behind = self._index.starts[at], self._index.starts[at + 1]
        end = row_end(frame, start)
        if frame.masked[end:behind].strip():
            raise LayoutError(frame.part, f"something else than rows stands behind its row {row.source0 + 1}")
        source = SourceRow(frame.masked, Place(start, end), row.source0, frame.tags.c, frame.part)
        opening = self._opening(row0, row, source, named=at not in self._index.odd)
        inner, changed = self._inner(row0, row, source)
        self._last = row0
        if not changed and opening == frame.data[start : source.open_end]:
            self._output.copy(start, behind)
            return
        if source.close == source.end:
            if inner:
                opening = opening[:-2].rstrip() + b">"
                inner += b"</" + frame.tags.row + b">"
            self._output.add(opening + inner + frame.data[end:behind])
        else:
            self._output.add(opening + inner + frame.data[source.close : behind])

    def _opening(self, row0: int, row: Row, source: SourceRow, *, named: bool) -> bytes:
        """The start tag with the row's number and attributes of now."""
        tag = self._frame.data[source.start : source.open_end]
        held = attributes_of(tag, 0, len(tag))
        changes: dict[bytes, bytes | None] = {}
        number = b"%d" % (row0 + 1)
        has_number = named or b"r" in held
        if row0 != (row.source0 if has_number else self._last + 1):
            changes[b"r"] = number
        if b"spans" in held and self._outgrows(held[b"spans"], row):
            changes[b"spans"] = None
        changes |= attribute_changes(held, self._cells.row_attributes(row))
        return set_attributes(tag, changes) if changes else tag

    def _outgrows(self, raw: bytes, row: Row) -> bool:
        """Whether a cell may lie outside of what spans promise."""
        return self._target is not None or outgrows(raw, row)

    def _inner(self, row0: int, row: Row, source: SourceRow) -> tuple[bytes, bool]:
        """What stands between the tags, and whether it differs."""
        data = self._frame.data
        held = source.cells()
        renumbered = row0 != row.source0
        target = self._target
        looked_at = {*(row.touched or ()), *row.formula_columns()}
        position = source.open_end
        found: list[tuple[int, bytes]] = []
        changed = False
        lead = b""
        shifted = target is not None and any(not cell.named for cell in held)
        for cell in held:
            gap = data[position : cell.start]
            if gap and found:
                found[-1] = found[-1][0], found[-1][1] + gap
            else:
                lead += gap
            position = cell.end
            col0 = cell.col0 if target is None else target(cell.col0)
            if col0 < 0:
                changed = True
                continue
            markup: bytes | None = None
            if col0 in looked_at:
                looked_at.discard(col0)
                markup = self._cells.overwritten(row0, row, cell if col0 == cell.col0 else cell._replace(col0=col0))
            raw = data[cell.start : cell.end]
            changed |= markup is not None and markup != raw
            markup = raw if markup is None else markup
            if markup and ((cell.named and (renumbered or col0 != cell.col0)) or (shifted and not cell.named)):
                markup = _named(self._frame.tags, markup, row0, col0)
                changed = True
            found.append((col0, markup))
        rest = data[position : source.close] if source.close < source.end else b""
        for col0 in sorted(looked_at):
            if new := self._cells.new(row0, row, col0):
                found.append((col0, new))
                changed = True
        found.sort(key=_column)
        return lead + b"".join(markup for _, markup in found) + rest, changed


def _column(item: tuple[int, bytes]) -> int:
    return item[0]


@final
class Output:
    """Pieces of the new rows; stretches of the part that follow on each other are one."""

    def __init__(self, data: bytes) -> None:
        self._view = memoryview(data)
        self._pieces: list[Chunk] = []
        self._from = self._to = 0

    def copy(self, start: int, end: int) -> None:
        """The part's own bytes."""
        if start == self._to:
            self._to = end
        else:
            self._close()
            self._from, self._to = start, end

    def add(self, new: bytes) -> None:
        """New bytes."""
        if new:
            self._close()
            self._from = self._to = -1
            self._pieces.append(new)

    def is_only(self, start: int, end: int) -> bool:
        """Whether it is one stretch of the part, this one."""
        return not self._pieces and (self._from, self._to) == (start, end)

    def chunks(self) -> list[Chunk]:
        """All pieces."""
        self._close()
        return self._pieces

    def _close(self) -> None:
        if self._from < self._to:
            self._pieces.append(self._view[self._from : self._to])


def column_targets(sheet: Sheet, frame: Frame) -> Callable[[int], int] | None:
    """Where a column of the part is now, -1 for nowhere; None where all that have cells are where they were."""
    if sheet.source_columns is None:
        return None
    stretches = sheet.source_columns.stretches()
    targets = [-1] * MAX_COLUMNS
    for first, last, source in stretches:
        if source >= 0:
            targets[source : source + last - first + 1] = range(first, last + 1)
    if len(stretches) == 2 and stretches[0][2] == 0 and stretches[1][0] > MAX_COLUMNS - _FEW_COLUMNS:
        # Columns came and went again: only those at the very end, where hardly any file has cells, are not the part's.
        names = (b' r="' + column_letters(col0).encode() for col0 in range(stretches[1][0], MAX_COLUMNS))
        if all(frame.masked.find(name, frame.start, frame.end) < 0 for name in names):
            return None
    return targets.__getitem__


_FEW_COLUMNS: Final = 64


def _are_in_order(sheet: Sheet) -> bool:
    assert sheet.source_columns is not None
    sources = [source for _, _, source in sheet.source_columns.stretches() if source >= 0]
    return sources == sorted(sources)


def _quoted(rows: list[Row], more: int) -> list[bytes]:
    """The numbers of rows in the part and so many more, each with the quote behind it."""
    numbers = tuple(map(more.__add__, map(attrgetter("source0"), rows)))
    return (b'%d"\0' * len(rows) % numbers).split(b"\0")[:-1]


def _plain_texts(rows: list[Row]) -> list[str]:
    return [entry for row in rows if row.formulas is not None for entry in row.formulas[1:] if type(entry) is str]


_REFERENCE: Final = re.compile(rb'<[^\s<>/]+ r="[A-Z]{1,3}[0-9]+"')


def _named(tags: Tags, markup: bytes, row0: int, col0: int) -> bytes:
    """A cell under another name."""
    name = cell_name(row0, col0).encode()
    match = _REFERENCE.match(markup)
    if match is not None:
        return b"<" + tags.c + b' r="' + name + markup[match.end() - 1 :]
    end = start_tag_end(markup, 0)
    return set_attributes(markup[:end], {b"r": name}) + markup[end:]
