"""Every formula of the real files computed and compared with Excel's own value: `make calc-report`.

It writes the table of docs/limitations/calculation.md. Exit code: 0 where no computed value is wrong, 1 where some are,
2 where the corpus is absent.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Final, NamedTuple

from macrocell.facade.value import CellError, RichText
from macrocell.facade.workbook.calc import Calculation, Failure
from macrocell.facade.workbook.formula.entry import entry_text
from macrocell.facade.workbook.formula.external import function_name
from macrocell.facade.workbook.formula.token import Kind, tokens
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.xlsx.error import FILE_ERRORS
from macrocell.facade.workbook.xlsx.read import read_workbook
from support.calculators import CALCULATORS, Values, by_all
from support.corpus import CORPUS, opening_files

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "limitations" / "calculation.md"
MARK: Final = "<!-- what follows is written by make calc-report -->\n"
LATER: Final = {"#CALC!": "#VALUE!", "#SPILL!": "#VALUE!"}
"""What a file holds for errors that came after Excel 2007, beside what they are."""
CLOSE: Final = 1e-9
"""How far numbers may lie apart, as a part of the larger: iterative functions end where they end."""


class Found(NamedTuple):
    """One formula: right, wrong, or the reason why it is not computed; which other calculators are right."""

    place: str
    functions: frozenset[str]
    verdict: str
    others: frozenset[str] = frozenset()


def loaded(sheet: Sheet) -> Sheet:
    sheet.load()
    return sheet


def same(wanted: Any, found: Any) -> bool:
    """Whether a computed value is the one that Excel left in the file."""
    if isinstance(wanted, RichText):
        wanted = wanted.text
    if isinstance(wanted, CellError) or isinstance(found, CellError):
        code = getattr(found, "code", found)
        return getattr(wanted, "code", wanted) in (code, LATER.get(code))
    if isinstance(wanted, bool) or isinstance(found, bool):
        return wanted is found
    if isinstance(wanted, int | float) and isinstance(found, int | float):
        return abs(wanted - found) <= max(CLOSE * max(abs(wanted), abs(found)), 1e-12)
    return type(wanted) is type(found) and wanted == found


def _agreeing(others: dict[str, Values | None], wanted: Any, sheet: str, row0: int, col0: int) -> frozenset[str]:
    found = set()
    for name, value in others.items():
        try:
            if value is not None and same(wanted, value(sheet, row0, col0)):
                found.add(name)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt | SystemExit | MemoryError):
                raise
    return frozenset(found)


def formulas_of(model: Workbook, name: str, others: dict[str, Values | None] | None = None) -> list[Found]:
    """All formulas of a file that hold a value of Excel's."""
    calculation = Calculation(model, loaded, lambda _: True)  # as if no formula had a value of the file
    found = []
    for sheet in model.sheets:
        if sheet.kind != "worksheet":
            continue
        for row0, row in loaded(sheet).each_row():
            for col0 in row.formula_columns():
                entry, wanted = row.formula(col0), row.value(col0)
                if entry is None or wanted is None:
                    continue
                text = entry_text(model.history, sheet, entry, row)
                value = calculation.value(sheet, row0, col0)
                verdict = "right" if same(wanted, value) else "wrong"
                if isinstance(value, Failure):
                    verdict = re.sub(r"(uses )(?:the name )?\S+", r"\1one", value.reason)
                words = (function_name(token) for token in tokens(text) if token.kind is Kind.FUNCTION)
                place = f"{name} {sheet.name}!R{row0 + 1}C{col0 + 1} ={text} {wanted!r} {value!r}"
                agreeing = _agreeing(others or {}, wanted, sheet.name, row0, col0)
                found.append(Found(place, frozenset(words), verdict, agreeing))
    return found


def report(found: list[Found]) -> str:
    """The table: by function, how many formulas with it are right, and how many are declared not computed."""
    right, declared = Counter[str](), Counter[str]()
    for one in found:
        (right if one.verdict == "right" else declared).update(one.functions or {"(operators only)"})
    verdicts = Counter(one.verdict for one in found)
    reasons = Counter({key: n for key, n in verdicts.items() if key not in ("right", "wrong")})
    numbers = f"{verdicts['right']:,} are computed and right, {reasons.total():,} are declared not computed, and "
    numbers += f"{verdicts['wrong']:,} are wrong."
    beside = ", ".join(f"{name} for {sum(name in one.others for one in found):,}" for name in CALCULATORS)
    lines = [
        f"Of {len(found):,} formulas in real files that hold a value of Excel's, {numbers}",
        "",
        f"Other calculators give Excel's value, for the same formulas in the same files: {beside}.",
        "",
        "| it | formulas |",
        "|---|---|",
        *(f"| {reason} | {count:,} |" for reason, count in reasons.most_common()),
        "",
        "| function | right | declared |",
        "|---|---|---|",
        *(f"| {name} | {right[name]:,} | {declared[name]:,} |" for name in sorted(set(right) | set(declared))),
        "",
    ]
    return "\n".join(lines)


def main() -> int:
    """Compute, write the page, tell what is wrong."""
    if CORPUS is None:
        print("the corpus of real workbooks is not beside this checkout")  # noqa: T201
        return 2
    found: list[Found] = []
    for path in opening_files():
        try:
            data = path.read_bytes()
            found.extend(formulas_of(read_workbook(data), path.name, by_all(data)))
        except FILE_ERRORS as error:
            print(f"{path.name}: {error}")  # noqa: T201
    head = PAGE.read_text("utf-8").partition(MARK)[0]
    PAGE.write_text(head + MARK + "\n" + report(found), "utf-8")
    wrong = [one.place for one in found if one.verdict == "wrong"]
    print("\n".join(wrong))  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
