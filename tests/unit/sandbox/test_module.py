"""The vetted modules beyond what the language cases compare with plain Python."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from macrocell.sandbox.module import EXPORTS, zone
from support.language import NOW, Run, failure, value
from support.pack_zones import installed_zones


def test_the_modules_are_listed() -> None:
    names = """
        abc base64 bisect calendar cmath collections collections.abc contextlib copy csv dataclasses datetime decimal
        difflib enum fractions functools hashlib heapq html io itertools json math operator random re statistics string
        textwrap time typing unicodedata uuid zoneinfo
    """
    assert sorted(EXPORTS) == names.split()


OWN_NAMES = {
    "abc": "ABC abstractmethod",
    "contextlib": "closing contextmanager nullcontext suppress",
    "dataclasses": "FrozenInstanceError InitVar KW_ONLY asdict astuple dataclass field is_dataclass replace",
    "enum": "Enum Flag IntEnum IntFlag StrEnum auto unique",
    "calendar": """
        Calendar FRIDAY IllegalMonthError IllegalWeekdayError MONDAY SATURDAY SUNDAY THURSDAY TUESDAY TextCalendar
        WEDNESDAY calendar day_abbr day_name firstweekday isleap leapdays month month_abbr month_name monthcalendar
        monthrange timegm weekday
    """,
    "collections": "ChainMap Counter OrderedDict abc defaultdict deque namedtuple",
    "copy": "Error copy deepcopy error",
    "csv": """
        DictReader DictWriter Error QUOTE_ALL QUOTE_MINIMAL QUOTE_NONE QUOTE_NONNUMERIC Sniffer excel excel_tab reader
        unix_dialect writer
    """,
    "datetime": "MAXYEAR MINYEAR UTC date datetime time timedelta timezone",
    "difflib": """
        Differ IS_CHARACTER_JUNK IS_LINE_JUNK SequenceMatcher context_diff get_close_matches ndiff restore unified_diff
    """,
    "fractions": "Fraction",
    "functools": "cache cmp_to_key lru_cache partial reduce total_ordering wraps",
    "hashlib": """
        blake2b blake2s md5 new sha1 sha224 sha256 sha384 sha3_224 sha3_256 sha3_384 sha3_512 sha512 shake_128 shake_256
    """,
    "html": "escape unescape",
    "io": "StringIO",
    "json": "JSONDecodeError dumps loads",
    "textwrap": "TextWrapper dedent fill indent shorten wrap",
    "time": """
        altzone asctime ctime daylight gmtime localtime mktime monotonic monotonic_ns perf_counter perf_counter_ns
        process_time process_time_ns strftime strptime thread_time thread_time_ns time time_ns timezone tzname
    """,
    "uuid": "NAMESPACE_DNS NAMESPACE_OID NAMESPACE_URL NAMESPACE_X500 UUID uuid3 uuid4 uuid5",
    "zoneinfo": "ZoneInfo ZoneInfoNotFoundError available_timezones",
}
NEWER = set(
    """
    QUOTE_NOTNULL QUOTE_STRINGS JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER
    """.split()
)
"""Names that Python has from 3.12 on."""


@pytest.mark.parametrize("module", OWN_NAMES)
def test_exports_of_wrapped_modules_are_frozen(module: str) -> None:
    assert sorted(EXPORTS[module] - NEWER) == OWN_NAMES[module].split()


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


def test_time_tells_the_runs_clock() -> None:
    seconds = NOW.replace(tzinfo=UTC).timestamp()
    source = """
import time
from datetime import UTC, datetime
(time.time(), time.time_ns(), time.gmtime()[:6], time.localtime()[:6], time.strftime("%Y-%m-%d %H:%M:%S"), time.ctime(),
 time.asctime(), datetime.now(UTC).timestamp() == time.time())
"""
    fields = (2024, 5, 17, 13, 30, 15)
    assert value(source) == (
        seconds,
        int(seconds) * 10**9,
        fields,
        fields,
        "2024-05-17 13:30:15",
        "Fri May 17 13:30:15 2024",
        "Fri May 17 13:30:15 2024",
        True,
    )


def test_the_zone_of_time_is_utc_and_its_counters_stand_still() -> None:
    source = """
import time
(time.mktime(time.localtime(86400)), time.timezone, time.tzname, time.perf_counter(), time.monotonic_ns(),
 time.process_time())
"""
    assert value(source) == (86400.0, 0, ("UTC", "UTC"), 0.0, 0, 0.0)
    assert failure("import time\ntime.mktime((2024, 1))") == "TypeError: time tuple must have exactly 9 elements"
    assert failure("import time\ntime.mktime([2024])") == "TypeError: expected a struct_time or a tuple, not list"


@pytest.mark.parametrize(
    "source",
    [
        "import uuid\n[str(uuid.uuid4()) for _ in range(3)]",
        "import statistics\nstatistics.NormalDist().samples(3)",
        "import random\nrandom.Random().random()",
    ],
)
def test_what_is_drawn_follows_the_runs_seed(source: str) -> None:
    assert Run(source, seed=3).value == Run(source, seed=3).value
    assert Run(source, seed=3).value != Run(source, seed=4).value


def test_drawing_ids_leaves_the_random_numbers_as_they_are() -> None:
    plain = Run("import random\nrandom.random()", seed=3).value
    assert Run("import random, uuid\nuuid.uuid4()\nrandom.random()", seed=3).value == plain


def test_the_packed_zones_are_those_of_tzdata() -> None:
    assert zone.unpack_zones(zone.PACK) == installed_zones()


def test_packed_zones_come_out_as_they_went_in() -> None:
    zones = {"A/B": b"one\n\nrule", "C": b"", "D-2": b"one\n\nrule", "E+1": b"\0\n"}
    assert zone.unpack_zones(zone.pack_zones(zones)) == zones


@pytest.mark.parametrize("name", ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"])
def test_zones_have_the_offsets_of_the_real_ones(name: str) -> None:
    real = ZoneInfo(name)
    made = value(f"from zoneinfo import ZoneInfo\nZoneInfo({name!r})")
    moments = [datetime(1940, 1, 1) + timedelta(days=37, hours=5) * step for step in range(1500)]
    assert type(made) is ZoneInfo
    assert [made.utcoffset(moment) for moment in moments] == [real.utcoffset(moment) for moment in moments]


def test_zones_can_be_listed_and_the_list_is_new() -> None:
    source = "import zoneinfo as z\nz.available_timezones().clear()\nsorted(z.available_timezones())"
    assert value(source) == sorted(installed_zones())


def test_a_stand_in_works_beside_real_classes() -> None:
    source = """
from collections.abc import Mapping, Sequence
from fractions import Fraction
half = Fraction(1, 2)
number = int | Fraction | None
(isinstance(half, number), isinstance(None, number), isinstance("x", number), isinstance(half, Fraction | str),
 issubclass(type([]), Sequence | Mapping), issubclass(dict, Mapping), issubclass(Fraction, Fraction),
 repr(Fraction), isinstance(Fraction, type), type(half) == Fraction, Sequence[int] is Sequence)
"""
    assert value(source) == (
        *(True, True, False, True, True, True, True),
        *("<class 'fractions.Fraction'>", True, True, True),
    )


def test_classes_show_the_module_that_a_macro_knows_them_by() -> None:
    source = """
import csv, random, re, statistics
[repr(cls) for cls in (csv.DictReader, statistics.NormalDist, random.Random, re.Pattern, re.Match)]
"""
    names = "csv.DictReader statistics.NormalDist random.Random re.Pattern re.Match"
    assert value(source) == [f"<class '{name}'>" for name in names.split()]


def test_print_writes_into_a_string_io() -> None:
    run = Run("import io\nout = io.StringIO()\nprint('a', 1, sep='-', end='!', file=out)\nprint('b')\nout.getvalue()")
    assert (run.value, run.output) == ("a-1!", "b\n")


def test_rows_and_lines_may_come_from_anything_that_yields_them() -> None:
    source = """
import csv
def lines():
    yield "a,b"
    yield "1,2"
[list(csv.reader(lines())), list(csv.DictReader(line for line in ("x", "7")))]
"""
    assert value(source) == [[["a", "b"], ["1", "2"]], [{"x": "7"}]]


def test_a_subclass_of_text_is_written_as_its_text() -> None:
    source = """
import csv, io
class Code(str):
    def __str__(self): return "<" + "".join(self) + ">"
out = io.StringIO()
csv.writer(out).writerow([Code("a"), 1])
out.getvalue()
"""
    assert value(source) == "<a>,1\r\n"
