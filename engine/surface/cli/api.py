"""macrocell api: what a macro can say. No process is started."""

from __future__ import annotations

import click

from ...document import to_json
from ...reference import DEFAULT_BUDGET, LEAST_BUDGET, make_card
from .main import EXIT_OK


@click.group("api")
def command() -> None:
    """Look up what a macro can say."""


@command.command("card")
@click.option(
    "--budget",
    type=click.IntRange(min=LEAST_BUDGET),
    default=DEFAULT_BUDGET,
    show_default=True,
    metavar="N",
    help="Bytes of UTF-8 it may take.",
)
@click.option("--json", "as_json", is_flag=True, help="Print exactly one JSON document.")
def card(budget: int, as_json: bool) -> int:
    """Print a summary for a model: the most used first, and what else fits."""
    made = make_card(budget)
    if as_json:
        click.echo(to_json({"ok": True, "bytes": len(made.text.encode()), **made._asdict()}))
    else:
        click.echo(made.text, nl=False)
    return EXIT_OK
