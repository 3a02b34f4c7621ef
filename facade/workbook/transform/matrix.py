"""The registry of pairs as a page: what is shown is read from what is run."""

from __future__ import annotations

from ..mutation import REGISTRY
from .block import MAX_TOLD
from .over import MAX_MADE, MAX_PAIRS, MAX_REFS, MAX_S
from .pair import CONFLICTS, PAIRS, Kind, Rule
from .warning import CODES, MAX_WARNINGS

_HEAD = """# Transform

Generated from the registry of pairs by `make transform-doc`; do not edit.

Ours are mutations that are pending, theirs those that the log accepted first. `transform(ours, theirs)` gives ours as
they are in the state that theirs leave. It looks at the data of both and at no workbook, changes neither, and gives all
of ours or raises `TransformConflict` with a code and the two mutations that clash, as they were sent. The log's order
is the truth: where both set the same, ours, which comes later, wins. What only the workbook knows (that no merged area,
array formula or table is cut, that nothing is pushed off the sheet, that one sheet stays visible) is checked when the
result is applied.

A new sheet whose id others took gets another id, and one whose name they took the next free number, in all of ours that
speaks of it. An inverse that keeps texts, rows or looks carries what its own data is enough to carry and is otherwise
`entangled`; it repairs no formula in a cell that others have written since. Inverses also name the edit they take back
by a number that only its own process knows: `portable` takes that out, and every log accepts portable mutations only.

Before runs are carried, those that a next one undoes go with it (`standing`): carried over others' changes, both would
take something away, since rows that are deleted and brought back come back without what others wrote there.
"""


def matrix_page() -> str:
    """Markdown."""
    parts = [_HEAD]
    parts.append("## Pairs\n")
    for family in REGISTRY:
        parts += [f"### {family.id}\n", _table(family.params)]  # type: ignore[arg-type]
    parts += ["## Conflicts\n", _codes(CONFLICTS), "## Warnings\n", _codes(CODES), _LIMITS]
    return "\n".join(parts)


def _table(ours: Kind) -> str:
    """One line for all of theirs that have the same rule."""
    groups: dict[tuple[str, tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for family in REGISTRY:
        rule: Rule = PAIRS[ours, family.params]  # type: ignore[index]
        groups.setdefault((rule.word, rule.codes, rule.warns), []).append(family.id)
    lines = ["| over | what comes of it | conflicts | warnings |", "|---|---|---|---|"]
    for (word, codes, warns), theirs in groups.items():
        lines.append(f"| {', '.join(theirs)} | {word} | {', '.join(codes) or '-'} | {', '.join(warns) or '-'} |")
    return "\n".join(lines) + "\n"


def _codes(codes: dict[str, str]) -> str:
    return "\n".join(["| code | when |", "|---|---|", *(f"| {code} | {text} |" for code, text in codes.items())]) + "\n"


_LIMITS = f"""## Budget

Values and formats over values and formats are looked up by place and cost nothing else. Beyond that at most
{MAX_PAIRS:,} pairs are looked at, {MAX_MADE:,} mutations made by parting others, {MAX_REFS:,} references of ours
taken through one change of places each, and {MAX_S:.0f} s spent; more is the conflict `too_many`. Formulas of ours go
through all of theirs at once, and those of theirs are not carried over ours: nothing asks for them.

A report holds {MAX_WARNINGS:,} warnings, of one of ours over neighbouring changes {MAX_TOLD}
places; one more says what is left out.

## Where this differs from what might be expected

- Merging over cells that others filled is a conflict (`not_blank`): a merged area hides no content, and the apply would
  refuse it.
- Moving, shifting or sorting a rectangle over a merge that it would cut is a conflict (`merged`) for the same reason.
- Deleting rows or a sheet over others' edits of them stays, and says `lost_edits`.
- Copying a sheet over edits of it copies the sheet as it is then.
- A write that others parted is several from then on. Where a later pull finds all cells of one of them deleted, that is
  a conflict (`cells_deleted`), though another part is left; one pull over both changes is none.
- Two orders need not lead to the same state. One log orders everything.
"""
