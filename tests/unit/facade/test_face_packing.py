"""Matrices that are encoded as a macro holds them: only plain cells are, and the model sees what cell by cell gives."""

from __future__ import annotations

import datetime as dt
import enum
import gc
from decimal import Decimal
from typing import Any
from uuid import UUID

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from macrocell.facade.errors import LimitError, NotWritableError, ReadOnlyError
from macrocell.facade.workbook.face import packing
from macrocell.facade.workbook.face.input import Dated, Place, check
from macrocell.facade.workbook.face.packing import FEW_ROWS, pack
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.model.workbook import Workbook as Model
from macrocell.facade.workbook.mutation import decode
from macrocell.facade.workbook.scope import decode_scope, encode_scope, resolve
from macrocell.facade.workbook.session import Session
from support.faces import blank, filled
from support.models import content, everything


class Level(enum.IntEnum):
    LOW = 1


class Kind(enum.Enum):
    ONE = 1


class Text(str):
    __slots__ = ()


class Whole(int):
    pass


class Real(float):
    pass


class Row(list[Any]):
    pass


FOREIGN = [
    Level.LOW,
    Kind.ONE,
    Text("x"),
    Whole(3),
    Real(1.5),
    Decimal("1.5"),
    UUID(int=0),
    dt.date(2026, 1, 5),
    dt.datetime(2026, 1, 5),
    dt.time(6),
    dt.timedelta(1),
    b"",
    b"abcd",
    bytearray(),
    (),
    [],
    {},
    set(),
    frozenset(),
    1j,
    ...,
    object(),
]
NUMBERS = [0, -1, 255, 2**31 - 1, 2**31, -(2**31) - 1, 999_999_999_999_999, 10**15, -(10**15), 2**63, 2**64, 10**400]
REALS = [0.0, -0.0, 1.5, 1e14, 1e16, 1.7e308, -1.7e308, float("inf"), float("-inf"), float("nan"), 5e-324]
TEXTS = ["", "x", "=A1", "=", "15%", "-", "007", "é", "\ud800", "a\n=b", "a\n5", "x" * 16_384, "x" * 40_000]
COLUMNS = [
    st.integers(-(2**31), 2**31 - 1),
    st.floats(allow_nan=False, allow_infinity=False, width=32),
    st.just(None),
    st.just(True),
    st.booleans(),
    st.sampled_from(["a", "bc", "d e"]),
    st.sampled_from(NUMBERS),
    st.sampled_from(REALS),
    st.sampled_from(TEXTS),
    st.sampled_from([None, 1, 2.5, "x", False]),
    st.sampled_from([1, *FOREIGN]),
]


@st.composite
def matrices(draw: st.DrawFn) -> list[Any]:
    columns = draw(st.lists(st.sampled_from(COLUMNS), min_size=1, max_size=6))
    height = draw(st.integers(1, 20))
    return [draw(st.sampled_from([list, list, tuple]))(map(draw, columns)) for _ in range(height)]


def rect_of(rows: list[Any]) -> Rect:
    return Rect(0, 0, len(rows) - 1, len(rows[0]) - 1)


def is_plain(value: object, heard: list[str]) -> bool:
    """As single cells are checked: taken as it is, without a word."""
    try:
        return (
            type(value) is not Dated
            and check(value, Place("Data", False, heard.append, lambda *_: False), 0, 0) is value
        )
    except Exception:
        return False


@given(matrices())
@example([[value] for value in FOREIGN])
def test_what_is_packed_is_what_cells_one_by_one_would_take(rows: list[Any]) -> None:
    packed = pack(rect_of(rows), rows)
    if packed is None:
        return
    data, blanks = packed
    heard: list[str] = []
    assert all(is_plain(value, heard) for row in rows for value in row)
    assert heard == []
    assert [[*map(repr, row)] for row in msgspec.msgpack.decode(data)] == [[*map(repr, row)] for row in rows]
    assert blanks == any(value is None for row in rows for value in row)


@pytest.mark.parametrize("value", FOREIGN, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("around", [1, 1.5, None, "x"])
def test_a_value_of_any_other_type_keeps_a_matrix_from_being_packed(value: object, around: object) -> None:
    for place in range(4):
        rows = [[around, around] for _ in range(2)]
        rows[place // 2][place % 2] = value
        assert pack(Rect(0, 0, 1, 1), rows) is None


@pytest.mark.parametrize("value", [10**15, -(10**15), 10**400, float("inf"), float("-inf"), float("nan"), "=A1", "15%"])
def test_a_value_that_no_cell_holds_as_it_is_keeps_a_matrix_from_being_packed(value: object) -> None:
    assert pack(Rect(0, 0, 1, 0), [[type(value)("1" if type(value) is not str else "x")], [value]]) is None


@pytest.mark.parametrize(
    "rows",
    [
        [[1, 2], [3]],
        [[1], [2, 3]],
        [[1, 2, 3]],
        [[1, 2], [3, 4], [5, 6]],
        [[1, 2], Row([3, 4])],
        [[1, 2], {3: 0, 4: 0}],
        [[1, 2], "34"],
        [[1, 2], b"34"],
        [[1, 2], 3],
        [[1, [], 2], [3]],
    ],
)
def test_rows_of_another_shape_or_type_are_not_packed(rows: list[Any]) -> None:
    assert pack(Rect(0, 0, 1, 1), rows) is None


@pytest.mark.parametrize(
    "row",
    [
        (1, 2**31 - 1, -(2**31)),
        (1.5, -0.0, 1e300),
        (None, True, False),
        (1, 2.5, None),
        ("a", "b", "c d"),
        ("a", 1, None),
        (2**40, "a", True),
    ],
)
def test_tables_of_plain_cells_are_packed(row: tuple[Any, ...]) -> None:
    rows = [list(row) for _ in range(20)]
    packed = pack(rect_of(rows), rows)
    assert packed is not None
    assert msgspec.msgpack.decode(packed[0]) == rows


@pytest.mark.parametrize("place", [0, 1, 63, 1_023, 1_024, 1_025, 2_047, 2_049])
@pytest.mark.parametrize("value", [Level.LOW, Text("x"), b"", "=A1", float("nan"), 10**15, [1, "x"]])
def test_one_cell_of_a_long_matrix_keeps_it_from_being_packed(value: object, place: int) -> None:
    for row in ([1, 2], [1, "x"]):
        rows: list[list[Any]] = [list(row) for _ in range(2_050)]
        assert pack(rect_of(rows), rows) is not None
        rows[place][1] = value
        assert pack(rect_of(rows), rows) is None


@pytest.mark.parametrize("count", [1, 15, 16, 65_535, 65_536])
def test_any_number_of_rows_is_packed(count: int) -> None:
    rows = [[row] for row in range(count)]
    packed = pack(rect_of(rows), rows)
    assert packed is not None
    assert msgspec.msgpack.decode(packed[0]) == rows


@pytest.mark.parametrize("enabled", [True, False])
@pytest.mark.parametrize("rows", [[[1] * 10] * 30, [["x"] * 10] * 30, [[10**400] * 10] * 30, [[Kind.ONE] * 10] * 30])
def test_no_finaliser_of_a_macro_runs_between_looking_and_encoding(
    rows: list[Any], enabled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The collector would run it: a generator of a cycle could put something else into a row that was looked at."""
    seen: list[bool] = []

    def watched(function: Any) -> Any:
        def call(*args: Any) -> Any:
            seen.append(gc.isenabled())
            return function(*args)

        return call

    for name in ("_encode", "_pack_alike", "_pack_any", "kinds_in"):
        monkeypatch.setattr(packing, name, watched(getattr(packing, name)))
    if not enabled:
        gc.disable()
    try:
        pack(rect_of(rows), rows)
        after = gc.isenabled()
    finally:
        gc.enable()
    assert set(seen) == {False}
    assert after is enabled


BIG = Rect(0, 0, FEW_ROWS - 1, 31)


def big(start: int = 0) -> list[list[Any]]:
    rows: list[list[Any]] = [[start + row * 100 + column for column in range(32)] for row in range(FEW_ROWS)]
    rows[3][4] = None
    return rows


def written(*, packs: bool, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, list[Any], Any]:
    """What is read, sent and held after the same steps, with and without packing."""
    with monkeypatch.context() as patch:
        patch.setattr("macrocell.facade.workbook.face.matrix.FEW_ROWS", FEW_ROWS if packs else 10**9)
        session, workbook = filled()
        sheet = workbook[workbook.sheet_names[0]]
        found: list[Any] = [sheet.used_range.address]
        for top, rows in ((40, big()), (104, big(5)), (168, [["x"] * 32]), (169, big(7)), (40, big(9))):
            sheet.range(top, 1, len(rows), 32).values = rows
            found.append(sheet.max_row)
        sheet.range(300, 1, FEW_ROWS, 32).values = [tuple(row) for row in big()]
        found.append(sheet["A300:AF363"].values)
        sheet["B301"].value = "later"
        sheet.range(332, 1, FEW_ROWS, 32).values = [[None] * 32 for _ in range(FEW_ROWS)]
        found += [sheet.used_range.address, sheet["A40:AF240"].values, sheet["B301:B333"].values]
        sent = list(decode(session.finish(), from_run=True))
        return found, sent, content(session.model)


def test_reads_and_the_model_are_the_same_as_without_packing(monkeypatch: pytest.MonkeyPatch) -> None:
    found, _, held = written(packs=True, monkeypatch=monkeypatch)
    assert (found, held) == written(packs=False, monkeypatch=monkeypatch)[::2]


def test_matrices_below_each_other_are_one_mutation_whichever_are_packed() -> None:
    session, workbook = blank()
    sheet = workbook["Data"]
    blocks = [big(), [[1] * 32], big(5), [["x"] * 32]]
    top = 1
    for rows in blocks:
        sheet.range(top, 1, len(rows), 32).values = rows
        top += len(rows)
    *_, mutation = decode(session.finish(), from_run=True)
    assert mutation.rect == Rect(0, 0, 129, 31)  # type: ignore[union-attr]
    assert mutation.rows == [row for rows in blocks for row in rows]  # type: ignore[union-attr]


def test_a_list_that_changes_later_is_sent_as_it_was() -> None:
    session, workbook = blank()
    rows = big()
    workbook["Data"]["A1:AF64"].values = rows
    rows[0][0] = "later"
    rows.clear()
    *_, mutation = decode(session.finish(), from_run=True)
    assert mutation.rows == big()  # type: ignore[union-attr]


def test_the_limit_of_cells_holds() -> None:
    session, workbook = blank()
    session._max_cells = 4_000
    sheet = workbook["Data"]
    sheet["A1:AF64"].values = big()
    with pytest.raises(LimitError) as caught:
        sheet["A1:AF64"].values = big()
    assert (caught.value.limit_name, caught.value.limit, caught.value.observed) == ("cells", 4_000, 4_096)
    with pytest.raises(LimitError):
        session.finish()


def test_the_limit_of_mutations_holds() -> None:
    session, workbook = blank()
    session._max_mutations = 2
    sheet = workbook["Data"]
    sheet["A1:AF64"].values = big()
    with pytest.raises(LimitError) as caught:
        sheet["A100:AF163"].values = big()
    assert (caught.value.limit_name, caught.value.limit, caught.value.observed) == ("mutations", 2, 3)


def test_a_run_that_reads_writes_nothing() -> None:
    session, workbook = filled(read_only=True)
    before = everything(session.model)
    with pytest.raises(ReadOnlyError) as caught:
        workbook[workbook.sheet_names[0]]["A1:AF64"].values = big()
    assert str(caught.value) == "this run may only read; nothing was changed"
    assert everything(session.model) == before


@pytest.mark.parametrize(("ref", "allowed"), [("Data", True), ("Data!A1:AF64", True), ("Data!A1:AF63", False)])
def test_a_scope_holds(ref: str, allowed: bool) -> None:
    made, _ = blank()
    model: Model = made.model
    scope = resolve([ref], {model.sheets[0].id: "Data"})
    session = Session(model, read_only=False, scope=decode_scope(encode_scope(scope)))
    from macrocell.facade.workbook.face import open_workbook

    sheet = open_workbook(session, unit_id="u1", name="book.xlsx")["Data"]
    if allowed:
        sheet["A1:AF64"].values = big()
        (mutation,) = decode(session.finish(), from_run=True)
        assert mutation.rows == big()  # type: ignore[union-attr]
        return
    with pytest.raises(NotWritableError) as caught:
        sheet["A1:AF64"].values = big()
    assert str(caught.value) == "Data!A64 lies outside of what this run may write: Data!A1:AF63"


def test_a_matrix_too_large_for_the_memory_is_a_memory_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(size: int) -> None:
        assert size >= 4 * 1024
        raise MemoryError

    monkeypatch.setattr(packing, "_spare_memory", refuse)
    with pytest.raises(MemoryError):
        pack(BIG, big())
