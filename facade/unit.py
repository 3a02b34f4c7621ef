"""What the host of any unit type offers the engine: the payloads of its requests and runs."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from .change import Change

MACRO_FILE = "<macro>"
"""co_filename of a macro's code, as the sandbox compiles it."""


class UnitType(msgspec.Struct, frozen=True, kw_only=True):
    """One type of unit. host is the dotted name of the class that the sandbox loads for it; load is the request that
    begins a unit anew, changing are the others that change it.
    """

    host: str
    load: str
    changing: tuple[str, ...]


class RunSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How one run may use the unit; the spec of a job. max_mutations and max_cells: see Limits.

    writable is the scope of its changes, encoded as the unit type has it; empty for the whole unit.
    """

    unit_id: str
    mode: Literal["read", "write"]
    max_mutations: int
    max_cells: int
    allow_external: bool = False
    writable: bytes = b""


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
    """Op "load": the blob is the file, empty for a new unit; file_name is for messages and names.

    form: what the file is, a word of the unit type's own; "" for its native one.
    """

    unit_id: str
    file_name: str
    form: str = ""


class LoadReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Reply to "load". sheet_ids stand in the order of sheets."""

    sheets: tuple[str, ...]
    sheet_ids: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


class InputRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Op "input": one more unit that runs may read, under these names; the other fields are a LoadRequest's.

    runs are the encoded mutations that stand on the file, oldest first.
    """

    names: tuple[str, ...]
    unit_id: str
    file_name: str
    form: str = ""
    runs: tuple[bytes, ...] = ()


class InputReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Reply to "input"."""

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


class SaveRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Op "save"; an empty payload means the defaults. form: what to write, None for what was loaded.

    part: which part of the unit, where the form holds one only; None for the only one there is. calculate: whether
    what is derived, such as values of formulas, is computed first; else it stays as the file has it. now: the moment
    for what depends on it, naive local time.
    """

    form: str | None = None
    part: str | None = None
    calculate: bool = True
    now: datetime | None = None


class SaveReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Reply to "save": the blob is the whole new file. changed_parts names the rewritten parts."""

    changed_parts: tuple[str, ...]
    warnings: tuple[str, ...] = ()


class HashReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Reply to "hash" (empty payload): SHA-256 over the authoritative state in canonical order."""

    state_hash: str
