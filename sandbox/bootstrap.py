"""The command line of a clean interpreter that finds this very package, with nothing of this process's environment."""

from __future__ import annotations

import os
import sys

from .errors import IsolationUnavailable

# Modules that register fork hooks (random, threading, logging) mean threads, or generators that a macro never sees;
# running their hooks in each worker costs a third of a millisecond of page copies.

_BOOTSTRAP = """
import gc, os, sys
gc.disable()
os.register_at_fork = lambda **_: None
package, count, *rest = sys.argv[1:]
arguments, sys.path[:] = rest[:int(count)], rest[int(count):]
import importlib.util
spec = importlib.util.spec_from_file_location(
    "macrocell", package + "/__init__.py", submodule_search_locations=[package]
)
module = importlib.util.module_from_spec(spec)
sys.modules["macrocell"] = module
spec.loader.exec_module(module)
from macrocell.sandbox.{module} import main
main(*arguments)
"""


def command(module: str, *arguments: str) -> list[str]:
    """What to execute so that main of a module of this floor gets these texts. Raises IsolationUnavailable."""
    if not sys.executable:
        raise IsolationUnavailable(
            "there is no Python executable to start (sys.executable is empty)",
            hint="in an embedded interpreter, set sys.executable to the Python that has macrocell installed",
        )
    from pathlib import Path  # 9 ms, needed only here

    package = str(Path(__file__).resolve().parents[1])
    paths = [os.path.abspath(entry) for entry in sys.path if entry and os.path.isabs(entry)]  # noqa: PTH100, PTH117
    options = ["-I", "-S", "-X", "utf8", *(["-B"] if sys.dont_write_bytecode else [])]
    code = _BOOTSTRAP.replace("{module}", module)
    return [sys.executable, *options, "-c", code, package, str(len(arguments)), *arguments, *paths]
