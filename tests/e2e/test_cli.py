"""The command line from outside: documents, exit codes, messages."""

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import openpyxl
import pytest
from support.books import other_members, plain_book

MACROCELL = str(Path(sys.executable).with_name("macrocell"))
OUTCOME_FIELDS = [
    "ok",
    "value",
    "stdout",
    "error",
    "changes",
    "mutations",
    "warnings",
    "usage",
    "run_id",
    "mode",
    "isolation",
    "seed",
    "now",
    "program_hash",
    "base_revision",
    "truncated",
    "saved_to",
]
ERROR_FIELDS = ["code", "type", "message", "line", "column", "text", "name", "hint", "limit", "observed", "refusals"]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return plain_book(tmp_path / "book.xlsx")


def run(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [MACROCELL, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=120, check=False)


def document(*arguments: object) -> tuple[int, dict[str, object]]:
    done = run(*arguments, "--json")
    assert done.stdout.count("\n") == 1
    assert "Traceback" not in done.stderr
    return done.returncode, json.loads(done.stdout)


def test_an_expression_prints_its_value(book: Path) -> None:
    done = run("run", book, "-e", "workbook['Data']['B2'].value * 2")
    assert (done.returncode, done.stdout, done.stderr) == (0, "6\n", "")


def test_json_gives_every_field_of_the_outcome(book: Path) -> None:
    code, outcome = document("run", book, "-e", "print('hi')\n(1, workbook['Data']['C2'].value)")
    assert code == 0
    assert list(outcome) == OUTCOME_FIELDS
    assert (outcome["ok"], outcome["value"], outcome["stdout"]) == (True, [1, "2026-01-05T00:00:00"], "hi\n")


def test_a_macro_file_with_arguments_writes_to_a_new_file(book: Path) -> None:
    macro = book.parent / "macro.py"
    macro.write_text("def main(workbook, price, note):\n    workbook['Data']['B2'].value = price\n    return note\n")
    out = book.parent / "out.xlsx"
    done = run("run", book, macro, "--mode", "write", "--out", out, "--arg", "price=1.5", "--arg", "note=two words")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"two words\nchanged Data!B2 (cells): 3 -> 1.5\nsaved to {out}\n"
    assert openpyxl.load_workbook(out)["Data"]["B2"].value == 1.5
    same, _ = other_members(book, out)
    assert "xl/styles.xml" in same


def test_write_mode_without_a_target_saves_nothing(book: Path) -> None:
    before = book.read_bytes()
    done = run("run", book, "-e", "workbook['Data']['B2'].value = 7", "--mode", "write")
    assert (done.returncode, done.stdout) == (0, "changed Data!B2 (cells): 3 -> 7\n")
    assert book.read_bytes() == before


def test_in_place_and_dry_run(book: Path) -> None:
    assert run("run", book, "-e", "workbook['Data']['B2'].value = 7", "--mode", "write", "--in-place").returncode == 0
    assert openpyxl.load_workbook(book)["Data"]["B2"].value == 7
    done = run("run", book, "-e", "workbook['Data']['B2'].value = 8", "--mode", "write", "--dry-run")
    assert done.stdout == "changed Data!B2 (cells): 7 -> 8\n"
    assert openpyxl.load_workbook(book)["Data"]["B2"].value == 7


def test_an_output_that_exists_is_kept_unless_forced(book: Path) -> None:
    out = book.parent / "out.xlsx"
    out.write_bytes(b"precious")
    write = ("run", book, "-e", "workbook['Data']['B2'].value = 7", "--mode", "write", "--out", out)
    done = run(*write)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == (
        "error [output_exists] out.xlsx: a file already stands there\n"
        "  hint: Choose another name, or ask for overwriting.\n"
    )
    assert out.read_bytes() == b"precious"
    assert run(*write, "--force").returncode == 0


def test_an_output_without_a_write_bit_is_refused_for_root_too(book: Path) -> None:
    book.chmod(0o444)
    code, failure = document("run", book, "-e", "workbook['Data']['B2'].value = 7", "--mode", "write", "--in-place")
    assert code == 3
    assert failure["error"]["code"] == "read_only"


def test_a_macro_error_names_line_and_text(book: Path) -> None:
    done = run("run", book, "-e", "x = 1\ny = x / 0")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "error [macro_error] ZeroDivisionError: division by zero\n  line 2: y = x / 0\n"
    code, outcome = document("run", book, "-e", "x = 1\ny = x / 0")
    assert code == 1
    assert list(outcome["error"]) == ERROR_FIELDS


def test_a_syntax_error_shows_the_line_and_a_cure(book: Path) -> None:
    done = run("run", book, "-e", "x = 1\ny = (")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "error [refused] PolicyError: line 2: '(' was never closed\n"
        "  line 2: y = ( - Correct this line; where it looks right, the line before may not be closed.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("run",), "expected 2 paths, got 0"),
        (("run", "a.xlsx"), "expected 2 paths, got 1"),
        (("run", "a.xlsx", "-e", "1", "--arg", "1x=2"), "--arg '1x=2' is not K=V"),
        (("run", "a.xlsx", "-e", "1", "--out", "b.xlsx"), "--out and --in-place save changes"),
        (("run", "a.xlsx", "-e", "1", "--now", "soon"), "--now 'soon' is not ISO 8601"),
        (("run", "a.xlsx", "-e", "1", "--seed", str(2**64)), "seed is a whole number of at most 64 bits"),
        (("run", "a.xlsx", "-e", "1", "--timeout", "nan"), "the limit wall_s is a number above 0 and up to 86400"),
        (("run", "a.xlsx", "missing.py"), "missing.py: the macro cannot be read (No such file or directory)"),
        (("walk",), "No such command 'walk'."),
        (("run", "a.xlsx", "-e", "1", "--loud"), "No such option '--loud'."),
    ],
)
def test_a_wrong_command_line_is_one_message_and_exit_2(arguments: tuple[str, ...], message: str, book: Path) -> None:
    shutil.copy(book, book.parent / "a.xlsx")
    done = run(*arguments, "--json", cwd=book.parent)
    failure = json.loads(done.stdout)
    assert done.returncode == 2
    assert failure["error"]["code"] == "usage"
    assert failure["error"]["message"].replace("No such option: --loud", "No such option '--loud'.").startswith(message)


def test_no_file_and_no_workbook_are_exit_2(tmp_path: Path) -> None:
    code, failure = document("run", tmp_path / "none.xlsx", "-e", "1")
    assert (code, failure["error"]["code"]) == (2, "unreadable")
    assert failure["error"]["message"] == f"none.xlsx: no such file in {tmp_path}"
    (tmp_path / "text.xlsx").write_text("a,b\n1,2\n")
    code, failure = document("run", tmp_path / "text.xlsx", "-e", "1")
    assert (code, failure["error"]["code"]) == (2, "not_xlsx")
    with zipfile.ZipFile(tmp_path / "odd.xlsx", "w") as odd:
        odd.writestr("readme.txt", "x")
    code, failure = document("run", tmp_path / "odd.xlsx", "-e", "1")
    assert (code, failure["error"]["code"]) == (2, "not_xlsx")


def test_a_timeout_is_a_limit_with_a_line(book: Path) -> None:
    code, outcome = document("run", book, "-e", "x = 1\nwhile True:\n    x += 1", "--timeout", "0.3")
    error = outcome["error"]
    assert (code, error["code"], error["limit"]) == (1, "limit", 0.3)
    assert error["line"] in {2, 3}
    assert error["observed"] >= 0.3


def test_a_new_workbook_is_made(tmp_path: Path) -> None:
    out = tmp_path / "new.xlsx"
    assert run("run", "--new", "-e", "workbook.sheets[0]['B2'] = 'x'", "--mode", "write", "--out", out).returncode == 0
    assert openpyxl.load_workbook(out).active["B2"].value == "x"


def test_doctor_shows_each_layer() -> None:
    done = run("doctor")
    assert done.returncode == 0
    assert "isolation level: kernel\n" in done.stdout
    code, report = document("doctor")
    assert code == 0
    layers = {layer["name"]: layer["applied"] for layer in report["layers"]}
    assert layers["seccomp"] is True
    assert report["ok"] is True


def test_a_bare_command_shows_the_help_on_stderr() -> None:
    done = run()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Usage: macrocell [OPTIONS] COMMAND [ARGS]...\n")


def test_an_output_of_another_format_is_refused_before_the_macro_runs(book: Path) -> None:
    out = book.parent / "out.ods"
    code, failure = document("run", book, "-e", "1", "--mode", "write", "--out", out)
    assert (code, failure["error"]["code"]) == (2, "not_available")
    assert not out.exists()


def test_help_and_version_need_no_engine() -> None:
    assert run("--version").stdout.startswith("macrocell, version ")
    assert "doctor" in run("--help").stdout


def test_a_text_file_goes_in_and_out_and_what_was_detected_is_said(tmp_path: Path) -> None:
    data, out = tmp_path / "stock.csv", tmp_path / "out.csv"
    data.write_bytes(b"code;count\r\n007;5\r\n008;6\r\n")
    macro = "workbook['stock']['B2'] = 7; workbook['stock']['A3'].value"
    code, outcome = document("run", data, "-e", macro, "--mode", "write", "--out", out)
    assert (code, outcome["value"], outcome["saved_to"]) == (0, "008", str(out))
    note = "stock.csv: read as UTF-8, fields separated by semicolon, lines ended by CRLF; records: 3"
    assert outcome["warnings"] == [note]
    assert out.read_bytes() == b"code;count\r\n007;7\r\n008;6\r\n"
    done = run("run", data, "-e", macro, "--mode", "write", "--in-place")
    assert (done.returncode, done.stderr) == (0, f"note: {note}\n")
    assert data.read_bytes() == out.read_bytes()
    assert run("run", data, "-e", "1", "--mode", "write", "--out", tmp_path / "out.xlsx").returncode == 0
    assert openpyxl.load_workbook(tmp_path / "out.xlsx")["stock"]["A2"].value == "007"


def test_a_bad_text_file_is_exit_2_with_its_line(tmp_path: Path) -> None:
    data = tmp_path / "bad.csv"
    data.write_bytes(b'a,b\n1,"x\n')
    code, failure = document("run", data, "-e", "1")
    assert (code, failure["error"]["code"]) == (2, "csv_refused")
    assert failure["error"]["message"] == "bad.csv: line 2: a quote that is never closed"


def test_one_sheet_of_a_workbook_is_saved_as_text(book: Path) -> None:
    out = book.parent / "out.tsv"
    write = ("run", book, "-e", "workbook['Data']['D2'] = 1", "--mode", "write", "--out", out)
    code, failure = document(*write)
    assert (code, failure["error"]["code"]) == (2, "csv_not_saved")
    assert failure["error"]["message"] == "the workbook has 2 worksheets, and a text file holds one"
    assert not out.exists()
    assert document(*write, "--sheet", "Data")[0] == 0
    assert out.read_bytes().startswith(b"name\tcount\tday\t\r\nbolt\t3\t2026-01-05\t1\r\n")
    code, failure = document("run", book, "-e", "1", "--sheet", "Data")
    assert (code, failure["error"]["message"]) == (2, "--sheet chooses what goes into a .csv or .tsv output")


def test_a_write_outside_of_the_given_references_is_not_ok(book: Path) -> None:
    command = ("run", book, "--mode", "write", "--writable", "data!A:B", "--writable", "'Sales '", "-e")
    assert document(*command, "workbook['Data']['B2'] = 1; workbook['Sales ']['B2'] = 1")[0] == 0
    code, outcome = document(*command, "workbook['Data']['C2'] = 1")
    assert (code, outcome["error"]["code"], outcome["error"]["line"]) == (1, "not_writable", 1)
    assert outcome["error"]["message"] == "Data!C2 lies outside of what this run may write: data!A:B, 'Sales '"
    code, failure = document("run", book, "--mode", "write", "--writable", "Dta", "-e", "1")
    assert (code, failure["error"]["code"]) == (2, "usage")
    assert failure["error"]["message"] == "writable: no sheet is named 'Dta'"


def test_a_trace_is_refused_by_name(book: Path) -> None:
    code, failure = document("run", book, "-e", "1", "--trace", "t.json")
    assert (code, failure["error"]["code"]) == (2, "not_available")
    assert failure["error"]["message"] == "--trace is not available yet"


def test_inputs_are_files_by_name(book: Path, tmp_path: Path) -> None:
    prices = tmp_path / "prices.csv"
    prices.write_text("name,price\nbolt,2.5\n")
    macro = "inputs['p']['prices']['B2'].value * workbook['Data']['B2'].value"
    code, outcome = document("run", book, "-e", macro, "--input", f"p={prices}")
    assert (code, outcome["value"]) == (0, 7.5)
    note = "prices.csv: read as UTF-8, fields separated by comma, lines ended by LF; records: 2"
    assert outcome["warnings"] == [f"inputs['p']: {note}"]
    for given, message in (
        (["--input", str(prices)], f"--input {str(prices)!r} is not N=PATH"),
        (["--input", "p="], "--input 'p=' is not N=PATH"),
        (["--input", f"p={prices}", "--input", f"p={prices}"], "--input 'p' is given twice"),
    ):
        code, failure = document("run", book, "-e", "1", *given)
        assert (code, failure["error"]["code"], failure["error"]["message"]) == (2, "usage", message)
    code, failure = document("run", book, "-e", "1", "--input", f"p={tmp_path / 'none.xlsx'}")
    assert (code, failure["error"]["code"]) == (2, "unreadable")
    assert failure["error"]["message"] == f"inputs['p']: none.xlsx: no such file in {tmp_path}"


def test_a_long_value_is_shown_by_its_ends(book: Path) -> None:
    head, note, tail, end = run("run", book, "-e", "'a' * 100_000 + 'z'").stdout.split("\n")
    assert (head, tail, end) == ("a" * 32_768, "a" * 32_767 + "z", "")
    assert note == "... [34465 characters of the value left out; --json gives all of it] ..."
