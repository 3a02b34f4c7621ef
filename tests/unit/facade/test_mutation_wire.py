"""Mutations as bytes: what goes in comes out, and nothing hostile gets through."""

from __future__ import annotations

import math
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from macrocell.facade.errors import MutationInvalid
from macrocell.facade.mutation import Family, Registry
from macrocell.facade.workbook.model.look import Color
from macrocell.facade.workbook.model.rect import MAX_COLUMNS, MAX_ROWS, Rect
from macrocell.facade.workbook.mutation import (
    HOLE_MARK,
    REGISTRY,
    CellsClear,
    CellsSet,
    Formula,
    Mutation,
    RichMark,
    SheetAdd,
    SheetColor,
    SheetCopy,
    SheetDelete,
    SheetMove,
    SheetRemove,
    SheetRename,
    SheetShow,
    StylePatch,
    StyleSet,
    count_cells,
    decode,
    encode,
)
from macrocell.facade.workbook.mutation.cell import ErrorMark, PlainMark
from macrocell.facade.workbook.mutation.wire import VERSION

pack = msgspec.msgpack.encode


def cell_set(*rows: list[Any], row0: int = 0, col0: int = 0) -> CellsSet:
    rect = Rect(row0, col0, row0 + len(rows) - 1, col0 + len(rows[0]) - 1)
    return CellsSet(sheet="s1", rect=rect, rows=list(rows))


def raw(**fields: Any) -> bytes:
    return pack([VERSION, [fields]])


def raw_cell(cell: Any) -> bytes:
    return raw(type="cells.set", sheet="s1", rect=[0, 0, 0, 0], rows=[[cell]])


class TestRegistry:
    def test_every_mutation_type_has_one_family_and_every_family_a_type(self) -> None:
        assert {family.params for family in REGISTRY} == set(get_args(Mutation))
        assert [family.id for family in REGISTRY] == [
            "cells.set",
            "cells.clear",
            "style.set",
            "sheet.add",
            "sheet.remove",
            "sheet.rename",
            "sheet.delete",
            "sheet.restore",
            "sheet.copy",
            "sheet.uncopy",
            "sheet.move",
            "sheet.show",
            "sheet.color",
            "axis.insert",
            "axis.delete",
            "axis.move",
            "cells.insert",
            "cells.delete",
            "range.move",
            "range.sort",
            "merge.add",
            "merge.remove",
            "axis.format",
            "sheet.freeze",
            "table.resize",
        ]

    def test_every_family_has_all_its_parts(self) -> None:
        for family in REGISTRY:
            for part in (family.check, family.apply, family.invert, family.cells, family.verify):
                assert callable(part)

    def test_an_id_cannot_be_registered_twice(self) -> None:
        registry: Registry[Any] = Registry()
        registry.register(REGISTRY["cells.set"])
        with pytest.raises(ValueError, match=r"^the mutation cells\.set is registered twice$"):
            registry.register(REGISTRY["cells.set"])

    def test_an_id_reads_object_dot_verb(self) -> None:
        class Odd(msgspec.Struct, tag="odd"):
            pass

        registry: Registry[Any] = Registry()
        with pytest.raises(ValueError, match=r"^a mutation id reads <object>\.<verb>, not 'odd'$"):
            registry.register(Family(Odd, print, print, tuple, hash, print))  # type: ignore[arg-type]


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**15) + 1, 10**15 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
)
cells = st.one_of(
    scalars,
    st.just(HOLE_MARK),
    st.sampled_from(["A1*2", "SUM(A:A)", "'In put'!B2&\"x\""]).map(Formula),
    st.sampled_from(["#N/A", "#DIV/0!", "#SPILL!"]).map(ErrorMark),
    st.just(RichMark((("a", b""), ("b", b'<rPr><b/><sz val="11"/></rPr>')))),
)


@st.composite
def matrices(draw: st.DrawFn) -> CellsSet:
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    matrix = draw(st.lists(st.lists(cells, min_size=columns, max_size=columns), min_size=rows, max_size=rows))
    row0, col0 = draw(st.sampled_from([0, 7, MAX_ROWS - rows])), draw(st.sampled_from([0, 3, MAX_COLUMNS - columns]))
    return cell_set(*matrix, row0=row0, col0=col0)


class TestRoundTrip:
    @given(st.lists(matrices(), max_size=4))
    def test_what_a_run_sends_comes_back_equal(self, mutations: list[CellsSet]) -> None:
        assert decode(encode(mutations), from_run=True) == tuple(mutations)

    def test_every_family_comes_back_equal(self) -> None:
        mutations: list[Mutation] = [
            cell_set([1, "a"]),
            CellsClear(sheet="s1", rects=(Rect(0, 0, MAX_ROWS - 1, 0),)),
            StyleSet(sheet="s1", rects=(Rect(0, 0, 1, 1),), patch=StylePatch(number_format="0%")),
            SheetAdd(id="s2", name="New", index=1),
            SheetRename(id="s2", name="Newer"),
            SheetDelete(id="s2"),
            SheetCopy(id="s1", new_id="s3", name="Copy", index=1, cells=9, tables=(("T", "T_2"),)),
            SheetMove(id="s3", index=0),
            SheetShow(id="s3", state="veryHidden"),
            SheetColor(id="s3", color=Color(theme=4, tint=0.5)),
        ]
        assert decode(encode(mutations), from_run=True) == tuple(mutations)

    def test_cells_are_counted_by_the_area_of_the_rectangles(self) -> None:
        clear = CellsClear(sheet="s1", rects=(Rect(0, 0, 9, 9), Rect(20, 0, 20, 0)))
        assert count_cells([cell_set([1, HOLE_MARK]), clear, SheetAdd(id="s2", name="N", index=0)]) == 103


class TestHostileInput:
    @given(st.binary(max_size=200))
    def test_random_bytes_raise_mutation_invalid_and_nothing_else(self, data: bytes) -> None:
        with pytest.raises(MutationInvalid):
            decode(data)

    @given(
        st.recursive(
            st.one_of(scalars, st.binary(max_size=5), st.integers(-(2**63), 2**64 - 1), st.floats()),
            lambda inner: st.one_of(
                st.lists(inner, max_size=4), st.dictionaries(st.text("abs.tyerc", max_size=6), inner, max_size=4)
            ),
            max_leaves=12,
        ),
        st.sampled_from(
            ["cells.set", "cells.clear", "style.set", "sheet.add", "sheet.rename", "sheet.remove", "sheet.copy", "x"]
        ),
    )
    def test_any_structure_is_decoded_or_invalid(self, value: Any, tag: str) -> None:
        fields = {"type": tag, "sheet": "s1", "id": "s1", "name": value, "rect": value, "rects": value, "rows": value}
        for data in (pack(value), pack([VERSION, value]), raw(**fields), raw_cell(value)):
            try:
                decode(data, from_run=True)
            except MutationInvalid:
                continue

    @given(st.lists(matrices(), min_size=1, max_size=2), st.data())
    def test_valid_bytes_with_changed_ones_are_decoded_or_invalid(
        self, mutations: list[CellsSet], data: st.DataObject
    ) -> None:
        body = bytearray(encode(mutations))
        for _ in range(data.draw(st.integers(1, 4))):
            body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
        try:
            decode(bytes(body), from_run=True)
        except MutationInvalid:
            return

    @pytest.mark.parametrize(
        "cell",
        [
            math.nan,
            math.inf,
            -math.inf,
            10**15,
            -(10**15),
            2**63,
            "x" * 32_768,
            "\U0001f600" * 16_384,
            ["f", "x" * 8_193],
            ["f", ""],
            ["f", "A1\x00"],
            ["f", "A1", "more"],
            ["e", "#OOPS!"],
            ["r", [["x" * 20_000, b""], ["x" * 20_000, b""]]],
            ["r", [["a", b"<rPr><evil/></rPr>"]]],
            ["r", [["a", b"<rPr><b/></rPr></si><evil/>"]]],
            ["r", [["a", b""]], b"<r/>"],
            ["k", b"abc"],
            ["p", "A1", 5],
            ["s", 0, 0],
            ["a", "A1", [0, 0, 0, 0]],
            ["t", [0, 0, 0, 0], b""],
            ["z"],
            [],
            {},
            b"bytes",
            [[[[1]]]],
        ],
        ids=repr,
    )
    def test_a_cell_that_no_run_may_write_is_refused(self, cell: Any) -> None:
        with pytest.raises(MutationInvalid):
            decode(raw_cell(cell), from_run=True)

    def test_half_a_surrogate_pair_is_refused(self) -> None:
        data = raw_cell("abc").replace(b"abc", b"\xed\xa0\x80")
        with pytest.raises(MutationInvalid):
            decode(data, from_run=True)

    @pytest.mark.parametrize(
        ("rect", "rows"),
        [
            ([0, 0, 0, 1], [[1]]),
            ([0, 0, 1, 0], [[1]]),
            ([0, 0, 0, 0], []),
            ([0, 0, 0, 0], [[]]),
            ([0, 0, 1, 1], [[1, 2], [3]]),
            ([1, 0, 0, 0], [[1]]),
            ([-1, 0, -1, 0], [[1]]),
            ([MAX_ROWS, 0, MAX_ROWS, 0], [[1]]),
            ([0, MAX_COLUMNS, 0, MAX_COLUMNS], [[1]]),
            ([0, 0, 0], [[1]]),
            ([0, 0, 0, "0"], [[1]]),
        ],
    )
    def test_a_matrix_that_is_not_of_its_rectangle_is_refused(self, rect: Any, rows: Any) -> None:
        with pytest.raises(MutationInvalid):
            decode(raw(type="cells.set", sheet="s1", rect=rect, rows=rows), from_run=True)

    @pytest.mark.parametrize(
        "name",
        [
            "",
            "x" * 32,
            "\U0001f600" * 16,
            "a/b",
            "a\\b",
            "a?b",
            "a*b",
            "a[b",
            "a]b",
            "a:b",
            "'a",
            "a'",
            "History",
            "hISTORY",
            "a\x00b",
        ],
    )
    def test_a_sheet_name_that_excel_refuses_is_refused(self, name: str) -> None:
        for data in (encode([SheetAdd(id="s9", name=name, index=0)]), encode([SheetRename(id="s1", name=name)])):
            with pytest.raises(MutationInvalid):
                decode(data, from_run=True)

    @pytest.mark.parametrize(
        "fields",
        [
            {"type": "sheet.add", "id": "x1", "name": "N", "index": 0},
            {"type": "sheet.add", "id": "s0", "name": "N", "index": 0},
            {"type": "sheet.add", "id": "s1", "name": "N", "index": -1},
            {"type": "sheet.add", "id": "s1", "name": "N", "index": 0, "more": 1},
            {"type": "sheet.remove", "id": "s1"},
            {"type": "sheet.rename", "id": "s1", "name": "N", "formulas": [["s1", 0, 0, "A1"]]},
            {"type": "sheet.rename", "id": "s1", "name": "N", "names": [[0, "A1"]]},
            {"type": "style.set", "sheet": "s1", "rects": [], "patch": {"number_format": "0"}},
            {"type": "style.set", "sheet": "s1", "rects": [[0, 0, 0, 0]], "patch": {}},
            {"type": "style.set", "sheet": "s1", "rects": [[0, 0, 0, 0]], "patch": {"number_format": ""}},
            {"type": "style.set", "sheet": "s1", "rects": [[0, 0, 0, 0]], "patch": {"number_format": "0" * 256}},
            {"type": "style.set", "sheet": "s1", "rects": [[0, 0, 0, 0]], "patch": {"number_format": "0\x00"}},
            {"type": "cells.clear", "sheet": "s1", "rects": [[0, 0, 0, 0]], "what": "all"},
            {"type": "cells.clear", "sheet": "", "rects": [[0, 0, 0, 0]]},
            {"type": "cells.clear", "sheet": "s" * 65, "rects": [[0, 0, 0, 0]]},
            {"type": "cells.clear", "sheet": "s1", "rects": [[0, 0, MAX_ROWS, 0]]},
            {"type": "rows.insert", "sheet": "s1"},
            {"sheet": "s1"},
        ],
        ids=repr,
    )
    def test_a_mutation_outside_the_rules_is_refused(self, fields: dict[str, Any]) -> None:
        with pytest.raises(MutationInvalid):
            decode(raw(**fields), from_run=True)

    @pytest.mark.parametrize("version", [0, 1, 3, -1, "2", None])
    def test_another_version_is_refused(self, version: Any) -> None:
        with pytest.raises(MutationInvalid):
            decode(pack([version, []]))

    def test_deep_nesting_is_refused(self) -> None:
        with pytest.raises(MutationInvalid):
            decode(b"\x91" * 100_000)

    def test_marks_of_inverses_are_taken_from_a_base(self) -> None:
        mutations = [cell_set([PlainMark("A1", 5)]), SheetRemove(id="s2")]
        assert decode(encode(mutations)) == tuple(mutations)
        with pytest.raises(MutationInvalid):
            decode(encode(mutations), from_run=True)

    def test_a_shared_formula_needs_its_group_even_from_a_base(self) -> None:
        with pytest.raises(MutationInvalid):
            decode(raw_cell(["s", 0, 0]))
