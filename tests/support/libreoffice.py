"""LibreOffice as a second reader: many files written again by one process, to compare what they say.

The form is .xlsx again rather than .fods, whose formulas would have to be translated from OpenFormula.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest

SOFFICE = shutil.which("soffice") or shutil.which("libreoffice")
"""The command, None where it is not installed (Debian: libreoffice-calc-nogui)."""

needs_soffice = pytest.mark.skipif(SOFFICE is None, reason="LibreOffice is not installed: no soffice on the path")

START_S = 60.0
EACH_S = 4.0
"""Time a run may take; a file of the corpus takes 0.3 s on average, the start 3 s."""


def convert(files: Mapping[str, bytes], *, suffix: str = ".xlsx") -> dict[str, bytes | None]:
    """What LibreOffice writes for each file, by the same names; None where it wrote nothing.

    It exits 0 when it fails, so only what it wrote counts. A file that ends the process, by itself too, is left out and
    the rest is begun again.
    """
    assert SOFFICE is not None
    written: dict[str, bytes | None] = {}
    waiting = dict(enumerate(files))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in").mkdir()
        for number, key in waiting.items():
            (folder / "in" / f"{number}{suffix}").write_bytes(files[key])
        form = ["--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", str(folder / "out")]

        def run(numbers: list[int]) -> None:
            inputs = [str(folder / "in" / f"{number}{suffix}") for number in numbers]
            run_office(folder, [*form, *inputs], len(inputs))
            for number in list(waiting):
                out = folder / "out" / f"{number}.xlsx"
                if out.is_file() and out.stat().st_size > 0:
                    written[waiting.pop(number)] = out.read_bytes()

        while waiting:
            run(list(waiting))
            first = min(waiting, default=None)
            if first is not None:  # it ended the process, or time was out when its turn came: by itself it can tell
                run([first])
                if first in waiting:
                    written[waiting.pop(first)] = None
    return {key: written[key] for key in files}


def run_office(folder: Path, arguments: list[str], files: int) -> None:
    """One process for so many files, with a profile of its own: a running office would take the call over."""
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [SOFFICE or "soffice", profile, "--headless", "--norestore", *arguments]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True) as run:
        try:
            run.wait(START_S + EACH_S * files)
        except subprocess.TimeoutExpired:
            _end(run.pid)
            run.wait()


def _end(pid: int) -> None:
    """End the process and those it started; its group is its own."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
