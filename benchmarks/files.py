"""The workbooks that rows need, made once a run in a folder of its own."""

from __future__ import annotations

import multiprocessing
import runpy
from collections.abc import Iterable
from pathlib import Path

from big_workbook import write_workbook
from frame import Scale

EXAMPLE = Path(__file__).parents[1] / "examples" / "make_workbook.py"
GRID_ROWS = 1_000
BIG_ROWS = {"regular": 100_000, "irregular": 50_000, "shared": 100_000, "across": 100_000}
"""A million cells each, holes included."""
QUICK_ROWS = 400


def make_files(scale: Scale, keys: Iterable[str]) -> None:
    """Put each workbook asked for into scale.files. A process of its own makes it: the bench itself stays small."""
    for key in sorted(set(keys)):
        path = scale.folder / f"{key}.xlsx"
        process = multiprocessing.get_context("fork").Process(target=_make, args=(key, path, scale.quick))
        process.start()
        process.join()
        if process.exitcode != 0:
            raise RuntimeError(f"could not make the workbook {key!r}")
        scale.files[key] = path


def _make(key: str, path: Path, quick: bool) -> None:
    if key == "small":
        runpy.run_path(str(EXAMPLE))["make_workbook"](path)
    elif key == "grid":
        write_workbook(path, "grid", GRID_ROWS)
    else:
        write_workbook(path, key, QUICK_ROWS if quick else BIG_ROWS[key])
