"""The vetted modules beyond what the language cases compare with plain Python."""

from __future__ import annotations

import random

import pytest
from macrocell.sandbox.module import EXPORTS
from support.language import Run, failure, value


def test_the_modules_are_listed() -> None:
    assert (
        sorted(EXPORTS)
        == (
            "abc collections contextlib dataclasses datetime decimal enum functools itertools json math random re"
            " statistics string typing"
        ).split()
    )


@pytest.mark.parametrize(
    ("module", "names"),
    [
        ("abc", "ABC abstractmethod"),
        ("contextlib", "closing contextmanager nullcontext suppress"),
        (
            "dataclasses",
            "FrozenInstanceError InitVar KW_ONLY asdict astuple dataclass field is_dataclass replace",
        ),
        ("enum", "Enum Flag IntEnum IntFlag StrEnum auto unique"),
        ("collections", "ChainMap Counter OrderedDict defaultdict deque namedtuple"),
        ("datetime", "MAXYEAR MINYEAR UTC date datetime time timedelta timezone"),
        ("functools", "cache cmp_to_key lru_cache partial reduce total_ordering wraps"),
        ("json", "JSONDecodeError dumps loads"),
    ],
)
def test_exports_of_wrapped_modules_are_frozen(module: str, names: str) -> None:
    assert sorted(EXPORTS[module]) == names.split()


def test_random_draws_as_pythons_generator_of_that_seed() -> None:
    generator = random.Random(11)
    run = Run(
        "import random as r\n(r.random(), r.uniform(1, 2), r.gauss(0, 1), r.randrange(50), r.choices([1, 2], k=3))",
        seed=11,
    )
    assert run.value == (
        generator.random(),
        generator.uniform(1, 2),
        generator.gauss(0, 1),
        generator.randrange(50),
        generator.choices([1, 2], k=3),
    )
    shuffled = list(range(5))
    random.Random(2).shuffle(shuffled)
    assert Run("import random\nx = list(range(5))\nrandom.shuffle(x)\nx", seed=2).value == shuffled


def test_a_seed_is_a_plain_value() -> None:
    message = "TypeError: a seed must be None, an int, a float, text or bytes"
    assert failure("import random\nclass I(int): pass\nrandom.seed(I(1))") == message
    assert failure("import random\nrandom.seed([1])") == message


def test_json_takes_plain_options() -> None:
    texts = "import json\nclass S(str): pass\n"
    assert failure(texts + "json.dumps([1], indent=S(' '))") == "TypeError: indent must be None, an int or plain text"
    assert (
        failure(texts + "json.dumps([1], separators=(S(','), ':'))") == "TypeError: separators must be two plain texts"
    )
    assert failure(texts + "json.loads(S('1'))") == "TypeError: the JSON object must be plain text or bytes, not S"
    assert failure(texts + "json.dumps([1], cls=S)").startswith("TypeError: dumps() got an unexpected keyword argument")
    assert failure(texts + "json.dumps(cell)") == "TypeError: Object of type Cell is not JSON serializable"
    assert failure(texts + "x = []\nx.append(x)\njson.dumps(x)") == "ValueError: Circular reference detected"
    assert failure(texts + "json.loads('[' * 100000)").startswith("RecursionError: ")
    assert value(texts + "json.loads(b'[1]')") == [1]


def test_caches_serve_functions_of_the_macro() -> None:
    source = """
import functools
calls = []
@functools.lru_cache
def a(x):
    calls.append(x)
    return x
@functools.lru_cache(maxsize=1)
def b(x):
    calls.append(x)
    return x
@functools.cache
def c(x):
    calls.append(x)
    return x
for f in (a, b, c):
    f(1); f(1); f(2)
(calls, a.cache_info().hits)
"""
    assert value(source) == ([1, 2, 1, 2, 1, 2], 1)
    assert failure("import functools\nfunctools.lru_cache(maxsize='x')") == "TypeError: maxsize must be an int or None"


def test_a_named_tuple_is_a_class_of_the_macro() -> None:
    source = """
from collections import namedtuple
P = namedtuple("P", "x, y")
class Q(P):
    def total(self): return self.x + self.y
P.extra = 1
(type(P(1, 2)) is P, P.__name__, Q(1, 2).total(), Q(1, 2).extra, P(1, 2))
"""
    assert value(source) == (True, "P", 3, 1, (1, 2))
    assert failure("from collections import namedtuple\nP = namedtuple('P', 'x')\nP(1).x = 2") == (
        "AttributeError: can't set attribute"
    )


def test_patterns_compare_hash_and_show() -> None:
    source = (
        "import re\np = re.compile('a')\n(p == re.compile('a'), p == 1, len({p, re.compile('a')}), repr(p), p.flags)"
    )
    assert value(source) == (True, False, 1, "re.compile('a')", 32)
    assert failure("import re\nre.compile(re.compile('a'), 2)") == (
        "ValueError: cannot process flags argument with a compiled pattern"
    )
    assert value("import re\n(re.compile(re.compile('a')).pattern, re.search(re.compile('b'), 'ab').start())") == (
        "a",
        1,
    )
    assert value("import re\nre.match('(?P<n>a)', 'a').re.groupindex") == {"n": 1}
    assert failure("import re\nre.compile(b'a').match('a')") == (
        "TypeError: cannot use a bytes pattern on a string-like object"
    )
