"""The card: what a model needs to know to write a macro, within a number of bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from ..errors import CallInvalid
from .index import OWNERS, Index, Member, read_index

DEFAULT_BUDGET: Final = 4096
"""Bytes of UTF-8; about a thousand tokens. The example macros' needs fit, which a test holds."""
LEAST_BUDGET: Final = 512
"""Fewer hold hardly more than the line that says what was left out."""
_SHORT: Final = 40
"""Characters of a call that is shown with its parameters where helpers share a line."""
_ROOMY: Final = 2048
"""From here on the line that says what was left out counts it by section, which takes about 100 bytes more."""

START: Final = """\
sheet = workbook["Data"]  # or workbook.active, workbook.sheets[0]
value = sheet["B2"].value  # also sheet.cell(row=2, column=2).value; rows and columns count from 1
sheet["B2"] = 5; sheet["C2"] = "=B2*2"  # text that begins with = is a formula
rows = sheet["A1:C9"].values  # a list of row lists; all of it: sheet.used_range.values
sheet["E1:F2"].values = [["a", 1], ["b", 2]]  # rows and columns must fit
for name, count, *rest in sheet.iter_rows(min_row=2, values_only=True): ...
sheet.append(["new", 1])  # below the last row with content
return {"rows": sheet.max_row}  # the result: plain values, not cells
"""
"""What every macro begins with; a test runs it."""

_IN_BRIEF: Final = (
    "Given: {injected}. Nothing to open or save; no files, no network, no pandas, no openpyxl to import.\n"
)
_LANGUAGE: Final = (
    "A macro is Python. Its result is what a top-level return gives, or main(workbook, **args), or the last "
    "expression: None, bool, int, float, str, bytes, dates, Decimal, list, tuple, dict, set. print(...) comes back as "
    "text. Given names: {injected}; what a macro changes is kept when it ends, nothing is opened or saved. In mode "
    "read nothing can be written. Not there: files, network, processes, threads, async, eval and exec, other packages "
    "(pandas, numpy, openpyxl.load_workbook), names that begin with an underscore.\n"
)
VALUES: Final = (
    "A cell holds None (blank), bool, int, float, str, date, datetime, time, timedelta, Decimal, a CellError such as "
    "#N/A, or another cell's RichText. A date reads as a datetime: value.date(). A formula's value that is not known "
    "raises NotComputedError, in .values it is NOT_COMPUTED; .cached_value is the file's. Refused: nan, infinity, "
    "integers of more than 15 digits, timezone-aware times, formulas that are cut off or have semicolons between "
    "arguments.\n"
)
"""A test holds that it names every type a cell takes."""
_SHAPES: Final = (
    "A cell is a range of one cell. Iterating a range gives a tuple of cells a row. None makes a cell blank."
)

_MOST: Final = (
    "sheet.cell cell.value sheet.max_row range.values sheet.iter_rows sheet.append sheet.used_range "
    "range.number_format cell.formula range.formulas workbook.sheets workbook.active workbook.sheet_names "
    "workbook.add_sheet"
)
_OFTEN: Final = (
    "range.font range.fill range.border range.alignment range.style sheet.range range.to_records range.row "
    "range.column range.address range.offset range.resize range.clear sheet.name sheet.max_column range.state "
    "cell.cached_value range.set_text range.write_records range.row_count range.column_count range.cached_values "
    "range.rows range.cells range.kind range.sheet cell.coordinate sheet.clear sheet.iter_cols "
    "sheet.merged_ranges sheet.column_width sheet.freeze_panes sheet.insert_rows sheet.delete_rows "
    "workbook.tables table.append workbook.trace workbook.formulas "
    "cell.text range.texts range.sort range.find range.copy_to range.move_to range.merge range.insert range.delete"
)
FIRST: Final = (*_MOST.split(), *_OFTEN.split())
"""The names macros use, most used first; a test holds that each exists."""


class _Entry(NamedTuple):
    """One thing to tell: in brief or in full. Brief entries of a section share a line; title heads the section."""

    section: str
    name: str
    brief: str
    full: str


class Card(NamedTuple):
    """text is at most budget bytes of UTF-8. left_out names what is not on it; shortened is told by name alone."""

    text: str
    budget: int
    full_bytes: int
    left_out: tuple[str, ...]
    shortened: tuple[str, ...]


def api_card(budget: int | None = DEFAULT_BUDGET) -> str:
    """A summary of what a macro can say, for a model, in at most budget bytes of UTF-8; None for all of it.

    Raises CallInvalid for a budget that is no whole number or holds less than LEAST_BUDGET.
    """
    return make_card(budget).text


def make_card(budget: int | None = DEFAULT_BUDGET, index: Index | None = None) -> Card:
    """The card, with what it lacks. What matters most comes first; as much of the rest as fits."""
    if budget is not None and (type(budget) is not int or budget < LEAST_BUDGET):
        raise CallInvalid(f"a card takes at least {LEAST_BUDGET} bytes", hint=f"Use budget={DEFAULT_BUDGET}, or None.")
    index = index or read_index()
    entries = list(_entries(index))
    everything = _render(entries, dict.fromkeys(range(len(entries)), 2), index)
    full_bytes = _size(everything)
    if budget is None or full_bytes <= budget:
        return Card(everything, budget or full_bytes, full_bytes, (), ())
    return _fit(entries, index, budget, full_bytes)


def _fit(entries: list[_Entry], index: Index, budget: int, full_bytes: int) -> Card:
    """Take one step after another, each if it fits; a step tells of an entry in brief (1) or in full (2)."""
    levels: dict[int, int] = {}
    text = ""
    for place, level in _steps(entries):
        tried = {**levels, place: level}
        candidate = _render(entries, tried, index) + _footer(entries, tried, budget, full_bytes)
        if _size(candidate) <= budget:
            levels, text = tried, candidate
    left_out = tuple(_label(entry) for place, entry in enumerate(entries) if place not in levels)
    shortened = tuple(_label(entries[place]) for place, level in levels.items() if level == 1)
    return Card(text, budget, full_bytes, left_out, shortened)


def _steps(entries: list[_Entry]) -> Iterator[tuple[int, int]]:
    """The order of importance: how to begin, the names used most, the language, the values, then all else."""
    places = {_label(entry): place for place, entry in enumerate(entries)}
    most = [places[name] for name in FIRST]
    heads = [places[name] for name in ("start", "language", "values", "modules")]
    rest = [place for place in range(len(entries)) if place not in {*most, *heads}]
    rest.sort(key=lambda place: (_is_alias(entries[place]), entries[place].section in OWNERS))  # modules come first
    yield from ((heads[0], 2), (heads[1], 1))
    head = len(_MOST.split())  # these come before the language and the values in full
    yield from ((place, 1) for place in most[:head])
    yield from ((heads[1], 2), (heads[2], 2), (heads[3], 1))
    yield from ((place, 1) for place in most[head:])
    yield from ((place, 1) for place in rest if entries[place].section not in (*OWNERS, "errors"))
    yield from ((place, 2) for place in most)
    yield from ((place, 1) for place in rest)
    yield from ((place, 2) for place in rest)


def _is_alias(entry: _Entry) -> bool:
    return "openpyxl's word for" in entry.full


def _entries(index: Index) -> Iterator[_Entry]:
    """In the order of the card."""
    injected = ", ".join(index.injected)
    yield _Entry("", "start", "", START)
    yield _Entry("", "language", _IN_BRIEF.format(injected=injected), _LANGUAGE.format(injected=injected))
    yield _Entry("", "values", "", VALUES)
    for member in sorted(index.members, key=_place):
        yield _Entry(member.owner, member.name, f".{member.call}", _line(member, "."))
    for helper in index.helpers:
        brief = helper.call if len(helper.call) <= _SHORT else f"{helper.name}(...)"
        yield _Entry(f"from {helper.owner} import ...", helper.name, brief, _line(helper, ""))
    yield _Entry("modules", "modules", ", ".join(index.vetted_modules), "")
    for name, (builtin, summary) in index.errors.items():
        yield _Entry("errors", name, f"{name}({builtin})", f"{name}({builtin}): {summary}")


def _place(member: Member) -> tuple[int, int]:
    name = f"{member.owner}.{member.name}"
    rank = FIRST.index(name) if name in FIRST else len(FIRST)
    return (*OWNERS[1:4], OWNERS[0], *OWNERS[4:]).index(member.owner), rank


def _line(member: Member, dot: str) -> str:
    returns = f" -> {member.returns}" if member.parameters is not None else f" {member.returns}"
    settable = ", settable" if member.settable else ""
    return f"{dot}{member.call}{returns}{settable}: {member.summary}"


def _render(entries: list[_Entry], levels: dict[int, int], index: Index) -> str:
    """The chosen entries, section by section: those told in full a line each, the others on one line."""
    text = ""
    sections: dict[str, tuple[list[str], list[str]]] = {}
    for place, level in sorted(levels.items()):
        entry = entries[place]
        if not entry.section:
            text += entry.full if level == 2 else entry.brief
            continue
        full, brief = sections.setdefault(entry.section, ([], []))
        if level == 2 and entry.full:
            full.append(entry.full + "\n")
        else:
            brief.append(entry.brief)
    for section, (full, brief) in sections.items():
        about = _about(section, index) if full else ""
        text += f"\n# {section}{about}\n{''.join(full)}"
        if brief:
            text += "  ".join(brief) + "\n"
    return text


def _about(section: str, index: Index) -> str:
    if section == "range":
        return f": {_SHAPES}"
    if section == "cell":
        return ": what it has beside a range's"
    if section == "errors":
        return ": a macro catches them as the built-in in brackets"
    return f": {index.owners[section]}" if section in index.owners else ""


def _footer(entries: list[_Entry], levels: dict[int, int], budget: int, full_bytes: int) -> str:
    """What is missing, by section where there is room to say it, and how to see it; nothing where all is there."""
    missing = Counter(entry.section or entry.name for place, entry in enumerate(entries) if place not in levels)
    brief = sum(level == 1 and bool(entries[place].full) for place, level in levels.items())
    by_section = ", ".join(f"{count} of {section}" if count > 1 else section for section, count in missing.items())
    left_out = by_section if budget >= _ROOMY else f"{missing.total()} names"
    parts = [f"left out: {left_out}"] * bool(missing) + [f"by name only: {brief}"] * bool(brief)
    return f"\n({'; '.join(parts)}; all: macrocell api card --budget {full_bytes})\n" if parts else ""


def _label(entry: _Entry) -> str:
    return f"{entry.section}.{entry.name}" if entry.section in OWNERS else entry.name


def _size(text: str) -> int:
    return len(text.encode())
