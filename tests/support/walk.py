"""Everything a macro can reach by attributes: from its names, its modules, and samples of what calls give."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from macrocell.sandbox.guard import Scope, make_scope
from macrocell.sandbox.module import EXPORTS
from macrocell.sandbox.policy import GUARDED, TUPLE_ATTRIBUTES, refused_attribute
from macrocell.sandbox.program import Prepared, prepare

from .language import NOW, STORE_TYPES, Cell, Model, Sheet

SAMPLES = """
import collections, datetime, decimal, functools, itertools, json, random, re, statistics
import bisect, calendar, collections.abc, copy, csv, difflib, fractions, hashlib, heapq, io, operator, textwrap, time
import uuid, zoneinfo
import abc, contextlib, dataclasses, enum, typing
class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): return 1
class Square(Shape):
    def area(self): return 2
@dataclasses.dataclass(order=True)
class Record:
    x: int = 1
    y: typing.ClassVar[int] = 2
    z: list = dataclasses.field(default_factory=list)
@dataclasses.dataclass(frozen=True)
class Frozen:
    x: int = 1
class Pair(typing.NamedTuple):
    x: int
    y: int = 2
class Typed(typing.TypedDict): pass
class Color(enum.Enum):
    RED = 1
    BLUE = enum.auto()
    def method(self): return self.name
class Number(enum.IntEnum):
    ONE = 1
class Word(enum.StrEnum):
    ONE = "one"
class Right(enum.Flag):
    READ = 1
    WRITE = 2
class Bits(enum.IntFlag):
    READ = 1
@contextlib.contextmanager
def managed():
    yield 1
try: Frozen().x = 2
except AttributeError as e: frozen = e
class Made:
    held = 1
    def method(self): return 1
    @property
    def prop(self): return 1
    @classmethod
    def cls(cls): return 1
    @staticmethod
    def static(): return 1
class Fault(AttributeError): pass
class Text(str): pass
class Exit:
    def __enter__(self): return self
    def __exit__(self, kind, error, tb):
        caught.extend((kind, error, tb))
        return True
caught = []
with Exit(): sheet.nope
def gen():
    yield 1
Point = collections.namedtuple("Point", "x y")
cached = functools.lru_cache(lambda x: x)
counter = collections.Counter("aab")
match = re.match("(?P<a>b)", "b")
moment = datetime.datetime.now(datetime.timezone.utc)
today = datetime.date.today()
grouped = itertools.groupby("aab")
first = next(grouped)
context = decimal.getcontext()
try: json.loads("x")
except Exception as e: bad_json = e
try: re.compile("(")
except Exception as e: bad_pattern = e
try: decimal.Decimal("x")
except Exception as e: bad_decimal = e
try: b"\\xff".decode()
except Exception as e: bad_bytes = e
berlin = zoneinfo.ZoneInfo("Europe/Berlin")
matcher = difflib.SequenceMatcher(None, "abxcd", "abcd")
hashes = [hashlib.new(name) for name in ("md5", "sha3_256", "shake_128", "blake2b", "blake2s")]
for bad in (
    lambda: zoneinfo.ZoneInfo("x"), lambda: next(csv.reader(['"'], strict=True)), lambda: calendar.monthrange(1, 13),
    lambda: io.StringIO().fileno(), lambda: copy.copy(iter([])), lambda: statistics.mean([]), lambda: uuid.UUID("x"),
):
    try: bad()
    except Exception as e: caught.append(e)
try: nowhere
except Exception as e: bad_name = e
try: import_error = args["x"]
except Exception as e: bad_key = e
return [
    Shape, Square(), Record, Record(), Frozen(), frozen, Pair, Pair(1), Typed, Typed(), Color, Color.RED, Number.ONE,
    Color.__members__, Word.ONE, Right.READ, Right.READ | Right.WRITE, Bits.READ | 4, iter(Color), iter(Right.READ),
    enum.auto(), dataclasses.field(default=1), managed, managed(), managed()(managed), contextlib.suppress(KeyError),
    contextlib.nullcontext(cell), contextlib.closing(cell), typing.List, typing.List[int], typing.Any | None,
    typing.TypeVar("T"), typing.NewType("N", int), dataclasses.replace, dataclasses.dataclass(eq=False),
    Made, Made(), Made().method, Made.prop, Made.cls, Fault(), Text("x"), gen, gen(), (x for x in []),
    lambda: 0, *caught, type, type(cell), type(gen), sheet, cell, sheet.apply, Point, Point(1, 2),
    Point._make, Point(1, 2)._asdict, cached, cached.cache_info(), cached.cache_parameters(),
    functools.partial(len, [1]), functools.cmp_to_key(gen), functools.cmp_to_key(gen)(1), counter,
    counter.elements(), collections.ChainMap({}), collections.OrderedDict(), collections.defaultdict(list),
    collections.deque(), {}.keys(), {}.values(), {}.items(), iter([]), iter(()), iter({}), iter(set()),
    iter(""), iter(range(3)), iter(gen, 1), reversed([]), range(3), slice(1), enumerate([]), zip(), map(len,
    []), filter(None, []), set(), frozenset(), b"x", bytearray(), 1, 1.5, 1j, True, None, Ellipsis,
    NotImplemented, "x", list[int], int | str, property(len), classmethod(len), staticmethod(len), match,
    match.re, match.expand, match.re.sub, re.finditer("a", "a"), moment, moment.now, moment.strptime,
    moment.date(), moment.time(), moment.tzinfo, moment.timetuple(), moment.isocalendar(), moment - moment,
    today, today.today, context, context.traps, context.flags, decimal.localcontext(), decimal.Decimal(1),
    decimal.Decimal(1).as_tuple(), decimal.InvalidOperation(), grouped, *first, itertools.count(),
    itertools.tee([1])[0], itertools.chain([1]), statistics.linear_regression([1, 2], [1, 2]), random.random,
    bad_json, bad_pattern, bad_decimal, bad_bytes, bad_name, bad_key, "{}".format, "{}".format_map,
    str.format, str.upper, "x".upper, int.from_bytes, int.real, dict.fromkeys, print, getattr,
    StopIteration(1), OSError(1, "x"), fractions.Fraction, fractions.Fraction(1, 2), berlin, moment.astimezone(berlin),
    zoneinfo.ZoneInfo, zoneinfo.available_timezones(), time.gmtime(0), uuid.UUID, uuid.uuid4(), uuid.uuid4().is_safe,
    uuid.uuid4().fields, *hashes, hashes[0].copy(), csv.reader(["a"]), csv.reader(["a"]).dialect, csv.excel,
    csv.writer(io.StringIO()), csv.DictReader(["a"]), csv.DictWriter(io.StringIO(), ["a"]), csv.Sniffer(),
    io.StringIO(),
    heapq.merge([1], [2]), operator.itemgetter(1), operator.attrgetter("value"), operator.attrgetter("format"),
    operator.methodcaller("strip"), operator.methodcaller("format"), calendar.Calendar(), calendar.TextCalendar(),
    calendar.Calendar().itermonthdates(2024, 1), calendar.month_name, textwrap.TextWrapper(), matcher,
    matcher.get_opcodes(), matcher.get_matching_blocks()[0], matcher.get_grouped_opcodes(), difflib.Differ(),
    difflib.unified_diff(["a"], ["b"]), collections.abc.Sized, collections.abc.Sized | None, statistics.NormalDist,
    statistics.NormalDist(), random.Random, random.Random(1), re.Match, re.Pattern, copy.deepcopy(Made()),
]
"""

_LEAVES = (bool, int, float, complex, str, bytes, type(None))


def new_scope() -> Scope:
    """A scope over the stand-in facade."""
    model = Model()
    model.cells["A1"] = 1
    injected = {"sheet": Sheet(model), "cell": Cell(model, "A1")}
    return make_scope(injected, {}, write=lambda _text: None, seed=1, now=NOW, store_types=STORE_TYPES)


def roots(scope: Scope) -> Iterator[tuple[str, Any]]:
    """(label, object) of each name and module, and of each sample."""
    builtins: Any = scope.globals["__builtins__"]
    for name, found in builtins.items():
        if name[:1] != "_" and name != "super":
            yield f"builtin {name}", found
    load: Any = scope.globals["_import_"]
    for name in EXPORTS:
        yield f"module {name}", load(name)
    prepared = prepare(SAMPLES, injected=frozenset(("sheet", "cell")))
    assert isinstance(prepared, Prepared), prepared
    samples: Any = prepared.run(scope)
    yield from (("sample", sample) for sample in samples)


def reach(scope: Scope) -> Iterator[tuple[str, str, Any]]:
    """(owner, attribute, value) of every permitted attribute load, breadth first.

    Each class and module once, and one object of each type: a number's parts are numbers, without end.
    """
    load: Any = scope.globals["_load_"]
    queue = deque(roots(scope))
    seen: set[object] = set()
    while queue:
        label, target = queue.popleft()
        key = target if isinstance(target, type | ModuleType) else (type(target),)
        if key in seen:
            continue
        seen.add(key)
        owner = label if isinstance(target, ModuleType) else describe(target)
        for name in permitted(target):
            try:
                found = load(target, name) if name in GUARDED else getattr(target, name)
            except Exception as error:
                yield owner, name, error
                continue
            yield owner, name, found
            if type(found) not in _LEAVES:
                queue.append((f"{owner}.{name}", found))


def permitted(target: Any) -> list[str]:
    """Attribute names that the policy lets a macro write behind a dot."""
    names = set(dir(type(target))) | (set(dir(target)) if isinstance(target, type) else set())
    if isinstance(target, ModuleType):
        names |= set(vars(target))
    return sorted(name for name in names if name in TUPLE_ATTRIBUTES or not refused_attribute(name))


def describe(value: Any) -> str:
    """The class of a value; of a class, its own name."""
    if isinstance(value, type):
        return f"class {value.__name__}"
    return type(value).__name__
