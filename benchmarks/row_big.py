"""Workbooks of a million cells: opening, reading, and saving after one changed cell."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final

from frame import Contender, Once, Row, Scale
from macrocell import Engine, Limits, Runtime
from subject import LIMITS, Local, check, plain_main
from target import Target

KINDS: Final = {"regular": "regular table", "irregular": "irregular sheet", "shared": "shared formulas"}
SPEED: Final = {"regular": 10.0, "irregular": 5.0, "shared": 10.0}
MEMORY: Final = {"regular": 0.4, "irregular": 0.4, "shared": 0.55}
READ_VALUES: Final = 'len(workbook["Data"].used_range.values)'
READ_ALL: Final = """
def main(workbook):
    cells = workbook["Data"].used_range
    cells.values
    cells.formulas
    return cells.number_format
"""
"""A range tells one number format, or None where its cells differ; it looks at each cell for that."""
HOST, OPENPYXL = "macrocell.facade.workbook.host", "openpyxl"
ALONE, LAYERS, PLAIN = "facade in one process", "through the Engine, every layer", "in one process"

Act = Callable[[Path, Path], None]
"""What one sample does, with the workbook and a folder to write to."""


def big_rows() -> tuple[Row, ...]:
    """For each kind of workbook: open, every value, styles and formulas too, save after one changed cell."""
    return tuple(make(kind) for kind in KINDS for make in (_open_row, _values_row, _all_row, _save_row))


def _open_row(kind: str) -> Row:
    what = f"1M cells, {KINDS[kind]}, lazy open"
    return Row(
        name=f"big_open_{kind}",
        title=what,
        contenders=(
            Contender("facade", _fresh(kind, _local_open), ALONE, fresh=True),
            Contender("engine", _engine(kind, _nothing), LAYERS, tree=True),
            Contender(
                "openpyxl read-only",
                _fresh(kind, _openpyxl_open, OPENPYXL),
                "load_workbook(read_only=True)",
                fresh=True,
            ),
        ),
        targets=(
            Target(f"{what} (facade): ≤ 100 ms", "facade", 0.1),
            Target(f"{what} (Engine): ≤ 100 ms", "engine", 0.1),
        ),
        n=8,
        warm_up=1,
        files=(kind,),
    )


def _values_row(kind: str) -> Row:
    def read(runtime: Runtime, folder: Path) -> None:
        assert folder
        check(runtime.execute(READ_VALUES))

    return _against_openpyxl(
        f"big_values_{kind}",
        f"1M cells, {KINDS[kind]}, open + every value",
        kind,
        (_local_values, read, _openpyxl_values),
    )


def _all_row(kind: str) -> Row:
    def read(runtime: Runtime, folder: Path) -> None:
        assert folder
        check(runtime.execute(READ_ALL))

    return _against_openpyxl(
        f"big_all_{kind}",
        f"1M cells, {KINDS[kind]}, open + every value, formula and number format",
        kind,
        (_local_all, read, _openpyxl_all),
    )


def _save_row(kind: str) -> Row:
    def change(runtime: Runtime, folder: Path) -> None:
        check(runtime.execute('workbook["Data"]["D5000"].value = 7', mode="write"))
        runtime.save(folder / "engine.xlsx", overwrite=True)

    return _against_openpyxl(
        f"big_save_{kind}",
        f"1M cells, {KINDS[kind]}, open + one changed cell + save",
        kind,
        (_local_save, change, _openpyxl_save),
        speed=15.0,
        memory=0.35,
    )


def _against_openpyxl(
    name: str,
    what: str,
    kind: str,
    acts: tuple[Act, Callable[[Runtime, Path], None], Act],
    *,
    speed: float | None = None,
    memory: float | None = None,
) -> Row:
    local, engine, openpyxl = acts
    faster, less = speed or SPEED[kind], memory or MEMORY[kind]
    return Row(
        name=name,
        title=what,
        contenders=(
            Contender("facade", _fresh(kind, local), ALONE, fresh=True),
            Contender("engine", _engine(kind, engine), LAYERS, tree=True),
            Contender("openpyxl", _fresh(kind, openpyxl, OPENPYXL), PLAIN, fresh=True),
        ),
        targets=(
            Target(f"{what} (facade): ≥ {faster:g}x faster than openpyxl", "facade", faster, "openpyxl", faster=True),
            Target(f"{what} (Engine): ≥ {faster:g}x faster than openpyxl", "engine", faster, "openpyxl", faster=True),
            Target(f"{what}, memory (facade): ≤ {less:g}x openpyxl", "facade", less, "openpyxl", memory=True),
            Target(
                f"{what}, memory (Engine, all processes): ≤ {less:g}x openpyxl", "engine", less, "openpyxl", memory=True
            ),
        ),
        reference="openpyxl",
        n=3,
        warm_up=0,
        files=(kind,),
    )


def _fresh(kind: str, act: Act, library: str = HOST) -> Callable[[Scale], AbstractContextManager[Once]]:
    """The act in a new process each time, with its library imported before."""

    @contextmanager
    def start(scale: Scale) -> Iterator[Once]:
        importlib.import_module(library)

        def once() -> None:
            act(scale.files[kind], scale.folder)

        yield once

    return start


def _engine(kind: str, act: Callable[[Runtime, Path], None]) -> Callable[[Scale], AbstractContextManager[Once]]:
    """Open with a warm zygote, act, close; closing is not part of the sample."""

    @contextmanager
    def start(scale: Scale) -> Iterator[Once]:
        with Engine(limits=Limits(**LIMITS)) as engine:
            engine.create().close()

            def once() -> float:
                began = time.perf_counter()
                runtime = engine.open(scale.files[kind])
                act(runtime, scale.folder)
                took = time.perf_counter() - began
                runtime.close()
                return took

            yield once

    return start


def _nothing(runtime: Runtime, folder: Path) -> None:
    assert runtime.unit_id
    assert folder


def _local_open(path: Path, folder: Path) -> None:
    assert folder
    Local(path.read_bytes())


def _local_values(path: Path, folder: Path) -> None:
    assert folder
    Local(path.read_bytes()).begin("read")["Data"].used_range.values  # noqa: B018


def _local_all(path: Path, folder: Path) -> None:
    assert folder
    plain_main(READ_ALL)(Local(path.read_bytes()).begin("read"))


def _local_save(path: Path, folder: Path) -> None:
    local = Local(path.read_bytes())
    local.begin("write")["Data"]["D5000"].value = 7
    local.apply(local.finish())
    local.save(folder / "local.xlsx")


def _openpyxl_open(path: Path, folder: Path) -> None:
    import openpyxl

    assert folder
    openpyxl.load_workbook(path, read_only=True).close()


def _openpyxl_values(path: Path, folder: Path) -> None:
    import openpyxl

    assert folder
    list(openpyxl.load_workbook(path, data_only=True)["Data"].iter_rows(values_only=True))


def _openpyxl_all(path: Path, folder: Path) -> None:
    import openpyxl

    assert folder
    for row in openpyxl.load_workbook(path)["Data"].iter_rows():
        for cell in row:
            cell.value, cell.number_format  # noqa: B018


def _openpyxl_save(path: Path, folder: Path) -> None:
    import openpyxl

    workbook = openpyxl.load_workbook(path)
    workbook["Data"]["D5000"].value = 7
    workbook.save(folder / "openpyxl.xlsx")
