"""What a worker sends as its changes is never built larger than its limits, and never breaks the file it goes into."""

from __future__ import annotations

import resource

import msgspec
import pytest
from macrocell.facade import MutationInvalid, RunPayload
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.mutation import CellsSet, RichMark, decode, encode

ROWS = b"\x92\x01\x91\x84\xa4type\xa9cells.set\xa5sheet\xa2s1\xa4rect\x94\x00\x00\x00\x00\xa4rows"
ONE_ROW, ONE_CELL = b"\x91", b"\x91\x91"
COUNT = 6_000_000


def many(item: bytes, before: bytes = b"", after: bytes = b"") -> bytes:
    return ROWS + before + b"\xdd" + COUNT.to_bytes(4, "big") + item * COUNT + after


BLOWN_UP = {
    "empty rows": many(b"\x90"),
    "blank cells": many(b"\xc0", ONE_ROW),
    "holes": many(b"\x91\xa1h", ONE_ROW),
    "rich texts": many(b"\x93\xa1r\x90\xc4\x00", ONE_ROW),
    "runs of one text": many(b"\x92\xa0\xc4\x00", ONE_CELL + b"\x93\xa1r", b"\xc4\x00"),
    "mutations": b"\x92\x01\xdd" + COUNT.to_bytes(4, "big") + b"\xc0" * COUNT,
}


@pytest.mark.parametrize("name", BLOWN_UP)
def test_a_few_bytes_never_become_many_objects(name: str) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(MutationInvalid):
        decode(BLOWN_UP[name], from_run=True, max_mutations=100_000, max_cells=5_000_000)
    grown_bytes = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    assert grown_bytes < 40_000_000


def test_many_small_rich_texts_are_counted_together() -> None:
    mark = RichMark((("", b""),) * 10_000)
    mutation = CellsSet(sheet="s1", rect=Rect(0, 0, 0, 0), rows=[[mark]])
    assert len(decode(encode([mutation] * 100), from_run=True)) == 100
    with pytest.raises(MutationInvalid, match="rich text of more than 1,000,000 runs"):
        decode(encode([mutation] * 101), from_run=True)


def test_more_cells_than_the_limit_are_refused_before_they_are_built() -> None:
    data = encode([CellsSet(sheet="s1", rect=Rect(0, 0, 99, 999), rows=[[1] * 1000] * 100)])
    assert len(decode(data, from_run=True, max_cells=100_000)) == 1
    with pytest.raises(MutationInvalid, match="changes of more than 99,999 cells"):
        decode(data, from_run=True, max_cells=99_999)


def test_a_large_matrix_comes_back_as_it_was() -> None:
    rich = RichMark((("a", b"<rPr><b/></rPr>"), ("b", b"")))
    mutation = CellsSet(sheet="s1", rect=Rect(3, 2, 30_002, 4), rows=[[1, "text", rich], [None, 2.5, True]] * 15_000)
    assert decode(encode([mutation]), from_run=True) == (mutation,)


def test_a_large_matrix_of_another_shape_is_refused() -> None:
    lying = CellsSet(sheet="s1", rect=Rect(0, 0, 0, 0), rows=[[1] * 100] * 1000)
    with pytest.raises(MutationInvalid):
        decode(encode([lying]), from_run=True)


@pytest.mark.parametrize("warnings", [["x" * 2001], ["x"] * 1001])
def test_warnings_of_a_run_are_few_and_short(warnings: list[str]) -> None:
    data = msgspec.msgpack.encode({"unit_id": "u", "mutations": b"", "warnings": warnings, "kept": True})
    with pytest.raises(msgspec.ValidationError):
        msgspec.msgpack.decode(data, type=RunPayload)


@pytest.mark.parametrize(
    "properties",
    [
        b'<rPr><sz val="1" val="2"/></rPr>',
        b'<rPr><color rgb="1" theme="2" rgb="3"/></rPr>',
        b'<rPr><rFont val="\x01"/></rPr>',
        b'<rPr><rFont val="\xff"/></rPr>',
        b'<rPr><rFont val="\xed\xa0\x80"/></rPr>',
        b'<rPr><rFont val="\xef\xbf\xbe"/></rPr>',
        b'<rPr><rFont val="a"b"/></rPr>',
    ],
)
def test_properties_that_would_break_the_part_are_refused(properties: bytes) -> None:
    mutation = CellsSet(sheet="s1", rect=Rect(0, 0, 0, 0), rows=[[RichMark((("a", properties),))]])
    with pytest.raises(MutationInvalid, match="markup that is no run property"):
        decode(encode([mutation]), from_run=True)


def test_properties_of_a_common_font_pass() -> None:
    properties = '<rPr><b/><sz val="11"/><color theme="1" tint="0.5"/><rFont val="Größe"/></rPr>'.encode()
    mutation = CellsSet(sheet="s1", rect=Rect(0, 0, 0, 0), rows=[[RichMark((("a", properties),))]])
    assert decode(encode([mutation]), from_run=True) == (mutation,)
