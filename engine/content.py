"""What a runtime stands for: the runs on a file that are confirmed, sent, and pending."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import final

from .pending import Changeset, Confirmed, Run


@final
@dataclass(slots=True, kw_only=True)
class Content:
    """confirmed are all runs of the log since the file; log the changesets they came in, as far as this session knows.

    awaiting was sent to a store and is not acknowledged, under the request req_id; pending stands on it.
    """

    pending: Changeset
    confirmed: tuple[Run, ...] = ()
    log: tuple[Confirmed, ...] = ()
    awaiting: Changeset | None = None
    req_id: str = ""
    own: set[str] = field(default_factory=set)
    """Ids of the confirmed runs that this session made."""

    @property
    def runs(self) -> tuple[Run, ...]:
        """All that stand on the file, oldest first."""
        return (*self.confirmed, *self.unconfirmed)

    @property
    def unconfirmed(self) -> tuple[Run, ...]:
        """What was sent and is not acknowledged, and what is pending."""
        sent = () if self.awaiting is None else self.awaiting.runs
        return (*sent, *self.pending.runs)

    def confirm(self, confirmed: Confirmed) -> None:
        """What is awaited stands in the log now, as this."""
        assert self.awaiting is not None
        self.confirmed = (*self.confirmed, *self.awaiting.runs)
        self.own.update(run.run_id for run in self.awaiting.runs)
        self.log = (*self.log, confirmed)
        self.awaiting, self.req_id = None, ""
        self.pending = replace(self.pending, base_revision=confirmed.revision)

    def send(self, req_id: str) -> Changeset:
        """What is pending is awaited from here on, and nothing is pending."""
        assert self.awaiting is None
        self.awaiting, self.req_id = self.pending, req_id
        self.pending = self.pending.with_runs(())
        return self.awaiting

    def recall(self) -> None:
        """What is awaited was refused for good: it is pending again, under no request."""
        if self.awaiting is not None:
            self.pending = self.pending.with_runs((*self.awaiting.runs, *self.pending.runs))
            self.awaiting, self.req_id = None, ""
