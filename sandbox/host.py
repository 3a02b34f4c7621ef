"""What the sandbox asks of the unit's host, which it loads by dotted name and otherwise knows nothing about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from types import ModuleType
from typing import Protocol

FaultHandler = Callable[[str], None]
"""Called by a host in a worker that needs something its base has not loaded yet, named by a key.

It may not return: the run is then given up, the base gets the request ("warm", key) and the run starts again in a new
worker. If it returns, the run has gone on too long for that, and the host loads the thing itself, for this run only.
"""


class Host(Protocol):
    """A live unit. One object in a base; a worker works on the copy that fork gave it.

    All payloads are the host's own bytes: the sandbox carries them, the engine encodes and decodes them with the
    facade's types.
    """

    store_types: frozenset[type]
    """Exact types whose attributes a macro may set (their own __setattr__ or properties decide what happens)."""

    error_types: frozenset[type[Exception]]
    """Exact exception types of the facade: their code (str) and hint (str or None) go into the report."""

    modules: Mapping[str, ModuleType]
    """Vetted modules the host adds, by the name a macro imports."""

    injected: tuple[str, ...]
    """The names begin() binds; the first is the root facade."""

    def request(self, op: str, payload: bytes, blob: bytes) -> tuple[bytes, Iterable[bytes]]:
        """Serve the engine, in the base, where no macro ever runs. Returns the reply and its blob, in chunks.

        An exception of error_types is a clean refusal: the base lives on and its state is as before.
        """
        ...

    @classmethod
    def preload(cls) -> None:
        """Before any fork, where many runs are to come: do what runs do, so that whatever is made late is there."""
        ...

    def rehearse(self) -> Iterator[None]:
        """In a worker that waits for its job: touch what begin, a run and finish write to, so that a run need not copy
        it. Between two steps, each a fraction of a millisecond, the worker looks whether the job has come. The first
        may begin and finish a run; those that follow leave alone what begin has made.
        """
        ...

    def begin(self, spec: bytes, inputs: Mapping[str, object], fault: FaultHandler) -> Mapping[str, object]:
        """Arm the facade for one run, in a worker; returns the values of the injected names but args.

        A worker that waits does so for the run it expects: what differs from run to run comes with start.
        """
        ...

    def start(self, now: datetime) -> None:
        """The run that was begun starts now; its clock shows this naive local time."""
        ...

    def finish(self, failed: bool) -> bytes:
        """Close the facade and return what the run did; failed when the macro raised. No macro code runs after."""
        ...

    def changed(self) -> bool:
        """Whether the run has changed anything so far."""
        ...

    def refuse_result(self, value: object) -> str | None:
        """For a value that cannot be a result because it is a facade object: what to write instead; else None."""
        ...

    def explain(self, kind: str, message: str, expression: str) -> str | None:
        """What to write instead, where Python's own error is about the facade; None where it is not.

        Texts alone: the exception's type and message, and the source of the expression that failed, or "". All three
        may be a macro's doing.
        """
        ...

    def plain_result(self, value: object) -> object:
        """A facade value type (an error value, rich text) as a plain value; any other value as it is."""
        ...
