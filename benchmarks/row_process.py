"""Processes as the operating system sees them: idle memory, and the command line from cold."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import psutil
from frame import Contender, Once, Row, Scale
from macrocell import Engine
from memory import pss_bytes, tree_bytes
from subject import SPARE_S, TRIVIAL, BenchError, check
from target import Target

MANY = 20
"""Runtimes on one workbook, for the memory of one more."""


def process_rows() -> tuple[Row, ...]:
    """Idle memory and the command line."""
    return (
        Row(
            name="idle_memory",
            title="idle base with a small workbook, PSS",
            contenders=(
                Contender("base", _base_pss, "one base after a run, no spare"),
                Contender("pair", _pair_pss, f"a base and its spare, mean of {MANY}"),
                Contender("zygote", _zygote_pss, "the clean process all are forked from"),
            ),
            targets=(Target("idle base with a small workbook: ≤ 12 MB PSS", "base", 12e6, unit="bytes"),),
            n=5,
            warm_up=1,
            files=("small",),
            unit="bytes",
        ),
        Row(
            name="cli",
            title="macrocell run small.xlsx -e 1, cold",
            contenders=(
                Contender("macrocell", _command(_macrocell), "no daemon"),
                Contender("doctor", _command(_doctor), "macrocell doctor"),
                Contender("python", _command(_python), "python -c pass"),
            ),
            targets=(Target("macrocell run small.xlsx -e 1, cold: ≤ 12x python -c pass", "macrocell", 12.0, "python"),),
            reference="python",
            n=15,
            files=("small",),
        ),
    )


@contextmanager
def _base_pss(scale: Scale) -> Iterator[Once]:
    with Engine() as engine:
        engine.create().close()
        before = _descendants()
        with engine.open(scale.files["small"]) as runtime:
            check(runtime.execute(TRIVIAL))

            def once() -> float:
                runtime.diff()
                time.sleep(10 * SPARE_S)
                bases = _descendants() - before
                if len(bases) != 1:
                    raise BenchError(f"one base was expected, there are {len(bases)} processes")
                return float(pss_bytes(bases.pop()))

            yield once


@contextmanager
def _pair_pss(scale: Scale) -> Iterator[Once]:
    with Engine() as engine:
        engine.create().close()
        time.sleep(SPARE_S)
        empty = tree_bytes(psutil.Process().pid)
        for _ in range(MANY):
            engine.open(scale.files["small"])
        time.sleep(0.5)
        yield lambda: (tree_bytes(psutil.Process().pid) - empty) / MANY


@contextmanager
def _zygote_pss(scale: Scale) -> Iterator[Once]:
    assert scale.folder
    with Engine() as engine:
        engine.create().close()
        time.sleep(SPARE_S)
        yield lambda: float(sum(pss_bytes(pid) for pid in _descendants()))


def _descendants() -> set[int]:
    return {child.pid for child in psutil.Process().children(recursive=True)}


def _command(words: Callable[[Path], list[str]]) -> Callable[[Scale], AbstractContextManager[Once]]:
    @contextmanager
    def start(scale: Scale) -> Iterator[Once]:
        command = words(scale.files["small"])

        def once() -> None:
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

        yield once

    return start


def _macrocell(path: Path) -> list[str]:
    return [str(Path(sys.executable).with_name("macrocell")), "run", str(path), "-e", "1"]


def _doctor(path: Path) -> list[str]:
    assert path
    return [str(Path(sys.executable).with_name("macrocell")), "doctor"]


def _python(path: Path) -> list[str]:
    assert path
    return [sys.executable, "-c", "pass"]
