"""Escape attempts against the language layer, each with its exact outcome; numbers are those of the corpus list."""

from __future__ import annotations

import pytest
from support.language import Run, failure, refusal, refusals, value

PRIVATE = 'attribute "_model" is not available to a macro'


def test_class_of_a_tuple_is_a_harmless_value() -> None:  # 1
    assert value("().__class__") is tuple


RUNTIME = {
    "2 getattr of a special name": ('getattr((), "__class__")', 'attribute "__class__" is not available to a macro'),
    "4 str.format reads a private attribute": ('str.format("{0._model}", cell)', PRIVATE),
    "5 str.format as a value": ('list(map(str.format, ["{0._model}"], [cell]))', PRIVATE),
    "8 special attributes in a format text": (
        '"{0.__class__.__mro__}".format(1)',
        'attribute "__class__" is not available to a macro',
    ),
    "8 the same through format_map": (
        '"{a.__class__}".format_map({"a": 1})',
        'attribute "__class__" is not available to a macro',
    ),
    "8 the same in a nested format": ('"{:{0._model}}".format(cell)', PRIVATE),
    "8 the same behind an item": ('"{0[0]._model}".format([cell])', PRIVATE),
    "8 the same as a bound method": ('list(map("{0._model}".format, [cell]))', PRIVATE),
    "8 the same by getattr": ('getattr("{0._model}", "format")(cell)', PRIVATE),
    "8 the same by getattr of the class": ('getattr(str, "format_map")("{a._model}", {"a": cell})', PRIVATE),
    "10 the object behind an AttributeError": (
        "try: sheet.nope\nexcept AttributeError as e: e.obj",
        'attribute "obj" of AttributeError is not available to a macro',
    ),
    "10 the same by getattr": (
        'try: sheet.nope\nexcept AttributeError as e: getattr(e, "obj")',
        'attribute "obj" of AttributeError is not available to a macro',
    ),
    "10 the same in a format text": (
        'try: sheet.nope\nexcept AttributeError as e: "{0.obj}".format(e)',
        'attribute "obj" is not available in a format text',
    ),
    "10 its descriptor from the class": (
        "class E(AttributeError):\n    peek = AttributeError.obj",
        'attribute "obj" of type is not available to a macro',
    ),
    "15 setattr of __class__": ('setattr(sheet, "__class__", 1)', 'attribute "__class__" is not available to a macro'),
    "16 setattr of a private attribute": ('setattr(cell, "_model", 1)', PRIVATE),
    "16 delattr of a private attribute": ('delattr(cell, "_model")', PRIVATE),
    "17 functools.update_wrapper": (
        'import functools\nfunctools.update_wrapper(print, sheet.apply, [], ["__globals__"])',
        "module has no attribute 'update_wrapper'",
    ),
    "18 reduce over getattr": ('import functools\nfunctools.reduce(getattr, ["_model"], cell)', PRIVATE),
    "19 modules of re": ('import re\nre.enum.sys.modules["os"].system', "module has no attribute 'enum'"),
    "20 modules of json": ("import json\njson.codecs.builtins.open", "module has no attribute 'codecs'"),
    "21 modules of datetime": ("import datetime\ndatetime.sys", "module has no attribute 'sys'"),
    "21 modules of statistics": ("import statistics\nstatistics.sys", "module has no attribute 'sys'"),
    "22 patching a module": (
        "import math\nmath.sqrt = 1",
        "attributes of a module cannot be set or deleted by a macro",
    ),
    "22 deleting from a module": (
        "import math\ndel math.sqrt",
        "attributes of a module cannot be set or deleted by a macro",
    ),
}


@pytest.mark.parametrize("attack", RUNTIME)
def test_ends_as_an_ordinary_attribute_error(attack: str) -> None:
    source, message = RUNTIME[attack]
    run = Run(source)
    assert run.failure == f"AttributeError: {message}"
    assert run.model.cells == {"A1": 1, "B1": "two"}


def test_a_subclass_of_str_is_no_attribute_name() -> None:  # 3
    source = 'class S(str): pass\ngetattr((), S("__class__"))'
    assert failure(source) == "TypeError: attribute name must be plain text, not S"
    for call in ('setattr(cell, S("value"), 1)', 'hasattr(cell, S("value"))', 'delattr(cell, S("value"))'):
        assert failure(f"class S(str): pass\n{call}") == "TypeError: attribute name must be plain text, not S"


def test_formatter_is_refused() -> None:  # 6
    code, line, column, message, _ = refusal('from string import Formatter; Formatter().format("{0._model}", cell)')
    assert (code, line, column, message) == ("import", 1, 19, '"Formatter" cannot be imported from string')


TRACE = "str(error) tells the message; an error that is not caught is reported with its line."
STATIC = {
    "7 private attribute in an f-string": (
        'f"{cell._model}"',
        ("attribute", 1, 3, 'attribute "_model" cannot be used in a macro'),
        "Write model instead: names that begin with an underscore are kept for the sandbox.",
    ),
    "7 the same in a nested format spec": (
        'f"{1:{cell._model}}"',
        ("attribute", 1, None, 'attribute "_model" cannot be used in a macro'),
        "Write model instead: names that begin with an underscore are kept for the sandbox.",
    ),
    "9 frame of a generator": (
        "g = (x for x in [1]); g.gi_frame",
        ("attribute", 1, 22, 'attribute "gi_frame" cannot be used in a macro'),
        "Choose another name.",
    ),
    "11 except*": (
        "try: 1/0\nexcept* Exception: pass",
        ("statement", 1, 0, "except* cannot be used in a macro"),
        "Write except Exception.",
    ),
    "12 traceback of an exception": (
        "try: 1/0\nexcept Exception as e: e.__traceback__",
        ("attribute", 2, 23, 'attribute "__traceback__" cannot be used in a macro'),
        TRACE,
    ),
    "12 frame of a traceback": (
        "def f(tb): return tb.tb_frame",
        ("attribute", 1, 18, 'attribute "tb_frame" cannot be used in a macro'),
        "Choose another name.",
    ),
    "13 a guard's name as positional-only parameter": (
        "def f(_load_, /): return 1",
        ("name", 1, 6, 'name "_load_" cannot be used in a macro'),
        "Write load instead: names that begin with an underscore are kept for the sandbox.",
    ),
    "14 a guard's name in a comprehension": (
        "[(_write_ := 1) for x in [1]]",
        ("name", 1, 2, 'name "_write_" cannot be used in a macro'),
        "Write write instead: names that begin with an underscore are kept for the sandbox.",
    ),
    "20 from json import scanner": (
        "from json import scanner",
        ("import", 1, 17, '"scanner" cannot be imported from json'),
        "json offers: JSONDecodeError, dumps, loads.",
    ),
}


@pytest.mark.parametrize("attack", STATIC)
def test_is_refused_with_place_and_hint(attack: str) -> None:
    source, (code, line, column, message), hint = STATIC[attack]
    found = refusal(source)
    assert (found[0], found[1], found[3], found[4]) == (code, line, message, hint)
    if column is not None:  # places within a format spec differ between versions of Python
        assert found[2] == column


def test_deep_source_is_refused_and_does_not_crash() -> None:  # 27
    for source in (
        "x = " + "-" * 3000 + "1",
        "x = " + "[" * 10_000 + "]" * 10_000,
        "x = " + "(" * 150 + "1" + ")" * 150 + ".a" * 20_000,
        "x = " + "not " * 20_000 + "1",
        "x = " + "lambda: " * 3000 + "1",
        "x = " + "1+" * 60_000 + "1",
        "x = a" + "[0]" * 60_000,
        "x = f" + "()" * 60_000,
    ):
        (found,) = refusals(source)
        assert found.code in ("too_deep", "syntax"), source[:20]


LOOPS = {
    "a bare except": "try:\n    raise KeyError(1)\nexcept:\n    caught = True\ncaught",
    "a try within a loop": "for i in range(3):\n    try: str(i)\n    except: pass\ni",
}


@pytest.mark.parametrize("case", LOOPS)
def test_bare_except_still_catches_ordinary_errors(case: str) -> None:  # 24
    assert value(LOOPS[case]) in (True, 2)


class Stop(BaseException):
    """As the end of a run: no Exception."""


def test_bare_except_lets_the_end_of_a_run_through() -> None:  # 24
    def stop() -> None:
        raise Stop

    with pytest.raises(Stop):
        value("try:\n    args['stop']()\nexcept:\n    pass\n'swallowed'", {"stop": stop})
    with pytest.raises(Stop):
        value("try:\n    args['stop']()\nexcept Exception:\n    pass\n'swallowed'", {"stop": stop})


@pytest.mark.parametrize(
    "name", ["BaseException", "GeneratorExit", "KeyboardInterrupt", "SystemExit", "BaseExceptionGroup"]
)
def test_classes_above_exception_cannot_be_named(name: str) -> None:  # 24
    code, line, column, message, hint = refusal(f"try: pass\nexcept {name}: pass")
    assert (code, line, column) == ("name", 2, 7)
    assert message == f'"{name}" is not available to a macro'
    assert hint == "Use Exception or a class below it."


def test_a_class_above_exception_that_exit_was_handed_cannot_be_derived_from() -> None:  # 24
    def stop() -> None:
        raise Stop

    source = """
seen = []
class C:
    def __enter__(self): return self
    def __exit__(self, kind, error, tb):
        seen.append(kind)
        return True
with C(): args["stop"]()
class Evil(seen[0]): pass
"""
    run = Run(source, {"stop": stop})
    assert run.failure == "TypeError: a class cannot derive from Stop in a macro"
