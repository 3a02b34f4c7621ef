"""Every workbook of the corpus after sheets were copied, moved and deleted: nothing else is lost; readers open it."""

import io
import warnings
import zipfile
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pytest
from macrocell import Engine, Runtime
from macrocell.facade.workbook.xlsx.check import check_package
from support.corpus import CORPUS, each_file, needs_corpus

pytestmark = needs_corpus

COPY = """
names = [sheet.name for sheet in workbook.sheets]
for name in names[:3]:
    workbook.copy_sheet(name, f"{name[:20]} (c)")
workbook.move_sheet(names[0], len(workbook) - 1)
workbook.sheets[0].tab_color = "00B050"
"""
DELETE = """
names = [sheet.name for sheet in workbook.sheets]
workbook.add_sheet("Left")
for name in names[: max(1, len(names) // 2)]:
    workbook.delete_sheet(name)
"""
BOTH = (
    COPY
    + """
workbook.delete_sheet(names[0])
again = workbook.copy_sheet(f"{names[0][:20]} (c)", "again")
again.cell(row=1, column=1).cached_value
"""
)
REFUSED = {
    "cal__pass_protected.xlsx",
    "poi__poc-xmlbomb.xlsx",
    "poi__protected_passtika.xlsx",
    "poi__xlsx-corrupted.xlsx",
}
"""Files that no one can open; how they are refused is tested where files are read."""


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


@pytest.fixture(params=[str(path.relative_to(CORPUS)) for path in each_file() if path.name not in REFUSED])  # type: ignore[arg-type]
def path(request: pytest.FixtureRequest) -> Path:
    assert CORPUS is not None
    return CORPUS / request.param


@pytest.mark.parametrize("macro", [COPY, DELETE, BOTH], ids=["copy", "delete", "both"])
def test_the_saved_file_opens_and_undone_it_is_what_it_was(
    engine: Engine, path: Path, tmp_path: Path, macro: str
) -> None:
    before = path.read_bytes()
    with engine.open(path) as runtime:
        after = saved(runtime, macro, tmp_path)
        names = runtime.execute("workbook.sheet_names").value
        runtime.rollback()
        runtime.save(tmp_path / "undone")
    assert (tmp_path / "undone").read_bytes() == before
    assert set(check_package(after)) <= set(check_package(before))
    with engine.open(tmp_path / "out") as runtime:
        assert runtime.execute("[sheet.name for sheet in workbook.sheets if sheet.max_row >= 0]").value == names
    if macro == COPY:
        assert {name for name in members(before) if not name.endswith("calcChain.xml")} <= members(after)
    old, new = openpyxl_sheets(before), openpyxl_sheets(after)
    assert (new is None) <= (old is None)


def saved(runtime: Runtime, macro: str, tmp_path: Path) -> bytes:
    outcome = runtime.execute(macro, mode="write")
    assert outcome.error is None
    out = tmp_path / "out"
    runtime.save(out)
    return out.read_bytes()


def members(data: bytes) -> set[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return set(archive.namelist())


def openpyxl_sheets(data: bytes) -> list[str] | None:
    """None where openpyxl does not read the file."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return openpyxl.load_workbook(io.BytesIO(data), read_only=False).sheetnames  # type: ignore[no-any-return]
    except Exception:
        return None
