"""docs/store.md says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import macrocell
from macrocell.engine.store import FindingCode
from macrocell.engine.store.sqlite_schema import TABLES

PAGE = (Path(macrocell.__file__).resolve().parent / "docs/store.md").read_text()


def test_the_page_shows_the_tables_as_they_are_made() -> None:
    shown = re.search(r"```sql\n(.*?)```", PAGE, re.DOTALL)
    assert shown is not None
    assert shown[1] == "".join(f"{table}\n" for table in TABLES)


def test_the_page_names_every_finding() -> None:
    table = PAGE.partition("| code | what was found |")[2]
    assert re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE) == [str(code) for code in FindingCode]
