"""Formulas that hide where they reach."""

from __future__ import annotations

import pytest
from macrocell.facade.workbook.formula.external import is_flagged, outside_reach

NAMES = [("ZZZ1", None, "[1]S!$A$1"), ("Twice", None, "_x0057_EBSERVICE(1)")]

HIDDEN = {
    '_x0057_EBSERVICE("http://x")': "WEBSERVICE reaches outside the workbook",
    "cmd_x007C_'c calc'!A0": "a DDE link (application|topic!item) starts another program",
    "_x005B_1_x005D_S!A1": "the reference [1]S! leads into another file",
    '_x0022_&WEBSERVICE("http://x")&_x0022_': "WEBSERVICE reaches outside the workbook",
    "'C:\\x\\book.xlsx'!Name": "the reference 'C:\\x\\book.xlsx'! leads into another file",
    "'\\\\server\\share\\book.xlsx'!Name": "the reference '\\\\server\\share\\book.xlsx'! leads into another file",
    "\\\\server\\book.xlsx!Name": "the reference \\\\server\\book.xlsx! leads into another file",
    "'http://x/book.xlsx'!Name": "the reference 'http://x/book.xlsx'! leads into another file",
    'importxml("http://x","//a")': "IMPORTXML reaches outside the workbook",
    '__xludf.DUMMYFUNCTION("IMPORTDATA(""http://x"")")': "DUMMYFUNCTION reaches outside the workbook",
    "ZZZ1+1": "the name ZZZ1 reaches outside the workbook",
    "Twice": "the name Twice reaches outside the workbook",
}


@pytest.mark.parametrize("text", HIDDEN)
def test_a_hidden_way_out_is_seen(text: str) -> None:
    assert outside_reach(text, NAMES) == HIDDEN[text]


@pytest.mark.parametrize("text", ["_x0041_+1", "Data!A1", "'In put'!A1", "First:Last!A1", "ZZZ2", '"C:\\\\x"', "[0]!n"])
def test_what_only_looks_like_it_passes(text: str) -> None:
    assert outside_reach(text, NAMES) is None


def test_a_hidden_link_is_flagged() -> None:
    assert is_flagged('_x0048_YPERLINK("http://x")') is True
