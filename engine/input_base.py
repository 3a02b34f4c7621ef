"""The base that a run with inputs is forked from: the unit and its inputs side by side.

It is apart from the unit's own base, which applies and saves: a file that is given as an input is parsed by a process
from which nothing is ever kept. It stays for the next run with the same inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NoReturn, final

import msgspec

from ..facade import InputReport, InputRequest
from ..sandbox import Base, BaseDied, HostRefused, Job, Report
from .errors import FileUnreadable, InputFailed
from .execution import read_reply
from .inputs import InputSource, named_errors
from .pending import Run

LOAD_DEADLINE_S: Final = 120.0
"""As for the unit itself."""


@final
class InputBase:
    """Runs jobs on the unit with its inputs. fill loads the unit into a new base, apply one run of it.

    All calls come under the runtime's lock.
    """

    def __init__(
        self, open_base: Callable[[], Base], fill: Callable[[Base], object], apply: Callable[[Base, Run], object]
    ) -> None:
        self._open_base = open_base
        self._fill = fill
        self._apply = apply
        self._base: Base | None = None
        self._sources: tuple[InputSource, ...] = ()
        self._loaded: tuple[InputSource, ...] = ()
        self._runs: tuple[Run, ...] = ()
        self.notes: tuple[str, ...] = ()
        """What reading the inputs had to say."""

    @property
    def alive(self) -> bool:
        """Whether its process runs."""
        return self._base is not None and self._base.alive

    @property
    def hashes(self) -> dict[str, str]:
        """SHA-256 of what was loaded, by the inputs' names."""
        return {name: source.digest for source in self._loaded for name in source.names}

    def prepare(self, sources: tuple[InputSource, ...], runs: tuple[Run, ...]) -> None:
        """Hold these inputs beside the unit with these runs on it; what is held already stays.

        Raises FileUnreadable for an input that is refused, InputFailed where reading one ends the process.
        """
        self._sources = sources
        if self._base is None or not self.alive or not self._fits(sources, runs):
            self._open(sources, runs)
            return
        try:
            for run in runs[len(self._runs) :]:
                self._apply(self._base, run)
            self._runs = runs
        except BaseDied:
            self._open(sources, runs)

    def run(self, job: Job, *, park: bool = False) -> Report:
        """Run it. A base that dies, as one does whose memory an input exhausts, is replaced once."""
        try:
            return self.base.run(job, park=park)
        except BaseDied:
            self._open(self._sources, self._runs)
        try:
            return self.base.run(job, park=park)
        except BaseDied as error:
            self.fail(error)

    @property
    def base(self) -> Base:
        """The living base; prepare was called."""
        assert self._base is not None
        return self._base

    def park(self) -> None:
        """Have a worker get ready for the next run."""
        if self._base is not None and self.alive:
            self._base.park()

    def close(self) -> None:
        """End the process; the next prepare opens another."""
        base, self._base = self._base, None
        if base is not None:
            base.close()

    def _fits(self, sources: Sequence[InputSource], runs: tuple[Run, ...]) -> bool:
        known = len(self._runs)
        same = len(runs) >= known and all(map(_is, runs[:known], self._runs))
        return same and [source.identity for source in self._loaded] == [source.identity for source in sources]

    def _open(self, sources: tuple[InputSource, ...], runs: tuple[Run, ...]) -> None:
        self.close()
        base = self._open_base()
        try:
            self._fill(base)
            loaded = [self._load(base, _opened(source), own_file=source.file is None) for source in sources]
        except BaseDied as error:
            base.close()
            self.fail(error)
        except BaseException:
            base.close()
            raise
        self._base, self._runs = base, runs
        self._loaded = tuple(source for source, _ in loaded)
        self.notes = tuple(note for _, notes in loaded for note in notes)

    def _load(self, base: Base, source: InputSource, *, own_file: bool) -> tuple[InputSource, tuple[str, ...]]:
        request = InputRequest(
            names=source.names,
            unit_id=source.unit_id,
            file_name=source.file_name,
            form=source.form,
            runs=tuple(run.encoded for run in source.runs),
        )
        try:
            blob = () if source.file is None else source.file.chunks()
            reply = base.request("input", msgspec.msgpack.encode(request), blob, deadline_s=LOAD_DEADLINE_S)
            report = read_reply(base, reply, InputReport)
        except HostRefused as refused:
            message = f"inputs[{source.names[0]!a}]: {source.file_name}: {refused.message}"
            error = FileUnreadable(message, hint=refused.hint)
            error.code = refused.code
            raise error from refused
        finally:
            if own_file:
                source.close()
        notes = tuple(f"inputs[{source.names[0]!a}]: {note}" for note in report.warnings)
        return replace(source, file=None), notes

    def fail(self, error: BaseDied) -> NoReturn:
        """End the process; raise InputFailed for what ended it."""
        self.close()
        names = ", ".join(ascii(name) for source in self._sources for name in source.names)
        raise InputFailed(
            f"the locked-down process that reads the inputs {names} ended ({error.message})",
            hint="One of them may need more memory or time than there is. The unit and its changes are unharmed.",
        ) from error


def _opened(source: InputSource) -> InputSource:
    with named_errors(source.names[0]):
        return source.opened()


def _is(left: object, right: object) -> bool:
    return left is right
