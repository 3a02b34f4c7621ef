"""What prepare accepts and refuses as a whole, and what a run gives back."""

from __future__ import annotations

import ast
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from macrocell.sandbox.guard import make_scope
from macrocell.sandbox.program import MAX_SOURCE_BYTES, Prepared, prepare
from support.effort import tries
from support.language import NOW, Run, failure, refusal, value

RESULTS = {
    "nothing": ("", None),
    "only a comment": ("# nothing", None),
    "last expression": ("1\n2 + 3", 5),
    "last statement is no expression": ("5\nx = 1", None),
    "a text as last expression": ('"hello"', "hello"),
    "top-level return": ("x = 4\nreturn x * 2", 8),
    "bare return": ("return\n5", None),
    "return within a loop": ("for i in range(9):\n    if i == 3: return i", 3),
    "return in finally": ("try:\n    return 1\nfinally:\n    return 2", 2),
    "expression in an if does not count": ("if True:\n    5", None),
    "main is called": ("def main(root):\n    return root is sheet", True),
    "main without parameter": ("def main():\n    return 3", 3),
    "main beats a last expression it is not called in": ("def main(): return 3\n5", 3),
    "main that was called is not called again": (
        "n = []\ndef main():\n    n.append(1)\n    return 9\nmain()\nlen(n)",
        1,
    ),
    "main called by another function": ("n = []\ndef main(): n.append(1)\ndef go(): main()\ngo()\nn", [1]),
    "main called, no last expression": ("def main(): return 3\nx = main()", None),
    "main behind a return": ("def main(): return 3\nreturn 7", 7),
    "the closing name test gives its last value": ('def main(): return 4\nif __name__ == "__main__":\n    main()', 4),
    "the name test without main": ('if __name__ == "__main__":\n    6', 6),
    "the name test runs main once": (
        'n = []\ndef main(): n.append(1)\nif __name__ == "__main__":\n    main()\n    n',
        [1],
    ),
    "main with a docstring": ('def main():\n    """Doc."""\n    return 2', 2),
    "main rebound to a value": ("def main(): return 1\nmain = 5\nmain + 1", 6),
    "main deleted": ("def main(): return 1\ndel main\n8", 8),
    "main that is no function": ("main = 5", None),
    "main through a decorator": (
        (
            "import functools\ndef twice(f):\n    @functools.wraps(f)\n    def w(*a, **k): return f(*a, **k) * 2\n"
            "    return w\n@twice\ndef main(): return 4"
        ),
        8,
    ),
    "main through a decorator, with the root": (
        (
            "import functools\ndef same(f):\n    @functools.wraps(f)\n    def w(*a, **k): return f(*a, **k)\n"
            "    return w\n@same\ndef main(root): return root is sheet"
        ),
        True,
    ),
    "the name": ("__name__", "__main__"),
}


@pytest.mark.parametrize("case", RESULTS)
def test_result(case: str) -> None:
    source, expected = RESULTS[case]
    assert value(source) == expected


def test_main_gets_the_args_by_name() -> None:
    assert value("def main(root, region, n=2): return (region, n)", {"region": "North"}) == ("North", 2)
    assert value("def main(root, **kw): return kw", {"a": 1}) == {"a": 1}
    assert value("def main(*, a): return a", {"a": 1}) == 1
    assert value("def main(*all, a): return (len(all), a)", {"a": 1}) == (1, 1)
    assert value("def main(): return args['a']", {"a": 1}) == 1
    assert Run("def main(root): return 1", {"x": 1}).failure == (
        "TypeError: main() got an unexpected keyword argument 'x'"
    )


def test_args_are_a_copy() -> None:
    given = {"a": 1}
    assert value("args['b'] = 2\nargs", given) == {"a": 1, "b": 2}
    assert given == {"a": 1}


def test_a_program_runs_again_in_a_new_scope() -> None:
    prepared = prepare("def f(): pass\nf.n = getattr(f, 'n', 0) + 1\nclass A: pass\nA.x = 1\nf.n", injected=frozenset())
    assert isinstance(prepared, Prepared)
    for _ in range(2):
        scope = make_scope({}, {}, write=print, seed=1, now=NOW)
        assert prepared.run(scope) == 1


def test_too_large_a_source_is_refused() -> None:
    message = "the source is no text of at most 256 KiB"
    hint = "Pass data in as args instead of writing it into the macro."
    assert refusal("#" * (MAX_SOURCE_BYTES + 1)) == ("too_large", 1, 0, message, hint)
    assert refusal("#" + "ü" * (MAX_SOURCE_BYTES // 2)) == ("too_large", 1, 0, message, hint)
    assert value("#" * MAX_SOURCE_BYTES) is None


SYNTAX = {
    "a NUL": ("x = 1\0", "source code string cannot contain null bytes"),
    "an open bracket": ("x = (1,", "'(' was never closed"),
    "an indent": ("  x = 1", "unexpected indent"),
    "print of Python 2": ("print 1", "Missing parentheses in call to 'print'. Did you mean print(...)?"),
    "break outside": ("break", "'break' outside loop"),
    "continue outside": ("continue", "'continue' not properly in loop"),
    "return in a class": ("class A:\n    return 1", "'return' outside function"),
    "a parameter twice": ("def f(a, a): pass", "duplicate argument 'a' in function definition"),
    "global after use": ("def f():\n    x = 1\n    global x", "name 'x' is assigned to before global declaration"),
    "a parameter that is global": ("def f(x):\n    global x", "name 'x' is parameter and global"),
    "walrus in a class comprehension": (
        "class A:\n    y = [(z := 1) for x in []]",
        "assignment expression within a comprehension cannot be used in a class body",
    ),
    "yield in a comprehension": ("def f():\n    [(yield 1) for x in []]", "'yield' inside list comprehension"),
}


@pytest.mark.parametrize("case", SYNTAX)
def test_syntax_error_is_a_refusal(case: str) -> None:
    source, message = SYNTAX[case]
    code, line, _, told, _ = refusal(source)
    assert (code, told) == ("syntax", message)
    assert line >= 1


@pytest.mark.parametrize(
    "source", ["x = '\ud800'", "\ud800", "x = 1\r\0", "\ufeff\ufeff", "'\\N{x}'", "\\", "1" * 5000, "`"]
)
def test_broken_text_is_a_refusal_or_runs(source: str) -> None:
    prepared = prepare(source, injected=frozenset())
    if isinstance(prepared, tuple):
        assert [found.code for found in prepared] == ["syntax"]


def test_warnings_of_the_compiler_do_not_show() -> None:
    assert value("x = 1\n(x is 1, '\\d', x == 1)") == (True, "\\d", True)


SCRAPS = [
    "x",
    "=",
    "(",
    ")",
    "[",
    "]",
    ":",
    "\n",
    "  ",
    "def f",
    "class A",
    "lambda",
    "yield",
    "*",
    "**",
    ",",
    "1",
    "'s'",
    "f'{",
]
SCRAPS += [
    "}'",
    "if ",
    "else",
    "for ",
    "in",
    "with ",
    "as ",
    "try:",
    "except",
    "finally:",
    "import",
    "from",
    "return",
    "global ",
]
SCRAPS += [
    "await ",
    "async ",
    "match x:",
    "case _:",
    ":=",
    "@",
    "_a",
    "super()",
    ".",
    ".format",
    "del ",
    "not ",
    "{",
    "}",
    "->",
]


@settings(max_examples=tries(300), deadline=None)
@given(st.lists(st.sampled_from(SCRAPS), max_size=25))
def test_prepare_never_raises_and_its_refusals_have_a_place(scraps: list[str]) -> None:
    prepared = prepare(" ".join(scraps), injected=frozenset(("x",)))
    if isinstance(prepared, tuple):
        assert prepared
        assert all(found.line >= 1 and found.column >= 0 and found.message and found.code for found in prepared)


def test_refusals_come_all_at_once_in_order() -> None:
    source = "import os\nx._y = open('f')\nasync def f():\n    await eval('1')\nsheet = 1"
    prepared = prepare(source, injected=frozenset(("sheet",)))
    assert isinstance(prepared, tuple)
    assert [(found.line, found.code, found.name) for found in prepared] == [
        (1, "import", "os"),
        (2, "attribute", "_y"),
        (2, "name", "open"),
        (3, "statement", None),
        (4, "statement", None),
        (5, "injected", "sheet"),
    ]


def test_a_flood_of_refusals_is_cut() -> None:
    prepared = prepare("x._y\n" * 500, injected=frozenset())
    assert isinstance(prepared, tuple)
    assert len(prepared) == 100


def test_columns_count_characters() -> None:
    assert refusal("ü = 'ß'; cell._x")[1:3] == (1, 9)
    assert refusal("x = 1\n\u00fc = '\U0001f600'; cell._x")[1:3] == (2, 9)


def test_names_are_judged_after_normalisation() -> None:
    assert refusal("\uff45val('1')")[3] == '"eval" is not available to a macro'
    assert refusal("\uff53uper = 1")[3] == 'name "super" cannot be used in a macro'
    assert refusal("\uff53heet = 1")[3] == '"sheet" is given to the macro and cannot be bound again'
    assert refusal("x.\uff4dro")[3] == 'attribute "mro" cannot be used in a macro'


def test_modules_of_the_host_can_be_imported() -> None:
    from types import ModuleType

    styles = ModuleType("office.styles")
    vars(styles).update(Font=int, _hidden=1)
    source = "import office.styles as s\nfrom office.styles import Font\n(s.Font, Font)"
    prepared = prepare(source, injected=frozenset(), modules={"office.styles": ("Font",)})
    assert isinstance(prepared, Prepared)
    scope = make_scope({}, {}, write=print, seed=1, now=NOW, extra_modules={"office.styles": styles})
    assert prepared.run(scope) == (int, int)
    refused = prepare("import office.styles", injected=frozenset(), modules={"office.styles": ("Font",)})
    assert isinstance(refused, tuple)
    assert refused[0].message == 'module "office" cannot be imported by a macro'
    refused = prepare("from office.styles import _hidden", injected=frozenset(), modules={"office.styles": ("Font",)})
    assert isinstance(refused, tuple)
    assert refused[0].message == 'name "_hidden" cannot be used in a macro'


def test_random_programs_of_the_standard_library_are_judged_without_a_crash() -> None:
    """Whole modules of real code: most are refused, none may raise, and what is allowed must compile."""
    import pathlib

    files = sorted(pathlib.Path(ast.__file__).parent.glob("*.py"))
    for path in random.Random(5).sample(files, 8):
        source = path.read_text(encoding="utf-8")
        assert isinstance(prepare(source, injected=frozenset()), Prepared | tuple)


def test_error_of_a_function_names_it_as_python_does() -> None:
    assert failure("def add(a): return a\nadd()") == "TypeError: add() missing 1 required positional argument: 'a'"
    assert failure("class A:\n    def m(self): pass\nA().m(1)") == (
        "TypeError: A.m() takes 1 positional argument but 2 were given"
    )
    assert failure("(lambda q: q)()") == "TypeError: <lambda>() missing 1 required positional argument: 'q'"
    assert failure("(lambda: (lambda q: q)())()") == (
        "TypeError: <lambda>.<locals>.<lambda>() missing 1 required positional argument: 'q'"
    )


def test_a_long_sum_is_no_deep_nesting() -> None:
    terms = 900
    assert value("x = 1\n" + " + ".join(["x"] * terms)) == terms
    chain = "if args['n'] == 0: r = 0\n" + "".join(f"elif args['n'] == {n}: r = {n}\n" for n in range(1, 250))
    assert value(chain + "r", {"n": 249}) == 249
