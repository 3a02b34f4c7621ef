"""What real runs leave pending goes through the wire form as it is."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from macrocell import Engine
from macrocell.engine.changeset_wire import decode_changeset, encode_changeset
from support.books import plain_book

MACROS = (
    "workbook['Data']['A9'] = 1.5",
    "workbook['Data']['A1:C3'].values = [[1, True, None], ['=A9*2', '', 'x' * 300], [None, 2, 3]]",
    "import datetime\nworkbook['Data']['D1'] = datetime.date(2026, 3, 1)\nworkbook['Data']['D2'] = datetime.time(1, 2)",
    "from openpyxl.styles import Font\nworkbook['Data']['A1:B2'].font = Font(bold=True)",
    "workbook['Data'].insert_rows(2, 3)",
    "workbook['Data'].delete_rows(1, 2)",
    "workbook['Data'].row_height(2, 30)\nworkbook['Data'].freeze_panes = 'B2'",
    "workbook.add_sheet('Näme 😀').tab_color = 'FF0000'",
    "workbook.copy_sheet('Data', 'Again')",
    "workbook['Again'].name = 'Other name'",
    "workbook['Data'].merge('F1:G2')",
    "workbook['Data'].visible = False",
    "workbook.delete_sheet('Data')",
)


def test_every_kind_of_change_comes_out_as_it_went_in(tmp_path: Path) -> None:
    with Engine(principal="ann@example.org") as engine, engine.open(plain_book(tmp_path / "book.xlsx")) as runtime:
        for source in MACROS:
            outcome = runtime.execute(source, mode="write", seed=2**62, now=datetime(2026, 3, 1))
            assert outcome.ok, (source, outcome.error)
        pending = runtime.pending
        assert len(pending.runs) == len(MACROS)
        found = decode_changeset(encode_changeset(pending, req_id="r"), unit_id=runtime.unit_id)
    assert [run.changes for run in found.changeset.runs] == [run.changes for run in pending.runs]
    assert found.changeset == pending
