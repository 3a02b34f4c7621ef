"""Every real file after structural edits, judged by all judges: `make corpus`.

Exit code: 0 for no finding, 1 for findings, 2 where something that judges is not installed or the corpus is absent.
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from macrocell import Engine
from support.corpus import opening_files
from support.formula_text import (
    Difference,
    differences,
    formula_differences,
    formulas,
    name_differences,
    new_differences,
)
from support.libreoffice import SOFFICE, convert
from support.package.finding import Finding, exceeding
from support.package.loss import lost_parts
from support.package_audit import audit
from support.package_check import check
from support.structure_case import Case, Saved, run_case
from support.structure_rival import Edited, rival, rival_differences, single

AUDITS = importlib.util.find_spec("openxml_audit") is not None
SHOWN_FILES = 4

FAILED = frozenset(
    (
        "base_died",
        "base_timeout",
        "died",
        "limit",
        "macro_error",
        "mutation_invalid",
        "refused",
        "result",
        "tampered",
        "unknown_attribute",
    )
)
"""Codes that no lawful refusal of an edit has: something broke, or the step itself is wrong."""

EXPLAINED: tuple[tuple[str, str, str], ...] = (
    (
        "formula_edited",
        r"^(ACCRINT_extended|DB_DDB|DVAR_DVARP_DSTDEV_DSTDEVP|PRODUCT|sj__large_strings)\.xlsx .*#REF!.* to the other",
        "references to cells that a moved range overwrites are lost, as in Excel; LibreOffice leaves them",
    ),
    (
        "formula_edited",
        r"^BINOM\.xlsx .*\(#REF!,#REF!,#REF!",
        "LibreOffice also loses A13 and B13, which were neither moved nor overwritten nor deleted",
    ),
    (
        "formula_edited",
        r"^(TRANSPOSE|TREND_GROWTH|spill_operator|ic__DynamicArrays)\.xlsx ",
        "LibreOffice loads results that spill as arrays and leaves the insert out, which would cut them",
    ),
    ("formula_edited", r"^poi__56737\.xlsx .* #REF! is #NAME\?", "a lost name reads #NAME? in LibreOffice"),
    (
        "formula_edited",
        r"^poi__dataValidationTableRange\.xlsx .*Table_ExternalData_2",
        "a copied sheet has a table of its own, and its formulas read it; LibreOffice's copy reads the original's",
    ),
    (
        "warning semantic",
        r"^poi__59746_NoRowNums\.xlsx .*inline-string",
        "new texts are written into their cells; Excel moves them to the shared ones when it saves",
    ),
)
"""(code, pattern, reason) of findings that are lawful: the pattern is searched in "file save part message"."""


def judge(
    case: Case, converted: Mapping[str, bytes | None] | None = None, edited: Edited | None = None
) -> list[tuple[str, Finding]]:
    """(name of the save, finding) of all that the saves have and the input had not.

    converted is what LibreOffice wrote, by key(), edited what its own edits came to; without them nothing is said of
    what LibreOffice reads or does.
    """
    found = [
        (one.step, Finding("step_failed", "", f"{one.code}: {one.message}"))
        for one in case.refusals
        if one.code in FAILED
    ]
    checked, audited = check(case.before), audit(case.before) if AUDITS else []
    for save in case.saves:
        new = exceeding(checked, check(save.data))
        new += lost_parts(case.before, save.data, deleted=save.deleted)
        new += exceeding(audited, audit(save.data)) if AUDITS else []
        new += _engine(case, save)
        new += _office(case, save, converted) if converted is not None else []
        found.extend((save.name, finding) for finding in new)
    if converted is not None and edited is not None:
        others = rival_differences(case, edited, converted, key(case))
        found.extend((name, _told("formula_edited", one)) for name, one in others)
    return found


def key(case: Case, save: Saved | None = None) -> str:
    """What a file is called among those that LibreOffice converts."""
    return f"{case.name} {'input' if save is None else save.name}"


def to_convert(cases: Iterable[Case]) -> dict[str, bytes]:
    """The files for one call of LibreOffice: what was saved and its input."""
    files: dict[str, bytes] = {}
    for case in cases:
        if case.saves:
            files[key(case)] = case.before
            files.update({key(case, save): save.data for save in case.saves})
    return files


def _engine(case: Case, save: Saved) -> list[Finding]:
    """Formulas that the engine told otherwise than the file it saved has them, or than it reads them from there."""
    before = differences(case.formulas, single(formulas(case.before)))
    after = differences(save.formulas, single(formulas(save.data)))
    found = [_told("formula_saved", one) for one in new_differences(before, after)]
    if save.reopened is None:
        return [*found, Finding("reopen_failed", "", "the engine does not open what it saved")]
    return found + [_told("formula_reopened", one) for one in differences(save.formulas, save.reopened)]


def _office(case: Case, save: Saved, converted: Mapping[str, bytes | None]) -> list[Finding]:
    old, new = converted.get(key(case)), converted.get(key(case, save))
    if new is None:
        return (
            [] if old is None else [Finding("office_unreadable", "", "LibreOffice reads the input and not the output")]
        )
    before = [] if old is None else [*formula_differences(case.before, old), *name_differences(case.before, old)]
    after = [*formula_differences(save.data, new), *name_differences(save.data, new)]
    return [_told("formula_office", one) for one in new_differences(before, after)]


def _told(code: str, one: Difference) -> Finding:
    return Finding(
        code, f"{one.sheet}!{one.cell}", f"{one.ours or 'nothing'} is {one.theirs or 'nothing'} to the other"
    )


def explained(name: str, save: str, finding: Finding, known: Iterable[tuple[str, str, str]] = EXPLAINED) -> str | None:
    """Why a finding is lawful, None where nothing says so."""
    text = f"{name} {save} {finding.part} {finding.message}"
    return next(
        (why for code, pattern, why in known if finding.code.startswith(code) and re.search(pattern, text)), None
    )


def report(cases: list[Case], found: Mapping[str, list[tuple[str, Finding]]]) -> str:
    """Refusals by step, code and message, then findings by file."""
    lines = [f"{len(cases)} files, {sum(bool(case.saves) for case in cases)} of them saved after at least one step"]
    groups: dict[tuple[str, str, str], list[str]] = {}
    for case in cases:
        for refusal in case.refusals:
            shape = re.sub(r"[A-Z]{1,3}\d+|\d+", "§", refusal.message)
            groups.setdefault((refusal.step, refusal.code, shape), []).append(case.name)
    lines.append(f"\nrefusals: {sum(map(len, groups.values()))}")
    for (step, code, message), names in sorted(groups.items(), key=lambda item: (item[0][0], -len(item[1]))):
        more = f" and {len(names) - SHOWN_FILES} more" if len(names) > SHOWN_FILES else ""
        lines += [f"  {step}: {code} x{len(names)}: {message}", f"      {', '.join(names[:SHOWN_FILES])}{more}"]
    lines.append(f"\nfindings: {sum(map(len, found.values()))}")
    for name, findings in found.items():
        counts = Counter((save, one.code) for save, one in findings)
        for (save, code), count in counts.items():
            first = next(one for other, one in findings if (other, one.code) == (save, code))
            lines.append(f"  {name}, {save}: {code} x{count}: {first.part} {first.message}")
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Run, print, and say with the exit code how it went."""
    parser = argparse.ArgumentParser(prog="structure_run", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="instead of the corpus")
    files = parser.parse_args(arguments).files or opening_files()
    if not files:
        _say("the corpus of real workbooks is not beside this checkout; MACROCELL_CORPUS may name its folder")
        return 2
    begun = time.monotonic()
    with Engine() as engine:
        cases = [run_case(engine, path) for path in files]
    _say(f"edited and saved: {time.monotonic() - begun:.0f} s")
    converted = convert(to_convert(cases)) if SOFFICE is not None else None
    edited = rival(cases) if SOFFICE is not None else None
    _say(f"written and edited by LibreOffice: {time.monotonic() - begun:.0f} s")
    found: dict[str, list[tuple[str, Finding]]] = {}
    reasons: Counter[str] = Counter()
    for case in cases:
        for save, finding in judge(case, converted, edited):
            reason = explained(case.name, save, finding)
            if reason is None:
                found.setdefault(case.name, []).append((save, finding))
            else:
                reasons[reason] += 1
    _say(report(cases, found))
    _say("".join(f"explained x{count}: {reason}\n" for reason, count in reasons.most_common()))
    missing = [] if AUDITS else ["openxml-audit is not installed (pip install openxml-audit): schemas were not checked"]
    if SOFFICE is None:
        missing.append("LibreOffice is not installed (apt-get install libreoffice-calc-nogui): it was not asked")
    _say("\n".join(missing))
    return 1 if found else 2 if missing else 0


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
