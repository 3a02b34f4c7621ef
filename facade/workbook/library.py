"""The further workbooks that the runs of one base may read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final, final

from ..unit import InputRequest
from .face import Workbook as WorkbookFace
from .face import open_workbook
from .model.workbook import Workbook
from .mutation import apply_all, decode
from .session import Session

_PREFIX: Final = "input:"
"""In front of the key of an input's sheet; sheet ids of the root begin with s."""


@final
@dataclass(frozen=True, slots=True)
class _Input:
    """One unit under all its names."""

    names: tuple[str, ...]
    unit_id: str
    file_name: str
    model: Workbook


@final
class Library:
    """In a base it holds the models; in a worker it opens a facade of each that refuses every write."""

    def __init__(self) -> None:
        self._inputs: list[_Input] = []
        self._sessions: list[Session] = []

    def add(self, request: InputRequest, model: Workbook) -> None:
        """One more unit, brought to the state it had when it was given."""
        for run in request.runs:
            apply_all(model, decode(run))
        self._inputs.append(_Input(request.names, request.unit_id, request.file_name, model))

    def clear(self) -> None:
        """Let all of them go."""
        self._inputs = []

    def model_of(self, key: str) -> tuple[Workbook, str] | None:
        """The model and sheet id of a key that fault was called with; None for any other key. A worker may send any."""
        for place, each in enumerate(self._inputs):
            prefix = _key(place, "")
            if key.startswith(prefix):
                return each.model, key[len(prefix) :]
        return None

    def open(self, fault: Callable[[str], None]) -> Mapping[str, WorkbookFace]:
        """A root facade for every name, each with a session of its own."""
        found: dict[str, WorkbookFace] = {}
        self._sessions = []
        for place, each in enumerate(self._inputs):
            for name in each.names:
                session = Session(each.model, fault=partial(_fault, fault, place), input_name=name)
                self._sessions.append(session)
                found[name] = open_workbook(session, unit_id=each.unit_id, name=each.file_name)
        return found

    def set_clock(self, now: datetime) -> None:
        """What the run's clock shows, naive local time."""
        for session in self._sessions:
            session.set_clock(now)

    def close(self) -> None:
        """No object of an input can be used from here on."""
        for session in self._sessions:
            session.closed = True


def _fault(fault: Callable[[str], None], place: int, sheet_id: str) -> None:
    fault(_key(place, sheet_id))


def _key(place: int, sheet_id: str) -> str:
    return f"{_PREFIX}{place}/{sheet_id}"
