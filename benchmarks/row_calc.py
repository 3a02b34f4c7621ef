"""100,000 formulas computed for the first time, and one of them after a cell was changed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from frame import Contender, Once, Row, Scale
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import CellsSet, Formula, apply_all
from macrocell.facade.workbook.state import FormulaStates
from macrocell.facade.workbook.xlsx.new import new_workbook
from macrocell.facade.workbook.xlsx.patch import save_package
from target import Target

ROWS: Final = 25_000
KEYS: Final = 10_000
GROWING: Final = 5_000
WHAT: Final = "100k formulas (chains, SUM, VLOOKUP over 10k rows)"
ALONE: Final = "facade in one process"


def calc_rows() -> tuple[Row, ...]:
    """The first calculation, and one after an edit."""
    return (
        Row(
            name="first_calculation",
            title=f"{WHAT}: all values",
            contenders=(
                Contender("facade", _all, f"{ALONE}: every value asked for", fresh=True),
                Contender("formualizer", _alone, "the same workbook from its file, no value asked for", fresh=True),
            ),
            targets=(Target(f"{WHAT}, first: ≤ 2x formualizer alone", "facade", 2.0, "formualizer"),),
            reference="formualizer",
            n=3,
            warm_up=0,
        ),
        Row(
            name="first_value",
            title=f"{WHAT}: the end of a chain and a lookup, nothing else",
            contenders=(
                Contender("facade", _first, ALONE, fresh=True),
                Contender("formualizer", _alone, "the same workbook from its file, all computed", fresh=True),
            ),
            reference="formualizer",
            n=3,
            warm_up=0,
        ),
        Row(
            name="growing_ranges",
            title=f"{4 * GROWING:,} formulas over ranges that grow row by row: SUM, COUNTIF, MATCH and RANK",
            contenders=(
                Contender("facade", _growing, f"{ALONE}: every value asked for", fresh=True),
                Contender("formualizer", _growing_alone, "the same workbook from its file", fresh=True),
            ),
            reference="formualizer",
            n=3,
            warm_up=0,
        ),
        Row(
            name="edit_dependent",
            title=f"{WHAT}: a cell changed, a dependent read",
            contenders=(Contender("facade", _edit, ALONE),),
            targets=(Target("edit → dependent value on 100k formulas: ≤ 5 ms", "facade", 0.005),),
            n=15,
            warm_up=3,
        ),
    )


def _model(scale: Scale) -> Workbook:
    """A number, B key, C a chain, D a sum, E a product, F a lookup in H:I, each 25,000 rows deep."""
    model = new_workbook()
    depth = 200 if scale.quick else ROWS
    rows: list[list[Any]] = [
        [
            row % 97,
            row % KEYS,
            Formula(f"A{row}+1" if row % 100 == 1 else f"C{row - 1}+A{row}"),
            Formula(f"SUM(A{max(row - 20, 1)}:A{row})"),
            Formula(f"A{row}*D{row}"),
            Formula(f"VLOOKUP(B{row},$H$1:$I${KEYS},2,FALSE)"),
        ]
        for row in range(1, depth + 1)
    ]
    keys: list[list[Any]] = [[key, key * 3] for key in range(KEYS)]
    apply_all(
        model,
        [
            CellsSet(sheet=model.sheets[0].id, rect=Rect(0, 0, depth - 1, 5), rows=rows),
            CellsSet(sheet=model.sheets[0].id, rect=Rect(0, 7, KEYS - 1, 8), rows=keys),
        ],
    )
    return model


def _growing_model(scale: Scale) -> Workbook:
    model = new_workbook()
    depth = 100 if scale.quick else GROWING
    rows: list[list[Any]] = [
        [
            row * 7919 % 2003,
            Formula(f"SUM(A$1:A{row})"),
            Formula(f"COUNTIF(A$1:A{row},A{row})"),
            Formula(f"MATCH(A{row},A$1:A{row},0)"),
            Formula(f"RANK(A{row},A$1:A${depth})"),
        ]
        for row in range(1, depth + 1)
    ]
    apply_all(model, [CellsSet(sheet=model.sheets[0].id, rect=Rect(0, 0, depth - 1, 4), rows=rows)])
    return model


def _loaded(sheet: Sheet) -> Sheet:
    sheet.load()
    return sheet


def _value(states: FormulaStates, model: Workbook, row0: int, col0: int) -> Any:
    found = states.value(model.sheets[0], row0, col0)
    if not isinstance(found, int | float):
        raise TypeError(f"no number: {found!r}")
    return found


@contextmanager
def _first(scale: Scale) -> Iterator[Once]:
    model = _model(scale)

    def once() -> float:
        began = time.perf_counter()
        states = FormulaStates(model, _loaded)
        _value(states, model, 99, 2)
        _value(states, model, 99, 5)
        return time.perf_counter() - began

    yield once


@contextmanager
def _all(scale: Scale) -> Iterator[Once]:
    model = _model(scale)
    depth = 200 if scale.quick else ROWS

    def once() -> float:
        began = time.perf_counter()
        states = FormulaStates(model, _loaded)
        for row0 in range(depth):
            for col0 in range(2, 6):
                _value(states, model, row0, col0)
        return time.perf_counter() - began

    yield once


@contextmanager
def _growing(scale: Scale) -> Iterator[Once]:
    model = _growing_model(scale)

    def once() -> float:
        began = time.perf_counter()
        states = FormulaStates(model, _loaded)
        for row0 in range(100 if scale.quick else GROWING):
            for col0 in range(1, 5):
                _value(states, model, row0, col0)
        return time.perf_counter() - began

    yield once


@contextmanager
def _growing_alone(scale: Scale) -> Iterator[Once]:
    with _formualizer(_growing_model(scale)) as once:
        yield once


@contextmanager
def _alone(scale: Scale) -> Iterator[Once]:
    with _formualizer(_model(scale)) as once:
        yield once


@contextmanager
def _formualizer(model: Workbook) -> Iterator[Once]:
    import formualizer

    data = b"".join(save_package(model)[0])
    settings = formualizer.EvaluationConfig()
    settings.enable_parallel = False
    settings.max_threads = 1
    config = formualizer.WorkbookConfig(mode=formualizer.WorkbookMode.Ephemeral, eval_config=settings)

    def once() -> float:
        began = time.perf_counter()
        book = formualizer.Workbook.from_bytes(data, config=config)
        book.evaluate_all()
        return time.perf_counter() - began

    yield once


@contextmanager
def _edit(scale: Scale) -> Iterator[Once]:
    model = _model(scale)
    states = FormulaStates(model, _loaded)
    _value(states, model, 4, 2)
    number = 0

    def once() -> float:
        nonlocal number
        number += 1
        began = time.perf_counter()
        apply_all(model, [CellsSet(sheet=model.sheets[0].id, rect=Rect(4, 0, 4, 0), rows=[[number]])])
        _value(states, model, 4, 4)
        return time.perf_counter() - began

    yield once
