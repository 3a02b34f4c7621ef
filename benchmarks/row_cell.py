"""Single cells and ranges: the same macro text on Macrocell and on openpyxl."""

from __future__ import annotations

from frame import Contender, Row
from subject import engine_macro, local_macro, openpyxl_macro
from target import Target

ROWS, COLUMNS = 1_000, 10
"""10,000 cells, in the workbook "grid", which holds A1:J1000."""
NEW_ROW = 2_000
REPEAT = 20
"""A range macro repeats its statement, so that the run around it does not hide it."""

WORKER = "in a macro, as its worker measured"
NET = "in a macro, whole run less a trivial run"
LOCAL = "facade in one process, no sandbox"
PLAIN = "in one process"


def cell_rows() -> tuple[Row, ...]:
    """10k single-cell writes in four spellings, and reads in two."""
    writes = [
        _write_row(f"write_{place}_{spelling}", f"{place} cells, {text}", _writing(start, statement))
        for place, start in (("new", NEW_ROW), ("existing", 0))
        for spelling, text, statement in (
            ("cell", "cell(r, c).value =", "sheet.cell(row=row, column=column).value = row + column"),
            ("a1", 'sheet["A1"] =', 'sheet[f"{letters[column - 1]}{row}"] = row + column'),
        )
    ]
    reads = [
        _read_row("read_cell", "cell(r, c).value", _reading("sheet.cell(row=row, column=column).value")),
        _read_row("read_a1", 'sheet["A1"].value', _reading('sheet[f"{letters[column - 1]}{row}"].value')),
    ]
    return (*writes, *reads)


def range_rows() -> tuple[Row, ...]:
    """A range of 10k cells read and written at once, against openpyxl's fastest way to say the same."""
    return (
        _range_row(
            "read_range",
            "10k-cell range read",
            "read",
            'workbook["Data"]["A1:J1000"].values',
            'list(workbook["Data"].iter_rows(min_row=1, max_row=1000, max_col=10, values_only=True))',
        ),
        _range_row(
            "write_range",
            "10k-cell range write",
            "write",
            'workbook["Data"]["A1:J1000"].values = matrix',
            "\n            ".join(
                (
                    'cell = workbook["Data"].cell',
                    "for row, values in enumerate(matrix, 1):",
                    "    for column, value in enumerate(values, 1):",
                    "        cell(row, column).value = value",
                )
            ),
        ),
    )


def _writing(start: int, statement: str) -> str:
    return f"""
def main(workbook):
    sheet = workbook["Data"]
    letters = "ABCDEFGHIJ"
    for row in range({start + 1}, {start + ROWS + 1}):
        for column in range(1, {COLUMNS + 1}):
            {statement}
"""


def _reading(expression: str) -> str:
    return f"""
def main(workbook):
    sheet = workbook["Data"]
    letters = "ABCDEFGHIJ"
    last = None
    for row in range(1, {ROWS + 1}):
        for column in range(1, {COLUMNS + 1}):
            last = {expression}
    return last
"""


def _write_row(name: str, title: str, source: str) -> Row:
    what = f"10k single-cell writes, {title}"
    return Row(
        name=name,
        title=f"{what}, captured",
        contenders=_contenders(source, source, "write"),
        targets=(
            Target(f"{what} (worker): ≤ 1.0x openpyxl", "worker", 1.0, against="openpyxl"),
            Target(f"{what} (whole run): ≤ 1.0x openpyxl", "net", 1.0, against="openpyxl"),
        ),
        reference="openpyxl",
        files=("grid",),
    )


def _read_row(name: str, title: str, source: str) -> Row:
    what = f"10k single-cell reads, {title}"
    return Row(
        name=name,
        title=what,
        contenders=_contenders(source, source, "read"),
        targets=(Target(f"{what} (worker): ≤ 1.3x openpyxl", "worker", 1.3, against="openpyxl"),),
        reference="openpyxl",
        files=("grid",),
    )


def _range_row(name: str, what: str, mode: str, ours: str, theirs: str) -> Row:
    mine, other = _repeated(ours), _repeated(theirs)
    return Row(
        name=name,
        title=f"{what}, one of {REPEAT} in the same macro",
        contenders=_contenders(mine, other, mode, times=REPEAT),
        targets=(
            Target(f"{what} (worker): ≥ 20x faster than openpyxl", "worker", 20.0, against="openpyxl", faster=True),
            Target(f"{what} (facade alone): ≥ 20x faster than openpyxl", "facade", 20.0, "openpyxl", faster=True),
        ),
        reference="openpyxl",
        files=("grid",),
    )


def _repeated(statement: str) -> str:
    return f"""
def main(workbook):
    matrix = [[row * column for column in range({COLUMNS})] for row in range({ROWS})]
    for _ in range({REPEAT}):
            {statement}
"""


def _contenders(ours: str, theirs: str, mode: str, *, times: int = 1) -> tuple[Contender, ...]:
    assert mode in {"read", "write"}
    return (
        Contender("worker", engine_macro("grid", ours, mode, "worker", times=times), WORKER, tree=True),
        Contender("net", engine_macro("grid", ours, mode, "net", times=times), NET),
        Contender("facade", local_macro("grid", ours, mode, times=times), LOCAL),
        Contender("openpyxl", openpyxl_macro("grid", theirs, times=times), PLAIN),
    )
