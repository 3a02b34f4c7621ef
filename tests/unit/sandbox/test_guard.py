"""The guards at run time: stores, accessors, type, classes, print, imports, clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from types import ModuleType
from typing import Any

import pytest
from macrocell.sandbox.guard import make_scope, plain_text
from macrocell.sandbox.program import prepare
from support.language import NOW, STORE_TYPES, Cell, Model, Run, failure, value
from support.walk import new_scope


def test_stores_reach_facade_objects_of_the_exact_type() -> None:
    run = Run("cell.value = 5\nsheet['B1'] = 6\nsheet['C1'].value = 7\nfor cell.value in (1, 2): pass\ncell.value += 1")
    assert run.model.cells == {"A1": 3, "B1": 6, "C1": 7}
    with pytest.raises(AttributeError) as plain:
        Cell(Model(), "A1").valu = 1  # type: ignore[attr-defined]
    assert failure("cell.valu = 1") == f"AttributeError: {plain.value}"
    assert failure("cell.address = 1") == "AttributeError: property 'address' of 'Cell' object has no setter"
    assert failure("del cell.value") == "AttributeError: property 'value' of 'Cell' object has no deleter"


def test_a_store_evaluates_its_target_once_in_every_form() -> None:
    source = """
calls = []
class Box: pass
box = Box()
box.n = box.m = 0
def get(tag):
    calls.append(tag)
    return box
get("a").n += 1
get("b").n, get("c").m = 5, 6
for get("d").n in [1]: pass
[0 for get("e").n in [1, 2]]
class Holder:
    get("f").m = 9
del get("g").n
(calls, box.m, hasattr(box, "n"))
"""
    assert value(source) == (["a", "b", "c", "d", "e", "e", "f", "g"], 9, False)


def test_stores_on_what_the_macro_made() -> None:
    source = """
class A: pass
class D(dict): pass
class E(ValueError): pass
def f(): pass
a, d, e = A(), D(), E("x")
g = lambda: 0
a.x = d.x = e.x = A.x = f.x = g.x = 1
setattr(a, "y", 2)
setattr(f, "y", 2)
delattr(a, "x")
del f.x
(a.x, a.y, d.x, e.x, f.y, hasattr(f, "x"))
"""
    assert value(source) == (1, 2, 1, 1, 2, False)


def test_a_decimal_context_may_be_set() -> None:
    source = "from decimal import Decimal, localcontext\nwith localcontext() as c:\n    c.prec = 4\n"
    source += "    x = Decimal(2).sqrt()\n"
    assert value(source + "str(x)") == "1.414"


def test_a_function_of_another_run_is_not_the_macros() -> None:
    prepared = prepare("def f(): pass\nf", injected=frozenset())
    assert not isinstance(prepared, tuple)
    function = prepared.run(make_scope({}, {}, write=print, seed=1, now=NOW))
    assert Run("args['f'].x = 1", {"f": function}).failure == (
        "AttributeError: attributes of function cannot be set or deleted by a macro"
    )


def test_accessors_follow_written_attributes() -> None:
    assert value(
        "(getattr(cell, 'address'), getattr(cell, 'nope', 3), hasattr(cell, 'value'), hasattr(cell, 'no'))"
    ) == (
        "A1",
        3,
        True,
        False,
    )
    assert failure("getattr(cell, 'nope')") == "AttributeError: 'Cell' object has no attribute 'nope'"
    assert failure("getattr(cell, '_nope', 3)") == 'AttributeError: attribute "_nope" is not available to a macro'
    assert failure("getattr(cell, 'f_back', 3)") == 'AttributeError: attribute "f_back" is not available to a macro'
    assert failure("getattr(cell, 5)") == "TypeError: attribute name must be plain text, not int"
    assert failure("hasattr(cell, '__len__')") == 'AttributeError: attribute "__len__" is not available to a macro'
    assert value("getattr('{}-{}', 'format')(1, 2)") == "1-2"
    assert value("class A:\n    def format(self): return 1\n(getattr(A(), 'format')(), hasattr(A(), 'obj'))") == (
        1,
        False,
    )
    assert value("getattr(3, 'format', 7)") == 7
    assert value("list(map(getattr, [1, 2], ['real', 'imag']))") == [1, 0]


def test_guarded_names_are_free_on_the_macros_own_objects() -> None:
    source = """
class A:
    registered = []
    def __init__(self):
        self.obj, self.metadata, self.mapping, self.lock, self.re = 1, 2, 3, 4, 5
    def format(self, x): return x
    def now(self): return "now"
    @classmethod
    def register(cls, x): return x
a = A()
(a.obj, a.metadata, a.mapping, a.lock, a.re, a.format(6), a.now(), A.register(7), A.format(a, 8), a.format)[:9]
"""
    assert value(source) == (1, 2, 3, 4, 5, 6, "now", 7, 8)
    assert failure("class A: pass\nA().obj") == "AttributeError: 'A' object has no attribute 'obj'"
    assert failure("class A: pass\nA().format(1)") == "AttributeError: 'A' object has no attribute 'format'"
    assert failure("(1).register") == "AttributeError: 'int' object has no attribute 'register'"


TYPES = [
    ("type(1) is int", True),
    ("type(cell)", "<class 'Cell'>"),
    ("type(cell) is type(sheet['A1'])", True),
    ("type(cell) == type(sheet)", False),
    ("type(cell).__name__", "Cell"),
    ("cell.__class__.__name__", "Cell"),
    ("isinstance(cell, type(cell))", True),
    ("isinstance(sheet, type(cell))", False),
    ("issubclass(type(cell), type(cell))", True),
    ("type(int) is type", True),
    ("type(type)", "<class 'type'>"),
    ("type(type(cell)) is type", True),
    (
        "isinstance(int, type), isinstance(type, type), isinstance(type(cell), type), isinstance(1, type)",
        (True, True, True, False),
    ),
    ("issubclass(type, type), issubclass(int, type)", (True, False)),
    ("class A: pass\ntype(A()) is A", True),
    ("class A: pass\nA.__class__ is type", True),
    ("type(lambda: 0).__name__", "function"),
    ("type(ValueError()) is ValueError", True),
    ("{type(cell): 1}[type(cell)]", 1),
    ("list(map(type, [1, 'a'])) == [int, str]", True),
    ("type = 5\ntype", 5),
    ("def type(x): return 'own'\ntype(1)", "own"),
    ("def f(type): return type(1)\nf(str)", "1"),
]


@pytest.mark.parametrize(("source", "expected"), TYPES)
def test_type(source: str, expected: object) -> None:
    found: Any = value(source)
    assert (repr(found) if isinstance(expected, str) and expected.startswith("<") else found) == expected


def test_type_makes_nothing() -> None:
    refused = "TypeError: type() takes 1 argument in a macro; write a class statement to make a class"
    for source in (
        "type('A', (), {})",
        "type()",
        "type(int)('A', (), {})",
        "type(*['A', (), {}])",
        "cell.__class__.__class__(1, 2)",
    ):
        assert failure(source) == refused
    assert failure("type(cell)(1)") == "TypeError: a macro cannot make a Cell"
    assert failure("type(lambda: 0)(1, 2)") == "TypeError: a macro cannot make a function"
    import math

    assert Run("type(args['m'])('x')", {"m": math}).failure == "TypeError: a macro cannot make a module"


def test_names_of_things() -> None:
    assert value("[x.__name__ for x in (int, len, 'a'.upper, str.upper, type, print, getattr, sheet.apply)]") == [
        "int",
        "len",
        "upper",
        "upper",
        "type",
        "print",
        "getattr",
        "apply",
    ]
    assert failure("cell.__name__") == "AttributeError: 'Cell' object has no attribute '__name__'"


def test_print_collects_exact_text() -> None:
    run = Run("print(1, 'a', sep='-', end='')\nprint()\nprint('x', sep=None, end=None)")
    assert run.printed == ["1-a", "\n", "x\n"]
    assert type(plain_text("x")) is str


def test_imports_give_facades() -> None:
    facade = value("import math\nmath")
    assert type(facade) is ModuleType
    assert "__name__" not in vars(facade)
    assert "__dict__" not in vars(facade)
    assert value("import math as m, json\nfrom math import floor as f, pi\n(m.floor(2.5), f(1.5), round(pi, 2))") == (
        2,
        1,
        3.14,
    )
    assert value("def f():\n    import math\n    from json import dumps\n    return dumps(math.floor(1.5))\nf()") == "1"
    assert failure("import math\nmath.nope") == "AttributeError: module has no attribute 'nope'"


def test_import_of_c_code_gets_nothing() -> None:
    builtins: Any = new_scope().globals["__builtins__"]
    importer = builtins["__import__"]
    assert importer("time", {}, {}, [], 0) is None
    for name in ("os", "sys", "builtins", 5, "time.x", ""):
        with pytest.raises(ImportError, match="^modules cannot be imported this way in a macro$"):
            importer(name)


def test_the_clock_is_the_runs() -> None:
    source = "from datetime import date, datetime, timezone\n"
    assert value(source + "(datetime.now(), datetime.today(), datetime.utcnow(), date.today())") == (
        NOW,
        NOW,
        NOW,
        NOW.date(),
    )
    assert value(source + "datetime.now(timezone.utc)") == NOW.replace(tzinfo=UTC)
    assert value(source + "datetime.now(tz=timezone.utc).tzinfo is timezone.utc") is True
    east = value(source + "from datetime import timedelta\ndatetime.now(timezone(timedelta(hours=2)))")
    assert east == NOW.replace(tzinfo=UTC)
    assert east.utcoffset() == timedelta(hours=2)
    assert value(source + "f = datetime.now\nf()") == NOW
    assert value(source + "getattr(datetime, 'now')()") == NOW
    assert value(source + "list(map(datetime.strptime, ['2024'], ['%Y']))") == [datetime(2024, 1, 1)]
    assert value(source + "datetime(2020, 1, 1).now()") == NOW
    assert failure(source + "date.now()") == "AttributeError: type object 'datetime.date' has no attribute 'now'"


def test_dates_format_without_an_import() -> None:
    source = "import datetime\nd = datetime.date(2024, 5, 1)\n"
    formats = "(f'{d:%Y}', d.strftime('%d'), '{:%m}'.format(d), format(d, '%j'))"
    assert value(source + formats) == ("2024", "01", "05", "122")


def test_huge_integers_divide() -> None:
    assert value("10**20000 // 10**19999") == 10


def test_chance_follows_the_seed() -> None:
    source = (
        "import random\n[random.random(), random.randint(1, 100), random.choice('abc'), random.sample(range(9), 3)]"
    )
    assert Run(source, seed=3).value == Run(source, seed=3).value != Run(source, seed=4).value
    assert value(
        "import random\na = random.random()\nrandom.seed(5)\nb = random.random()\nrandom.seed(5)\nb == random.random()"
    )
    assert value("import random\na = random.random()\nrandom.seed()\na == random.random()")


def test_the_scope_starts_alike_for_each_run() -> None:
    assert value("import math\nmath = 5\nsum = 3\nprint = None") is None
    assert value("import math\n(math.floor(1.5), sum([1]), callable(print))") == (1, 1, True)


def test_store_types_are_exact() -> None:
    class Special(next(iter(STORE_TYPES))):  # type: ignore[misc]
        __slots__ = ()

    special = Special.__new__(Special)
    assert Run("args['x'].value = 1", {"x": special}).failure == (
        "AttributeError: attributes of Special cannot be set or deleted by a macro"
    )


def test_zone_of_another_kind_is_refused() -> None:
    class Zone(timezone.__base__):  # type: ignore[misc, name-defined]
        pass

    run = Run("from datetime import datetime\ndatetime.now(args['z'])", {"z": Zone()})
    assert run.failure == "TypeError: tzinfo must be a timezone, not Zone"
