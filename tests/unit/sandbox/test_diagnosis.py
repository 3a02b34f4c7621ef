"""What is told of an exception that a macro did not catch."""

from __future__ import annotations

from typing import Any

import pytest
from macrocell.sandbox.diagnosis import MAX_MESSAGE, describe_error
from macrocell.sandbox.job import ErrorReport
from support.language import Run


def report(
    source: str, args: dict[str, object] | None = None, host: tuple[type[BaseException], ...] = ()
) -> ErrorReport:
    run = Run(source, args)
    assert run.error is not None
    return describe_error(run.error, source, host)


REPORTS = {
    "a name": (
        "x = 1\nprnt(x)",
        "NameError",
        "name 'prnt' is not defined",
        2,
        0,
        "prnt(x)",
        "prnt",
        "Did you mean print?",
    ),
    "a name of the macro": (
        "total = 1\ndef f():\n    return totl\nf()",
        "NameError",
        "name 'totl' is not defined",
        3,
        11,
        "return totl",
        "totl",
        "Did you mean total?",
    ),
    "a name before its value": (
        "def f():\n    return n\n    n = 1\nf()",
        "UnboundLocalError",
        "cannot access local variable 'n' where it is not associated with a value",
        2,
        11,
        "return n",
        "n",
        None,
    ),
    "an attribute": (
        "'x'.uper()",
        "AttributeError",
        "'str' object has no attribute 'uper'",
        1,
        0,
        "'x'.uper()",
        "uper",
        "Did you mean upper or isupper?",
    ),
    "an attribute of a module": (
        "import math\nmath.sqr(2)",
        "AttributeError",
        "module has no attribute 'sqr'",
        2,
        0,
        "math.sqr(2)",
        "sqr",
        "Did you mean sqrt or isqrt?",
    ),
    "a key": ("d = {'a': 1}\nd['b']", "KeyError", "'b'", 2, 0, "d['b']", None, None),
    "a division": ("x = 0\ny = (1 +\n  2 / x)", "ZeroDivisionError", "division by zero", 3, 2, "2 / x)", None, None),
    "an argument of main": (
        "x = 1\ndef main(a, b):\n    pass",
        "TypeError",
        "main() missing 1 required positional argument: 'b'",
        2,
        0,
        "def main(a, b):",
        None,
        'main takes its parameters from args: run it with args={"b": ...}, or give them defaults.',
    ),
    "an exception of the macro": (
        "class Bad(Exception): pass\nraise Bad('too', 1)",
        "Bad",
        "('too', 1)",
        2,
        0,
        "raise Bad('too', 1)",
        None,
        None,
    ),
    "no message": ("raise ValueError", "ValueError", "", 1, 0, "raise ValueError", None, None),
    "within a host's call": (
        "def key(x): return 1 / 0\nsheet.apply(key)",
        "ZeroDivisionError",
        "division by zero",
        1,
        19,
        "def key(x): return 1 / 0",
        None,
        None,
    ),
    "decimal's signals": (
        "from decimal import Decimal\nDecimal('x')",
        "InvalidOperation",
        "ConversionSyntax",
        2,
        0,
        "Decimal('x')",
        None,
        None,
    ),
    "an OSError": (
        "raise OSError(2, 'gone')",
        "FileNotFoundError",
        "[Errno 2] gone",
        1,
        0,
        "raise OSError(2, 'gone')",
        None,
        None,
    ),
    "bytes that are no text": (
        "b'\\xff'.decode()",
        "UnicodeDecodeError",
        "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte",
        1,
        0,
        "b'\\xff'.decode()",
        None,
        None,
    ),
    "characters before the place": (
        "ü = 'ß'; ü.x",
        "AttributeError",
        "'str' object has no attribute 'x'",
        1,
        9,
        "ü = 'ß'; ü.x",
        "x",
        None,
    ),
}


@pytest.mark.parametrize("case", REPORTS)
def test_report(case: str) -> None:
    source, kind, message, line, column, text, name, hint = REPORTS[case]
    assert report(source) == ErrorReport(
        code="macro_error", type=kind, message=message, line=line, column=column, text=text, name=name, hint=hint
    )


class HostError(Exception):
    """As a facade's."""

    code = "sheet_not_found"

    def __init__(self, message: str, hint: Any) -> None:
        super().__init__(message)
        self.hint = hint
        self.limit = 5
        self.observed = 6.5


def raising(error: Exception) -> dict[str, object]:
    def fail() -> None:
        raise error

    return {"fail": fail}


def test_an_error_of_the_host_brings_code_hint_and_figures() -> None:
    told = report("args['fail']()", raising(HostError("no sheet X", "Did you mean Y?")), (HostError,))
    assert (told.code, told.type, told.message, told.hint) == (
        "sheet_not_found",
        "HostError",
        "no sheet X",
        "Did you mean Y?",
    )
    assert (told.limit, told.observed, told.line) == (5, 6.5, 1)
    told = report("args['fail']()", raising(HostError("no", None)), ())
    assert (told.code, told.hint, told.limit) == ("macro_error", None, None)


def test_code_of_the_macro_does_not_run() -> None:
    source = """
class Trap:
    def __str__(self): ran.append(1)
    def __repr__(self): ran.append(2)
    def __eq__(self, other): ran.append(3)
    def __hash__(self): return hash("k")
    def __format__(self, spec): ran.append(4)
class Text(str):
    def __str__(self): ran.append(5)
    def __repr__(self): ran.append(6)
class Bad(Exception):
    def __str__(self): ran.append(7)
    def __repr__(self): ran.append(8)
ran = args["ran"]
d = {Trap(): Trap(), "k": Text("x")}
ran.clear()
raise Bad(Trap(), Text("t"), d, [Trap()], {Trap()}, (Text("u"),))
"""
    ran: list[int] = []
    told = report(source, {"ran": ran})
    source_value = ran
    assert source_value == []
    assert told.message == (
        "(<Trap object>, <Text object>, {<Trap object>: <Trap object>, 'k': <Text object>}, [<Trap object>], "
        "{<Trap object>}, (<Text object>,))"
    )


def test_a_long_message_is_cut_and_encodable() -> None:
    told = report("raise ValueError('a' * 5000 + '\\ud800')")
    assert len(told.message) < MAX_MESSAGE + 20
    assert told.message.endswith("\\ud800")
    assert told.message.encode("utf-8")
    assert report("raise ValueError(10**5000)").message == "<large int>"
    assert report("raise ValueError([[[[[1]]]]])").message == "[[[<list object>]]]"
    assert report("raise ValueError(list(range(20)))").message == "[0, 1, 2, 3, 4, 5, 6, 7, ...]"
    assert len(report("raise ValueError('x')  # " + "y" * 1000).text or "") < 230


def test_a_very_long_class_name_is_cut() -> None:
    told = report(f"class {'A' * 500}(Exception): pass\nraise {'A' * 500}()")
    assert told.type == "A" * 80


def test_an_exception_without_macro_code_has_no_line() -> None:
    told = describe_error(ValueError("x"), "1")
    assert (told.line, told.column, told.text) == (None, None, None)


def test_the_innermost_macro_line_is_told_at_any_depth() -> None:
    told = report("def f(n):\n    if n == 0:\n        raise KeyError('deep')\n    f(n - 1)\nf(300)")
    assert (told.line, told.text, told.message) == (3, "raise KeyError('deep')", "'deep'")
    told = report("def f():\n    return f()\nf()")
    assert (told.type, told.line, told.text) == ("RecursionError", 2, "return f()")


def test_lines_are_counted_as_python_counts_them() -> None:
    told = report("x = 'a\x0cb\x1c\x85\u2028'\r\ny = 1\rz = ü = 1 / 0\n")
    assert (told.line, told.column, told.text) == (3, 8, "z = ü = 1 / 0")


def test_a_very_long_name_is_cut_wherever_python_tells_it() -> None:
    long, short = "n" * 500, "n" * 80
    told = report(long)
    assert (told.name, told.message) == (short, f"name '{short}' is not defined")
    assert report(f"''.{long}").message == f"'str' object has no attribute '{short}'"
    assert report(f"class {long}: pass\n1 + {long}()").message == (
        f"unsupported operand type(s) for +: 'int' and '{short}'"
    )
    assert report(f"raise ValueError('{long}')").message == long


def test_the_host_is_asked_before_python_hints_are_given() -> None:
    source = "x = 5\nx(\n  1)"
    run = Run(source)
    assert run.error is not None
    asked: list[tuple[str, str, str]] = []

    def explain(kind: str, message: str, expression: str) -> str | None:
        asked.append((kind, message, expression))
        return answer

    answer: str | None = "write x"
    assert describe_error(run.error, source, explain=explain).hint == "write x"
    answer = None
    told = describe_error(run.error, source, explain=explain)
    assert told.hint == "x is a value, not a function: write it without brackets."
    assert asked == [("TypeError", "'int' object is not callable", "x(\n  1)")] * 2
