"""Runs as they are in another state than the one they were made in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ..sandbox import HostRefused
from .errors import RunConflict
from .pending import Run

if TYPE_CHECKING:
    from .replica import Replica

_HINT: Final = "Roll back the later run first, or roll back all."


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
            hint=_HINT,
        ) from conflict
    return tuple(
        run if data == run.encoded else replace(run, encoded=data, mutations=decode_mutations(data))
        for run, data in zip(kept, encoded, strict=True)
    )


def replaced(replica: Replica, later: tuple[Run, ...], kept: tuple[Run, ...]) -> tuple[Run, ...]:
    """Replica.swap; RunConflict where it does not fit."""
    try:
        return replica.swap(later, kept)
    except HostRefused as refused:
        raise RunConflict(f"a later run does not fit without it: {refused.message}", hint=_HINT) from refused


def inverse_over(target: Run, later: Sequence[Run]) -> bytes:
    """What takes a run back in the state that later runs leave, encoded. RunConflict where that is not known."""
    from ..facade import TransformConflict, decode_mutations, encode_mutations, rebase

    theirs = [mutation for run in later for mutation in run.mutations]
    if not theirs:
        return target.inverse
    try:
        return encode_mutations(rebase([decode_mutations(target.inverse)], theirs).runs[0])
    except TransformConflict as conflict:
        raise RunConflict(
            f"the run cannot be taken back any more: {conflict.message}", hint="Undo it by a macro of your own."
        ) from conflict
