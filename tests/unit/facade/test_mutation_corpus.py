"""On real workbooks: what is applied and taken back leaves the model as it was read, to the last mark."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from macrocell.facade.errors import FacadeError, MutationConflict
from macrocell.facade.workbook.fingerprint import state_hash
from macrocell.facade.workbook.model.look import (
    Alignment,
    Border,
    Color,
    Font,
    NamedLook,
    PatternFill,
    Protection,
    Side,
)
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    CellsClear,
    CellsSet,
    Formula,
    Mutation,
    SheetRename,
    StylePatch,
    StyleSet,
    apply_all,
    decode,
    encode,
    take_back,
)
from macrocell.facade.workbook.xlsx.read import read_workbook
from support.corpus import each_file, needs_corpus
from support.models import everything

OWN = NamedLook("own", font=Font(bold=True))
PATCHES = [
    StylePatch(number_format="0.000%"),
    StylePatch(font=Font(bold=True), alignment=Alignment(wrap_text=True)),
    StylePatch(fill=PatternFill("solid", Color(rgb="FFFF0000"))),
    StylePatch(border=Border(left=Side("thin")), protection=Protection(locked=False)),
    StylePatch(style=OWN, font=OWN.font, fill=OWN.fill, border=OWN.border, number_format="General"),
]
LARGEST = 150_000
"""Bytes; larger files only cost time here."""


def mutations(model: Workbook, chance: random.Random) -> list[Mutation]:
    """Writes, clears and formats in and around what is used, and a rename of the first sheet."""
    found: list[Mutation] = [SheetRename(id=model.sheets[0].id, name="Ren amed's")]
    for sheet in model.sheets:
        if sheet.kind != "worksheet":
            continue
        sheet.load()
        used = sheet.used_rect() or Rect(0, 0, 0, 0)
        for _ in range(6):
            row0, col0 = chance.randint(0, min(used.row1 + 2, 400)), chance.randint(0, min(used.col1 + 2, 40))
            rect = Rect(row0, col0, row0 + chance.randint(0, 5), col0 + chance.randint(0, 3))
            rows = [
                [chance.choice([None, 1, "x", Formula("A1+1")]) for _ in range(rect.columns)] for _ in range(rect.rows)
            ]
            found.append(CellsSet(sheet=sheet.id, rect=rect, rows=rows))
            found.append(StyleSet(sheet=sheet.id, rects=(rect,), patch=chance.choice(PATCHES)))
            found.append(CellsClear(sheet=sheet.id, rects=(rect._replace(row1=rect.row1 + 3),)))
    return found


@needs_corpus
@pytest.mark.parametrize(
    "path", [path for path in each_file() if path.stat().st_size <= LARGEST], ids=lambda path: path.name
)
def test_apply_and_take_back(path: Path) -> None:
    try:
        model = read_workbook(path.read_bytes())
        digest = state_hash(model)
    except FacadeError:
        pytest.skip("refused by the reader")
    chosen = mutations(model, random.Random(7))
    before = everything(model)
    applied = []
    for mutation in chosen:
        try:
            applied.append(apply_all(model, decode(encode([mutation]), from_run=True)))
        except MutationConflict:
            continue
    assert applied
    for one in reversed(applied):
        assert decode(encode(one.inverse())) == tuple(one.inverse())
        take_back(model, one)
    assert everything(model) == before
    assert state_hash(model) == digest
