"""A row inserted in the middle of a million cells, with 100,000 formulas that read across it; and saving after it."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final

from frame import Contender, Once, Row, Scale
from macrocell import Engine, Limits
from subject import LIMITS, Local, check
from target import Target

KIND: Final = "across"
WHAT: Final = "1M cells, 100k formulas across, insert a row in the middle"
INSERT: Final = 'workbook["Data"].insert_rows(workbook["Data"].max_row // 2, like=None)'
ALONE: Final = "facade in one process: captured, references rewritten, before-image kept, told"

Start = Callable[[Scale], AbstractContextManager[Once]]


def structure_rows() -> tuple[Row, ...]:
    """Inserting, and saving after it."""
    return _insert_row(), _save_row()


def _insert_row() -> Row:
    return Row(
        name="insert_row",
        title=WHAT,
        contenders=(
            Contender("facade", _facade_insert(read=False), ALONE, fresh=True),
            Contender("facade, then every formula read", _facade_insert(read=True), ALONE, fresh=True),
            Contender("engine", _engine_insert, "through the Engine, every layer, the sheet loaded before"),
            Contender("openpyxl", _openpyxl_insert, "insert_rows alone, which rewrites nothing", fresh=True),
            Contender("wolfxl", _wolfxl_insert, "insert_rows alone", fresh=True),
        ),
        targets=(
            Target(f"{WHAT} (facade): ≥ 100x faster than openpyxl", "facade", 100.0, "openpyxl", faster=True),
            Target(f"{WHAT} (Engine): ≥ 100x faster than openpyxl", "engine", 100.0, "openpyxl", faster=True),
        ),
        reference="openpyxl",
        n=3,
        warm_up=0,
        files=(KIND,),
    )


def _save_row() -> Row:
    what = "the same, save after it"
    return Row(
        name="insert_save",
        title=what,
        contenders=(
            Contender("after one changed cell", _facade_save('workbook["Data"]["D5000"].value = 7'), ALONE, fresh=True),
            Contender("after the insert", _facade_save(INSERT), ALONE, fresh=True),
        ),
        targets=(Target(f"{what}: ≤ 3x a save after one cell", "after the insert", 3.0, "after one changed cell"),),
        reference="after one changed cell",
        n=3,
        warm_up=0,
        files=(KIND,),
    )


def _changed(scale: Scale, source: str) -> Iterator[tuple[Local, float]]:
    """The workbook with its sheet in memory, then changed; and how long the change took."""
    local = Local(scale.files[KIND].read_bytes())
    local.begin("read")["Data"]["A1"].value  # noqa: B018 - the sheet is parsed when first read
    local.host.finish(False)
    workbook = local.begin("write")
    began = time.perf_counter()
    exec(compile(source, "<macro>", "exec"), {"workbook": workbook})
    local.apply(local.finish())
    yield local, time.perf_counter() - began


def _facade_insert(*, read: bool) -> Start:
    @contextmanager
    def start(scale: Scale) -> Iterator[Once]:
        importlib.import_module("macrocell.facade.workbook.host")

        def once() -> float:
            local, took = next(_changed(scale, INSERT))
            if not read:
                return took
            sheet = local.begin("read")["Data"]
            began = time.perf_counter()
            sheet.used_range.formulas  # noqa: B018
            return took + time.perf_counter() - began

        yield once

    return start


def _facade_save(source: str) -> Start:
    @contextmanager
    def start(scale: Scale) -> Iterator[Once]:
        importlib.import_module("macrocell.facade.workbook.host")

        def once() -> float:
            local, _ = next(_changed(scale, source))
            began = time.perf_counter()
            local.save(scale.folder / "structure.xlsx")
            return time.perf_counter() - began

        yield once

    return start


@contextmanager
def _engine_insert(scale: Scale) -> Iterator[Once]:
    with Engine(limits=Limits(**LIMITS)) as engine, engine.open(scale.files[KIND]) as runtime:
        check(runtime.execute('workbook["Data"]["A1"].value'))

        def once() -> float:
            time.sleep(0.05)
            began = time.perf_counter()
            outcome = runtime.execute(INSERT, mode="write")
            took = time.perf_counter() - began
            check(outcome)
            runtime.rollback()
            return took

        yield once


@contextmanager
def _openpyxl_insert(scale: Scale) -> Iterator[Once]:
    import openpyxl

    def once() -> float:
        sheet = openpyxl.load_workbook(scale.files[KIND])["Data"]
        return _timed(sheet, sheet.max_row // 2)

    yield once


@contextmanager
def _wolfxl_insert(scale: Scale) -> Iterator[Once]:
    import wolfxl

    def once() -> float:
        sheet: Any = wolfxl.load_workbook(str(scale.files[KIND]), modify=True)["Data"]
        return _timed(sheet, sheet.max_row // 2)

    yield once


def _timed(sheet: Any, at: int) -> float:
    began = time.perf_counter()
    sheet.insert_rows(at)
    return time.perf_counter() - began
