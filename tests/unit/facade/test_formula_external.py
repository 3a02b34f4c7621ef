"""Formulas that reach outside are known by their parsed names."""

from __future__ import annotations

import pytest
from macrocell.facade.workbook.formula.external import is_flagged, outside_reach


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('WEBSERVICE("http://x")', "WEBSERVICE reaches outside the workbook"),
        ('webservice ("http://x")', "WEBSERVICE reaches outside the workbook"),
        ('_xlfn.WebService("http://x")', "WEBSERVICE reaches outside the workbook"),
        ('IF(A1,1+@rtd("a",,"b"))', "RTD reaches outside the workbook"),
        ("[1]Sheet1!A1", "the reference [1]Sheet1! leads into another file"),
        ("'C:\\[b.xlsx]S'!A1", "the reference 'C:\\[b.xlsx]S'! leads into another file"),
        ("cmd|'/c calc'!A0", "a DDE link (application|topic!item) starts another program"),
        ("_xll.FOO(1)", "_xll.FOO calls an add-in"),
        ("hidden+1", "the name hidden reaches outside the workbook"),
    ],
)
def test_what_reaches_outside_is_named(text: str, reason: str) -> None:
    assert outside_reach(text, [("Hidden", None, 'WEBSERVICE("http://x")')]) == reason


@pytest.mark.parametrize(
    "text",
    [
        '"WEBSERVICE(1)"',
        "SUM(A1:B2)",
        "'In put'!A1",
        "T[[#This Row],[a]]",
        "[0]!total",
        "My_webservice_total",
        'HYPERLINK("http://x")',
    ],
)
def test_what_stays_inside_is_not(text: str) -> None:
    assert outside_reach(text, [("total", None, "Data!$A$1")]) is None


def test_a_link_is_flagged() -> None:
    assert is_flagged('hyperlink("http://x","y")') is True
    assert is_flagged('"HYPERLINK"&A1') is False
