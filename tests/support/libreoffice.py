"""LibreOffice as a second reader: many files written again by one process, to compare what they say.

The form is .xlsx again rather than .fods, whose formulas would have to be translated from OpenFormula.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest

SOFFICE = shutil.which("soffice") or shutil.which("libreoffice")
"""The command, None where it is not installed (Debian: libreoffice-calc-nogui)."""

needs_soffice = pytest.mark.skipif(SOFFICE is None, reason="LibreOffice is not installed: no soffice on the path")

START_S = 60.0
EACH_S = 20.0
"""Time a run may take; the slowest file of the corpus takes 8 s, the start 2 s."""


def convert(files: Mapping[str, bytes], *, suffix: str = ".xlsx") -> dict[str, bytes | None]:
    """What LibreOffice writes for each file, by the same names; None where it wrote nothing.

    It exits 0 when it fails, so only what it wrote counts. A file that ends the process is left out and the rest is
    begun again.
    """
    assert SOFFICE is not None
    written: dict[str, bytes | None] = {}
    waiting = dict(enumerate(files))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in").mkdir()
        for number, key in waiting.items():
            (folder / "in" / f"{number}{suffix}").write_bytes(files[key])
        while waiting:
            _run(folder, [folder / "in" / f"{number}{suffix}" for number in waiting])
            for number, key in list(waiting.items()):
                out = folder / "out" / f"{number}.xlsx"
                if out.is_file() and out.stat().st_size > 0:
                    written[key] = out.read_bytes()
                    del waiting[number]
            if waiting:
                written[waiting.pop(min(waiting))] = None
    return {key: written[key] for key in files}


def _run(folder: Path, files: list[Path]) -> None:
    """One process for all of them, with a profile of its own: a running office would take the call over."""
    command = [
        SOFFICE or "soffice",
        f"-env:UserInstallation={(folder / 'profile').as_uri()}",
        "--headless",
        "--norestore",
        "--convert-to",
        "xlsx:Calc MS Excel 2007 XML",
        "--outdir",
        str(folder / "out"),
        *map(str, files),
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True) as run:
        try:
            run.wait(START_S + EACH_S * len(files))
        except subprocess.TimeoutExpired:
            _end(run.pid)
            run.wait()


def _end(pid: int) -> None:
    """End the process and those it started; its group is its own."""
    import contextlib
    import os
    import signal

    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
