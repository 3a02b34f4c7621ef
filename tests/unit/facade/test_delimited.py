"""Delimited text: what is detected, what is refused with its line, and what a save leaves as it was."""

from __future__ import annotations

import csv
import io

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from macrocell.facade.workbook.delimited import (
    DelimitedError,
    DelimitedSaveError,
    Form,
    read_delimited,
    write_delimited,
)
from macrocell.facade.workbook.delimited import read as reading
from macrocell.facade.workbook.delimited.read import sheet_name_of
from macrocell.facade.workbook.delimited.record import raw_fields, records
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    CellsClear,
    CellsSet,
    Formula,
    Mutation,
    StylePatch,
    StyleSet,
    apply_all,
    take_back,
)
from macrocell.facade.workbook.xlsx.error import TooLargeError
from macrocell.facade.workbook.xlsx.new import new_package
from macrocell.facade.workbook.xlsx.patch import save_package
from macrocell.facade.workbook.xlsx.read import read_workbook


def read(data: bytes, form: Form = "csv") -> Workbook:
    return read_delimited(data, f"data.{form}", form)[0]


def values(model: Workbook) -> list[list[object]]:
    return [list(row.values) for _, row in model.sheets[0].each_row()]


def written(model: Workbook, form: Form | None = None, sheet: str | None = None) -> bytes:
    pieces, _ = write_delimited(model, form, sheet)
    return b"".join(pieces)


def put(model: Workbook, row0: int, col0: int, *cells: object) -> None:
    rect = Rect(row0, col0, row0, col0 + len(cells) - 1)
    apply_all(model, [CellsSet(sheet="s1", rect=rect, rows=[list(cells)])])  # type: ignore[list-item]


SAMPLES: dict[str, tuple[bytes, str]] = {
    "commas": (b"a,b\r\n1,x\r\n", "UTF-8, fields separated by comma, lines ended by CRLF"),
    "decimal commas": (b"a;b\n1,5;2,5\n1,5;3,5\n", "UTF-8, fields separated by semicolon, lines ended by LF"),
    "tabs": (b"a\tb\r1\t2\r", "UTF-8, fields separated by tab, lines ended by CR"),
    "bars": (b"a|b\n1|2\n", "UTF-8, fields separated by vertical bar, lines ended by LF"),
    "one column": (b"a\n1\n", "UTF-8, fields separated by comma, lines ended by LF"),
    "one line without an end": (b"a,b", "UTF-8, fields separated by comma, lines ended by CRLF"),
    "a mark": (b"\xef\xbb\xbfa,b\n", "UTF-8 with a byte order mark, fields separated by comma, lines ended by LF"),
    "UTF-16": ("a\tb\n1\t\u20ac\n".encode("utf-16-le"), "UTF-16LE, fields separated by tab, lines ended by LF"),
    "UTF-16 with a mark": (
        b"\xfe\xff" + "a,b\n".encode("utf-16-be"),
        "UTF-16BE with a byte order mark, fields separated by comma, lines ended by LF",
    ),
    "UTF-32 with a mark": (
        b"\xff\xfe\0\0" + "a,b\n".encode("utf-32-le"),
        "UTF-32LE with a byte order mark, fields separated by comma, lines ended by LF",
    ),
    "accents of Windows": (b"a;b\n\xe9;\x80\n", "Windows-1252, fields separated by semicolon, lines ended by LF"),
    "a line that tells": (b"sep=;\r\na,x;b\r\n", "UTF-8, fields separated by semicolon, lines ended by CRLF"),
    "commas within quotes": (b'a;b\n"1,2,3";x\n"4,5,6";y\n', "UTF-8, fields separated by semicolon, lines ended by LF"),
}  # fmt: skip


@pytest.mark.parametrize("name", SAMPLES)
def test_encoding_delimiter_and_line_ends_are_detected_and_said(name: str) -> None:
    data, words = SAMPLES[name]
    model, warnings = read_delimited(data, "data.csv", "csv")
    assert warnings[0] == f"data.csv: read as {words}; records: {len(model.sheets[0].rows)}"
    assert written(model) == data


def test_a_tsv_is_separated_by_tabs_whatever_it_looks_like() -> None:
    assert values(read(b"a,b\n1,2\n", "tsv")) == [["a,b"], ["1,2"]]


def test_what_was_guessed_is_said() -> None:
    _, warnings = read_delimited(b"a,b\r\n\xe9\n", "data.csv", "csv")
    assert warnings[1:] == (
        "data.csv: it is not UTF-8; look at its accented letters, or save it as UTF-8",
        "data.csv: its records differ in length, from 1 to 2 fields",
        "data.csv: its lines end in CRLF and LF; new ones will in CRLF",
    )


def test_a_sample_that_ends_within_quotes_is_no_error() -> None:
    data = b'a,"' + b"long line\n" * 3000 + b'",1\n'
    many = data * 4
    assert len(data) < 32_767 < 64 * 1024 < len(many)
    assert written(read(many)) == many


def test_records_of_any_shape_are_read() -> None:
    data = b'a,b,c\n\n"x ""q"" y","l1\r\nl2",\n=1+1,-5\n5" pipe,"ab"c,1\n'
    model = read(data)
    assert values(model) == [
        ["a", "b", "c"],
        [],
        ['x "q" y', "l1\r\nl2", None],
        ["=1+1", -5],
        ['5" pipe', "abc", 1],
    ]
    assert model.sheets[0].row(3).formula(0) is None  # type: ignore[union-attr]
    assert written(model) == data


@pytest.mark.parametrize(
    ("data", "message", "hint"),
    [
        (
            b'a,b\n1,"x\ny\n',
            "line 2: a quote that is never closed",
            'Close the quote, or double it where it belongs to the text: "".',
        ),
        (
            b'a,b\n"1\n2",x\n1,"' + b"x\n" * 9,
            "line 4: a quote that is never closed",
            'Close the quote, or double it where it belongs to the text: "".',
        ),
        (
            b'a\n"' + b"x" * 140_000,
            "line 2: this is no record (field larger than field limit (131072))",
            'Close the quote, or double it where it belongs to the text: "".',
        ),
        (b"a,b\r\n1,\x00\r\n", "line 2: a NUL character; the file is binary, or cut off", "Save it as UTF-8."),
        (b"a\n\x81\n", "line 2: the text is neither UTF-8 nor Windows-1252", "Save it as UTF-8."),
        (b"\xff\xfea\0\n\0\x00\xd8", "line 2: the text is not valid UTF-16LE", "Save it as UTF-8."),
        (
            b"a,b\n1," + b"x" * 32_768,
            "line 2: a field of 32,768 characters in column B; a cell holds 32,767",
            "Shorten it, or leave the column out.",
        ),
        (
            b"PK\x03\x04...",
            "the file is no delimited text, but a zip package such as .xlsx",
            "Give the file its own ending, such as .xlsx.",
        ),
        (
            b"\xd0\xcf\x11\xe0\xa1",
            "the file is no delimited text, but a binary Office file such as .xls",
            "Save it as .xlsx or as CSV in its application.",
        ),
    ],
)
def test_what_is_no_text_is_refused_with_its_line(data: bytes, message: str, hint: str) -> None:
    with pytest.raises(DelimitedError) as caught:
        read(data)
    assert (caught.value.message, caught.value.hint) == (message, hint)


def test_more_than_a_sheet_holds_is_refused_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TooLargeError) as caught:
        read(b"a\n" + b"," * 16_384 + b"\n")
    assert caught.value.message == "line 2: 16,385 fields in a record; a sheet has 16,384 columns"
    assert reading.MAX_ROWS == 1_048_576
    monkeypatch.setattr(reading, "MAX_ROWS", 4)
    with pytest.raises(TooLargeError) as caught:
        read(b"\n" * 5)
    assert caught.value.message == "line 5: more than the 4 records that a sheet has rows for"


def test_more_fields_than_are_read_are_refused_with_their_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_FIELDS", 5)
    assert len(read(b"a,b,c\nd,e\n").sheets[0].rows) == 2
    with pytest.raises(TooLargeError) as caught:
        read(b"a,b,c\nd,e\n,\n")
    assert caught.value.message == "line 3: more than the 5 fields that are read of a text"


def test_only_what_was_changed_is_written_anew() -> None:
    data = b'id,"amount",day\r\n007, 2.50 ,2024-01-05 10:00\r\n\r\n"8",3.10,2024-01-06\nlast,1E5'
    model = read(data)
    put(model, 3, 1, 4)
    assert written(model) == data.replace(b'"8",3.10', b'"8",4')
    put(model, 5, 1, "a,b", None, True)
    assert written(model) == data.replace(b'"8",3.10', b'"8",4') + b'\r\n,"a,b",,TRUE\r\n'


def test_a_cell_written_with_what_it_holds_stays_as_it_was_spelled() -> None:
    data = b'a,b,c\n2.50,"x",2024-01-05T10:00\n'
    model = read(data)
    put(model, 1, 0, 2.5, "x", 45296 + 10 / 24)
    assert written(model) == data


def test_taking_changes_back_gives_the_bytes_back() -> None:
    data = b"a,b\n1,2.50\n"
    model = read(data)
    change: list[Mutation] = [
        CellsSet(sheet="s1", rect=Rect(1, 0, 2, 1), rows=[[5, 6], [7, 8]]),
        CellsClear(sheet="s1", rects=(Rect(0, 0, 0, 0),)),
    ]
    applied = apply_all(model, change)
    assert written(model) == b",b\n5,6\n7,8\n"
    take_back(model, applied)
    assert written(model) == data


def test_a_date_format_makes_a_number_a_date_in_the_text() -> None:
    model = read(b"a,b\n45296,1\n")
    apply_all(model, [StyleSet(sheet="s1", rects=(Rect(1, 0, 1, 0),), patch=StylePatch(number_format="yyyy-mm-dd"))])
    assert written(model) == b"a,b\n2024-01-05,1\n"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b'"a","b"\n"x","1"\n', b'"new ""x""","7"\n'),
        (b'"a",1\n"x",2\n', b'"new ""x""",7\n'),
        (b'a,"b"\nx,1\n', b'"new ""x""",7\n'),
    ],
)
def test_new_fields_are_quoted_as_the_others_are(data: bytes, expected: bytes) -> None:
    model = read(data)
    put(model, 2, 0, 'new "x"', 7)
    assert written(model) == data + expected


def test_new_records_have_the_width_of_the_first() -> None:
    model = read(b"a,b,c\n1\n")
    put(model, 3, 0, 5)
    assert written(model) == b"a,b,c\n1\n\n5,,\n"


def test_a_sheet_that_came_from_no_text_is_written_as_wide_as_it_is_used() -> None:
    model = read_workbook(new_package("Data"))
    put(model, 1, 1, "x", None, 2.0)
    put(model, 3, 0, "a,b")
    assert written(model, "csv") == b',,,\r\n,x,,2\r\n,,,\r\n"a,b",,,\r\n'
    assert written(read_workbook(new_package()), "csv") == b""


def test_another_delimiter_is_written_with_the_encoding_of_the_source() -> None:
    model = read(b"sep=;\na;b\n\xe9,x;2.50\n")
    assert written(model, "tsv") == b"a\tb\n\xe9,x\t2.5\n"


def test_a_character_that_the_encoding_has_not_is_refused_with_its_cell() -> None:
    model = read(b"a;b\n\xe9;1\n")
    put(model, 1, 1, "\u65e5")
    with pytest.raises(DelimitedSaveError) as caught:
        written(model)
    assert caught.value.message == r"data!B2: Windows-1252, the encoding of the file, has no '\u65e5'"
    assert caught.value.hint == "Save as .xlsx, or save the source as UTF-8 first."


def test_a_formula_whose_value_is_not_known_is_refused_with_its_cell() -> None:
    model = read(b"a,b\n1,2\n")
    put(model, 1, 1, Formula("A2*2+RAND()"))
    with pytest.raises(DelimitedSaveError) as caught:
        written(model)
    assert caught.value.message == (
        "data!B2: the value of its formula is not known: "
        "it uses RAND, which is not computed, and it was written after the file was opened"
    )


def test_a_formula_is_written_as_what_it_gives() -> None:
    model = read(b"a,b\n1,2\n")
    put(model, 1, 1, Formula("A2*2.5"))
    put(model, 2, 0, Formula('"x"&B2'))
    assert written(model) == b"a,b\n1,2.5\nx2.5,\n"


def test_texts_that_may_be_taken_for_formulas_stay_and_new_ones_are_told() -> None:
    data = b"=1+1,+5\n@x,-y\n"
    model = read(data)
    assert write_delimited(model, None, None)[1] == []
    put(model, 2, 0, "=cmd", -5)
    pieces, warnings = write_delimited(model, None, None)
    assert b"".join(pieces) == data + b"=cmd,-5\n"
    assert warnings == [
        "data: texts written here that begin with = + - or @ (1); a spreadsheet application may take them for formulas"
    ]


def test_a_text_is_saved_whole_as_a_workbook() -> None:
    model = read(b"a,b,c,d\n007,2.50,2024-02-29,=1+1\n\nx,TRUE,,\n")
    pieces, parts = save_package(model)
    sheet = openpyxl.load_workbook(io.BytesIO(b"".join(map(bytes, pieces)))).active
    assert set(parts) == {"xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/styles.xml"}
    assert sheet.title == "data"
    assert [[cell.value for cell in row] for row in sheet.iter_rows()][1][:2] == ["007", 2.5]
    assert (sheet["C2"].value.isoformat(), sheet["C2"].number_format) == ("2024-02-29T00:00:00", "yyyy-mm-dd")
    assert (sheet["D2"].data_type, sheet["D2"].value, sheet["B4"].value) == ("s", "=1+1", True)


@pytest.mark.parametrize(
    ("file_name", "sheet"),
    [
        ("sales.csv", "sales"),
        ("a[1]*?.csv", "a_1___"),
        ("x" * 40 + ".csv", "x" * 31),
        ("'.csv", "Sheet1"),
        ("history.csv", "Sheet1"),
        (".csv", "_csv"),
        ("\U0001f600" * 20 + ".csv", "\U0001f600" * 15),
        ("tab\there.csv", "tab_here"),
        ("R&D <x>.csv", "R&D <x>"),
    ],
)
def test_the_sheet_is_named_after_the_file(file_name: str, sheet: str) -> None:
    expected = ".csv" if file_name == ".csv" else sheet
    assert sheet_name_of(file_name) == expected
    assert read_delimited(b"a\n", file_name, "csv")[0].sheets[0].name == expected


TEXTS = st.text(alphabet='ab1,;\t|"\r\n =', max_size=12)


@given(TEXTS, st.sampled_from(",;\t|"))
def test_records_are_those_of_the_standard_library_and_their_raw_text_is_all_of_it(text: str, delimiter: str) -> None:
    expected = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    try:
        found = list(records(text, delimiter))
    except DelimitedError as error:
        assert "never closed" in error.message
        return
    assert [fields for fields, _ in found] == expected
    assert "".join(raw for _, raw in found) == text
    assert all(len(raw_fields(raw, delimiter)) == len(fields) for fields, raw in found)


@given(st.lists(TEXTS, min_size=1, max_size=6), st.sampled_from(("csv", "tsv")))
def test_a_text_nothing_of_which_changed_gives_its_own_bytes(parts: list[str], form: Form) -> None:
    data = "\n".join(parts).encode()
    try:
        model = read(data, form)
    except DelimitedError:
        return
    assert written(model) == data


@given(
    st.lists(st.lists(st.sampled_from(["", "a", "7", "x,y", 'q"', "l\nm"]), min_size=1, max_size=4), min_size=2),
    st.integers(0, 3),
)
def test_a_changed_cell_changes_its_own_record_only(rows: list[list[str]], column: int) -> None:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    model = read(out.getvalue().encode())
    delimiter = model.source.dialect.delimiter  # type: ignore[union-attr]
    before = [raw for _, raw in records(out.getvalue(), delimiter)]
    put(model, 1, column, "NEW")
    after = [raw for _, raw in records(written(model).decode(), delimiter)]
    assert [*after[:1], *after[2:]] == [*before[:1], *before[2:]]
    assert "NEW" in after[1]
