"""What `make demo` runs: an agent's macro on a real workbook, and the proof that nothing else was touched.

Makes sales.xlsx in a temporary folder, runs mark_overdue.py on it in write mode with every layer of isolation, saves to
a new file, compares the two files part by part, and runs read_summary.py on the result. Exits 1 if anything fails.
"""

from __future__ import annotations

import pprint
import re
import sys
import tempfile
import textwrap
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from macrocell import Engine, MacrocellError, Outcome
from make_workbook import make_workbook

HERE = Path(__file__).parent
TODAY = "2026-03-31"
SHEETS = ("Orders", "Summary", "Import", "Log")
WIDTH = 78
SHOWN_CHANGES = 6
ROW = re.compile(rb"<row [^>]*>.*?</row>", re.DOTALL)
ALWAYS = frozenset({"xl/workbook.xml", "xl/styles.xml"})
"""Parts a save may rewrite beside the touched sheets: the wish to recalculate, and styles that were appended."""


class DemoError(Exception):
    """Something did not go as promised; the message says what."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two packages, part by part, by the bytes they inflate to."""

    identical: tuple[str, ...]
    changed: tuple[str, ...]
    lost: tuple[str, ...]
    added: tuple[str, ...]


def main() -> int:
    """Returns the exit code."""
    try:
        with tempfile.TemporaryDirectory(prefix="macrocell-demo-") as folder:
            show(Path(folder))
    except (DemoError, MacrocellError) as error:
        print(f"\nFAILED: {error}")
        return 1
    print("\nAll good.")
    return 0


def show(folder: Path) -> None:
    """The whole demonstration, in a folder of its own."""
    book, marked = folder / "sales.xlsx", folder / "marked.xlsx"
    make_workbook(book)
    original = book.read_bytes()
    head("Workbook", f"{book.name}, {len(original):,} bytes, {len(parts_of(book))} parts")
    line("sheets", ", ".join(SHEETS))
    with Engine() as engine:
        with engine.open(book) as runtime:
            outcome = runtime.execute(macro("mark_overdue.py"), mode="write", args={"today": TODAY})
            show_outcome("mark_overdue.py", outcome)
            show_changes(outcome)
            line("pending", f"{len(runtime.pending.runs)} run, {len(runtime.pending.mutations)} mutations")
            runtime.save(marked)
        show_layers(engine)
        prove(book, marked, outcome)
        if book.read_bytes() != original:
            raise DemoError(f"{book.name} was changed; only {marked.name} should have been written")
        with engine.open(marked) as runtime:
            show_outcome("read_summary.py", runtime.execute(macro("read_summary.py"), args={"today": TODAY}))


def show_outcome(name: str, outcome: Outcome) -> None:
    """What came back from one run."""
    head("Macro", f"{name}, mode {outcome.mode}, isolation {outcome.isolation}")
    if not outcome.ok:
        raise DemoError(f"{name}: {outcome.error}")
    if outcome.stdout:
        line("printed", outcome.stdout.rstrip())
    line("result", pprint.pformat(outcome.value, width=WIDTH - 14, sort_dicts=False))
    usage = outcome.usage
    figures = f"wall {usage.wall_s * 1000:.1f} ms, CPU {usage.cpu_s * 1000:.1f} ms"
    line("usage", f"{figures}, memory {usage.memory_bytes / 1e6:.1f} MB, result {usage.result_bytes} bytes")


def show_changes(outcome: Outcome) -> None:
    """The first changes as a reviewer sees them."""
    for change in outcome.changes[:SHOWN_CHANGES]:
        what = f"{cells_text(change.before)} -> {cells_text(change.after)}"
        line(f"{change.sheet}!{change.range}", textwrap.shorten(what, WIDTH - 26, placeholder=" ..."), indent=24)
    more = len(outcome.changes) - SHOWN_CHANGES
    if more > 0:
        line("", f"and {more} changes more", indent=24)


def cells_text(value: object) -> str:
    """One cell, or rows of cells, in one line."""
    if not isinstance(value, list):
        return "(blank)" if value is None else str(value)
    return "; ".join(", ".join(map(cells_text, row)) for row in value)


def show_layers(engine: Engine) -> None:
    """Each layer that held the macros, or why it is missing."""
    report = engine.isolation()
    head("Isolation", f"level {report.level}")
    for layer in report.layers:
        detail = layer.detail if layer.applied else f"MISSING: {layer.detail}"
        line(layer.name, textwrap.fill(detail, 76), indent=24)


def prove(before: Path, after: Path, outcome: Outcome) -> None:
    """Show which parts differ; DemoError if one does that the macro had no business with."""
    found = compare(before, after)
    head("Save", f"{after.name}, compared with {before.name} part by part")
    line("rewritten", "\n".join(found.changed))
    line("identical", f"{len(found.identical)} of {len(parts_of(before))} parts, byte for byte:")
    line("", textwrap.fill(", ".join(name.removeprefix("xl/") for name in found.identical), WIDTH - 14))
    line("rows", "\n".join(count_rows(before, after, found.changed)))
    check_proof(found, {change.sheet for change in outcome.changes})


def check_proof(found: Comparison, touched_sheets: set[str]) -> None:
    """Raises DemoError unless exactly the touched sheets, and at most ALWAYS beside them, differ."""
    sheets = {sheet_part(name) for name in touched_sheets}
    if found.lost or found.added:
        raise DemoError(f"parts lost: {list(found.lost)}, parts added: {list(found.added)}")
    strange = set(found.changed) - sheets - ALWAYS
    if strange:
        raise DemoError(f"changed without a reason: {sorted(strange)}")
    if not sheets <= set(found.changed):
        raise DemoError(f"changed sheets that were not written: {sorted(sheets - set(found.changed))}")


def compare(before: Path, after: Path) -> Comparison:
    """Every part of both packages."""
    old, new = parts_of(before), parts_of(after)
    both = [name for name in old if name in new]
    return Comparison(
        identical=tuple(name for name in both if old[name] == new[name]),
        changed=tuple(name for name in both if old[name] != new[name]),
        lost=tuple(name for name in old if name not in new),
        added=tuple(name for name in new if name not in old),
    )


def count_rows(before: Path, after: Path, changed: tuple[str, ...]) -> Iterator[str]:
    """For each rewritten sheet, how many of its old rows are still there to the byte."""
    old, new = parts_of(before), parts_of(after)
    for name in SHEETS:
        part = sheet_part(name)
        if part in changed:
            rows, written = ROW.findall(old[part]), set(ROW.findall(new[part]))
            yield f"{name}: {sum(row in written for row in rows)} of {len(rows)} identical"


def sheet_part(name: str) -> str:
    """Where a sheet of this workbook lies in its package."""
    return f"xl/worksheets/sheet{SHEETS.index(name) + 1}.xml"


def parts_of(path: Path) -> dict[str, bytes]:
    """Name to inflated bytes, in the package's order."""
    with zipfile.ZipFile(path) as package:
        return {member.filename: package.read(member) for member in package.infolist()}


def macro(name: str) -> str:
    """The source of a macro of this folder."""
    return (HERE / name).read_text(encoding="utf-8")


def head(title: str, text: str) -> None:
    """Begin a block."""
    print(f"\n{title:<12}{text}")


def line(name: str, text: str, *, indent: int = 14) -> None:
    """One fact; further lines of it stand below its first."""
    first, *others = text.splitlines() or [""]
    print(f"  {name:<{indent - 2}}{first}")
    for other in others:
        print(" " * indent + other)


if __name__ == "__main__":
    sys.exit(main())
