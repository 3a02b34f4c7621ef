"""Every real file through the whole path: open in the sandbox, write one cell in a macro, save, open again."""

import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import macrocell.engine.runtime as runtime_module
import pytest
from macrocell import Engine
from macrocell.engine import FileUnreadable
from macrocell.facade import SaveRequest
from support.corpus import REFUSED, each_file, is_large, needs_corpus
from support.package_check import check, new_findings

MACRO = """
sheet = next(sheet for sheet in workbook if hasattr(sheet, "cell"))
row = sheet.max_row + 20
sheet.cell(row=row, column=1).value = "new"  # a number would be a date in a column of dates
sheet.name, row
"""


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


@pytest.fixture(autouse=True)
def uncalculated(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a save leaves alone shows best where no formula gets a new value."""
    monkeypatch.setattr(runtime_module, "SaveRequest", partial(SaveRequest, calculate=False))


@needs_corpus
@pytest.mark.parametrize("path", tuple(each_file()), ids=lambda path: path.name)
def test_a_real_file_takes_a_cell_and_keeps_its_other_parts(engine: Engine, path: Path, tmp_path: Path) -> None:
    if path.name in REFUSED:
        with pytest.raises(FileUnreadable) as caught:
            engine.open(path)
        assert caught.value.code == REFUSED[path.name]
        assert caught.value.hint
        return
    with engine.open(path) as runtime:
        outcome = runtime.execute(MACRO, mode="write")
        assert outcome.error is None
        sheet, row = outcome.value
        out = runtime.save(tmp_path / path.name)
    with engine.open(out) as runtime:
        assert runtime.execute(f"workbook[{sheet!r}].cell({row}, 1).value").value == "new"
    allowed = {"xl/calcChain.xml", "[Content_Types].xml", "xl/_rels/workbook.xml.rels", "xl/workbook.xml"}
    if any(change.kind != "cells" for change in outcome.changes):  # a new cell takes its column's format
        allowed.add("xl/styles.xml")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(out) as new:
        differing = {name for name in old.namelist() if name not in new.namelist() or old.read(name) != new.read(name)}
        assert set(new.namelist()) <= set(old.namelist())
    assert len(differing - allowed) <= 1
    if not is_large(path):
        assert new_findings(path.read_bytes(), out.read_bytes()) == []


@needs_corpus
def test_no_check_of_packages_fails_on_a_real_file() -> None:
    small = [path for path in each_file() if not is_large(path)]
    assert small != []
    failed = [path.name for path in small if any(one.code == "check_failed" for one in check(path.read_bytes()))]
    assert failed == []
