"""The macrocell command: dispatch, exit codes, and the promise that --json prints exactly one document."""

from __future__ import annotations

import importlib
import os
from typing import Final, final

import click

from .... import MacrocellError, __version__

COMMANDS: Final = {"api": "api", "doctor": "doctor", "run": "run"}
"""Command name to the module that holds it."""

EXIT_OK, EXIT_NOT_OK, EXIT_USAGE, EXIT_CONFLICT, EXIT_ISOLATION, EXIT_INTERNAL = 0, 1, 2, 3, 4, 70

EXIT_OF_CODE: Final = {
    "conflict": EXIT_CONFLICT,
    "output_exists": EXIT_CONFLICT,
    "read_only": EXIT_CONFLICT,
    "busy": EXIT_CONFLICT,
    "isolation_unavailable": EXIT_ISOLATION,
    "python_unsupported": EXIT_ISOLATION,
}
"""Failures with an exit code of their own; every other one of a file or of usage is EXIT_USAGE."""


@final
class UsageProblem(MacrocellError):
    """The command line itself is wrong."""

    code = "usage"


@final
class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        module = COMMANDS.get(cmd_name)
        if module is None:
            return None
        command = importlib.import_module(f".{module}", __package__).command
        assert isinstance(command, click.Command)
        return command


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="macrocell")
def cli() -> None:
    """Run agents' macros on workbooks, in a locked-down process."""


def run_command(arguments: list[str]) -> int:
    """Run one command line and return its exit code."""
    as_json = "--json" in arguments
    try:
        result = cli.main(arguments, prog_name="macrocell", standalone_mode=False)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.exceptions.NoArgsIsHelpError as bare:
        click.echo(bare.format_message(), err=True)
        return EXIT_USAGE
    except click.ClickException as problem:
        usage = problem.ctx.get_usage() if isinstance(problem, click.UsageError) and problem.ctx else None
        return report_failure(UsageProblem(problem.format_message(), hint=usage), as_json=as_json)
    except (click.Abort, KeyboardInterrupt):
        return report_failure(UsageProblem("interrupted; nothing was saved"), as_json=as_json)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return EXIT_NOT_OK
    except MacrocellError as error:
        return report_failure(error, as_json=as_json)
    except Exception as error:  # noqa: BLE001 (the last line of defence: an internal error is reported, never a traceback)
        problem_text = f"{type(error).__name__}: {error}"
        internal = MacrocellError(problem_text, hint="This is a bug in macrocell. Please report it.")
        internal.code = "internal"
        return report_failure(internal, as_json=as_json)
    return result if isinstance(result, int) else EXIT_OK


def report_failure(error: MacrocellError, *, as_json: bool) -> int:
    """Say what failed, as JSON on stdout or as text on stderr, and return the exit code."""
    if as_json:
        from ...document import failure_document, to_json

        click.echo(to_json(failure_document(error)))
    else:
        click.echo(f"error [{error.code}] {error.message}", err=True)
        if error.hint:
            click.echo(f"  hint: {error.hint}", err=True)
    if error.code == "internal":
        return EXIT_INTERNAL
    return EXIT_OF_CODE.get(error.code, EXIT_USAGE)
