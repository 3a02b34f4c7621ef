"""One save: which parts change, and what they become."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, final

from ...formula.step import RenameStep
from ...model.sheet import Sheet
from ...model.workbook import Workbook
from ..collector import no_collection
from ..namespace import OFFICE, OFFICE_STRICT
from ..package import Package
from ..table import TableHeader, table_headers
from .archive import PIECE_BYTES, Chunk
from .book import Book
from .column import edit_columns
from .container import Container
from .error import LayoutError, PartDamagedError, SignedPackageError, UnsupportedChangeError
from .fresh import fresh_sheet
from .metadata import DynamicMark
from .properties import update_titles
from .rename import Renamer
from .sheet import SheetPatch, Taken, concerns, touched_rows
from .strings import SharedStrings
from .style import StyleNumbers, append_styles
from .surroundings import SHEET_EDITORS, Surroundings
from .tab import edit_selection

if TYPE_CHECKING:
    from .clone import Cloner
    from .pivot import PivotSource

_HEADER_CHANGED: Final = (
    "a cell of {sheet}!{header.rect.a1} was changed, which is the header of the table {header.table}; "
    "renaming columns of a table is not available yet"
)
_SHOWN_ONLY: Final = re.compile(rb"(?:SUBTOTAL|AGGREGATE)\(", re.IGNORECASE)
_WORKSHEET_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"


def save_package(workbook: Workbook) -> tuple[Iterator[bytes], tuple[str, ...]]:
    """The new file in pieces of up to 1 MiB, and the names of the parts that differ from the old one.

    A workbook in which nothing differs from its file gives the file's own bytes. Every error is raised before the
    first piece. Cost: what the touched parts weigh, not what the package weighs.
    """
    package = workbook.package
    assert package is not None
    container = Container(package)
    try:
        with no_collection():
            _Save(workbook, package, container).run()
        changed = container.changed
        if not changed:
            return _whole(package.data), ()
        if _is_signed(package):
            raise SignedPackageError("", "the workbook carries a digital signature, which any change would break")
        return container.write(), changed
    except ValueError as error:
        # A part that no reader has parsed yet may hold anything: tags without an end, text in another encoding.
        raise PartDamagedError("", f"a part that has to be changed cannot be taken apart ({error})") from error


@final
class _Save:
    """The steps share what they found."""

    def __init__(self, workbook: Workbook, package: Package, container: Container) -> None:
        self._workbook = workbook
        self._package = package
        self._container = container
        self._main = _main_part(package)
        self._strings = SharedStrings(package)
        self._content_changed = False
        self._formulas_changed = False
        self._styles = StyleNumbers(workbook.styles)
        self._dynamic = DynamicMark(container, self._main)
        self._pivots: list[PivotSource] = []
        self._moved: set[str] = set()
        self._largest = "", b""
        self._taken: tuple[str, Taken] | None = None

    def run(self) -> None:
        sheets = self._workbook.sheets
        added = [sheet for sheet in sheets if not sheet.part]
        book = Book(self._container.edit(self._main), self._package, self._workbook)
        renamed = self._rename() if book.is_renamed() else {}
        if added:
            self._add(added, book, renamed)
        if book.gone:
            self._remove(book)
        renamed |= self._surroundings(renamed, book)
        if self._workbook.history.now or self._workbook.kept:
            self._objects()
        self._moved = {sheet.id for sheet in sheets if self._may_have_moved(sheet, renamed)}
        touched = [
            sheet
            for sheet in sheets
            if sheet.part and (sheet.id in self._moved or self._is_whole(sheet) or _is_touched(sheet))
        ]
        if touched or self._workbook.history.now or self._workbook.kept:
            self._find_pivots()
        for sheet in touched:
            self._patch(sheet, renamed.pop(sheet.part, None))
        for part, content in renamed.items():
            self._container.replace(part, (content,))
        book.arrange()
        # Cached values of ROW(), ranges of sheets and their like may have changed where no cell did.
        edits = any(type(step) is not RenameStep for step in self._workbook.history.steps)
        self._content_changed |= edits or self._workbook.retabbed
        self._content_changed |= bool(self._workbook.reshown) and self._sums_what_is_shown()
        if added or self._workbook.history.now or self._workbook.retabbed:
            self._update_titles(book)
        self._finish(book)

    def _sums_what_is_shown(self) -> bool:
        """Whether a formula of the file may change when rows are hidden or shown."""
        parts = [sheet.part for sheet in self._workbook.sheets if sheet.part and sheet.kind == "worksheet"]
        return any(_SHOWN_ONLY.search(self._raw(part)) is not None for part in parts)

    def _rename(self) -> dict[str, bytes]:
        """Follow renamed sheets in cells; gives the sheet parts that this has changed."""
        renamer = Renamer(self._workbook.history.renames())
        changed = {}
        for sheet in self._workbook.sheets:
            if sheet.part and sheet.kind == "worksheet":
                content = self._package.read(sheet.part)
                if (new := renamer.sheet(content, sheet.part)) is not content:
                    changed[sheet.part] = new
        return changed

    def _objects(self) -> None:
        """What follows cells and sheets outside of the sheets' parts."""
        from .object import patch_objects

        patch_objects(self._container, self._workbook)

    def _surroundings(self, renamed: dict[str, bytes], book: Book) -> dict[str, bytes]:
        """The sheet parts in which something changes around the rows, with that changed."""
        changed: dict[str, bytes] = {}
        fronts = book.fronts()
        moved = bool(self._workbook.history.now)
        for sheet in self._workbook.sheets:
            if not sheet.part or sheet.kind != "worksheet":
                continue
            if moved or sheet.reformatted or sheet.tab_color != "file" or sheet.part in fronts:
                around = self._around(renamed.get(sheet.part) or self._raw(sheet.part), sheet)
                if sheet.part in fronts:
                    edit_selection(around.editor, sheet, self._workbook)
                if around.editor.edited:
                    changed[sheet.part] = around.result()
                elif self._largest[0] == sheet.part:
                    self._taken = sheet.part, around.taken
        return changed

    def _around(self, raw: bytes, sheet: Sheet) -> Surroundings:
        """A sheet part with what stands around its rows edited to what the model has."""
        around = Surroundings(raw, sheet.origin)
        for edit in SHEET_EDITORS:
            edit(around.editor, sheet, self._workbook)
        if sheet.loaded:
            count = self._workbook.styles.source_count
            edit_columns(around.editor, sheet, style_count=count, style_number=self._styles.of)
        return around

    def _find_pivots(self) -> None:
        if not any("pivotCacheDefinition" in self._package.content_type(part) for part in self._package.members):
            return
        from .pivot import pivot_sources, refresh_on_load

        self._pivots = pivot_sources(self._container, self._workbook, self._main)
        for source in self._pivots:
            if source.resized:
                refresh_on_load(self._container.edit(source.cache_part))

    def _update_titles(self, book: Book) -> None:
        part = next((item.part for item in self._package.relations() if item.kind == "extended-properties"), None)
        if part is not None:
            kinds = {item.part: item.kind for item in self._package.relations(self._main)}
            old = {book.name_of(owner): owner in book.gone for owner in book.elements if kinds[owner] == "worksheet"}
            update_titles(self._container.edit(part), self._workbook, old)

    def _patch(self, sheet: Sheet, renamed: bytes | None) -> None:
        raw: bytes | Taken = self._raw(sheet.part) if renamed is None else renamed
        if renamed is None and self._taken is not None and self._taken[0] == sheet.part:
            raw = self._taken[1]
        patch = self._rows_of(raw, sheet, moved=sheet.id in self._moved, whole=self._is_whole(sheet))
        sources = [source for source in self._pivots if source.sheet_part == sheet.part]
        headers = table_headers(self._workbook, sheet)
        patch.cells.watched = [*(source.rect for source in sources), *(header.rect for header in headers)]
        pieces = patch.write()
        for place in sorted(patch.cells.hit):
            if place >= len(sources):
                header = headers[place - len(sources)]
                if _is_named(sheet, header):
                    continue
                raise UnsupportedChangeError(header.part, _HEADER_CHANGED.format(sheet=sheet.name, header=header))
            from .pivot import refresh_on_load

            refresh_on_load(self._container.edit(sources[place].cache_part))
        if pieces:
            self._container.replace(sheet.part, pieces)
            self._note(patch)
            # The calculation chain lists cells, of which some may be gone with their rows.
            self._formulas_changed |= bool(self._workbook.history.now) and sheet.id in self._moved
        elif renamed is not None:
            self._container.replace(sheet.part, (renamed,))

    def _may_have_moved(self, sheet: Sheet, renamed: dict[str, bytes]) -> bool:
        """Whether rows, columns, their formats or texts of formulas may not be those of its part; it is loaded then."""
        steps = self._workbook.history.steps
        if not sheet.part or sheet.kind != "worksheet" or self._is_whole(sheet):
            return False
        if sheet.reformatted:
            return True
        if not steps:
            return False
        if not concerns(sheet, steps, renamed.get(sheet.part) or self._raw(sheet.part)):
            return False
        sheet.load()
        return True

    def _raw(self, part: str) -> bytes:
        """A sheet part as it is. The largest one is remembered: it is asked for several times."""
        if self._largest[0] == part:
            return self._largest[1]
        raw = self._package.read(part)
        if len(raw) > len(self._largest[1]):
            self._largest = part, raw
        return raw

    def _is_whole(self, sheet: Sheet) -> bool:
        """Whether its part is a blank one, because its rows came from another format."""
        source = self._workbook.source
        return source is not None and source.sheet_id == sheet.id

    def _note(self, patch: SheetPatch) -> None:
        self._content_changed |= patch.cells.content_changed
        self._formulas_changed |= patch.cells.formulas_changed

    def _remove(self, book: Book) -> None:
        from .removal import Removal

        Removal(self._package, self._container, book, self._main).run()
        self._content_changed = self._formulas_changed = True

    def _add(self, added: Iterable[Sheet], book: Book, renamed: dict[str, bytes]) -> None:
        strict = "purl.oclc.org" in self._container.edit(self._main).root.namespace
        relation_type = f"{OFFICE_STRICT if strict else OFFICE}/worksheet"
        folder = self._main.rpartition("/")[0].replace("%", "%%")
        cloner = self._cloner() if any(sheet.origin for sheet in added) else None
        for sheet in added:
            part = self._container.free_name(f"{folder}/worksheets/sheet%d.xml".lstrip("/"))
            if cloner is None or not sheet.origin:
                fresh = self._around(fresh_sheet(strict=strict), sheet).result()
                self._container.add(part, self._written(fresh, sheet, whole=True), _WORKSHEET_TYPE)
            else:
                self._container.add(part, self._copied(sheet, renamed, cloner), _WORKSHEET_TYPE)
                cloner.clone(sheet, part)
            book.add(sheet, self._container.relate(self._main, relation_type, part))

    def _cloner(self) -> Cloner:
        from .clone import Cloner

        return Cloner(self._package, self._container, self._workbook)

    def _copied(self, sheet: Sheet, renamed: dict[str, bytes], cloner: Cloner) -> Sequence[Chunk]:
        """The part of a copied sheet, made from that of the sheet of the file that it comes from."""
        around = self._around(renamed.get(sheet.origin) or self._package.read(sheet.origin), sheet)
        cloner.surroundings(around.editor)
        self._content_changed = self._formulas_changed = True
        return self._written(around.result(), sheet, whole=self._is_from_text(sheet))

    def _rows_of(self, raw: bytes | Taken, sheet: Sheet, *, moved: bool, whole: bool) -> SheetPatch:
        return SheetPatch(
            raw,
            sheet,
            self._strings,
            epoch_1904=self._workbook.epoch_1904,
            history=self._workbook.history,
            moved=moved,
            whole=whole,
            style_number=self._styles.of,
            dynamic_mark=self._dynamic.number,
        )

    def _written(self, raw: bytes, sheet: Sheet, *, whole: bool) -> Sequence[Chunk]:
        """A part with the rows of a sheet that is in no file yet."""
        patch = self._rows_of(raw, sheet, moved=not whole, whole=whole)
        content = patch.write() or (raw,)
        self._note(patch)
        return content

    def _is_from_text(self, sheet: Sheet) -> bool:
        """Whether a copy's rows came from another format, so that they are in no part."""
        source = self._workbook.source
        return source is not None and any(sheet_id == source.sheet_id for sheet_id, _ in sheet.lineage)

    def _finish(self, book: Book) -> None:
        if self._styles.used:
            part = self._related("styles")
            if part is None:
                raise LayoutError(self._main, "it has no styles part that a new format could go to")
            append_styles(
                self._container.edit(part), self._package.read(part), self._workbook.styles, self._styles.used
            )
        if self._formulas_changed:
            self._drop_chain()
        if self._content_changed:
            book.calculate_on_load()

    def _drop_chain(self) -> None:
        part = self._related("calcChain")
        if part is not None:
            self._container.remove(part)
            self._container.unrelate(self._main, "calcChain")

    def _related(self, kind: str) -> str | None:
        return next(
            (item.part for item in self._package.relations(self._main) if item.kind == kind and item.part), None
        )


def _is_touched(sheet: Sheet) -> bool:
    return sheet.loaded and bool(touched_rows(sheet))


def _is_named(sheet: Sheet, header: TableHeader) -> bool:
    """Whether the cells of a header hold the names of its table's columns, as those of new columns do."""
    row = sheet.row(header.rect.row0)
    return row is not None and row.slice(header.rect.col0, header.rect.col1) == list(header.names)


def _main_part(package: Package) -> str:
    part = package.main_part()
    if part is None:
        raise LayoutError("_rels/.rels", "it does not say which part is the workbook")
    return part


def _is_signed(package: Package) -> bool:
    return any(relation.type.endswith("/digital-signature/origin") for relation in package.relations())


def _whole(data: bytes) -> Iterator[bytes]:
    return (data[start : start + PIECE_BYTES] for start in range(0, len(data), PIECE_BYTES))
