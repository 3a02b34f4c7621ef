"""Cells that shift, move, are sorted and merged, against a grid in plain dicts that is edited by brute force."""

from __future__ import annotations

import random

import pytest
from macrocell.facade.errors import MutationConflict, MutationInvalid
from macrocell.facade.workbook.fingerprint import state_hash
from macrocell.facade.workbook.mutation import REGISTRY, Mutation, apply_all, decode, encode, take_back
from macrocell.facade.workbook.xlsx.patch import save_package
from macrocell.facade.workbook.xlsx.read import read_workbook
from support.cell_grid import book_of, edit, expected, grid_of, model_of, random_grid, random_mutation


@pytest.mark.parametrize("seed", range(150))
def test_random_edits_do_what_they_do_to_a_grid_of_dicts_and_can_be_taken_back(seed: int) -> None:
    chance = random.Random(seed)
    grid = random_grid(chance)
    model = model_of(grid)
    assert grid_of(model) == expected(grid)
    hashes = [state_hash(model)]
    made: list[Mutation] = []
    applied = []
    while len(made) < 5:
        mutation = random_mutation(chance, grid)
        family = REGISTRY.of(mutation)
        try:
            family.verify(mutation, True)
            family.check(model, mutation)
        except (MutationConflict, MutationInvalid):
            assert state_hash(model) == hashes[-1]
            made.append(mutation)  # so that the loop ends whatever chance gives
            continue
        sent = encode([mutation])
        applied.append(apply_all(model, decode(sent, from_run=True)))
        edit(grid, mutation)
        made.append(mutation)
        hashes.append(state_hash(model))
        assert encode(applied[-1].mutations) == sent, made
        assert grid_of(model) == expected(grid), made
        if chance.random() < 0.5:  # back and forth by inverses that travelled
            undone = apply_all(model, decode(encode(applied[-1].inverse())))
            assert state_hash(model) == hashes[-2], made
            applied[-1] = apply_all(model, decode(encode(undone.inverse())))
            assert state_hash(model) == hashes[-1], made
            assert grid_of(model) == expected(grid), made
    for last in reversed(applied):
        hashes.pop()
        take_back(model, last)
        assert state_hash(model) == hashes[-1], made


@pytest.mark.parametrize("seed", range(60))
def test_what_is_saved_after_random_edits_reads_as_the_grid(seed: int) -> None:
    chance = random.Random(seed)
    grid = random_grid(chance)
    data = book_of(grid)
    model = read_workbook(data)
    for sheet in model.sheets:
        sheet.load()
    applied = []
    for _ in range(6):
        mutation = random_mutation(chance, grid)
        try:
            REGISTRY.of(mutation).verify(mutation, True)
            applied.append(apply_all(model, [mutation]))
        except (MutationConflict, MutationInvalid):
            continue
        edit(grid, mutation)
    saved = read_workbook(b"".join(save_package(model)[0]))
    for sheet in saved.sheets:
        sheet.load()
    made = [one.mutations for one in applied]
    assert grid_of(saved) == grid_of(model) == expected(grid), made
    for last in reversed(applied):
        take_back(model, last)
    assert b"".join(save_package(model)[0]) == data
