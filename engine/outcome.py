"""What one run gives back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, final

from ..facade import Change
from ..sandbox import ErrorReport, Usage

if TYPE_CHECKING:
    from ..facade import Mutation


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The end of one run. A macro that fails gives ok=False and an error; it does not raise.

    value is the typed result. changes say what a person would see, as the process saw them that never ran the macro;
    mutations are the same as data. Both are empty unless the run's changes were kept (a dry run shows the changes it
    would have kept). seed and now reproduce the run. truncated names what was cut: "stdout".
    """

    ok: bool
    value: Any
    stdout: str
    error: ErrorReport | None
    changes: tuple[Change, ...]
    mutations: tuple[Mutation, ...]
    warnings: tuple[str, ...]
    usage: Usage
    run_id: str
    mode: str
    isolation: str
    seed: int
    now: datetime
    program_hash: str
    base_revision: int
    truncated: tuple[str, ...]
