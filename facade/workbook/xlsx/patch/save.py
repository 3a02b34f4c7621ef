"""One save: which parts change, and what they become."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, final

from ...model.sheet import Sheet
from ...model.workbook import Workbook
from ..collector import no_collection
from ..namespace import OFFICE, OFFICE_STRICT
from ..package import Package
from ..table import table_headers
from .archive import PIECE_BYTES
from .book import Book
from .column import edit_columns
from .container import Container
from .error import LayoutError, PartDamagedError, SignedPackageError, UnsupportedChangeError
from .fresh import fresh_sheet
from .pivot import PivotSource, pivot_sources, refresh_on_load
from .properties import update_titles
from .rename import Renamer
from .sheet import SheetPatch, Taken, concerns, touched_rows
from .strings import SharedStrings
from .style import StyleNumbers, append_styles
from .surroundings import SHEET_EDITORS, Surroundings

_HEADER_CHANGED: Final = (
    "a cell of {sheet}!{header.rect.a1} was changed, which is the header of the table {header.table}; "
    "renaming columns of a table is not available yet"
)
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
        self._renamer: Renamer | None = None
        self._pivots: list[PivotSource] = []
        self._moved: set[str] = set()
        self._largest = "", b""
        self._taken: tuple[str, Taken] | None = None

    def run(self) -> None:
        sheets = self._workbook.sheets
        added = [sheet for sheet in sheets if not sheet.part]
        book = Book(self._container.edit(self._main), self._package, self._workbook)
        old_names = [book.name(sheet) for sheet in sheets if sheet.part and sheet.kind == "worksheet"]
        renamed = self._rename(book) if book.is_renamed() else {}
        renamed |= self._surroundings(renamed)
        self._moved = {sheet.id for sheet in sheets if self._may_have_moved(sheet, renamed)}
        touched = [
            sheet
            for sheet in sheets
            if sheet.part and (_is_touched(sheet) or self._is_whole(sheet) or sheet.id in self._moved)
        ]
        if touched:
            names = {book.name(sheet).casefold(): sheet.part for sheet in sheets if sheet.part}
            self._pivots = pivot_sources(self._package, self._container, self._workbook, names)
        for sheet in touched:
            self._patch(sheet, renamed.pop(sheet.part, None))
        for part, content in renamed.items():
            self._container.replace(part, (content,))
        if added:
            self._add(added, book)
        if added or self._renamer is not None:
            self._update_titles(old_names)
        self._finish(book)

    def _rename(self, book: Book) -> dict[str, bytes]:
        """Carry renames into the package; gives the sheet parts they have changed."""
        renamer = self._renamer = Renamer(self._package, self._workbook.history.renames())
        book.rename()
        renamer.markup(self._container.edit(self._main))
        for part in renamer.other_parts():
            content = self._package.read(part)
            if b"!" in content or b"sheet=" in content:
                renamer.markup(self._container.edit(part))
        for part in renamer.vml_parts():
            content = self._package.read(part)
            if (new := renamer.vml(content)) != content:
                self._container.replace(part, (new,))
        changed = {}
        for part in renamer.sheet_parts():
            content = self._package.read(part)
            if (new := renamer.sheet(content, part)) is not content:
                changed[part] = new
        return changed

    def _surroundings(self, renamed: dict[str, bytes]) -> dict[str, bytes]:
        """The sheet parts in which something changes around the rows, with that changed."""
        changed: dict[str, bytes] = {}
        for sheet in self._workbook.sheets:
            if sheet.part and sheet.kind == "worksheet" and (sheet.around or self._workbook.history.now):
                around = Surroundings(renamed.get(sheet.part) or self._raw(sheet.part), sheet.part)
                for edit in SHEET_EDITORS:
                    edit(around.editor, sheet, self._workbook)
                if sheet.loaded:
                    count = self._workbook.styles.source_count
                    edit_columns(around.editor, sheet, style_count=count, style_number=self._styles.of)
                if around.editor.edited:
                    changed[sheet.part] = around.result()
                elif self._largest[0] == sheet.part:
                    self._taken = sheet.part, around.taken
        return changed

    def _update_titles(self, old_names: list[str]) -> None:
        part = next((item.part for item in self._package.relations() if item.kind == "extended-properties"), None)
        if part is not None:
            update_titles(self._container.edit(part), self._workbook, old_names, self._renamer)

    def _patch(self, sheet: Sheet, renamed: bytes | None) -> None:
        raw: bytes | Taken = self._raw(sheet.part) if renamed is None else renamed
        if renamed is None and self._taken is not None and self._taken[0] == sheet.part:
            raw = self._taken[1]
        patch = SheetPatch(
            raw,
            sheet,
            self._strings,
            epoch_1904=self._workbook.epoch_1904,
            history=self._workbook.history,
            moved=sheet.id in self._moved,
            style_number=self._styles.of,
            whole=self._is_whole(sheet),
        )
        history = self._workbook.history
        sources = [
            source._replace(rect=rect)
            for source in self._pivots
            if source.sheet_part == sheet.part and (rect := history.rect(sheet, source.rect)) is not None
        ]
        headers = [
            header._replace(rect=rect)
            for header in table_headers(self._package, sheet)
            if (rect := history.rect(sheet, header.rect)) is not None
        ]
        patch.cells.watched = [*(source.rect for source in sources), *(header.rect for header in headers)]
        pieces = patch.write()
        for place in sorted(patch.cells.hit):
            if place >= len(sources):
                header = headers[place - len(sources)]
                raise UnsupportedChangeError(header.part, _HEADER_CHANGED.format(sheet=sheet.name, header=header))
            refresh_on_load(self._container.edit(sources[place].cache_part))
        if pieces:
            self._container.replace(sheet.part, pieces)
            self._note(patch)
        elif renamed is not None:
            self._container.replace(sheet.part, (renamed,))

    def _may_have_moved(self, sheet: Sheet, renamed: dict[str, bytes]) -> bool:
        """Whether rows, columns or texts of formulas may not be those of its part; it is loaded then."""
        steps = self._workbook.history.steps
        if not sheet.part or sheet.kind != "worksheet" or self._is_whole(sheet) or not steps:
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

    def _add(self, added: Iterable[Sheet], book: Book) -> None:
        strict = "purl.oclc.org" in self._container.edit(self._main).root.namespace
        relation_type = f"{OFFICE_STRICT if strict else OFFICE}/worksheet"
        folder = self._main.rpartition("/")[0]
        taken: set[int] = set()
        for sheet in added:
            part = self._container.free_name(f"{folder}/worksheets/sheet%d.xml".lstrip("/"))
            patch = SheetPatch(
                fresh_sheet(strict=strict),
                sheet,
                self._strings,
                epoch_1904=self._workbook.epoch_1904,
                history=self._workbook.history,
                whole=True,
                style_number=self._styles.of,
            )
            content = patch.write() or (fresh_sheet(strict=strict),)
            self._note(patch)
            self._container.add(part, content, _WORKSHEET_TYPE)
            number = book.free_sheet_id(sheet.id, taken)
            taken.add(number)
            book.add(sheet, number, self._container.relate(self._main, relation_type, part))
        book.shift()

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


def _main_part(package: Package) -> str:
    for relation in package.relations():
        if relation.kind == "officeDocument" and relation.part is not None:
            return relation.part
    raise LayoutError("_rels/.rels", "it does not say which part is the workbook")


def _is_signed(package: Package) -> bool:
    return any(relation.type.endswith("/digital-signature/origin") for relation in package.relations())


def _whole(data: bytes) -> Iterator[bytes]:
    return (data[start : start + PIECE_BYTES] for start in range(0, len(data), PIECE_BYTES))
