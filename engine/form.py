"""Which format a name stands for, and which one may be saved under it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from .errors import CallInvalid, NotAvailable

TEXT_FORMS: Final = {".csv": "csv", ".tsv": "tsv", ".tab": "tsv"}
_EXCEL_FORMATS: Final = frozenset({".xlsx", ".xlsm", ".xltx", ".xltm"})


def form_of(path: Path | None) -> str:
    """csv or tsv by the ending, "" for the unit type's own format; None is a new unit."""
    return "" if path is None else TEXT_FORMS.get(path.suffix.lower(), "")


def check_format(target: Path, source: Path | None) -> None:
    """Refuse every ending but the own one, none at all, and those of text; source is None for a new workbook.

    Excel refuses a file whose ending is not that of its content, and saving does not turn one kind of package into
    another. Text is written from any workbook, and a text saved as .xlsx.
    """
    ending = target.suffix.lower()
    own = ".xlsx" if source is None or source.suffix.lower() not in _EXCEL_FORMATS else source.suffix.lower()
    if ending and ending != own and ending not in TEXT_FORMS:
        also = f" or {source.suffix.lower()}" if source is not None and form_of(source) else ""
        raise NotAvailable(
            f"{target.name}: saving as {ending} is not available", hint=f"Save to a name in {own}{also}."
        )


def check_sheet(sheet: object, target: Path) -> str | None:
    """The name of the sheet to save as text; None for the only one there is."""
    if sheet is None:
        return None
    if type(sheet) is not str:
        raise CallInvalid(f"sheet is a sheet's name, not {type(sheet).__name__}", hint="Use sheet='Data'.")
    if not form_of(target):
        raise CallInvalid(
            f"{target.name}: sheet=... chooses what goes into a .csv or .tsv file; a workbook is saved whole",
            hint="Leave sheet out, or save to a name in .csv.",
        )
    return sheet
