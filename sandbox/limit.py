"""The limits of one run."""

from __future__ import annotations

import msgspec


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one run may use. Wall and CPU time in seconds, sizes in bytes.

    wall_s: from the moment the worker has its job to the end of encoding the result, with what its base loads for it
    meanwhile. memory_bytes: what the worker may allocate beyond its base. output_bytes: kept of print (head and tail).
    result_bytes, result_depth: the encoded result. mutations, cells: mutations of one run and cells they change.
    """

    wall_s: float = 30.0
    cpu_s: float = 30.0
    memory_bytes: int = 512 * 1024 * 1024
    output_bytes: int = 64 * 1024
    result_bytes: int = 8 * 1024 * 1024
    result_depth: int = 64
    mutations: int = 100_000
    cells: int = 5_000_000
