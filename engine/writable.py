"""Where a run may write: what a caller hands over, and the scope it means in the unit as it is now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, final

from .errors import CallInvalid, ProgramMismatch
from .pending import Run
from .program import Program

if TYPE_CHECKING:
    from ..facade import Scope

MAX_REF: Final = 400
"""Characters of one reference: a sheet's name in quotes and a range take less than a quarter."""


def check_writable(writable: object) -> tuple[str, ...] | None:
    """The references as text; None for a run that may write everywhere, () for one that may write nothing."""
    if writable is None:
        return None
    example = 'Use writable=["Data!A:F", "Summary"].'
    if isinstance(writable, (str, bytes)) or not isinstance(writable, (Sequence, frozenset, set)):
        raise CallInvalid(f"writable is a list of references, not {type(writable).__name__}", hint=example)
    for ref in writable:
        if type(ref) is not str or not 0 < len(ref) <= MAX_REF or not ref.isprintable():
            shown = ascii(ref)[:80] if type(ref) is str else type(ref).__name__
            raise CallInvalid(f"writable: {shown} is no reference", hint=example)
    return tuple(writable)


def writable_of(program: Program | str, writable: object) -> tuple[str, ...] | None:
    """The references of a run: the program's own, or those given for one that has none."""
    given = check_writable(writable)
    own = program.writable if isinstance(program, Program) else None
    if own is None or given is None or given == own:
        return given if own is None else own
    raise ProgramMismatch(
        f"the program was prepared with writable={list(own)!r} and cannot run with another",
        hint="Leave writable out, or prepare it again.",
    )


@final
class SheetNames:
    """The sheets of one unit by id, followed through its runs as data: nobody has to be asked."""

    def __init__(self) -> None:
        self._loaded: dict[str, str] = {}
        self._known: tuple[tuple[Run, ...], dict[str, str]] = ((), {})

    def load(self, ids: Sequence[str], names: Sequence[str]) -> None:
        """The sheets as the unit was loaded, before any run."""
        self._loaded = dict(zip(ids, names, strict=False))
        self._known = (), self._loaded

    def after(self, runs: tuple[Run, ...]) -> Mapping[str, str]:
        """The sheets after these runs, which mostly are those of the last call and some more."""
        from ..facade import sheets_after

        known, names = self._known
        if runs[: len(known)] != known:
            known, names = (), self._loaded
        for run in runs[len(known) :]:
            names = sheets_after(names, run.mutations)
        self._known = runs, names
        return names


def scope_of(refs: tuple[str, ...] | None, names: Mapping[str, str]) -> Scope | None:
    """What the references mean now. Raises CallInvalid for one that names no sheet or no range."""
    if refs is None:
        return None
    from ..facade import FacadeError, resolve_scope

    try:
        return resolve_scope(refs, names)
    except FacadeError as error:
        raise CallInvalid(f"writable: {error.message}", hint=error.hint) from error
