"""Runs that stay when an earlier one is taken back: each carried over that one's inverse."""

from __future__ import annotations

from collections.abc import Sequence

from ..mutation import Mutation, decode, encode
from .carry import steps_of
from .over import both, check_work
from .warning import Warnings


def carry_runs(inverse: bytes, runs: Sequence[bytes]) -> list[bytes]:
    """The encoded runs as they are without the run that `inverse` takes back; the same bytes where nothing moves.

    Raises TransformConflict where one of them cannot be had without it.
    """
    theirs: tuple[Mutation, ...] = decode(inverse)
    if not any(steps_of(mutation) for mutation in theirs):
        return list(runs)
    carried: list[bytes] = []
    for run in runs:
        mutations = decode(run)
        check_work(mutations, theirs)
        ours, theirs = both(mutations, theirs, Warnings())
        carried.append(encode(ours))
    return carried
