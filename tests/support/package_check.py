"""What is wrong with an .xlsx or .xlsm, and what an edit made wrong: an own checker, of bytes alone.

Real files break some of these rules, so edits are judged by what their input lacked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from support.package.archive import Archive
from support.package.book import Book, read_book
from support.package.cells import Cells
from support.package.chain import chain_findings
from support.package.comment import comment_findings
from support.package.drawing import drawing_findings
from support.package.finding import Finding, exceeding
from support.package.order import order_findings
from support.package.reference import reference_findings
from support.package.region import region_findings
from support.package.relation import relation_findings
from support.package.style import count_findings, style_findings
from support.package.table import table_findings
from support.package.workbook import workbook_findings


def check(data: bytes) -> list[Finding]:
    """Every finding of a package; what a check itself fails at is one too. Never raises."""
    archive = Archive(data)
    found = archive.findings
    for each in (relation_findings, order_findings, drawing_findings, count_findings):
        found.extend(_safely(each.__name__, lambda each=each: each(archive)))  # type: ignore[misc]
    book = read_book(archive)
    if book is not None:
        found.extend(_sheets(archive, book))
        for one in (workbook_findings, style_findings, table_findings, comment_findings, reference_findings):
            found.extend(_safely(one.__name__, lambda one=one: one(archive, book)))  # type: ignore[misc]
    return found


def new_findings(before: bytes, after: bytes) -> list[Finding]:
    """The findings of a package that the one it was made from lacked."""
    return exceeding(check(before), check(after))


def _sheets(archive: Archive, book: Book) -> Iterator[Finding]:
    by_id: dict[str, Cells] = {}
    for entry, part, root in book.worksheets(archive):
        cells = by_id[entry.sheet_id] = Cells(part, root, book)
        yield from _safely("cells", cells.findings)
        yield from _safely(
            "region_findings",
            lambda part=part, root=root, cells=cells: region_findings(part, root, book, cells),  # type: ignore[misc]
        )
    yield from _safely("chain_findings", lambda: chain_findings(archive, book, by_id))


def _safely(name: str, findings: Callable[[], Iterator[Finding]]) -> list[Finding]:
    """A fault of a check is told like one of the package: a package that breaks the check is not a good one."""
    found: list[Finding] = []
    try:
        found.extend(findings())
    except Exception as error:
        found.append(Finding("check_failed", "", f"{name} failed: {error!r}"))
    return found
