"""The locked-down process that holds a unit's state: loaded, kept in step, and replaced when it dies.

What it holds is a replica: the parent can always say again what it was made of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NoReturn, TypeVar, final

import msgspec

from ..facade import ApplyReport, ApplyRequest, LoadReport, LoadRequest, RevertRequest
from ..sandbox import Base, BaseDied, BaseTimeout, HostRefused
from .errors import LoadFailed
from .execution import APPLY_DEADLINE_S, read_reply
from .writable import SheetNames

if TYPE_CHECKING:
    from .pending import Run

LOAD_DEADLINE_S: Final = 120.0
"""Opening reads no sheet and takes milliseconds; longer means hostile parts or a stuck process."""

Result = TypeVar("Result")


@final
class Replica:
    """One unit's base. Its owner holds the lock that makes calls follow each other.

    open_base gives a fresh process; chunks the bytes of the file; runs all that stands on it. warnings are what reading
    the file had to say.
    """

    def __init__(
        self,
        *,
        unit_id: str,
        name: str,
        form: str,
        open_base: Callable[[], Base],
        chunks: Callable[[], Iterable[bytes]],
        runs: Callable[[], tuple[Run, ...]],
    ) -> None:
        self._unit_id = unit_id
        self._name = name
        self._form = form
        self._open_base = open_base
        self._chunks = chunks
        self._runs = runs
        self.base: Base | None = None
        self.sheet_names = SheetNames()
        self.warnings: tuple[str, ...] = ()

    def load(self) -> Base:
        """Open a base and bring it to the state the owner stands for."""
        base = self._open_base()
        try:
            report = self.fill(base)
        except (BaseDied, BaseTimeout) as error:
            base.close()
            self._fail(error)
        except BaseException:
            base.close()
            raise
        self.base, self.warnings = base, report.warnings
        self.sheet_names.load(report.sheet_ids, report.sheets)
        base.park()
        return base

    def fill(self, base: Base) -> LoadReport:
        """Load the file into a base, and put on all that stands on it."""
        request = msgspec.msgpack.encode(LoadRequest(unit_id=self._unit_id, file_name=self._name, form=self._form))
        reply = base.request("load", request, self._chunks(), deadline_s=LOAD_DEADLINE_S)
        report = read_reply(base, reply, LoadReport)
        for run in self._runs():
            apply_run(base, run)
        return report

    def ask(self, op: str, payload: bytes, report: type[Result], deadline_s: float) -> tuple[Result, list[bytes]]:
        """What the base answers to a request, and the blob that came with it."""

        def ask(base: Base) -> tuple[Result, list[bytes]]:
            reply = base.request(op, payload, deadline_s=deadline_s)
            return read_reply(base, reply, report), reply.blob

        return self.run(ask)

    def run(self, act: Callable[[Base], Result]) -> Result:
        """Do it with a live base. A base that died, between calls or in this one, is loaded again, once."""
        base = self.base
        if base is None or not base.alive:
            base = self.load()
        try:
            return act(base)
        except BaseTimeout:
            self.drop()
            raise
        except BaseDied:
            self.drop()
            return act(self.load())

    def swap(self, old: tuple[Run, ...], new: tuple[Run, ...]) -> tuple[Run, ...]:
        """Put other runs in the place of the last ones; each with the changes and the inverse that it has there.

        Raises HostRefused where they do not fit; the next base is then loaded as all was before.
        """
        return self.run(lambda base: self._swap(base, old, new))

    def _swap(self, base: Base, old: tuple[Run, ...], new: tuple[Run, ...]) -> tuple[Run, ...]:
        revert_runs(base, old)
        try:
            done = apply_runs(base, new)
        except HostRefused:
            self.drop()
            raise
        base.park()
        return done

    def park(self) -> None:
        """Have a worker get ready, where there is a base."""
        if self.base is not None and self.base.alive:
            self.base.park()

    def drop(self) -> None:
        """Let the base go; the next call loads another."""
        base, self.base = self.base, None
        if base is not None:
            base.close()

    def _fail(self, error: BaseDied | BaseTimeout) -> NoReturn:
        raise LoadFailed(
            f"{self._name}: the locked-down process that reads the file ended ({error.message})",
            hint="The file may need more memory than allowed; try a larger limit, or a smaller file.",
        ) from error


def apply_run(base: Base, run: Run) -> ApplyReport:
    """Put a run on what the base holds."""
    request = ApplyRequest(token=run.run_id, mutations=run.encoded, allow_external=True)
    reply = base.request("apply", msgspec.msgpack.encode(request), deadline_s=APPLY_DEADLINE_S)
    return read_reply(base, reply, ApplyReport)


def revert_runs(base: Base, runs: tuple[Run, ...]) -> None:
    """Take back runs, which must be the last ones applied, in the order in which they were."""
    if runs:
        tokens = tuple(run.run_id for run in reversed(runs))
        base.request("revert", msgspec.msgpack.encode(RevertRequest(tokens=tokens)), deadline_s=APPLY_DEADLINE_S)


def apply_runs(base: Base, runs: tuple[Run, ...]) -> tuple[Run, ...]:
    """Put runs on what the base holds; each with the changes and the inverse that it has there."""
    done: list[Run] = []
    for run in runs:
        report = apply_run(base, run)
        done.append(replace(run, changes=report.changes, inverse=report.inverse))
    return tuple(done)
