"""Nothing but exact, known types reaches a macro, and no facade object gives a way behind itself."""

import copy
import datetime as dt
import inspect
import pickle  # noqa: TID251  to see it refused
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest
from macrocell.facade.value import NOT_COMPUTED, CellError, NotComputed, RichText, TextRun
from macrocell.facade.workbook.face import (
    FACADE_TYPES,
    STORE_TYPES,
    Cell,
    ColumnDimension,
    ColumnDimensions,
    FormulaGroup,
    Lines,
    MergedCells,
    MergedRange,
    NamedStyle,
    Range,
    RowDimension,
    RowDimensions,
    Sheet,
    SheetProperties,
    Table,
    Tables,
    Trace,
    TracedCells,
    Workbook,
    macro_module,
    openpyxl_modules,
)
from macrocell.facade.workbook.face.base import Face, Later, public_names
from macrocell.facade.workbook.face.maker import LOOKS as MAKERS
from macrocell.facade.workbook.face.maker import Maker
from macrocell.facade.workbook.face.suggest import _USUAL, ABSENT, FOREIGN
from macrocell.facade.workbook.model.look import VALUE_TYPES, Look
from macrocell.sandbox.policy import TUPLE_ATTRIBUTES
from support.faces import face_of, filled
from support.tables import with_table

PLAIN = {type(None), bool, int, float, str, bytes, dt.datetime, dt.date, dt.time, dt.timedelta}
VALUES = {CellError, NotComputed, RichText, TextRun}
LOOKS = VALUE_TYPES
CONTAINERS = {list, tuple, dict}
ITERATORS = {type(iter([])), type(iter(()))}
ALLOWED = PLAIN | VALUES | LOOKS | CONTAINERS | ITERATORS | FACADE_TYPES

CALLS: dict[type, dict[str, list[Callable[[Any], object]]]] = {
    Workbook: {
        "add_sheet": [lambda workbook: workbook.add_sheet("New")],
        "create_sheet": [lambda workbook: workbook.create_sheet("Newer", 0)],
        "index": [lambda workbook: workbook.index(workbook.active)],
        "add_named_style": [lambda workbook: workbook.add_named_style(MAKERS["NamedStyle"](name="own"))],
        "copy_sheet": [lambda workbook: workbook.copy_sheet("Data", "Copied")],
        "copy_worksheet": [lambda workbook: workbook.copy_worksheet(workbook["Data"])],
        "delete_sheet": [lambda workbook: workbook.delete_sheet("Copied")],
        "move_sheet": [lambda workbook: workbook.move_sheet("Data", 1)],
        "remove": [lambda workbook: workbook.remove(workbook.add_sheet("Gone"))],
        "find": [lambda workbook: workbook.find("t"), lambda workbook: workbook.find(1)],
        "replace": [lambda workbook: workbook.replace("text", "other")],
        "trace": [
            lambda workbook: workbook.trace("Data!C2", 3),
            lambda workbook: workbook.trace(workbook["Data"]["A1"]),
        ],
        "formulas": [lambda workbook: workbook.formulas(), lambda workbook: workbook.formulas("Data")],
        "[]": [lambda workbook: workbook["Data"], iter, len, repr, lambda workbook: "Data" in workbook],
    },
    Sheet: {
        "append": [lambda sheet: sheet.append([1])],
        "column_width": [lambda sheet: sheet.column_width("B"), lambda sheet: sheet.column_width("B", 9)],
        "delete_columns": [lambda sheet: sheet.delete_columns("Y")],
        "delete_rows": [lambda sheet: sheet.delete_rows(70)],
        "group_columns": [lambda sheet: sheet.group_columns("B", "C")],
        "group_rows": [lambda sheet: sheet.group_rows(2, 3, collapsed=True)],
        "hide_columns": [lambda sheet: sheet.hide_columns("B")],
        "hide_rows": [lambda sheet: sheet.hide_rows(2)],
        "insert_columns": [lambda sheet: sheet.insert_columns("Z")],
        "insert_rows": [lambda sheet: sheet.insert_rows(70)],
        "move_columns": [lambda sheet: sheet.move_columns("X", 1, "Z")],
        "move_rows": [lambda sheet: sheet.move_rows(70, 1, 80)],
        "row_height": [lambda sheet: sheet.row_height(2), lambda sheet: sheet.row_height(2, 9)],
        "cell": [lambda sheet: sheet.cell(1, 1), lambda sheet: sheet.cell(1, 9, 5)],
        "clear": [lambda sheet: sheet.clear()],
        "iter_cols": [lambda sheet: sheet.iter_cols(), lambda sheet: sheet.iter_cols(values_only=True)],
        "iter_rows": [
            lambda sheet: sheet.iter_rows(),
            lambda sheet: sheet.iter_rows(values_only=True),
            lambda sheet: sheet.iter_rows(min_row=99),
        ],
        "range": [lambda sheet: sheet.range("A1:B2"), lambda sheet: sheet.range(1, 1)],
        "insert_cols": [lambda sheet: sheet.insert_cols(20)],
        "delete_cols": [lambda sheet: sheet.delete_cols(20)],
        "move_range": [lambda sheet: sheet.move_range("Z1", rows=1)],
        "merge": [lambda sheet: sheet.merge("Y1:Z1")],
        "merge_cells": [lambda sheet: sheet.merge_cells("Y2:Z2")],
        "unmerge": [lambda sheet: sheet.unmerge("A10:B11")],
        "unmerge_cells": [lambda sheet: sheet.unmerge_cells("A10:B11")],
        "find": [lambda sheet: sheet.find("t"), lambda sheet: sheet.find(1)],
        "replace": [lambda sheet: sheet.replace("text", "other")],
        "[]": [
            lambda sheet: sheet["A1"],
            lambda sheet: sheet["A1:B2"],
            lambda sheet: sheet["A"],
            lambda sheet: sheet["A:B"],
            lambda sheet: sheet[1],
            lambda sheet: sheet[1:2],
            iter,
            repr,
        ],
    },
    Cell: {
        "clear": [lambda cell: cell.clear()],
        "insert": [lambda cell: cell.offset(20, 20).insert()],
        "delete": [lambda cell: cell.offset(20, 20).delete()],
        "move_to": [lambda cell: cell.offset(20, 20).move_to("AA50")],
        "copy_to": [
            lambda cell: cell.sheet["A3:B4"].copy_to("AA50"),
            lambda cell: cell.offset(20, 20).copy_to("Other!A9"),
        ],
        "sort": [lambda cell: cell.sheet["A3:A5"].sort(1, descending=True), lambda cell: cell.offset(30, 30).sort(31)],
        "fill_down": [lambda cell: cell.sheet["A3:A5"].fill_down()],
        "fill_right": [lambda cell: cell.sheet["F3:H3"].fill_right()],
        "autofill": [lambda cell: cell.sheet["A3"].autofill("A3:A5")],
        "merge": [lambda cell: cell.sheet["Y1:Z1"].merge()],
        "unmerge": [lambda cell: cell.sheet["A10:B11"].unmerge()],
        "find": [lambda cell: cell.find("t"), lambda cell: cell.sheet["A1:E5"].find(1)],
        "replace": [lambda cell: cell.replace("text", "other")],
        "end": [lambda cell: cell.end("down"), lambda cell: cell.end("left")],
        "offset": [lambda cell: cell.offset(1, 1)],
        "resize": [lambda cell: cell.resize(2, 2)],
        "set_text": [lambda cell: cell.set_text("x")],
        "to_records": [lambda cell: cell.to_records()],
        "write_records": [lambda cell: cell.offset(20, 20).write_records([{"a": 1}])],
        "[]": [iter, len, repr, lambda cell: cell[0], lambda cell: cell[0:1], lambda cell: cell == cell, hash],
    },
    Range: {
        "clear": [lambda area: area.clear()],
        "insert": [lambda area: area.offset(20, 20).insert()],
        "delete": [lambda area: area.offset(20, 20).delete()],
        "move_to": [lambda area: area.offset(20, 20).move_to("AA50")],
        "copy_to": [
            lambda area: area.sheet["A3:B4"].copy_to("AA50"),
            lambda area: area.offset(20, 20).copy_to("Other!A9"),
        ],
        "sort": [lambda area: area.sheet["A3:A5"].sort(1, descending=True), lambda area: area.offset(30, 30).sort(31)],
        "fill_down": [lambda area: area.sheet["A3:A5"].fill_down()],
        "fill_right": [lambda area: area.sheet["F3:H3"].fill_right()],
        "autofill": [lambda area: area.sheet["A3"].autofill("A3:A5")],
        "merge": [lambda area: area.sheet["Y1:Z1"].merge()],
        "unmerge": [lambda area: area.sheet["A10:B11"].unmerge()],
        "find": [lambda area: area.find("t"), lambda area: area.sheet["A1:E5"].find(1)],
        "replace": [lambda area: area.replace("text", "other")],
        "end": [lambda area: area.end("down"), lambda area: area.end("left")],
        "offset": [lambda area: area.offset(1, 1)],
        "resize": [lambda area: area.resize(1, 1)],
        "set_text": [lambda area: area.offset(50, 0).set_text("x")],
        "to_records": [lambda area: area.sheet.range(30, 1).write_records([{"a": 1, "b": "x"}]).to_records()],
        "write_records": [lambda area: area.offset(40, 0).write_records([{"a": 1, "b": dt.date(2024, 1, 1)}])],
        "[]": [iter, len, repr, lambda area: area[0], lambda area: area[0:1], lambda area: area == area, hash],
    },
    Lines: {"[]": [iter, next, repr]},
    NamedStyle: {"[]": [repr]},
    RowDimension: {"[]": [repr]},
    SheetProperties: {"[]": [repr]},
    ColumnDimension: {"[]": [repr]},
    RowDimensions: {
        "group": [lambda rows: rows.group(1, 3), lambda rows: rows.group(9, hidden=True)],
        "items": [lambda rows: rows.items()],
        "keys": [lambda rows: rows.keys()],
        "values": [lambda rows: rows.values()],
        "[]": [lambda rows: rows[3], lambda rows: 3 in rows, iter, len, repr],
    },
    ColumnDimensions: {
        "group": [lambda columns: columns.group("A", "C"), lambda columns: columns.group("D", hidden=True)],
        "items": [lambda columns: columns.items()],
        "keys": [lambda columns: columns.keys()],
        "values": [lambda columns: columns.values()],
        "[]": [lambda columns: columns["B"], lambda columns: "B" in columns, iter, len, repr],
    },
    MergedCells: {"[]": [iter, len, repr, str, lambda merged: "A10" in merged]},
    MergedRange: {"[]": [repr, str, hash, lambda one: "A10" in one, lambda one: one == one, lambda one: one == "A1"]},
    Trace: {"[]": [repr]},
    TracedCells: {"[]": [repr]},
    FormulaGroup: {"[]": [repr]},
    Table: {
        "append": [lambda table: table.append(["x", 1])],
        "resize": [lambda table: table.resize("A1:C5")],
        "to_records": [lambda table: table.to_records()],
        "[]": [repr, len],
    },
    Tables: {
        "get": [lambda tables: tables.get("T"), lambda tables: tables.get("U")],
        "items": [lambda tables: tables.items()],
        "keys": [lambda tables: tables.keys()],
        "values": [lambda tables: tables.values()],
        "[]": [lambda tables: tables["T"], lambda tables: "T" in tables, iter, len, repr],
    },
}
RAISING = {(Range, "formula"), (Range, "text")}


def samples() -> dict[type, list[Any]]:
    _, workbook = filled()
    sheet = workbook["Data"]
    sheet["G1"] = dt.date(2024, 1, 2)
    sheet.row_height(2, 20).column_width("B", 20).freeze_panes = "A2"
    cells = [sheet[name] for name in ("A1", "B1", "C1", "C2", "A7", "E1", "E2", "E3", "G1", "A10", "Z99")]
    tabled = face_of(with_table())
    ranges = [sheet["A1:G11"], sheet["A1:B2"], sheet.range("A:B")]
    return {
        Workbook: [workbook],
        Sheet: [sheet, workbook["Other"]],
        Cell: cells,
        Range: ranges,
        MergedCells: [sheet.merged_cells],
        MergedRange: sheet.merged_cells.ranges,
        Trace: [workbook.trace("Data!B1", 2), workbook.trace("Data!A1"), workbook.trace("Data!Z99")],
        TracedCells: [*workbook.trace("Other!A2").precedents, *workbook.trace("Data!A1").dependents],
        FormulaGroup: workbook.formulas(),
        Lines: [sheet.iter_rows(), sheet.iter_rows(values_only=True)],
        RowDimension: [sheet.row_dimensions[2], sheet.row_dimensions[99]],
        ColumnDimension: [sheet.column_dimensions["B"], sheet.column_dimensions["Z"]],
        RowDimensions: [sheet.row_dimensions],
        SheetProperties: [sheet.sheet_properties],
        Table: [tabled.tables["T"]],
        Tables: [tabled.tables, tabled["Data"].tables],
        ColumnDimensions: [sheet.column_dimensions],
        NamedStyle: [
            MAKERS["NamedStyle"](name="x"),
            MAKERS["NamedStyle"]("y", fill=MAKERS["GradientFill"](stop=("FF0000", "0000FF"))),
        ],
    }


def assert_exact(value: object, path: str) -> None:
    """Assert that a value and all it holds have exact types of the closed set."""
    kind = type(value)
    assert kind in ALLOWED, f"{path} gives a {kind}"
    if kind in CONTAINERS or kind in ITERATORS:
        items = [*value.items()] if kind is dict else list(value)  # type: ignore[attr-defined, call-overload]
        for item in items[:300]:
            assert_exact(item, path)
    elif kind is Lines:
        for item in value:  # type: ignore[attr-defined]
            assert_exact(item, path)
    elif kind in (RichText, TextRun):
        for name in kind.__slots__:  # type: ignore[attr-defined]
            assert_exact(getattr(value, name), f"{path}.{name}")
    elif kind in LOOKS:
        for name in public_names(kind):
            if name != "copy":
                assert_exact(getattr(value, name), f"{path}.{name}")


def members() -> list[tuple[type, str]]:
    return [
        (kind, name) for kind in sorted(FACADE_TYPES, key=lambda kind: kind.__name__) for name in public_names(kind)
    ]


@pytest.mark.parametrize(("kind", "name"), members(), ids=lambda part: part if type(part) is str else part.__name__)
def test_every_public_member_gives_exact_known_types(kind: type, name: str) -> None:
    member = inspect.getattr_static(kind, name)
    if type(member) is property:
        for sample in samples()[kind]:
            if (kind, name) in RAISING:
                continue
            if name in ("value", "text") and type(sample) is Cell and sample.state == "not_computed":
                continue
            assert_exact(getattr(sample, name), f"{kind.__name__}.{name}")
        return
    assert type(member) is FunctionType, f"{kind.__name__}.{name} is neither a property nor a method"
    for call in CALLS[kind][name]:
        assert_exact(call(samples()[kind][0]), f"{kind.__name__}.{name}()")


@pytest.mark.parametrize("kind", sorted(FACADE_TYPES, key=lambda kind: kind.__name__), ids=lambda kind: kind.__name__)
def test_operators_give_exact_known_types(kind: type) -> None:
    for call in CALLS[kind]["[]"]:
        assert_exact(call(samples()[kind][0]), f"{kind.__name__} operator")


def test_values_that_are_not_known_are_marked_with_the_one_marker() -> None:
    _, workbook = filled()
    workbook["Data"]["B1"] = "=RAND()"
    assert workbook["Data"]["B1"].resize(1, 2).values[0][0] is NOT_COMPUTED


@pytest.mark.parametrize("kind", sorted(FACADE_TYPES, key=lambda kind: kind.__name__), ids=lambda kind: kind.__name__)
def test_an_object_keeps_its_secrets(kind: type) -> None:
    sample: Any = samples()[kind][0]
    assert not hasattr(sample, "__dict__")
    assert kind.__mro__[-1] is object
    assert not {list, dict, tuple, str, set, int} & set(kind.__mro__)
    assert copy.copy(sample) is sample
    assert copy.deepcopy(sample) is sample
    assert copy.deepcopy([sample])[0] is sample
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(sample)
    with pytest.raises(TypeError, match="cannot be replaced"):
        sample.__replace__(_at=None)
    for name in ("_at", "_core", "__class__", "new"):
        with pytest.raises(AttributeError):
            setattr(sample, name, None)
        with pytest.raises(AttributeError):
            delattr(sample, name)
    assert "object at" not in repr(sample)
    assert dict(sample.__rich_repr__()) == {}


@pytest.mark.parametrize(("kind", "name"), members(), ids=lambda part: part if type(part) is str else part.__name__)
def test_no_parameter_of_a_method_is_private(kind: type, name: str) -> None:
    member = inspect.getattr_static(kind, name)
    if type(member) is FunctionType:
        parameters = list(inspect.signature(member).parameters.values())[1:]
        assert all(parameter.name[0] != "_" for parameter in parameters)
        assert all(parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD) for parameter in parameters)


def test_the_sets_of_types_hold_every_facade_class() -> None:
    dimensions = {RowDimension, ColumnDimension, RowDimensions, ColumnDimensions}
    others = {SheetProperties, MergedCells, MergedRange, Trace, TracedCells, FormulaGroup, Table, Tables} | dimensions
    assert {Workbook, Sheet, Range, Cell, Lines, NamedStyle} | others == FACADE_TYPES
    assert FACADE_TYPES - STORE_TYPES == {Lines, RowDimensions, ColumnDimensions, Tables}
    finals = {kind for kind in _subclasses(Face) if not kind.__subclasses__()}
    assert finals == FACADE_TYPES


def _subclasses(kind: type) -> set[type]:
    return {kind, *(found for sub in kind.__subclasses__() for found in _subclasses(sub))}


def test_the_macro_module_holds_helpers_and_nothing_else() -> None:
    module = macro_module()
    assert type(module) is ModuleType
    assert sorted(vars(module)) == ["NOT_COMPUTED", "cell_error", "is_error", "parse_date", "parse_number"]
    for name, value in vars(module).items():
        if type(value) is FunctionType:
            assert all(parameter[0] != "_" for parameter in inspect.signature(value).parameters), name
        else:
            assert type(value) in (NotComputed, BuiltinFunctionType), name
    assert module.cell_error("#N/A") == CellError("#N/A")
    assert (module.is_error(CellError("#N/A")), module.is_error("#N/A")) == (True, False)
    with pytest.raises(ValueError, match=r"^'#NOPE' is no error of a cell$"):
        module.cell_error("#NOPE")


@pytest.mark.parametrize(
    "kind", sorted(FACADE_TYPES | VALUE_TYPES | {Maker}, key=lambda kind: kind.__name__), ids=lambda kind: kind.__name__
)
def test_no_type_has_a_name_of_namedtuple_that_a_macro_may_write(kind: type) -> None:
    assert [name for name in TUPLE_ATTRIBUTES if hasattr(kind, name)] == []


def test_the_openpyxl_modules_hold_exact_known_things() -> None:
    modules = openpyxl_modules()
    for full_name, module in modules.items():
        for name, value in vars(module).items():
            path = f"{full_name}.{name}"
            assert name[0] != "_", path
            if type(value) is ModuleType:
                assert value is modules[path], path
            elif type(value) is FunctionType:
                parameters = inspect.signature(value).parameters.values()
                assert all(parameter.name[0] != "_" for parameter in parameters), path
                kinds = {parameter.kind for parameter in parameters}
                assert not kinds & {inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL}, path
            else:
                assert type(value) in (Maker, str, type(None), dt.datetime), path


@pytest.mark.parametrize("name", MAKERS)
def test_a_maker_keeps_its_secrets(name: str) -> None:
    maker: Any = MAKERS[name]
    assert [known for known in dir(maker) if known[0] != "_"] == []
    assert not hasattr(maker, "__dict__")
    assert copy.copy(maker) is maker
    assert copy.deepcopy(maker) is maker
    with pytest.raises(TypeError, match=f"^{name} cannot be pickled$"):
        pickle.dumps(maker)
    with pytest.raises(AttributeError, match=f"^attributes of {name} cannot be set$"):
        maker._call = None
    with pytest.raises(AttributeError, match=f"^attributes of {name} cannot be deleted$"):
        del maker._call
    assert repr(maker) == f"<class '{name}'>"


@pytest.mark.parametrize("kind", sorted(VALUE_TYPES, key=lambda kind: kind.__name__), ids=lambda kind: kind.__name__)
def test_a_look_keeps_its_secrets(kind: type[Look]) -> None:
    look: Any = MAKERS[kind.__name__](*([] if kind.__name__ != "Stop" else ["FF0000", 0]))
    assert type(look) is kind
    assert not hasattr(look, "__dict__")
    assert kind.__mro__[-1] is object
    assert not {list, dict, tuple, str, set, int} & set(kind.__mro__)
    assert copy.copy(look) is look
    assert copy.deepcopy([look])[0] is look
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(look)
    with pytest.raises(TypeError, match="is replaced by"):
        look.__replace__()
    for name in (*kind.__struct_fields__, "__class__", "new", "copy"):
        with pytest.raises(AttributeError, match="never changes"):
            setattr(look, name, None)
        with pytest.raises(AttributeError, match="never changes"):
            delattr(look, name)
    assert "object at" not in repr(look)
    assert dict(look.__rich_repr__()) == {}
    for name in public_names(kind):
        assert type(inspect.getattr_static(kind, name)) is not ModuleType


@pytest.mark.parametrize(
    ("kind", "name", "hint"),
    [
        (Cell, "valeu", "did you mean cell.value or cell.values?"),
        (Cell, "setValue", "use cell.value = ..."),
        (Cell, "columnLetter", "did you mean cell.column_letter?"),
        (Range, "getValues", "use range.values"),
        (Sheet, "getRange", 'use sheet.range("A1:C9") or sheet["A1:C9"]'),
        (Sheet, "max_rows", "did you mean sheet.max_row or sheet.rows or sheet.move_rows?"),
        (Workbook, "get_sheet_by_name", 'use workbook["name"]'),
        (Workbook, "save", "nothing to save in a macro: what it changes is kept when it ends"),
        (
            Cell,
            "qqqq",
            "a cell has .value, .formula, .number_format, .row, .column, .address and .offset(rows, columns)",
        ),
        (
            Sheet,
            "x" * 5000,
            _USUAL["Sheet"],
        ),
    ],
)
def test_a_name_that_is_not_there_is_explained(kind: type[Face], name: str, hint: str | None) -> None:
    assert kind._explain(name) == hint


def test_names_of_later_versions_are_none_that_are_there() -> None:
    for kind in STORE_TYPES:
        names = set(public_names(kind))
        assert not names & set(ABSENT.get(kind.__name__, ()))
        assert not names & set(FOREIGN.get(kind.__name__, ()))
        for name in ABSENT.get(kind.__name__, ()):
            assert type(inspect.getattr_static(kind, name)) is Later
