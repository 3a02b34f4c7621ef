"""A copy of the package, its tests' support and what they import, with an interpreter, that any user may read."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import macrocell

ROOT = Path(macrocell.__file__).resolve().parent
IMPORTED = ("RestrictedPython", "click", "lxml", "msgspec", "openpyxl", "et_xmlfile", "psutil")
USER = 1000
"""An ordinary user without any capability."""


def interpreter() -> str | None:
    """A Python of this version that user 1000 may execute, None where there is none."""
    name = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    for path in (os.path.realpath(sys.executable), *filter(None, [shutil.which(name, path="/usr/bin:/usr/local/bin")])):
        if _executes(path):
            return path
    return None


def _executes(path: str) -> bool:
    code = f"import sys, ctypes; sys.exit(sys.version_info[:2] != {sys.version_info[:2]!r})"
    try:
        return run_user([path, "-I", "-c", code]).returncode == 0
    except PermissionError:
        return False


def run_user(command: list[str], *, timeout_s: float = 120, cwd: str = "/") -> subprocess.CompletedProcess[str]:
    """Run a command as the user, with nothing of this process's environment."""
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=timeout_s,
        check=False,
        cwd=cwd,
        env={},
        user=USER,
        group=USER,
        extra_groups=[],
    )


@contextlib.contextmanager
def readable_tree() -> Iterator[Path]:
    """A folder that stands alone as sys.path."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        for floor in ("engine", "facade", "sandbox"):
            shutil.copytree(ROOT / floor, folder / "macrocell" / floor, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "__init__.py", folder / "macrocell" / "__init__.py")
        shutil.copytree(ROOT / "tests" / "support", folder / "support", ignore=shutil.ignore_patterns("__pycache__"))
        for package in IMPORTED:
            spec = importlib.util.find_spec(package)
            assert spec is not None
            assert spec.origin is not None
            shutil.copytree(Path(spec.origin).parent, folder / package)
        subprocess.run(["chmod", "-R", "a+rX", name], check=True)
        yield folder


def run_as_user(tree: Path, python: str, code: str, *, timeout_s: float = 120) -> subprocess.CompletedProcess[str]:
    """Run code as user 1000, with the tree alone on its path."""
    script = f"import sys\nsys.dont_write_bytecode = True\nsys.path[:0] = [{str(tree)!r}]\n{code}"
    return run_user([python, "-I", "-c", script], timeout_s=timeout_s)
