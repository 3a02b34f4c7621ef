"""Changesets made by hand, the same each time; run as a module it writes the golden file of this version."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from macrocell.engine.audit import Audit
from macrocell.engine.changeset_wire import VERSION, encode_changeset
from macrocell.engine.pending import Changeset, Run
from macrocell.facade.change import Change
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.mutation import AxisDelete, AxisInsert, CellsSet, Formula, Mutation, encode
from macrocell.facade.workbook.mutation.typed_ref import typed

CASES = Path(__file__).parents[1] / "cases" / "changeset"
GOLDEN = CASES / f"version_{VERSION}.bin"


def changeset() -> Changeset:
    """Two runs: a write with a formula, and an inserted row that a third takes back."""
    write = CellsSet(sheet="s1", rect=Rect(0, 0, 0, 2), rows=[[1, "two", typed(Formula("SUM(A1:A9)"), {})]])
    insert = AxisInsert(sheet="s1", axis="rows", at=3, count=2)
    delete = AxisDelete(sheet="s1", axis="rows", at=3, count=2)
    blank = CellsSet(sheet="s1", rect=Rect(0, 0, 0, 2), rows=[[None, None, None]])
    return Changeset(
        unit_id="unit-1",
        base_revision=41,
        sid="sid-1",
        runs=(run("run-1", write, blank), run("run-2", insert, delete), run("run-3", delete, insert, undoes="run-2")),
    )


def run(run_id: str, mutation: Mutation, inverse: Mutation, undoes: str | None = None) -> Run:
    """One run of one mutation."""
    at = datetime(2026, 3, 1, 12, 30, 15, 123456, tzinfo=UTC)
    return Run(
        run_id=run_id,
        program_hash="a" * 64,
        mutations=(mutation,),
        changes=(Change(kind="cells", sheet="Data", range="A1:C1", before=[[None]], after=[[1, "two"]], cells=3),),
        encoded=encode([mutation]),
        inverse=encode([inverse]),
        undoes=undoes,
        audit=Audit(
            who="ann@example.org",
            at=at,
            run_id=run_id,
            sid="sid-1",
            unit_id="unit-1",
            program_hash="a" * 64,
            mode="write",
            isolation="kernel",
            layers=("seccomp", "landlock"),
            seed=7,
            now=at,
            writable=("Data!A:C",),
            inputs={"rates": "b" * 64},
            undoes=undoes,
            version="0.1.0",
        ),
    )


if __name__ == "__main__":
    CASES.mkdir(exist_ok=True)
    GOLDEN.write_bytes(encode_changeset(changeset(), req_id="req-1"))
