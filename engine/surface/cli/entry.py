"""Where the macrocell command begins: for a run at the default level, its clean process is started before all
else is imported.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Never a traceback, always an exit code of the documented ones."""
    arguments = sys.argv[1:]
    if arguments[:1] != ["run"] or len(arguments) < 3 or not {"-h", "--help", "--isolation"}.isdisjoint(arguments):
        from .main import run_command

        sys.exit(run_command(arguments))
    from . import early

    early.start()
    try:
        from .main import run_command

        code = run_command(arguments)
    finally:
        early.drop()
    sys.exit(code)
