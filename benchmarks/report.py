"""The outcome of a bench run as JSON, as text for a terminal, and as Markdown for the README."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from frame import Result, RowResult
from target import Verdict

SCHEMA: Final = 1
"""Raised when a field of the JSON changes its meaning or goes away."""


def to_json(machine: dict[str, Any], results: Sequence[RowResult], *, quick: bool, started: str) -> dict[str, Any]:
    """Everything, samples too; times in seconds, sizes in bytes."""
    return {
        "schema": SCHEMA,
        "started": started,
        "quick": quick,
        "provisional": quick or not machine["idle"],
        "machine": machine,
        "rows": [_row_json(each) for each in results],
    }


def to_text(document: dict[str, Any], results: Sequence[RowResult]) -> str:
    """Blocks of contenders and verdicts, below a line that names the machine."""
    lines = [*_machine_lines(document), ""]
    for each in results:
        lines.append(f"{each.row.name}: {each.row.title}")
        lines += _table([("", "median", "q1 .. q3", "peak", "n", "ratio"), *_contender_cells(each)])
        lines += [f"  {'held  ' if verdict.held else 'MISSED'} {_say(verdict)}" for verdict in each.verdicts]
        lines += [f"  FAILED {result.contender.name}: {_end(result.error)}" for result in each.results if result.error]
        lines.append("")
    return "\n".join([*lines, summary(results)])


def to_markdown(document: dict[str, Any], results: Sequence[RowResult]) -> str:
    """One line a target, for the README."""
    lines = ["| what | target | here | |", "|---|---|---|---|"]
    for each in results:
        for verdict in each.verdicts:
            mark = "held" if verdict.held else f"missed by {verdict.miss:.2f}x"
            what, _, target = verdict.text.rpartition(": ")
            lines.append(f"| {what or each.row.title} | {target} | {_observed(verdict)} | {mark} |")
    return "\n".join(["; ".join(_machine_lines(document)), "", *lines])


def summary(results: Iterable[RowResult]) -> str:
    """One line: how many targets were held."""
    verdicts = [verdict for each in results for verdict in each.verdicts]
    missed = [verdict for verdict in verdicts if not verdict.held]
    near = sum(1 for verdict in missed if verdict.miss < 1.5)
    held, far = len(verdicts) - len(missed), len(missed) - near
    return f"{held} of {len(verdicts)} targets held; missed: {near} by less than 1.5x, {far} by more"


def _row_json(each: RowResult) -> dict[str, Any]:
    return {
        "name": each.row.name,
        "title": each.row.title,
        "unit": each.row.unit,
        "reference": each.row.reference,
        "contenders": [_contender_json(result) for result in each.results],
        "targets": [verdict._asdict() for verdict in each.verdicts],
    }


def _contender_json(result: Result) -> dict[str, Any]:
    figures = result.spread
    return {
        "name": result.contender.name,
        "how": result.contender.how,
        **(figures._asdict() if figures else {}),
        "peak_bytes": result.peak_bytes or None,
        "samples": list(result.samples),
        "error": result.error,
    }


def _machine_lines(document: dict[str, Any]) -> list[str]:
    machine = document["machine"]
    gigabytes = machine["memory_bytes"] / 2**30
    lines = [
        f"{machine['cpu']}, {machine['cores']} cores, {gigabytes:.0f} GiB, Linux {machine['kernel']}",
        f"Python {machine['python']}, " + ", ".join(f"{name} {at}" for name, at in machine["packages"].items()),
    ]
    if document["quick"]:
        lines.append("quick run: small sizes, few samples; the figures say nothing")
    elif document["provisional"]:
        lines.append(f"provisional: the machine was busy (load {machine['load_1min']})")
    return lines


def _contender_cells(each: RowResult) -> Iterator[tuple[str, ...]]:
    medians = {result.contender.name: result.spread.median for result in each.results if result.spread}
    reference = medians.get(each.row.reference) if each.row.reference else None
    for result in each.results:
        figures = result.spread
        if figures is None:
            continue
        ratio = f"{figures.median / reference:.3g}x" if reference else ""
        yield (
            f"{result.contender.name} ({result.contender.how})",
            show(figures.median, each.row.unit),
            f"{show(figures.q1, each.row.unit)} .. {show(figures.q3, each.row.unit)}",
            show(result.peak_bytes, "bytes") if result.peak_bytes else "",
            str(figures.n),
            ratio,
        )


def _table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  "
        + row[0].ljust(widths[0])
        + "".join("  " + cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        for row in rows
    ]


def _say(verdict: Verdict) -> str:
    end = "" if verdict.held else f", missed by {verdict.miss:.2f}x"
    return f"{verdict.text}: {_observed(verdict)}{end}"


def _end(error: str) -> str:
    """The last line of a traceback; the JSON has all of it."""
    return error.strip().rpartition("\n")[2]


def _observed(verdict: Verdict) -> str:
    return show(verdict.observed, verdict.unit)


def show(figure: float, unit: str) -> str:
    """Three digits and a unit: s, ms or µs; MB; x for a ratio."""
    if unit == "x":
        return f"{figure:.3g}x" if figure < 1000 else f"{figure:,.0f}x"
    if unit == "bytes":
        return f"{figure / 1e6:.1f} MB"
    if abs(figure) >= 1:
        return f"{figure:.2f} s"
    if abs(figure) >= 1e-3:
        return f"{figure * 1e3:.2f} ms"
    return f"{figure * 1e6:.1f} µs"
