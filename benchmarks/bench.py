"""Measure Macrocell side by side with openpyxl and CPython: `make bench`.

Prints a table with what each row is to reach, and writes everything to out/bench/. It judges nobody: a missed target
does not fail the run, a contender that fails does. Run it alone on the machine.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import logging
import multiprocessing
import os
import sys
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path

import multiprocessing_logging
from files import make_files
from frame import Row, RowResult, Scale, measure
from machine import describe_machine
from report import summary, to_json, to_markdown, to_text
from row_big import big_rows
from row_calc import calc_rows
from row_cell import cell_rows, range_rows
from row_language import language_rows
from row_process import process_rows
from row_rebase import rebase_rows
from row_run import run_rows
from row_store import store_rows
from row_structure import structure_rows

OUT = Path(__file__).parents[1] / "out" / "bench"

log = logging.getLogger("bench")


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 1 if a contender failed, 2 for a row that is not there."""
    options = parse(arguments)
    rows = choose(all_rows(), options.row)
    if options.list:
        print("\n".join(f"{row.name:<24}{row.title}" for row in rows))
        return 0
    if not rows:
        print(f"no such row: {' '.join(options.row)}; see --list", file=sys.stderr)
        return 2
    set_up_processes(verbose=options.verbose)
    started = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
    machine = describe_machine()
    with tempfile.TemporaryDirectory(prefix="macrocell-bench-") as folder:
        results = run(rows, Scale(options.quick, Path(folder), samples=options.n))
    document = to_json(machine, results, quick=options.quick, started=started)
    write(options.out, document, results)
    print(json.dumps(document, indent=1) if options.json else to_text(document, results))
    return 1 if any(result.error for each in results for result in each.results) else 0


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options, checked."""
    parser = argparse.ArgumentParser(prog="bench.py", description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="small sizes and few samples: a smoke test")
    parser.add_argument("--row", action="append", default=[], metavar="NAME", help="only rows whose name begins so")
    parser.add_argument("--n", type=int, metavar="N", help="so many samples a contender, whatever its row asks for")
    parser.add_argument("--json", action="store_true", help="print the JSON document instead of the table")
    parser.add_argument("--out", type=Path, default=OUT, metavar="DIR", help="where bench.json and bench.md go")
    parser.add_argument("--list", action="store_true", help="list the rows")
    parser.add_argument("--verbose", action="store_true", help="log what the contenders' processes do")
    return parser.parse_args(arguments)


def all_rows() -> tuple[Row, ...]:
    """In the order of the report."""
    macros = (*run_rows(), *cell_rows(), *range_rows())
    log = (*rebase_rows(), *store_rows())
    return (*macros, *big_rows(), *structure_rows(), *log, *calc_rows(), *language_rows(), *process_rows())


def choose(rows: Sequence[Row], names: Sequence[str]) -> tuple[Row, ...]:
    """All, or those whose name begins with one of the names."""
    return tuple(row for row in rows if not names or row.name.startswith(tuple(names)))


def set_up_processes(*, verbose: bool) -> None:
    """Contenders are forked, and what they log comes out here, record by record.

    multiprocessing-logging reads the records in a thread, of which Python 3.12 and later warn at each fork; the
    thread holds no lock that a contender needs. Byte code is kept, as it is for an installed package, whatever the
    environment says: without it, starting a process measures the compiler.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    multiprocessing.set_start_method("fork")
    logging.basicConfig(
        level=logging.DEBUG if verbose else logging.INFO,
        format="%(asctime)s %(processName)s: %(message)s",
        datefmt="%H:%M:%S",
        stream=sys.stderr,
    )
    multiprocessing_logging.install_mp_handler()
    warnings.filterwarnings("ignore", message=".*multi-threaded, use of fork", category=DeprecationWarning)


def run(rows: Sequence[Row], scale: Scale) -> list[RowResult]:
    """Make the workbooks, then measure row by row."""
    make_files(scale, (key for row in rows for key in row.files))
    results = []
    for row in rows:
        results.append(measure(row, scale))
    log.info("%s", summary(results))
    return results


def write(folder: Path, document: dict[str, object], results: Sequence[RowResult]) -> None:
    """bench.json, and bench.md for the README."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bench.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    (folder / "bench.md").write_text(to_markdown(document, results) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
