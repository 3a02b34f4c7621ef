"""Each layer off in turn: what one covers, another still blocks, but for the cells that SECURITY.md names as open.

MACROCELL_WRITE_MATRIX=1 writes the table into SECURITY.md anew; without it the table there is compared.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import macrocell
import pytest
from support import matrix_table
from support.matrix import LAYERS, choices
from support.readable import interpreter, readable_tree, run_as_user
from support.toy import toy_supervisor

SECURITY = Path(macrocell.__file__).resolve().parent / "SECURITY.md"
TESTS = Path(__file__).parents[1]
USERS = ("root", "user 1000")

Found = matrix_table.Found


@cache
def problem() -> str | None:
    """Why the matrix cannot be measured here."""
    if os.geteuid() != 0:
        return "only root can measure as root and as user 1000, and switch off layers that need it"
    with toy_supervisor() as supervisor:
        layers = {layer.name: layer for layer in supervisor.isolation().layers}
    if not layers["namespaces"].applied or "no file is seen" not in layers["namespaces"].detail:
        return f"the whole matrix needs namespaces: {layers['namespaces'].detail}"
    if not re.search(r"scope|abstract sockets and signals", layers["landlock"].detail):
        return f"the whole matrix needs Landlock ABI 6: {layers['landlock'].detail}"
    return None


@cache
def measured(user: str) -> Found:
    if user == "root":
        path = [str(TESTS), *(entry for entry in sys.path if entry)]
        code = f"import sys\nsys.path[:] = {path!r}\nfrom support import matrix\nmatrix.main()"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    else:
        python = interpreter()
        if python is None:
            pytest.skip("there is no Python of this version that user 1000 may execute")
        with readable_tree() as tree:
            done = run_as_user(tree, python, "from support import matrix\nmatrix.main()", timeout_s=300)
    assert done.stderr == ""
    found: Found = json.loads(done.stdout)
    return found


@pytest.fixture(params=USERS)
def found(request: pytest.FixtureRequest) -> Found:
    if (why := problem()) is not None:
        pytest.skip(why)
    return measured(request.param)


def test_every_attack_is_real_where_no_layer_stands(found: Found) -> None:
    """Else a closed cell would prove nothing. What needs root, an ordinary user may not do in the first place."""
    closed = {attack for attack, outcome in found["no layer"].items() if outcome != "open"}
    needs_root = {"load a BPF program", "join a namespace of the application", "mount", "become root"}
    assert closed - set(matrix_table.UNTOUCHED) <= needs_root
    assert closed >= set(matrix_table.UNTOUCHED)


def test_nothing_is_open_behind_all_layers(found: Found) -> None:
    assert [attack for attack, outcome in found["all layers"].items() if outcome == "open"] == []


@pytest.mark.parametrize("layer", LAYERS)
def test_without_one_layer_only_the_named_cells_are_open(found: Found, layer: str) -> None:
    open_cells = {attack for attack, outcome in found[f"without {layer}"].items() if outcome == "open"}
    assert open_cells == {attack for attack, off in matrix_table.OPEN if off == layer}


def test_seccomp_alone_stops_everything_but_the_use_of_memory(found: Found) -> None:
    assert [attack for attack, outcome in found["only seccomp"].items() if outcome == "open"] == ["map 1 TiB"]


def test_as_root_each_attack_is_real_or_has_nothing_to_reach() -> None:
    if (why := problem()) is not None:
        pytest.skip(why)
    closed = {attack for attack, outcome in measured("root")["no layer"].items() if outcome != "open"}
    assert closed == set(matrix_table.UNTOUCHED)


def test_the_choices_switch_each_layer_off_and_on_alone() -> None:
    assert len(choices()) == 2 * len(LAYERS) + 2
    assert choices()["only seccomp"] == frozenset(LAYERS) - {"seccomp"}


@pytest.mark.parametrize("name", ["matrix", "differences", "open cells"])
def test_the_table_of_the_document_is_the_measured_one(name: str) -> None:
    if (why := problem()) is not None:
        pytest.skip(why)
    text = {
        "matrix": lambda: matrix_table.table(measured("root")),
        "differences": lambda: matrix_table.difference(measured("root"), measured("user 1000")),
        "open cells": matrix_table.reasons,
    }[name]()
    begin, end = f"<!-- {name}: written by tests/attack/test_layer_matrix.py -->\n", f"\n<!-- end of {name} -->"
    head, _, rest = SECURITY.read_text().partition(begin)
    there, _, tail = rest.partition(end)
    if os.environ.get("MACROCELL_WRITE_MATRIX"):
        SECURITY.write_text(head + begin + text + end + tail)
        there = text
    assert there == text
