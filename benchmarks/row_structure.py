"""A row inserted in the middle of a million cells with 100k formulas across it, and the save after it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Final

from frame import Contender, Once, Row, Scale
from subject import Local
from target import Target

KIND: Final = "regular"
"""The kind of workbook with one formula a row."""
HOST: Final = "facade in one process"


def structure_rows() -> tuple[Row, ...]:
    """The insertion, its references carried and its inverse made; and the save after it beside a plain one."""
    return _insert_row(), _save_row()


def _insert_row() -> Row:
    what = "1M cells, 100k formulas: a row inserted in the middle"
    return Row(
        name="structure_insert",
        title=what,
        contenders=(
            Contender("facade", _ours(_insert), HOST + ": check, inverse, apply; workbook loaded"),
            Contender("openpyxl", _openpyxl_insert, "insert_rows alone: no reference follows"),
        ),
        targets=(Target(f"{what}: ≥ 100x faster than openpyxl", "facade", 100.0, "openpyxl", faster=True),),
        reference="openpyxl",
        n=3,
        warm_up=0,
        files=(KIND,),
    )


def _save_row() -> Row:
    what = "1M cells, 100k formulas: save after an inserted row"
    return Row(
        name="structure_save",
        title=what,
        contenders=(
            Contender("after a row", _ours(_save_inserted), HOST),
            Contender("after a cell", _ours(_save_plain), HOST),
        ),
        targets=(Target(f"{what}: ≤ 3x a save after one changed cell", "after a row", 3.0, "after a cell"),),
        reference="after a cell",
        n=3,
        warm_up=0,
        files=(KIND,),
    )


def _ours(act: Callable[[Local, Scale], float]) -> Callable[[Scale], AbstractContextManager[Once]]:
    """The workbook is loaded anew for each sample, outside of the timing, and its sheet with it."""

    @contextmanager
    def start(scale: Scale) -> Iterator[Once]:
        data = scale.files[KIND].read_bytes()

        def once() -> float:
            local = Local(data)
            local.begin("read")["Data"]["A1"].value  # noqa: B018 - the sheet is parsed when first read
            local.host.finish(False)
            return act(local, scale)

        yield once

    return start


def _insert(local: Local, scale: Scale) -> float:
    """As a base does it with what a run has sent: checked, its inverse made with what it damages, applied."""
    from macrocell.facade.workbook.mutation import AxisInsert, encode

    mutations = encode([AxisInsert(sheet="s1", axis="rows", at=_middle(scale), count=1)])
    began = time.perf_counter()
    local.apply(mutations)
    return time.perf_counter() - began


def _save_inserted(local: Local, scale: Scale) -> float:
    _insert(local, scale)
    began = time.perf_counter()
    local.save(scale.folder / "structure.xlsx")
    return time.perf_counter() - began


def _save_plain(local: Local, scale: Scale) -> float:
    local.begin("write")["Data"]["D5000"].value = 7
    local.apply(local.finish())
    began = time.perf_counter()
    local.save(scale.folder / "plain.xlsx")
    return time.perf_counter() - began


@contextmanager
def _openpyxl_insert(scale: Scale) -> Iterator[Once]:
    import openpyxl

    sheet = openpyxl.load_workbook(scale.files[KIND])["Data"]
    yield lambda: sheet.insert_rows(_middle(scale))


def _middle(scale: Scale) -> int:
    return 500 if scale.quick else 50_000
