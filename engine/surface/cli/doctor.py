"""macrocell doctor: what isolation this machine gives, layer by layer."""

from __future__ import annotations

import platform
import sys

import click

from .... import __version__
from ....sandbox import IsolationReport
from ...document import to_json
from ...engine import Engine
from .main import EXIT_OK


@click.command("doctor")
@click.option("--isolation", default="kernel", show_default=True, metavar="LEVEL")
@click.option("--json", "as_json", is_flag=True, help="Print exactly one JSON document.")
def command(isolation: str, as_json: bool) -> int:
    """Show each layer of the lockdown: applied or missing, why, and what to do about it.

    The exit code is 4 when a layer that must be there is missing; what is missing is then the error.
    """
    with Engine(isolation=isolation) as engine:
        report = engine.isolation()
    if as_json:
        click.echo(to_json(_document(report)))
    else:
        _show(report)
    return EXIT_OK


def _document(report: IsolationReport) -> dict[str, object]:
    return {
        "ok": True,
        "level": report.level,
        "layers": [
            {"name": layer.name, "applied": layer.applied, "detail": layer.detail, "cure": layer.cure}
            for layer in report.layers
        ],
    }


def _show(report: IsolationReport) -> None:
    click.echo(f"macrocell {__version__}, Python {platform.python_version()}, {platform.system()} {platform.release()}")
    click.echo(f"isolation level: {report.level}")
    width = max((len(layer.name) for layer in report.layers), default=0)
    for layer in report.layers:
        click.echo(f"  {'applied' if layer.applied else 'MISSING'}  {layer.name:<{width}}  {layer.detail}")
        if not layer.applied and layer.cure:
            click.echo(f"           {'':<{width}}  cure: {layer.cure}")
    if sys.version_info[:2] not in {(3, 11), (3, 12), (3, 13)}:
        click.echo("  note: this Python version is not supported")
