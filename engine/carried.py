"""Runs as they are in another state than the one they were made in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from .errors import RunConflict
from .pending import Run

if TYPE_CHECKING:
    from ..facade import Mutation


def carried_without(dropped: Run, kept: tuple[Run, ...]) -> tuple[Run, ...]:
    """Later runs as they are without one before them; RunConflict where one of them builds on it."""
    from ..facade import TransformConflict, carry_runs, decode_mutations

    if not kept:
        return kept
    try:
        encoded = carry_runs(dropped.inverse, [run.encoded for run in kept])
    except TransformConflict as conflict:
        raise RunConflict(
            f"a later run does not fit without it: {conflict.message}",
            hint="Roll back the later run first, or roll back all.",
        ) from conflict
    return tuple(
        run if data == run.encoded else replace(run, encoded=data, mutations=decode_mutations(data))
        for run, data in zip(kept, encoded, strict=True)
    )


def inverse_over(target: Run, later: Sequence[Run]) -> tuple[Mutation, ...]:
    """What takes a run back in the state that later runs leave. RunConflict where that is not known."""
    from ..facade import TransformConflict, decode_mutations, rebase

    inverse = decode_mutations(target.inverse)
    theirs = [mutation for run in later for mutation in run.mutations]
    if not theirs:
        return inverse
    try:
        return rebase([inverse], theirs).runs[0]
    except TransformConflict as conflict:
        raise RunConflict(
            f"the run cannot be taken back any more: {conflict.message}", hint="Undo it by a macro of your own."
        ) from conflict
