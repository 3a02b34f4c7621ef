"""Counts what packages that depend on openpyxl do with its workbooks: python tests/support/count_idioms.py FOLDER.

FOLDER holds one folder of unpacked sources a package. An idiom is an attribute that openpyxl's workbooks, sheets or
cells have, read (.x), set (.x =) or called (.x()), on a name that looks like one of them; a subscript of such a name;
or a class or function imported from openpyxl, called (X()). Printed are, tab-separated: idiom, packages, occurrences.
Only names are counted; no source is kept.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.worksheet.worksheet import Worksheet

RECEIVERS = {
    "wb": re.compile(r"(?:.*_)?(?:wb|workbook|book|xlsx?|xl)\d*", re.IGNORECASE),
    "ws": re.compile(r"(?:.*_)?(?:ws|work_?sheet|sheet|active)\d*", re.IGNORECASE),
    "cell": re.compile(r"(?:.*_)?(?:cell|c|a_cell|cel)\d*", re.IGNORECASE),
}
"""Names of variables and attributes by what they hold: a call's receiver is told by its last word."""

MEMBERS = {
    "wb": {name for name in dir(Workbook) if name[0] != "_"},
    "ws": {
        *(name for name in dir(Worksheet) if name[0] != "_"),
        *"row_dimensions column_dimensions conditional_formatting auto_filter sheet_properties sheet_view".split(),
        *"merged_cells data_validations page_setup page_margins print_options protection sheet_format".split(),
    },
    "cell": {name for name in dir(Cell) if name[0] != "_"} | {"_style", "row", "column", "parent"},
}
"""What objects of each kind have; the second line of ws are attributes that its constructor makes."""


def receiver(node: ast.expr) -> str | None:
    """wb, ws or cell, if an expression looks like one."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("cell", "offset"):
        return "cell"
    if isinstance(node, ast.Subscript) and receiver(node.value) in ("wb", "ws"):
        return "ws" if receiver(node.value) == "wb" else "cell"
    word = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return next((kind for kind, names in RECEIVERS.items() if names.fullmatch(word)), None)


def idioms(tree: ast.Module) -> Iterator[str]:
    """The idioms of one file."""
    imported = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "openpyxl"
        for alias in node.names
    }
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            kind = receiver(node.value)
            if kind is not None and node.attr in MEMBERS[kind]:
                ending = " =" if isinstance(node.ctx, ast.Store) else "()" if id(node) in called else ""
                yield f"{kind}.{node.attr}{ending}"
            elif id(node) in called and _root(node) == "openpyxl":
                yield f"{node.attr}()"
        elif isinstance(node, ast.Subscript):
            kind = receiver(node.value)
            if kind in ("wb", "ws"):
                yield f"{kind}[...]" + (" =" if isinstance(node.ctx, ast.Store) else "")
        elif isinstance(node, ast.Name) and id(node) in called and node.id in imported:
            yield f"{imported[node.id]}()"


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def count(folder: Path) -> list[tuple[str, int, int]]:
    """(idiom, packages, occurrences), most packages first."""
    packages: dict[str, set[str]] = defaultdict(set)
    occurrences: Counter[str] = Counter()
    for package in sorted(path for path in folder.iterdir() if path.is_dir()):
        for path in sorted(package.rglob("*.py")):
            text = path.read_text(encoding="utf-8", errors="replace")
            if not re.search(r"^\s*(?:import|from) openpyxl", text, re.MULTILINE):
                continue
            try:
                found = Counter(idioms(ast.parse(text)))
            except SyntaxError:
                continue
            occurrences.update(found)
            for idiom in found:
                packages[idiom].add(package.name)
    rows = [(idiom, len(packages[idiom]), number) for idiom, number in occurrences.items()]
    return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))


if __name__ == "__main__":
    for row in count(Path(sys.argv[1])):
        sys.stdout.write("\t".join(map(str, row)) + "\n")
