"""A worksheet part with its touched cells written anew and every other byte as it was."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from typing import Final, NamedTuple, TypeAlias, final

from ...formula.step import AxisStep, RenameStep, Step
from ...model.history import History
from ...model.rect import Rect, parse_rect
from ...model.row import Row
from ...model.sheet import Sheet
from ..namespace import MAIN, MAIN_SPELLINGS
from .cell import Tags
from .editor import as_utf8, from_utf8, start_tag_end
from .error import LayoutError
from .group import share
from .locate import RowIndex, RowLocator
from .member import Frame, members
from .rewrite import CellRewriter
from .row import SourceRow, attribute_changes, attributes_of, outgrows, set_attributes
from .sequence import Chunk, RowSequence
from .strings import SharedStrings

_Edit: TypeAlias = tuple[int, int, bytes]

_SPECIAL = re.compile(rb"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>", re.DOTALL)
_SHEET_DATA = re.compile(rb"<((?:[^\s<>/:!?\"']+:)?)sheetData(?=[\s/>])")
_ROOT = re.compile(rb"<((?:[^\s<>/:!?\"']+:)?)worksheet(?=[\s/>])")
_FEW: Final = 3
"""Up to so many cells of a row are looked for one by one; beyond, reading the row whole is faster."""


@final
class Taken(NamedTuple):
    """A sheet part in UTF-8 and the encoding it came in; masked: see mask; start..end, prefix: see data_bounds."""

    data: bytes
    encoding: str
    masked: bytes
    start: int
    end: int
    prefix: bytes


def take_apart(raw: bytes, part: str) -> Taken:
    """Find the rows of a sheet part."""
    data, encoding = as_utf8(raw, part)
    masked = mask(data)
    return Taken(data, encoding, masked, *data_bounds(masked, part))


@final
class SheetPatch:
    """One run over one sheet part. raw is the inflated part, or the part as a rename has left it, taken apart or not.

    With whole, every cell of the model is written: raw is then a sheet without rows. With moved, rows, columns or what
    formulas speak of may have changed places since the file, by the history. style_number gives the place in the file
    of a style of the model, dynamic_mark the cm of cells whose formulas take as many cells as they have values.
    After write(), cells tells what has changed.
    """

    def __init__(
        self,
        raw: bytes | Taken,
        sheet: Sheet,
        strings: SharedStrings,
        *,
        epoch_1904: bool,
        history: History | None = None,
        moved: bool = False,
        whole: bool = False,
        style_number: Callable[[int], int] = int,
        dynamic_mark: Callable[[], int] = int,
    ) -> None:
        self._sheet = sheet
        self._whole = whole
        taken = take_apart(raw, sheet.part) if isinstance(raw, bytes) else raw
        self._data, self._encoding, self._masked, self._start, self._end, prefix = taken
        self._tags = Tags(prefix, self._namespace(prefix))
        self._history = history or History()
        self.cells = CellRewriter(
            self._data,
            sheet,
            self._tags,
            strings,
            self._history,
            epoch_1904=epoch_1904,
            moved=moved,
            style_number=style_number,
            dynamic_mark=dynamic_mark,
        )
        self._moved = moved

    def write(self) -> Sequence[Chunk]:
        """The new part in pieces; empty where nothing differs."""
        if self._moved and not self._whole:
            new = RowSequence(self._frame(), self._sheet, self._history, self.cells).write()
            return () if new is None else self._spliced([(self._start, self._end, new)])
        rows = dict(self._sheet.each_row()) if self._whole else touched_rows(self._sheet)
        locator = RowLocator(self._masked, self._start, self._end, self._tags.row, len(rows))
        if self._loses_masters(rows, locator):
            frame = self._frame()
            index = RowIndex(self._masked, self._start, self._end, self._tags.row)
            shares = self.cells.shares = share(members(frame, index, self._sheet, self._history, int))
            rows |= {row0: row for row0 in shares.written if (row := self._sheet.row(row0)) is not None}
        edits = [edit for row0 in sorted(rows) if (edit := self._row(row0, rows[row0], locator)) is not None]
        return self._spliced([(start, end, [new]) for start, end, new in edits]) if edits else ()

    def _frame(self) -> Frame:
        return Frame(self._data, self._masked, self._start, self._end, self._tags, self._sheet.part)

    def _spliced(self, edits: list[tuple[int, int, list[Chunk]]]) -> Sequence[Chunk]:
        if self._masked[self._start - 2 : self._start] == b"/>" and self._start == self._end:
            inner = b"".join(chunk for _, _, new in edits for chunk in new)
            closing = b"</" + self._tags.prefix + b"sheetData>"
            edits = [(self._start - 2, self._end, [b">" + inner + closing])]
        view = memoryview(self._data)
        pieces: list[Chunk] = []
        position = 0
        for start, end, new in (*self._dimension(), *edits):
            pieces += (view[position:start], *new)
            position = end
        pieces.append(view[position:])
        return pieces if self._encoding == "utf-8" else (from_utf8(b"".join(pieces), self._encoding),)

    def _namespace(self, prefix: bytes) -> bytes:
        root = re.search(rb"<[^!?\s>/]+", self._masked)
        assert root is not None
        attributes = attributes_of(self._masked, root.start(), start_tag_end(self._masked, root.start()))
        return attributes.get(b"xmlns:" + prefix[:-1] if prefix else b"xmlns", MAIN.encode())

    def _loses_masters(self, rows: dict[int, Row], locator: RowLocator) -> bool:
        """Whether a touched cell masters a shared formula of the file and is no longer what it was in the model."""
        if self._masked.find(b"shared", self._start, self._end) < 0:
            return False
        for row0, row in rows.items():
            place = locator.find(row0, known=True) if row.source0 >= 0 else None
            if place is None or not place.found or self._masked.find(b"shared", place.start, place.end) < 0:
                continue
            source_row = SourceRow(self._masked, place, row0, self._tags.c, self._sheet.part)
            for col0 in row.touched or ():
                old = source_row.cell(col0)
                source = self.cells.source(old) if old is not None else None
                if source is None or source.formula is None or not source.formula.masters:
                    continue
                if not source.holds_formula(row.formula(col0)):
                    return True
        return False

    def _row(self, row0: int, row: Row, locator: RowLocator) -> _Edit | None:
        """(start, end, new markup) of a row; None where it stays as it is."""
        known = row.source0 >= 0 and not self._whole
        place = locator.find(row0, known=known)
        if not place.found:
            if known:
                raise LayoutError(self._sheet.part, f"row {row0 + 1}, which changes, was not found in it")
            columns = None if self._whole else sorted(row.touched or ())
            new = self.cells.new_row(row0, row, columns)
            return (*place, new) if new else None
        source = SourceRow(self._masked, place, row0, self._tags.c, self._sheet.part)
        edits = self._cell_edits(row0, row, source)
        tag = self._tag(row, self._data[source.start : source.open_end])
        if not edits and tag == self._data[source.start : source.open_end]:
            return None
        return (*place, self._patched_row(tag, source, edits))

    def _cell_edits(self, row0: int, row: Row, source: SourceRow) -> list[_Edit]:
        """(start, end, markup) of the cells that differ, in the order of the row."""
        columns = sorted({*(row.touched or ()), *self.cells.shares.written.get(row0, ())})
        if len(columns) > _FEW:
            source.read()
        edits: list[_Edit] = []
        for col0 in columns:
            old = source.cell(col0)
            if old is not None:
                new = self.cells.overwritten(row0, row, old)
                if new is not None and new != self._data[old.start : old.end]:
                    edits.append((old.start, old.end, new))
            elif new := self.cells.new(row0, row, col0):
                behind = source.behind(col0)
                edits.append((behind, behind, new))
        return edits

    def _patched_row(self, tag: bytes, source: SourceRow, edits: list[_Edit]) -> bytes:
        data = self._data
        if source.close == source.end:
            if not edits:
                return tag
            return tag[:-2].rstrip() + b">" + b"".join(new for _, _, new in edits) + b"</" + self._tags.row + b">"
        pieces = [tag]
        position = source.open_end
        for start, end, new in edits:
            pieces += (data[position:start], new)
            position = end
        return b"".join((*pieces, data[position : source.end]))

    def _tag(self, row: Row, tag: bytes) -> bytes:
        """The row's tag with the model's attributes; spans goes where a touched column lies outside."""
        held = attributes_of(tag, 0, len(tag))
        changes = attribute_changes(held, self.cells.row_attributes(row))
        if b"spans" in held and outgrows(held[b"spans"], row):
            changes[b"spans"] = None
        return set_attributes(tag, changes) if changes else tag

    def _dimension(self) -> list[tuple[int, int, list[Chunk]]]:
        """The edit of the dimension element where content lies outside what it says."""
        start = self._masked.find(b"<" + self._tags.prefix + b"dimension", 0, self._start)
        if start < 0 or (self.cells.grown is None and not self._moved):
            return []
        end = start_tag_end(self._masked, start)
        known = parse_rect(attributes_of(self._masked, start, end).get(b"ref", b"").decode())
        if known is None:
            return []
        wanted = self._used(known) if self._moved else known.around(self.cells.grown or known)
        if wanted == known:
            return []
        return [(start, end, [set_attributes(self._data[start:end], {b"ref": wanted.a1.encode()})])]

    def _used(self, known: Rect) -> Rect:
        """What the dimension said, carried to now, with what was written outside of it.

        Only insertions carry all that stood in it. After other edits it is what holds content too.
        """
        carried = self._history.rect(self._sheet, known)
        moved = any(not isinstance(step, AxisStep) or step.edit.kind != "insert" for step in self._history.steps)
        used = self._sheet.used_rect() if moved else None
        rects = [rect for rect in (carried, used, self.cells.grown) if rect is not None]
        return reduce(Rect.around, rects) if rects else Rect(0, 0, 0, 0)


def touched_rows(sheet: Sheet) -> dict[int, Row]:
    """The rows that may differ from the file, by number; the sheet is in memory."""
    rows = {row0: row for row0, row in enumerate(sheet.rows) if row is not None and row.touched is not None}
    return rows | {row0: row for row0, row in sheet.far.items() if row.touched is not None}


def concerns(sheet: Sheet, steps: Sequence[Step], raw: bytes) -> bool:
    """Whether steps may have moved what stands on a sheet, or what its formulas speak of. A first look only.

    Names of sheets that have changed are carried into the part elsewhere.
    """
    ids = {sheet.id, *(sheet_id for sheet_id, _ in sheet.lineage)}
    moves = [step for step in steps if type(step) is not RenameStep]
    if any(step.sheet_id in ids for step in moves) or sheet.origin != sheet.part:
        return True
    return bool(moves) and b"!" in raw


def data_bounds(masked: bytes, part: str) -> tuple[int, int, bytes]:
    """(start, end, prefix): what lies between the tags of sheetData, and its prefix with the colon; both behind the
    tag for an empty <sheetData/>.
    """
    match = _SHEET_DATA.search(masked)
    if match is None:
        raise LayoutError(part, "it has no sheetData element")
    start = start_tag_end(masked, match.start())
    _refuse_doubt(masked, match, part)
    if masked[start - 2 : start] == b"/>":
        return start, start, match[1]
    end = masked.rfind(b"</" + match[1] + b"sheetData")
    if end < start:
        raise LayoutError(part, "its sheetData element has no end")
    return start, end, match[1]


def _refuse_doubt(masked: bytes, match: re.Match[bytes], part: str) -> None:
    """Readers ignore what is in other namespaces, with all that lies inside; a change must not end up there."""
    root = _ROOT.search(masked, 0, match.start())
    if root is not None and root[1] != match[1]:  # a macro sheet's root has a namespace of its own
        raise LayoutError(part, "its sheetData element is of another namespace than its root")
    if any(_SHEET_DATA.match(masked, tag) for tag in _tags_before(masked, b"sheetData", match.end())):
        raise LayoutError(part, "it has several sheetData elements")
    declares = b"xmlns:" + match[1][:-1] if match[1] else b"xmlns"
    spaces = re.compile(rb"\s" + declares + rb"""\s*=\s*["']([^"']*)["']""")
    for tag in _tags_before(masked, declares, match.start()):
        space = spaces.search(masked, tag, start_tag_end(masked, tag))
        if space is not None and space[1].decode("utf-8", "replace") not in MAIN_SPELLINGS:
            raise LayoutError(part, "an element within its rows changes the namespace")


def _tags_before(masked: bytes, word: bytes, start: int) -> Iterator[int]:
    """Where the tags begin in which this word stands; in the text between tags it means nothing."""
    while (start := masked.find(word, start)) >= 0:
        tag = masked.rfind(b"<", 0, start)
        if masked[tag + 1] not in b"/!?" and start_tag_end(masked, tag) > start:
            yield tag
        start += len(word)


def mask(data: bytes) -> bytes:
    """The same length, with comments, CDATA and processing instructions blanked; data itself where there are none."""
    if not _has_tag(data, b"!", 0) and not _has_tag(data, b"?", 5):
        return data
    return _SPECIAL.sub(lambda match: b" " * len(match[0]), data)


def _has_tag(data: bytes, mark: bytes, start: int) -> bool:
    """Whether a tag begins with this mark. The mark is rare and < is not: looking for it first is 15 times faster."""
    for _ in range(1000):
        start = data.find(mark, start)
        if start < 0:
            return False
        if data[start - 1 : start] == b"<":
            return True
        start += 1
    return b"<" + mark in data[start:]
