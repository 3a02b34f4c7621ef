"""The root facade: the one object a macro is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from ...errors import ArgumentError, NotAvailableError, SheetNotFoundError
from . import tab
from .base import Face, reserve
from .core import Book, Core
from .formula_group import FormulaGroup, formula_groups
from .input import integer, sheet_name, type_name
from .look import register, style_names
from .named_style import NamedStyle
from .sheet import Sheet
from .suggest import no_sheet
from .table import Tables
from .trace import Trace, trace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..model.sheet import Sheet as SheetModel
    from .cell import Cell
    from .range import Range


@final
class Workbook(Face, eq=False):
    """The workbook a macro works on; it is there, and what the macro changes is kept when the macro ends."""

    _book: Book

    @property
    def id(self) -> str:
        """The id of the unit."""
        return self._book.unit_id

    @property
    def name(self) -> str:
        """The file's name."""
        return self._book.name

    @property
    def sheets(self) -> list[Sheet]:
        """The worksheets in tab order, hidden ones included."""
        return [self._face(sheet) for sheet in self._models()]

    @property
    def worksheets(self) -> list[Sheet]:
        """openpyxl's word for sheets."""
        return self.sheets

    @property
    def sheet_names(self) -> list[str]:
        """Their names in tab order."""
        return [sheet.name for sheet in self._models()]

    @property
    def sheetnames(self) -> list[str]:
        """openpyxl's word for sheet_names."""
        return self.sheet_names

    @property
    def active(self) -> Sheet:
        """The sheet that was in front when the file was saved; the first worksheet if that was another kind."""
        models = self._models()
        active = self._book.model.active
        for sheet in models:
            if sheet.id == active:
                return self._face(sheet)
        if not models:
            raise SheetNotFoundError("the workbook has no worksheet", hint="add one: workbook.add_sheet(name)")
        return self._face(models[0])

    def add_sheet(self, name: str, index: int | None = None) -> Sheet:
        """Add a blank worksheet and return it; index counts from 0 in the list of sheets, None for the end."""
        book = self._book
        everything = book.open().sheets
        checked = sheet_name(name, 'the name comes first: add_sheet("name", index)')
        place = None if index is None else integer(index, "index", 0, len(everything))
        return self._face(book.session.add_sheet(checked, place))

    def create_sheet(self, title: str | None = None, index: int | None = None) -> Sheet:
        """openpyxl's word for add_sheet; without a title it is Sheet, Sheet1, Sheet2 ..."""
        return self.add_sheet(self._free_name() if title is None else title, index)

    def delete_sheet(self, name: str | Sheet) -> bool:
        """Delete a sheet; references to it become #REF!. False if there is none of that name.

        The last visible sheet cannot be deleted.
        """
        core = tab.wanted(self._book, name, "delete_sheet")
        return core is not None and tab.delete(core)

    def remove(self, worksheet: Sheet) -> bool:
        """openpyxl's word for delete_sheet."""
        return self.delete_sheet(worksheet)

    def copy_sheet(self, name: str | Sheet, new_name: str) -> Sheet:
        """Copy a sheet with all that is on it, behind the others, and return the copy.

        What its formulas say of their own sheet means the copy; what names the original still means that.
        """
        checked = sheet_name(new_name, 'name the copy too: copy_sheet("Data", "Data 2")')
        return tab.copy(self._known(name, "copy_sheet"), checked)

    def copy_worksheet(self, from_worksheet: Sheet) -> Sheet:
        """openpyxl's word for copy_sheet; the copy of Data is Data Copy."""
        core = self._known(from_worksheet, "copy_worksheet")
        return tab.copy(core, tab.copy_name(core))

    def move_sheet(self, name: str | Sheet, index: int | None = None, *, offset: int | None = None) -> Workbook:
        """Move a sheet to a place among the worksheets, counted from 0. Returns itself.

        As in openpyxl, offset is how many places to move it to the right, and so is the second argument behind a
        sheet rather than a name.
        """
        core = self._known(name, "move_sheet")
        if type(name) is Sheet and offset is None:
            index, offset = None, index
        tab.move(core, index, offset)
        return self

    @property
    def named_styles(self) -> list[str]:
        """The names of the named styles; Excel's own can be used whether they are among them or not."""
        self._book.open()
        return style_names(self._book)

    @property
    def style_names(self) -> list[str]:
        """openpyxl's word for named_styles."""
        return self.named_styles

    def add_named_style(self, style: NamedStyle) -> Workbook:
        """Make a named style known by its name. One that no cell gets is not saved. Returns itself."""
        self._book.open()
        if type(style) is not NamedStyle:
            raise ArgumentError(
                f"add_named_style takes a NamedStyle, not {type_name(style)}", hint='write NamedStyle(name="...")'
            )
        register(self._book, style._look)
        return self

    def index(self, worksheet: Sheet) -> int:
        """openpyxl's word for worksheet.index."""
        if type(worksheet) is not Sheet:
            raise ArgumentError(f"index takes a sheet, not {type_name(worksheet)}")
        if worksheet._core.book is not self._book:
            raise ArgumentError("index takes a sheet of this workbook, and this one is of another")
        return worksheet.index

    @property
    def tables(self) -> Tables:
        """The tables of all sheets by name: workbook.tables["Sales"].append(["x", 5])."""
        self._book.open()
        return Tables((self._book, None))

    def find(
        self, pattern: Any, whole: bool = False, case: bool = False, regex: bool = False, in_formulas: bool = False
    ) -> list[Cell]:
        """The cells of all sheets that hold a text, or equal a number: see Range.find."""
        return [cell for sheet in self.sheets for cell in sheet.find(pattern, whole, case, regex, in_formulas)]

    def replace(
        self,
        old: Any,
        new: Any,
        whole: bool = False,
        case: bool = False,
        regex: bool = False,
        in_formulas: bool = False,
    ) -> Workbook:
        """Replace a text in all cells of all sheets that hold it: see Range.replace. Returns itself."""
        for sheet in self.sheets:
            sheet.replace(old, new, whole, case, regex, in_formulas)
        return self

    def trace(self, ref: str | Cell | Range, depth: int = 1) -> Trace:
        """What a cell reads, .precedents, and what reads it, .dependents; depth levels far, at most 10.

        ref is an address with its sheet, "Data!B7", or a cell. The result has cell, formula, value, state, reason,
        precedents and dependents (lists of at most 1,000 records with address, level, formula, value; else truncated
        is True), opaque and note, which says what no formula's text tells. Looks at the formulas of all sheets: some
        seconds where there are hundreds of thousands, and again after a change. Raises SheetNotFoundError,
        AddressError, ShapeError for several cells, ArgumentError.
        """
        return trace(self._book, ref, depth)

    def formulas(self, sheet: str | Sheet | None = None) -> list[FormulaGroup]:
        """The different formulas, copies told once: by sheet and first cell, each with r1c1, count, first, example ...

        All sheets in tab order, or one, given by name or as it is. Further fields are sheet, functions, volatile and
        array. A column of copies is one record; a cell that breaks the pattern has its own.
        """
        chosen = self._models() if sheet is None else [self._known(sheet, "formulas").open()]
        cores = [self._book.core(model) for model in chosen]
        for core in cores:  # all first: a run may begin again after a load
            core.load()
        return [group for core in cores for group in formula_groups(core)]

    def __getitem__(self, name: Any) -> Sheet:
        if type(name) is int:
            raise SheetNotFoundError(
                "sheets are found by name",
                hint=f"workbook.sheets[{name}] finds one by place" if 0 <= name < 1000 else None,
            )
        if type(name) is not str:
            raise ArgumentError(f"sheets are found by name, not {type_name(name)}")
        model = self._book.open().sheet_named(name)
        if model is None:
            raise no_sheet(name, self.sheet_names)
        if model.kind != "worksheet":
            raise NotAvailableError(
                f"{model.name!r} is a {model.kind}, and only worksheets hold cells",
                hint=f"the worksheets are {', '.join(map(repr, self.sheet_names[:10]))}",
            )
        return self._face(model)

    def __delitem__(self, name: Any) -> None:
        tab.delete(self[name]._core)

    def __contains__(self, name: object) -> bool:
        """Whether a worksheet has that name, or is of this workbook."""
        if type(name) is Sheet:
            return any(name == sheet for sheet in self.sheets)
        return type(name) is str and any(sheet.name.casefold() == name.casefold() for sheet in self._models())

    def __iter__(self) -> Iterator[Sheet]:
        return iter(self.sheets)

    def __len__(self) -> int:
        return len(self._models())

    def __repr__(self) -> str:
        return f"<Workbook {self.name!r}: {', '.join(map(repr, self.sheet_names[:10]))}>"

    def _models(self) -> list[SheetModel]:
        return [sheet for sheet in self._book.open().sheets if sheet.kind == "worksheet"]

    def _known(self, name: object, method: str) -> Core:
        """The core of a sheet given by name or as it is."""
        core = tab.wanted(self._book, name, method)
        if core is None:
            raise no_sheet(str(name), self.sheet_names)
        return core

    def _face(self, model: SheetModel) -> Sheet:
        core = self._book.core(model)
        return core.face

    def _free_name(self) -> str:
        taken = {sheet.name.casefold() for sheet in self._book.open().sheets}
        if "sheet" not in taken:
            return "Sheet"
        return next(f"Sheet{number}" for number in range(1, len(taken) + 2) if f"sheet{number}" not in taken)


reserve(Workbook)
