"""macrocell doctor: what isolation this machine gives, layer by layer."""

from __future__ import annotations

import platform

import click

from .... import MacrocellError, __version__
from ....sandbox import IsolationReport, IsolationUnavailable
from ...document import failure_document, to_json
from ...engine import Engine
from .main import EXIT_ISOLATION, EXIT_OK


@click.command("doctor")
@click.option("--isolation", default="kernel", show_default=True, metavar="LEVEL")
@click.option("--json", "as_json", is_flag=True, help="Print exactly one JSON document.")
def command(isolation: str, as_json: bool) -> int:
    """Show each layer of the lockdown: applied or missing, why, and what to do about it.

    The exit code is 4 when a layer that must be there is missing; every layer is shown all the same.
    """
    report, error = _examine(isolation)
    if as_json:
        click.echo(to_json(_document(report, error)))
    else:
        _show(report, error)
    return EXIT_OK if error is None else EXIT_ISOLATION


def _examine(level: str) -> tuple[IsolationReport, MacrocellError | None]:
    """Every layer as it was tried, and why nothing would run, if so."""
    try:
        with Engine(isolation=level) as engine:
            report = engine.isolation()
            if not report.complete:
                engine.create().close()  # refuses with the very error that a run would meet
    except IsolationUnavailable as error:
        if not error.layers:
            raise
        return IsolationReport(level, error.layers), error
    return report, None


def _document(report: IsolationReport, error: MacrocellError | None) -> dict[str, object]:
    layers = [
        {
            "name": layer.name,
            "applied": layer.applied,
            "required": layer.required,
            "detail": layer.detail,
            "cure": layer.cure,
        }
        for layer in report.layers
    ]
    document: dict[str, object] = {"ok": True} if error is None else failure_document(error)
    return {**document, "level": report.level, "layers": layers}


def _show(report: IsolationReport, error: MacrocellError | None) -> None:
    click.echo(f"macrocell {__version__}, Python {platform.python_version()}, {platform.system()} {platform.release()}")
    click.echo(f"isolation level: {report.level}")
    width = max((len(layer.name) for layer in report.layers), default=0)
    for layer in report.layers:
        click.echo(f"  {'applied' if layer.applied else 'MISSING'}  {layer.name:<{width}}  {layer.detail}")
        if not layer.applied and layer.cure:
            click.echo(f"           {'':<{width}}  cure: {layer.cure}")
    if error is not None:
        click.echo(f"error [{error.code}] {error.message}", err=True)
        click.echo(f"  hint: {error.hint}", err=True)
