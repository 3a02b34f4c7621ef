"""A macro that was checked and bound to one unit and one mode, or the reasons why it was not."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, final

from ..sandbox import ErrorReport, Refusal
from .errors import ProgramMismatch

Mode: TypeAlias = Literal["read", "write"]


@final
@dataclass(frozen=True, slots=True)
class Program:
    """A prepared macro. It holds the source, not code: each run compiles in its own locked-down process.

    writable: the references its runs may write to, None for everything.
    """

    source: str
    unit_id: str
    mode: Mode
    unit_type: str = "workbook"
    args: Mapping[str, Any] = field(default_factory=dict)
    writable: tuple[str, ...] | None = None

    @property
    def program_hash(self) -> str:
        """SHA-256 of the source."""
        return source_hash(self.source)


@final
@dataclass(frozen=True, slots=True)
class Refusals:
    """Every reason why a macro was not prepared, all at once; never empty."""

    refusals: tuple[Refusal, ...]
    error: ErrorReport


def source_hash(source: str) -> str:
    """SHA-256 of a macro's source, lone surrogates included."""
    return hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()


def check_mode(mode: str | None, program: Program | str) -> Mode:
    """The mode of a run: the program's own, or read for bare source, unless one is given."""
    if mode not in {None, "read", "write"}:
        raise ProgramMismatch(f"mode is {mode!r}", hint="Use mode='read' or mode='write'.")
    if isinstance(program, Program):
        if mode is not None and mode != program.mode:
            raise ProgramMismatch(
                f"the program was prepared for mode {program.mode!r} and cannot run in mode {mode!r}",
                hint=f"Leave mode out, or prepare it again with mode={mode!r}.",
            )
        return program.mode
    return "write" if mode == "write" else "read"
