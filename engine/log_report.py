"""How a commit, a fetch and a pull ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, final

import msgspec

if TYPE_CHECKING:
    from ..facade import Mutation


class CommitStatus(StrEnum):
    """How a commit ended."""

    CONFIRMED = "confirmed"
    NOTHING_TO_COMMIT = "nothing-to-commit"
    PULL_REQUIRED = "pull-required"
    """Others were first: pull, then commit again."""
    RETRY = "retry"
    """The store could not be reached and has nothing of it; what was to be sent waits, commit sends it again."""
    UNKNOWN = "unknown"
    """The store broke off: it may have it. Commit again, or pull, tells which."""
    CONFLICT = "conflict"
    """A pull found a conflict that is not settled yet; nothing was sent."""


class FetchStatus(StrEnum):
    """How a fetch ended."""

    UNCHANGED = "unchanged"
    FETCHED = "fetched"


class PullStatus(StrEnum):
    """How a pull ended."""

    UP_TO_DATE = "up-to-date"
    PULLED = "pulled"
    CONFLICT = "conflict"
    """Nothing was changed; see drop."""


class Connection(StrEnum):
    """Whether the store answered when it was last asked."""

    CONNECTED = "connected"
    UNAVAILABLE = "unavailable"


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Why pending runs and what others committed cannot both be had. run_id is the run to change or to drop.

    code is a word of docs/transform.md; ours and theirs are the two changes that clash, None where the process that
    holds the unit refused the whole.
    """

    code: str
    message: str
    run_id: str
    ours: Mutation | None = None
    theirs: Mutation | None = None


@final
class CommitReport(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a commit; revision is the log's head as far as it is known."""

    status: CommitStatus
    revision: int
    warnings: tuple[str, ...] = ()
    conflict: Conflict | None = None


@final
class FetchReport(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a fetch; revision is the log's head."""

    status: FetchStatus
    revision: int
    warnings: tuple[str, ...] = ()
    conflict: Conflict | None = None


@final
class PullReport(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a pull; revision is that on which pending stands now. warnings: what a person should look at."""

    status: PullStatus
    revision: int
    warnings: tuple[str, ...] = ()
    conflict: Conflict | None = None
