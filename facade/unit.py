"""What the host of any unit type offers the engine: the payloads of its requests and runs."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from .change import Change


class UnitType(msgspec.Struct, frozen=True, kw_only=True):
    """One type of unit. host is the dotted name of the class that the sandbox loads for it; load is the request that
    begins a unit anew, changing are the others that change it.
    """

    host: str
    load: str
    changing: tuple[str, ...]


class RunSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How one run may use the unit; the spec of a job. max_mutations and max_cells: see Limits."""

    unit_id: str
    mode: Literal["read", "write"]
    max_mutations: int
    max_cells: int
    allow_external: bool = False


class RunPayload(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a run did, as its worker tells: hostile until the engine has checked it.

    mutations is the encoded list (see the unit type's decode), empty for none. kept is False when the run failed
    inside a change, so that its mutations are not whole ones.
    """

    unit_id: str
    mutations: bytes
    warnings: Annotated[tuple[Annotated[str, Meta(max_length=2000)], ...], Meta(max_length=1000)] = ()
    kept: bool = True


class LoadRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Op "load": the blob is the file, empty for a new unit; file_name is only for messages."""

    unit_id: str
    file_name: str


class LoadReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Reply to "load"."""

    sheets: tuple[str, ...]
    warnings: tuple[str, ...] = ()


class ApplyRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Op "apply": one run's mutations, all or none. With keep=False the state is as before when the reply comes."""

    token: str
    mutations: bytes
    keep: bool = True
    allow_external: bool = False


class ApplyReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Reply to "apply" and "revert": the changes as the base saw them. inverse undoes them, encoded like them."""

    changes: tuple[Change, ...]
    inverse: bytes = b""
    warnings: tuple[str, ...] = ()


class RevertRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Op "revert": take back the runs of these tokens; they must be the last ones applied, newest first."""

    tokens: tuple[str, ...]


class DiffRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Op "diff": the net change of these tokens, which must be the last ones applied, oldest first."""

    tokens: tuple[str, ...]


class DiffReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Reply to "diff"."""

    changes: tuple[Change, ...]


class SaveReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Reply to "save" (empty payload): the blob is the whole new file. changed_parts names the rewritten parts."""

    changed_parts: tuple[str, ...]


class HashReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Reply to "hash" (empty payload): SHA-256 over the authoritative state in canonical order."""

    state_hash: str
