"""The two ways a row drives Macrocell: through the Engine, with every layer, and through the host in this process.

The second leaves out the sandbox: it is the facade alone, compiled as plain Python, and the fairest comparison with a
library that has no sandbox. It uses the protocol that the sandbox uses: load, begin, the macro, finish, apply, save.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Literal

import msgspec
from frame import Once, Scale
from macrocell import Engine, Limits, Outcome, Runtime

SPARE_S: Final = 0.03
"""Time for a spare worker to be forked and warmed while the runtime is idle; about 5 ms are needed here."""
LIMITS: Final = {"wall_s": 300.0, "cpu_s": 300.0, "memory_bytes": 4 << 30}
TRIVIAL: Final = "1"

Mode = Literal["read", "write"]
Measure = Literal["whole", "worker", "net"]
"""whole: what the caller waits. worker: what the worker measured, compile and encoding included.
net: whole minus a trivial run just before it."""


class BenchError(Exception):
    """A run that should succeed did not."""


def engine_macro(file: str, source: str, mode: Mode, measure: Measure, *, times: int = 1) -> Callable[[Scale], Any]:
    """A contender's start: the macro through the Engine; the figure is divided by times, what the macro repeats."""

    @contextmanager
    def start(scale: Scale) -> Iterator[Once]:
        with Engine(limits=Limits(**LIMITS)) as engine, engine.open(scale.files[file]) as runtime:
            yield lambda: measured(runtime, source, mode, measure) / times

    return start


def measured(runtime: Runtime, source: str, mode: Mode, measure: Measure) -> float:
    """Seconds of one run, as measure says; the changes are rolled back outside of the timing."""
    trivial = timed(runtime, TRIVIAL, "read")[0] if measure == "net" else 0.0
    took, outcome = timed(runtime, source, mode)
    if mode == "write":
        runtime.rollback()
    return outcome.usage.wall_s if measure == "worker" else took - trivial


def timed(runtime: Runtime, source: str, mode: Mode) -> tuple[float, Outcome]:
    """One run with a spare worker standing ready."""
    time.sleep(SPARE_S)
    began = time.perf_counter()
    outcome = runtime.execute(source, mode=mode)
    took = time.perf_counter() - began
    return took, check(outcome)


def check(outcome: Outcome) -> Outcome:
    """The outcome, if it is ok."""
    if not outcome.ok:
        raise BenchError(f"the macro failed: {outcome.error}")
    return outcome


class Local:
    """The host in this process: the facade and the file format, without the sandbox."""

    def __init__(self, data: bytes) -> None:
        from macrocell.facade import LoadRequest
        from macrocell.facade.workbook.host import WorkbookHost

        self.host = WorkbookHost()
        self.host.request("load", msgspec.msgpack.encode(LoadRequest(unit_id="bench", file_name="bench.xlsx")), data)

    def begin(self, mode: Mode) -> Any:
        """The root facade of one run."""
        from macrocell.facade import RunSpec

        spec = RunSpec(unit_id="bench", mode=mode, max_mutations=1_000_000, max_cells=50_000_000)
        return self.host.begin(msgspec.msgpack.encode(spec), {}, _load_here)["workbook"]

    def finish(self) -> bytes:
        """End the run; its encoded mutations."""
        from macrocell.facade import RunPayload

        return msgspec.msgpack.decode(self.host.finish(False), type=RunPayload).mutations

    def apply(self, mutations: bytes) -> None:
        """As the base does after a run."""
        from macrocell.facade import ApplyRequest

        self.host.request("apply", msgspec.msgpack.encode(ApplyRequest(token="bench", mutations=mutations)), b"")

    def save(self, path: Path) -> None:
        """Patch the package and write it."""
        _, chunks = self.host.request("save", b"", b"")
        with path.open("wb") as file:
            file.writelines(chunks)


def _load_here(key: str) -> None:
    """The fault handler of a worker that shall load the sheet itself, by its key."""
    assert key


def local_macro(file: str, source: str, mode: Mode, *, times: int = 1) -> Callable[[Scale], Any]:
    """A contender's start: main(workbook) of the source on the facade in this process, captured and encoded.

    A write run changes the model, so each sample loads the workbook anew, outside of the timing.
    """

    @contextmanager
    def start(scale: Scale) -> Iterator[Once]:
        data = scale.files[file].read_bytes()
        main = plain_main(source)

        def once() -> float:
            local = Local(data)
            local.begin("read")["Data"]["A1"].value  # noqa: B018 - the sheet is parsed when first read
            local.host.finish(False)
            workbook = local.begin(mode)
            began = time.perf_counter()
            main(workbook)
            local.finish()
            return (time.perf_counter() - began) / times

        yield once

    return start


def openpyxl_macro(file: str, source: str, *, times: int = 1) -> Callable[[Scale], Any]:
    """A contender's start: main(workbook) of the source on openpyxl, the workbook loaded anew for each sample."""

    @contextmanager
    def start(scale: Scale) -> Iterator[Once]:
        import openpyxl

        path = scale.files[file]
        main = plain_main(source)

        def once() -> float:
            workbook = openpyxl.load_workbook(path)
            began = time.perf_counter()
            main(workbook)
            return (time.perf_counter() - began) / times

        yield once

    return start


def plain_main(source: str) -> Callable[..., Any]:
    """The function main of a source, compiled by CPython without restrictions."""
    module = ModuleType("macro")
    sys.modules["macro"] = module  # dataclasses look their class's module up there
    exec(compile(source, "<macro>", "exec"), vars(module))
    main: Callable[..., Any] = vars(module)["main"]
    return main
