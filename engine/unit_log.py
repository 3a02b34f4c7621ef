"""The log of one unit of a store as a session sees it: changesets in, changesets out, and what was acknowledged."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Final, final

from .audit import utc_now
from .changeset_wire import decode_changeset, encode_changeset
from .errors import AckMismatch, ChangesetInvalid, StoreDamaged, StoreError, StoreUnavailable
from .log_report import Connection
from .pending import Changeset, Confirmed
from .store.record import Append, AppendStatus, digest_of

if TYPE_CHECKING:
    from .store.protocol import Store
    from .store.record import Appended, Checkpoint, Entry, Unit

PAGE_BYTES: Final = 32 << 20
_VERIFY: Final = "Verify it: docs/store.md"


def new_request_id() -> str:
    """A fresh id of one changeset that is to be appended."""
    return "req-" + os.urandom(8).hex()


@final
class UnitLog:
    """Of one unit, for one session. It keeps nothing but whether the store answered."""

    def __init__(self, store: Store, unit_id: str, sid: str) -> None:
        self._store = store
        self._sid = sid
        self.connection = Connection.CONNECTED
        self.unit: Unit = store.unit(unit_id)

    def start(self) -> tuple[Checkpoint, tuple[Confirmed, ...]]:
        """The newest checkpoint and what was committed since."""
        checkpoint = self._store.checkpoint(self.unit.id)
        return checkpoint, self.after(checkpoint.revision)

    def after(self, revision: int) -> tuple[Confirmed, ...]:
        """All that was committed after a revision, in order. Raises StoreUnavailable, StoreDamaged."""
        unit_id = self.unit.id
        with self._asking():
            head = self._store.unit(unit_id).head
        found: list[Confirmed] = []
        while revision < head:
            with self._asking():
                page = self._store.entries(unit_id, revision, max_bytes=PAGE_BYTES)
            if [entry.revision for entry in page] != list(range(revision + 1, revision + 1 + max(len(page), 1))):
                raise StoreDamaged(f"unit {unit_id}: the log is not whole behind revision {revision}", hint=_VERIFY)
            found.extend(map(self._confirmed, page))
            revision += len(page)
        return tuple(found)

    def append(self, changeset: Changeset, req_id: str, who: str) -> Appended:
        """Send one changeset, and look at the answer. Raises StoreUnavailable, AckMismatch, ChangesetInvalid."""
        payload = encode_changeset(changeset, req_id=req_id, unit_type=self.unit.type, inverses=False)
        sent = Append(
            unit_id=self.unit.id,
            base_revision=changeset.base_revision,
            sid=self._sid,
            req_id=req_id,
            payload=payload,
            digest=digest_of(payload),
            audit=_record(changeset, who),
            at=utc_now(),
        )
        with self._asking():
            (answer,) = self._store.append([sent])
        _check_answer(sent, answer)
        return answer

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """Note whether the store answers; a refusal is an answer."""
        try:
            yield
        except StoreUnavailable:
            self.connection = Connection.UNAVAILABLE
            raise
        except StoreError:
            self.connection = Connection.CONNECTED
            raise
        self.connection = Connection.CONNECTED

    def _confirmed(self, entry: Entry) -> Confirmed:
        try:
            packed = decode_changeset(entry.payload, unit_id=self.unit.id, unit_type=self.unit.type)
        except ChangesetInvalid as error:
            raise StoreDamaged(
                f"unit {self.unit.id}: revision {entry.revision} cannot be read: {error.message}",
                hint=error.hint or _VERIFY,
            ) from error
        changeset = packed.changeset
        said = (changeset.sid, packed.req_id, changeset.base_revision)
        if said != (entry.sid, entry.req_id, entry.revision - 1):
            raise StoreDamaged(
                f"unit {self.unit.id}: revision {entry.revision} holds the changeset of another request",
                hint=_VERIFY,
            )
        return Confirmed(
            revision=entry.revision,
            changeset=changeset,
            who=_who(entry.audit),
            at=entry.at,
            req_id=entry.req_id,
        )


def _check_answer(sent: Append, answer: Appended) -> None:
    """An answer that is not about what was sent tells that the log cannot be trusted."""
    same = (answer.unit_id, answer.sid, answer.req_id) == (sent.unit_id, sent.sid, sent.req_id)
    stored = answer.status in {AppendStatus.APPENDED, AppendStatus.KNOWN}
    if same and not stored:
        return
    if not same or answer.digest != sent.digest or answer.revision != sent.base_revision + 1:
        raise AckMismatch(
            f"unit {sent.unit_id}: the store acknowledged something else than what was sent (request {sent.req_id}, "
            f"revision {answer.revision} where {sent.base_revision + 1} was expected)",
            hint="Close this runtime, check the store, and open the unit again; export what is pending first.",
        )


def _record(changeset: Changeset, who: str) -> bytes:
    """The audit record beside the payload: who sent it, and what each run says of itself."""
    runs = [{"run_id": run.run_id, **(asdict(run.audit) if run.audit is not None else {})} for run in changeset.runs]
    return json.dumps({"who": who, "runs": runs}, default=_plain, ensure_ascii=False, sort_keys=True).encode()


def _plain(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _who(audit: bytes) -> str:
    try:
        found = json.loads(audit)
    except ValueError:
        return ""
    who = found.get("who") if isinstance(found, dict) else None
    return who if isinstance(who, str) else ""
