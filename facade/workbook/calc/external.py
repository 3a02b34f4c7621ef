"""Cells of other workbooks, as the file remembers them: the values they had when it was saved last."""

from __future__ import annotations

import re
from typing import Final

from ...errors import FacadeError
from ...value import CellError, Scalar
from ..model.rect import parse_cell
from ..model.sheet import Sheet
from ..xlsx.namespace import MAIN, OFFICE
from ..xlsx.package import Package
from .value import REF, FaultError, UnknownError

OTHER: Final = "reads another workbook"
_NAME: Final = re.compile(r"\[([1-9][0-9]{0,4})\](.+)", re.DOTALL)


def external_sheet(package: Package | None, name: str) -> Sheet:
    """The sheet of a name such as "[1]Sheet1". Raises UnknownError where the file remembers nothing of it."""
    match = _NAME.fullmatch(name)
    if match is None or package is None:
        raise UnknownError(OTHER)
    try:
        return _remembered(package, int(match[1]), match[2], name)
    except (FacadeError, ValueError):
        raise UnknownError(OTHER) from None


def _remembered(package: Package, number: int, wanted: str, name: str) -> Sheet:
    main = package.main_part() or ""
    relations = {item.id: item.part for item in package.relations(main)}
    links = [item.get(f"{{{OFFICE}}}id") for item in package.xml(main).iter(f"{{{MAIN}}}externalReference")]
    part = relations.get(links[number - 1] or "") if number <= len(links) else None
    if part is None or package.find(part) is None:
        raise UnknownError(OTHER)
    root = package.xml(part)
    names = [str(item.get("val")).casefold() for item in root.iter(f"{{{MAIN}}}sheetName")]
    if wanted.casefold() not in names:
        raise FaultError(REF)
    place = str(names.index(wanted.casefold()))
    found = next((item for item in root.iter(f"{{{MAIN}}}sheetData") if item.get("sheetId") == place), None)
    if found is None:
        raise UnknownError(OTHER)
    if found.get("refreshError") in ("1", "true"):
        raise FaultError(REF)
    sheet = Sheet(name, name)
    for cell in found.iter(f"{{{MAIN}}}cell"):
        at = parse_cell(str(cell.get("r")))
        text = cell.findtext(f"{{{MAIN}}}v")
        if at is not None and text is not None:
            sheet.ensure_row(at[0]).set_value(at[1], _value(cell.get("t") or "n", text))
    return sheet


def _value(kind: str, text: str) -> Scalar:
    if kind == "b":
        return text.strip() == "1"
    if kind == "e":
        return CellError(text.strip())
    if kind in ("str", "s", "inlineStr"):
        return text
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < 1e15 else number
