"""One execution of one program: order the run, check what the worker says, let the base apply it.

Nothing a worker reports is believed before it was checked here: shape, unit, mode and limits of every mutation. What
the outcome shows as changes comes from the base, which applied the mutations and never ran the macro.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, TypeVar, final

import msgspec

from ..facade import ApplyReport, ApplyRequest, MutationInvalid, RunPayload, RunSpec
from ..sandbox import (
    Base,
    BaseDied,
    BaseTimeout,
    ErrorReport,
    HostRefused,
    Job,
    Limits,
    Reply,
    Report,
    ResultRefused,
    Runner,
    WireError,
    refuse_depth,
)
from .errors import CallInvalid
from .outcome import Outcome
from .pending import Run
from .program import Mode, source_hash

if TYPE_CHECKING:
    from ..facade import Mutation, Scope

APPLY_DEADLINE_S: Final = 60.0
"""The base applies what a worker applied within its own limits; longer means the base is stuck."""
_APPLY_LEAST_S: Final = 10.0
_APPLY_FACTOR: Final = 2.0
"""A base needs up to twice the worker's time for the same changes: it also makes what undoes them, and their diff."""

Answer = TypeVar("Answer")


@final
class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What one execution was asked for, all defaults filled in. scope is what the references of writable mean."""

    source: str
    unit_id: str
    mode: Mode
    args: Mapping[str, Any]
    atomic: bool
    dry_run: bool
    seed: int
    now: datetime
    limits: Limits
    allow_external: bool
    run_id: str
    writable: tuple[str, ...] | None = None
    scope: Scope | None = None


@final
class Execution(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome, and the run to keep if there is one; encoded is what a run changed, kept or not."""

    outcome: Outcome
    run: Run | None = None
    encoded: bytes = b""

    def with_notes(self, notes: tuple[str, ...]) -> Execution:
        """The same with notes in front of the outcome's warnings."""
        outcome = replace(self.outcome, warnings=(*notes, *self.outcome.warnings))
        return msgspec.structs.replace(self, outcome=outcome)


def new_run_id() -> str:
    """A fresh id, unguessable for a worker."""
    return "run-" + os.urandom(8).hex()


def execute(base: Base, order: Order, *, isolation: str, base_revision: int, runner: Runner | None = None) -> Execution:
    """Run it in a fresh worker, of the base or of the runner; the base applies what it changed.

    The caller holds the runtime's lock. BaseDied passes through.
    """
    report = run_order(runner or base, order)
    return settle(base, order, report, isolation=isolation, base_revision=base_revision)


def settle(base: Base, order: Order, report: Report, *, isolation: str, base_revision: int) -> Execution:
    """Check what a worker says, let the base apply it, and tell how the run ended."""
    error, mutations, encoded, warnings = _checked(report, order)
    run: Run | None = None
    applied = ApplyReport(changes=())
    if mutations and (error is None or _keeps(report, order)):
        try:
            applied = apply_encoded(base, order, encoded, keep=not order.dry_run)
        except HostRefused as refused:
            error = _tampered(f"the changes of the run do not fit the unit: {refused.message}")
            mutations = ()
        except BaseTimeout as late:
            error, mutations = _slow(late), ()
        else:
            warnings = (*warnings, *applied.warnings)
            if not order.dry_run:
                run = Run(
                    run_id=order.run_id,
                    program_hash=source_hash(order.source),
                    mutations=mutations,
                    changes=applied.changes,
                    encoded=encoded,
                    inverse=applied.inverse,
                )
    else:
        mutations = ()
    if error is not None and run is not None:
        count = len(mutations)
        kept = f"the run failed, and with atomic=False its changes before the error were kept (mutations: {count})"
        warnings = (*warnings, kept)
    if isolation == "unsafe":
        warnings = (_UNSAFE, *warnings)
    outcome = Outcome(
        ok=error is None,
        value=report.value if error is None else None,
        stdout=report.stdout,
        error=error,
        changes=applied.changes,
        mutations=mutations,
        warnings=warnings,
        usage=report.usage,
        run_id=order.run_id,
        mode=order.mode,
        isolation=isolation,
        seed=order.seed,
        now=order.now,
        program_hash=source_hash(order.source),
        base_revision=base_revision,
        truncated=report.truncated,
    )
    return Execution(outcome=outcome, run=run, encoded=encoded if mutations else b"")


_UNSAFE: Final = (
    "isolation level 'unsafe': the macro ran inside the application's own process, with nothing but the language "
    "layer around it"
)


def check(base: Base, source: object, unit_id: str, *, limits: Limits) -> ErrorReport | None:
    """Compile in a locked-down process without running; the refusal, or None."""
    if not isinstance(source, str):
        raise CallInvalid(f"a macro is source text, not {type(source).__name__}", hint="Use prepare('1 + 1', ...).")
    report = base.run(
        Job(source=source, run_id=new_run_id(), spec=_spec(unit_id, "read", limits), limits=limits, check_only=True)
    )
    return report.error


def run_order(runner: Runner, order: Order) -> Report:
    """The worker's own account of the run, nothing of it checked."""
    try:
        return runner.run(_job(order), park=order.mode == "read")
    except ResultRefused as refused:
        problem = refused.message.replace("cannot be returned", "cannot be passed in").replace("the result", "args")
        raise CallInvalid(f"args: {problem}", hint="Pass plain values: numbers, text, dates, lists, dicts.") from None


def _job(order: Order) -> Job:
    return Job(
        source=order.source,
        run_id=order.run_id,
        spec=_spec(
            order.unit_id,
            order.mode,
            order.limits,
            allow_external=order.allow_external,
            writable=_encoded(order.scope),
        ),
        args=order.args,
        seed=order.seed,
        now=order.now,
        limits=order.limits,
    )


def _encoded(scope: Scope | None) -> bytes:
    if scope is None:
        return b""
    from ..facade import encode_scope

    return encode_scope(scope)


def _spec(
    unit_id: str,
    mode: Mode,
    limits: Limits,
    *,
    allow_external: bool = False,
    writable: bytes = b"",
) -> bytes:
    return msgspec.msgpack.encode(
        RunSpec(
            unit_id=unit_id,
            mode=mode,
            max_mutations=limits.mutations,
            max_cells=limits.cells,
            allow_external=allow_external,
            writable=writable,
        )
    )


def _keeps(report: Report, order: Order) -> bool:
    """Whether a failed run keeps what came before its error: only a macro's own error, and only if asked for."""
    return report.status == "error" and not order.atomic


def _checked(report: Report, order: Order) -> tuple[ErrorReport | None, tuple[Mutation, ...], bytes, tuple[str, ...]]:
    """The error, mutations and warnings of a report, the worker's part of it validated."""
    if report.status not in {"done", "error"} or (report.status == "error" and not report.payload):
        return report.error, (), b"", ()
    try:
        refuse_depth(report.payload, _PAYLOAD_DEPTH)
        payload = msgspec.msgpack.decode(report.payload, type=RunPayload)
        refuse_depth(payload.mutations or b"\xc0", _MUTATIONS_DEPTH)
        mutations = _decoded(payload.mutations, order.limits)
    except (msgspec.DecodeError, MutationInvalid, WireError, RecursionError) as error:
        return _tampered(f"what the worker reported is not valid: {error}"), (), b"", ()
    if problem := _forbidden(payload, mutations, order):
        return _tampered(problem), (), b"", ()
    if not payload.kept:
        return report.error or _CUT_OFF, (), b"", payload.warnings
    return report.error, mutations, payload.mutations, payload.warnings


def _decoded(encoded: bytes, limits: Limits) -> tuple[Mutation, ...]:
    if not encoded:
        return ()
    from ..facade import decode_mutations  # a parent that only reads never loads the mutations

    return decode_mutations(encoded, from_run=True, max_mutations=limits.mutations, max_cells=limits.cells)


_PAYLOAD_DEPTH: Final = 4
_MUTATIONS_DEPTH: Final = 12
_REPLY_DEPTH: Final = 16
"""How deep each nests at most when honest (a run of rich text in a cell of a matrix: 7), with room."""

_CUT_OFF: Final = ErrorReport(
    code="cut_off",
    message="a change was cut off midway, by the depth of calls or for want of memory, and the macro went on",
    type="RuntimeError",
    hint="Nothing was kept. Let the error end the macro, or write from a place where calls are not nested so deeply.",
)


def _forbidden(payload: RunPayload, mutations: tuple[Mutation, ...], order: Order) -> str | None:
    if payload.unit_id != order.unit_id:
        return "the worker reported changes for another unit"
    if not mutations:
        return None
    from ..facade import count_cells

    if order.mode != "write":
        return "the worker reported changes from a run in read mode"
    if len(mutations) > order.limits.mutations or count_cells(mutations) > order.limits.cells:
        return "the worker reported more changes than its limits allow"
    return None if order.scope is None else _outside(order.scope, mutations)


def _outside(scope: Scope, mutations: tuple[Mutation, ...]) -> str | None:
    from ..facade import ScopeCheck

    check = ScopeCheck(scope)
    for mutation in mutations:
        breach = check.breach(mutation)
        if breach is not None:
            return f"the worker reported a change outside of what the run may write: {breach.place}"
    return None


def _tampered(message: str) -> ErrorReport:
    return ErrorReport(
        code="tampered",
        message=message,
        hint="Nothing was kept. This is never an accident of a macro: keep its source and look at it.",
    )


def apply_encoded(base: Base, order: Order, encoded: bytes, *, keep: bool) -> ApplyReport:
    """Have the base apply what a run changed, or look at it and take it back."""
    request = ApplyRequest(token=order.run_id, mutations=encoded, keep=keep, allow_external=order.allow_external)
    reply = base.request("apply", msgspec.msgpack.encode(request), deadline_s=_apply_deadline_s(order.limits))
    return read_reply(base, reply, ApplyReport)


def _apply_deadline_s(limits: Limits) -> float:
    return min(APPLY_DEADLINE_S, max(_APPLY_LEAST_S, _APPLY_FACTOR * limits.wall_s))


def _slow(late: BaseTimeout) -> ErrorReport:
    return ErrorReport(
        code="limit",
        message="applying the changes of the macro took too long, and none was kept",
        type="LimitError",
        hint="Change less in one run.",
        limit_name="wall_s",
        limit=late.limit,
        observed=late.observed,
    )


def read_reply(base: Base, reply: Reply, report: type[Answer]) -> Answer:
    """What a base answered; one that answers what no host does is ended, and counts as dead."""
    try:
        refuse_depth(reply.payload, _REPLY_DEPTH)
        return msgspec.msgpack.decode(reply.payload, type=report)
    except (msgspec.MsgspecError, WireError, RecursionError, ValueError) as error:
        base.close()
        raise BaseDied(f"the base answered what no base does: {str(error)[:200]}") from error
