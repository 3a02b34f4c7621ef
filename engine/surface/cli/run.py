"""macrocell run: one macro on one workbook file."""

from __future__ import annotations

import io
import json
import re
import tokenize
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import click
import msgspec

from ....sandbox import Limits
from ...document import outcome_document, plain, report_document, to_json
from ...document_file import check_target
from ...engine import Engine
from ...errors import NotAvailable, OutputExists
from ...form import check_format, form_of
from ...outcome import Outcome
from ...runtime import Runtime
from . import early
from .main import EXIT_NOT_OK, EXIT_OK, UsageProblem

MAX_MACRO_BYTES: Final = 1 << 20
"""Read of a macro file; the language layer's own cap on source is lower and gives the refusal."""
SHOWN_CHANGES: Final = 40

VALUE_CHARACTERS: Final = 65_536
"""Of a value that is shown to a person; as much as a macro may print."""


@click.command("run")
@click.argument("paths", nargs=-1, metavar="FILE [MACRO.py]")
@click.option("-e", "code", metavar="CODE", help="The macro itself, in place of MACRO.py.")
@click.option("--new", is_flag=True, help="Start from an empty workbook; leave FILE out.")
@click.option("--mode", type=click.Choice(["read", "write"]), default="read", show_default=True)
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Save to this new file.")
@click.option("--in-place", is_flag=True, help="Save to FILE itself.")
@click.option("--force", is_flag=True, help="Let --out overwrite an existing file.")
@click.option("--arg", "arguments", multiple=True, metavar="K=V", help="An argument; V is JSON or text.")
@click.option("--input", "inputs", multiple=True, metavar="N=PATH", help="A file to read as inputs['N'].")
@click.option("--writable", "writable", multiple=True, metavar="REF", help="Write nowhere else: Data!A:F, Summary.")
@click.option("--sheet", metavar="NAME", help="The sheet that a .csv or .tsv output gets.")
@click.option("--dry-run", is_flag=True, help="Show the changes and keep none.")
@click.option("--no-atomic", is_flag=True, help="Keep what a failing macro changed before its error.")
@click.option("--timeout", type=click.FloatRange(min=0.01), metavar="S", help="Wall and CPU seconds.")
@click.option("--memory", type=click.IntRange(min=1), metavar="MB", help="Memory of the run.")
@click.option("--seed", type=int, help="Seed of the run's random numbers.")
@click.option("--now", metavar="ISO", help="What the run's clock shows, as ISO 8601 without a time zone.")
@click.option("--trace", type=click.Path(path_type=Path), metavar="FILE", help="Not available yet.")
@click.option("--isolation", default="kernel", show_default=True, metavar="LEVEL")
@click.option("--json", "as_json", is_flag=True, help="Print exactly one JSON document.")
def command(
    paths: tuple[str, ...],
    code: str | None,
    new: bool,
    mode: str,
    out: Path | None,
    in_place: bool,
    force: bool,
    arguments: tuple[str, ...],
    inputs: tuple[str, ...],
    writable: tuple[str, ...],
    sheet: str | None,
    dry_run: bool,
    no_atomic: bool,
    timeout: float | None,
    memory: int | None,
    seed: int | None,
    now: str | None,
    trace: Path | None,
    isolation: str,
    as_json: bool,
) -> int:
    """Run a macro on a workbook and print its result and its changes.

    Without --out or --in-place nothing is saved. The exit code is 0 when the macro succeeded, 1 when it did not,
    2 for a wrong command line or an unreadable file, 3 for a conflict or an existing output.
    """
    if trace is not None:
        raise NotAvailable("--trace is not available yet", hint="Leave it out; --json tells what a run did.")
    file, source = _operands(paths, code, new=new)
    if (out or in_place) and (mode == "read" or dry_run):
        raise UsageProblem("--out and --in-place save changes", hint="Add --mode write, and leave --dry-run out.")
    if out and in_place:
        raise UsageProblem("--out and --in-place exclude each other", hint="Choose one.")
    if in_place and file is None:
        raise UsageProblem("--in-place needs a file", hint="Use --out with --new.")
    _check_output(file, out, in_place=in_place, force=force, sheet=sheet)
    given, moment, limits = _arguments(arguments), _moment(now), _limits(timeout, memory)
    units = _inputs(inputs)
    with (
        Engine(isolation=isolation, limits=limits, _supervisor=early.take(isolation)) as engine,
        engine.create() if file is None else engine.open(file) as runtime,
    ):
        outcome = runtime.execute(
            source,
            mode=mode,
            args=given,
            atomic=not no_atomic,
            dry_run=dry_run,
            writable=writable or None,
            inputs=units,
            seed=seed,
            now=moment,
        )
        saved_to = _save(runtime, outcome, out, in_place=in_place, force=force, sheet=sheet)
        notes = runtime.warnings
    if as_json:
        click.echo(to_json(outcome_document(outcome, saved_to=saved_to, notes=notes)))
    else:
        _show(outcome, saved_to, notes)
    return EXIT_OK if outcome.ok else EXIT_NOT_OK


def _operands(paths: tuple[str, ...], code: str | None, *, new: bool) -> tuple[Path | None, str]:
    """The workbook, None with --new, and the macro's source."""
    expected = (0 if new else 1) + (0 if code is not None else 1)
    if len(paths) != expected:
        form = " ".join(part for part in ("" if new else "FILE", "-e CODE" if code is not None else "MACRO.py") if part)
        raise UsageProblem(
            f"expected {expected} path{'s' * (expected != 1)}, got {len(paths)}",
            hint=f"macrocell run {'--new ' if new else ''}{form}",
        )
    file = None if new else Path(paths[0])
    return file, code if code is not None else _read_macro(Path(paths[-1]))


def _read_macro(path: Path) -> str:
    """The text of a macro file, decoded as Python decodes source (UTF-8, or what its first lines declare)."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_MACRO_BYTES + 1)
    except OSError as error:
        raise UsageProblem(f"{path}: the macro cannot be read ({error.strerror})", hint="Check the path.") from error
    if len(data) > MAX_MACRO_BYTES:
        raise UsageProblem(f"{path}: a macro of over {MAX_MACRO_BYTES} bytes", hint="Put the data into the workbook.")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError) as error:
        raise UsageProblem(f"{path}: the macro is not text ({error})", hint="Save it as UTF-8.") from error


def _check_output(file: Path | None, out: Path | None, *, in_place: bool, force: bool, sheet: str | None) -> None:
    """What would refuse the save is said before the macro runs."""
    if sheet is not None and not (out is not None and form_of(out)):
        raise UsageProblem("--sheet chooses what goes into a .csv or .tsv output", hint="Use --out with such a name.")
    if out is not None:
        if file is not None and out.resolve() == file.resolve():
            raise OutputExists(f"{out.name}: --out is the workbook itself", hint="Use --in-place.")
        check_format(out, file)
        check_target(out, overwrite=force)
        if not out.parent.is_dir():
            raise UsageProblem(f"{out.parent}: no such folder", hint="Make it first, or save elsewhere.")
    elif in_place and file is not None:
        check_target(file.resolve(), overwrite=True)


def _limits(timeout: float | None, memory: int | None) -> Limits:
    limits = Limits()
    if timeout is not None:
        limits = msgspec.structs.replace(limits, wall_s=timeout, cpu_s=timeout)
    if memory is not None:
        limits = msgspec.structs.replace(limits, memory_bytes=memory * 1024 * 1024)
    return limits


def _arguments(pairs: tuple[str, ...]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name):
            raise UsageProblem(f"--arg {pair!r} is not K=V", hint="For example --arg year=2026 --arg name=Ann.")
        try:
            values[name] = json.loads(text, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            values[name] = text
    return values


def _inputs(pairs: tuple[str, ...]) -> dict[str, Path]:
    """Paths by name."""
    units: dict[str, Path] = {}
    for pair in pairs:
        name, equals, path = pair.partition("=")
        if not equals or not path or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name):
            raise UsageProblem(f"--input {pair!r} is not N=PATH", hint="For example --input prices=prices.xlsx.")
        if name in units:
            raise UsageProblem(f"--input {name!r} is given twice", hint="Give each file a name of its own.")
        units[name] = Path(path)
    return units


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        raise UsageProblem(f"--now {text!r} is not ISO 8601", hint="For example --now 2026-03-01T12:00:00.") from error


def _save(
    runtime: Runtime, outcome: Outcome, out: Path | None, *, in_place: bool, force: bool, sheet: str | None
) -> str | None:
    """Save if asked for: after success, or what --no-atomic kept of a failure."""
    if not outcome.ok and not runtime.pending.runs:
        return None
    if out is not None:
        return str(runtime.save(out, overwrite=force, sheet=sheet))
    return str(runtime.save()) if in_place else None


def _show(outcome: Outcome, saved_to: str | None, notes: tuple[str, ...]) -> None:
    """For a person: the macro's own output, its value, its changes; what is noted or wrong on stderr."""
    for note in notes:
        click.echo(f"note: {note}", err=True)
    if outcome.stdout:
        click.echo(outcome.stdout, nl=not outcome.stdout.endswith("\n"))
    if outcome.value is not None:
        value = outcome.value
        click.echo(_shortened(value if type(value) is str else json.dumps(plain(value), ensure_ascii=False)))
    for change in outcome.changes[:SHOWN_CHANGES]:
        place = f"{change.sheet}!{change.range}" if change.range else change.sheet
        click.echo(f"changed {place} ({change.kind}): {_brief(change.before)} -> {_brief(change.after)}")
    if len(outcome.changes) > SHOWN_CHANGES:
        click.echo(f"... and {len(outcome.changes) - SHOWN_CHANGES} more changes; --json lists them all")
    for warning in outcome.warnings:
        click.echo(f"warning: {warning}", err=True)
    if saved_to is not None:
        click.echo(f"saved to {saved_to}")
    if outcome.error is not None:
        _show_error(report_document(outcome.error))


def _show_error(error: dict[str, Any]) -> None:
    kind = f"{error['type']}: " if error["type"] else ""
    click.echo(f"error [{error['code']}] {kind}{error['message']}", err=True)
    if error["line"] is not None and not error["refusals"]:
        click.echo(f"  line {error['line']}: {(error['text'] or '').strip()}", err=True)
    for refusal in error["refusals"]:
        what = error["text"] if refusal["code"] == "syntax" else refusal["name"]
        click.echo(f"  line {refusal['line']}: {what or refusal['code']} - {refusal['hint'] or ''}", err=True)
    if error["hint"] and not error["refusals"]:
        click.echo(f"  hint: {error['hint']}", err=True)


def _shortened(text: str) -> str:
    """Head and tail of a value that is longer than VALUE_CHARACTERS, and how to get the rest."""
    if len(text) <= VALUE_CHARACTERS:
        return text
    half = VALUE_CHARACTERS // 2
    left_out = len(text) - 2 * half
    return (
        f"{text[:half]}\n... [{left_out} characters of the value left out; --json gives all of it] ...\n{text[-half:]}"
    )


def _brief(value: Any) -> str:
    text = json.dumps(plain(value), ensure_ascii=False)
    return text if len(text) <= 120 else f"{text[:117]}..."
