"""Looks written into every workbook of the corpus: what was set reads back by openpyxl, all else looks as before."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from macrocell import Engine
from macrocell.facade.workbook.xlsx.check import check_package
from openpyxl.cell import MergedCell
from support.corpus import CORPUS, needs_corpus, quick_files

pytestmark = needs_corpus

CHANGE = """
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Protection, Side
sheet = workbook.sheets[0] if workbook.sheets else None
if sheet is None:
    return None
side = Side(style="double", color="FF00AA00")
sheet["B2"].font = Font(name="Arial <&>", size=13.5, bold=True, underline="single", color="FF112233")
sheet["B2:C4"].fill = PatternFill("solid", fgColor="FFFFEE00")
sheet["C3"].border = Border(left=side, bottom=side)
for row in sheet["A1:B3"]:
    for cell in row:
        cell.alignment = Alignment(horizontal="center", wrap_text=True)
sheet["D4"].protection = Protection(locked=False, hidden=True)
sheet["D5"].number_format = '0.0 "m&m"'
sheet["E1"].style = "Good"
sheet["E2"].style = NamedStyle(name="own <&>", font=Font(name="Arial", size=8, italic=True), number_format="0.000%")
return sheet.name
"""
TOUCHED = frozenset("A1 A2 A3 B1 B2 B3 B4 C2 C3 C4 D4 D5 E1 E2".split())
SLOW_BYTES = 5_000_000
"""A member from this size on is not read by openpyxl, which would take a minute."""
REFUSED = {
    "cal__pass_protected.xlsx",
    "poi__poc-xmlbomb.xlsx",
    "poi__protected_passtika.xlsx",
    "poi__xlsx-corrupted.xlsx",
}
"""Files that no one can open."""


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


@pytest.mark.parametrize(
    "name", [str(path.relative_to(CORPUS)) for path in quick_files() if path.name not in REFUSED] if CORPUS else []
)
def test_looks_are_set_and_all_else_looks_as_before(engine: Engine, tmp_path: Path, name: str) -> None:
    assert CORPUS is not None
    path = CORPUS / name
    with engine.open(path) as runtime:
        digest = runtime.state_hash()
        outcome = runtime.execute(CHANGE, mode="write")
        assert outcome.error is None
        if outcome.value is None:
            return
        runtime.save(tmp_path / "out")
        changed = runtime.state_hash()
        runtime.rollback()
        assert runtime.state_hash() == digest
    before, after = path.read_bytes(), (tmp_path / "out").read_bytes()
    with engine.open(tmp_path / "out") as again:
        assert again.state_hash() == changed
    assert set(check_package(after)) <= set(check_package(before))
    assert_styles_kept(before, after)
    old, new = looks(before), looks(after)
    if old is not None and new is not None:
        sheet = str(outcome.value)
        assert_set(new, sheet)
        kept = {place for place in old if place[0] != sheet or place[1] not in TOUCHED}
        assert {place: unset("", old[place]) for place in kept} == {place: unset("", new[place]) for place in kept}
        for place in old.keys() - kept:
            if old[place]["cell"].value is not None:  # another cell may be new, and takes its column's format
                assert unset(place[1], old[place]) == unset(place[1], new[place])


def assert_styles_kept(before: bytes, after: bytes) -> None:
    """styles.xml: take the items that came in and the counts out again, and the old bytes are left, in their order."""
    with zipfile.ZipFile(io.BytesIO(before)) as old, zipfile.ZipFile(io.BytesIO(after)) as new:
        names = [name for name in old.namelist() if name.endswith("styles.xml") and "xl/" in name]
        for name in names:
            was, now = (re.sub(rb'\scount="\d+"', b"", archive.read(name)) for archive in (old, new))
            place = 0
            for piece in re.findall(rb"<[^<>]*>[^<>]*", was):
                bare = piece.replace(b"/>", b">") if piece.endswith(b"/>") else piece
                found = max(now.find(piece, place), -1)
                found = now.find(bare, place) if found < 0 else found
                assert found >= 0, (name, piece)
                place = found + len(bare) - 1


def looks(data: bytes) -> dict[tuple[str, str], dict[str, Any]] | None:
    """Every property by sheet and cell, as openpyxl sees it; None where it does not read the file."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if max(info.file_size for info in archive.infolist()) > SLOW_BYTES:
            return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(io.BytesIO(data))
    except Exception:
        return None
    known: dict[tuple[int, ...], dict[str, Any]] = {}

    def look(cell: Any) -> dict[str, Any]:
        key = tuple(cell._style or ())
        if key not in known:
            known[key] = {name: repr(getattr(cell, name)) for name in SET if name != "style"}
            known[key]["style"] = style_name(cell)
        return {**known[key], "cell": cell}

    return {
        (sheet.title, cell.coordinate): look(cell)
        for sheet in book.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if not isinstance(cell, MergedCell) and (cell.value is not None or cell.coordinate in TOUCHED)
    }


def style_name(cell: Any) -> str | None:
    """None in files whose formats are not all named: openpyxl takes a format's place for the place of its name."""
    try:
        return str(cell.style)
    except IndexError:
        return None


SET = {
    "font": {"B2", "E1", "E2"},
    "fill": {"B2", "B3", "B4", "C2", "C3", "C4", "E1", "E2"},
    "border": {"C3", "E1", "E2"},
    "alignment": {"A1", "A2", "A3", "B1", "B2", "B3", "E1", "E2"},
    "protection": {"D4", "E1", "E2"},
    "number_format": {"D5", "E1", "E2"},
    "style": {"E1", "E2"},
}


def unset(cell: str, look: dict[str, Any]) -> dict[str, Any]:
    """What the macro did not set of a touched cell."""
    return {name: value for name, value in look.items() if name != "cell" and cell not in SET[name]}


def assert_set(new: dict[tuple[str, str], dict[str, Any]], sheet: str) -> None:
    """What the macro set."""

    def cells(*names: str) -> list[Any]:
        return [new[sheet, name]["cell"] for name in names if (sheet, name) in new]

    for cell in cells("B2"):
        font = cell.font
        assert (font.name, font.sz, font.b, font.u, font.color.rgb) == ("Arial <&>", 13.5, True, "single", "FF112233")
    for cell in cells("B2", "B3", "B4", "C2", "C3", "C4"):
        assert (cell.fill.fill_type, cell.fill.fgColor.rgb) == ("solid", "FFFFEE00")
    for cell in cells("C3"):
        border = cell.border
        assert (border.left.style, border.bottom.color.rgb, border.top.style) == ("double", "FF00AA00", None)
    for cell in cells("A1", "A2", "A3", "B1", "B2", "B3"):
        assert (cell.alignment.horizontal, cell.alignment.wrap_text) == ("center", True)
    for cell in cells("D4"):
        assert (cell.protection.locked, cell.protection.hidden) == (False, True)
    for cell in cells("D5"):
        assert cell.number_format == '0.0 "m&m"'
    for cell in cells("E1"):
        assert style_name(cell) in ("Good", None)
    for cell in cells("E2"):
        assert style_name(cell) in ("own <&>", None)
        assert (cell.font.i, cell.number_format) == (True, "0.000%")
