"""Attacks through the vetted modules: what they hold, what they keep for the process, what they are handed."""

from __future__ import annotations

import calendar
import collections
import csv
import fractions
import re
import time
import zoneinfo

import pytest
from macrocell.sandbox.module import EXPORTS
from macrocell.sandbox.policy.hint import EXPORTS as HINTS
from support.language import Run, failure, refusal, value

PRIVATE = 'AttributeError: attribute "_model" is not available to a macro'

INSIDES = """
calendar.sys calendar.datetime calendar.setfirstweekday calendar.prcal calendar.different_locale cmath.sys csv.re
csv.io csv.register_dialect csv.field_size_limit csv.Dialect collections.UserDict collections.UserList
collections.UserString copy.copyreg copy.weakref copy.types copy.replace copy.dispatch_table base64.binascii base64.re
base64.main base64.encode difflib.re difflib.HtmlDiff hashlib.file_digest hashlib.pbkdf2_hmac hashlib.scrypt
hashlib.logging heapq.nothing html.entities html.re io.open io.BytesIO io.FileIO io.TextIOWrapper io.os io.abc
operator.length_hint fractions.re fractions.sys fractions.numbers textwrap.re time.sleep time.tzset time.clock_gettime
time.struct_time unicodedata.ucd_3_2_0 unicodedata.UCD uuid.os uuid.sys uuid.platform uuid.uuid1 uuid.getnode
uuid.SafeUUID zoneinfo.TZPATH zoneinfo.reset_tzpath zoneinfo.InvalidTZPathWarning statistics.random statistics.sys
statistics.kde_random random.os random.SystemRandom random.getstate re.enum re.copyreg re.functools bisect.sys
""".split()


@pytest.mark.parametrize("name", INSIDES)
def test_what_a_module_keeps_inside_is_not_there(name: str) -> None:
    module, _, inner = name.rpartition(".")
    assert failure(f"import {module}\n{module}.{inner}") == f"AttributeError: module has no attribute '{inner}'"
    code, line, _, message, hint = refusal(f"from {module} import {inner} as x")
    assert (code, line, message) == ("import", 1, f'"{inner}" cannot be imported from {module}')
    assert hint is not None
    if name in HINTS:
        assert hint == HINTS[name]


def test_every_hint_is_for_a_name_that_a_vetted_module_lacks() -> None:
    for name in HINTS:
        module, _, inner = name.rpartition(".")
        assert module in EXPORTS, name
        assert inner not in EXPORTS[module], name


TEXT_TO_NAME = {
    "attrgetter": "operator.attrgetter('_model')(cell)",
    "attrgetter, dotted": "operator.attrgetter('value._model')(cell)",
    "attrgetter, not the first": "operator.attrgetter('value', '_model')(cell)",
    "attrgetter and format": "operator.attrgetter('format')('{0._model}')(cell)",
    "attrgetter and str.format": "operator.attrgetter('format')(str)('{0._model}', cell)",
    "attrgetter, several and format": "operator.attrgetter('upper', 'format')('{0._model}')[1](cell)",
    "methodcaller and format": "operator.methodcaller('format', cell)('{0._model}')",
    "methodcaller and format_map": "operator.methodcaller('format_map', {'c': cell})('{c._model}')",
    "by map": "list(map(operator.attrgetter('_model'), [cell]))",
    "as a key": "sorted([cell], key=operator.attrgetter('_model'))",
    "as a key of bisect": "bisect.bisect([cell], 1, key=operator.attrgetter('_model'))",
    "as a key of a heap": "heapq.nlargest(1, [cell], key=operator.attrgetter('_model'))",
    "as a predicate": "textwrap.indent('{0._model}', '', operator.methodcaller('format', cell))",
    "as junk": "difflib.SequenceMatcher(operator.methodcaller('format', cell), 'a', ['{0._model}'])",
}


@pytest.mark.parametrize("attack", TEXT_TO_NAME)
def test_no_function_of_operator_turns_text_into_a_private_attribute(attack: str) -> None:
    assert failure(f"import bisect, difflib, heapq, operator, textwrap\n{TEXT_TO_NAME[attack]}") == PRIVATE


def test_attrgetter_takes_the_names_that_getattr_takes() -> None:
    refused = 'AttributeError: attribute "{}" is not available to a macro'
    for name in ("__class__", "__dict__", "gi_frame", "f_back", "tb_frame", "mro", "_replace"):
        for maker in ("attrgetter", "methodcaller"):
            assert failure(f"import operator\noperator.{maker}('{name}')") == refused.format(name)
    source = "import operator\nclass S(str):\n    def split(self, *a): return ['value']\n"
    assert failure(source + "operator.attrgetter(S('_model'))") == "TypeError: attribute name must be plain text"
    assert failure(source + "operator.methodcaller(S('_model'))") == (
        "TypeError: attribute name must be plain text, not S"
    )
    source = (
        "import operator\ntry:\n    sheet.nope\nexcept AttributeError as error:\n    operator.attrgetter('obj')(error)"
    )
    assert failure(source) == 'AttributeError: attribute "obj" of AttributeError is not available to a macro'
    assert failure("import operator\noperator.call(type, 'A', (), {})") == (
        "TypeError: type() takes 1 argument in a macro; write a class statement to make a class"
    )


REGISTERS = {
    "a real abstract class": ("collections.ChainMap.register(int)", "ABCMeta"),
    "by getattr": ("getattr(collections.ChainMap, 'register')(int)", "ABCMeta"),
    "by attrgetter": ("operator.attrgetter('register')(collections.ChainMap)", "ABCMeta"),
    "by methodcaller": ("operator.methodcaller('register', int)(collections.ChainMap)", "ABCMeta"),
    "by type": ("type(collections.ChainMap()).register", None),
    "collections.abc": ("collections.abc.Sized.register(int)", None),
    "Fraction": ("fractions.Fraction.register(int)", None),
    "the type of a Fraction": ("type(fractions.Fraction(1)).register(int)", None),
}


@pytest.mark.parametrize("attack", REGISTERS)
def test_nothing_is_registered_with_an_abstract_class(attack: str) -> None:
    source, metaclass = REGISTERS[attack]
    run = Run(f"import collections.abc, fractions, operator\n{source}")
    if metaclass is None:
        assert type(run.error) is AttributeError
        assert str(run.error).endswith("has no attribute 'register'")
    else:
        assert run.failure == f'AttributeError: attribute "register" of {metaclass} is not available to a macro'
    assert not issubclass(int, collections.abc.Sized | collections.ChainMap)


BASES = """
collections.abc.Mapping collections.abc.Iterator fractions.Fraction zoneinfo.ZoneInfo uuid.UUID io.StringIO
statistics.NormalDist random.Random csv.DictReader csv.Sniffer calendar.Calendar calendar.TextCalendar
textwrap.TextWrapper difflib.SequenceMatcher difflib.Differ re.Match re.Pattern
""".split()


@pytest.mark.parametrize("base", BASES)
def test_no_class_of_a_module_is_a_base(base: str) -> None:
    module, _, name = base.rpartition(".")
    assert failure(f"import {module} as m\nclass A(m.{name}): pass") == (
        f"TypeError: a class cannot derive from {name} in a macro"
    )


PATCHES = """
collections.abc.Sized.x statistics.NormalDist.mean fractions.Fraction.from_float zoneinfo.ZoneInfo.x csv.excel.delimiter
csv.DictReader.x calendar.Calendar.firstweekday textwrap.TextWrapper.wrap difflib.SequenceMatcher.ratio uuid.UUID.x
uuid.NAMESPACE_DNS.int random.Random.x io.StringIO.write copy.copy.x operator.attrgetter.x heapq.merge.x csv.reader.x
calendar.x html.escape math.pi
""".split()


@pytest.mark.parametrize("target", PATCHES)
def test_nothing_of_a_module_can_be_changed(target: str) -> None:
    module = "collections.abc" if target.startswith("collections") else target.partition(".")[0]
    for source in (f"{target} = 1", f"del {target}"):
        assert re.fullmatch(
            r"AttributeError: attributes of .+ cannot be set or deleted by a macro",
            failure(f"import {module}\n{source}"),
        )


TEXTS = "class S(str):\n    def __getitem__(self, i): return self\n    def replace(self, *a): return cell\n"
EXACT = {
    "csv, a line": ("csv.reader([S('a')])", "a line must be plain text, not S"),
    "csv, an option": ("csv.reader(['a'], delimiter=S(';'))", "delimiter must be plain text, not S"),
    "csv, a sample": ("csv.Sniffer().sniff(S('a,b'))", "the sample must be plain text, not S"),
    "csv, an action": ("csv.DictWriter(out, [], extrasaction=S('raise'))", "extrasaction must be plain text, not S"),
    "time, a format": ("time.strptime('2024', S('%Y'))", "the format must be plain text, not S"),
    "time, a field": (
        "time.strftime('%Y', (I(2024), 1, 1, 0, 0, 0, 0, 1, 0))",
        "a field of the time must be an int, not I",
    ),
    "time, seconds": ("time.gmtime(I(1))", "seconds must be an int or a float, not I"),
    "textwrap, a margin": ("textwrap.dedent(S('  a'))", "the text must be plain text, not S"),
    "textwrap, an option": ("textwrap.wrap('a', placeholder=S('x'))", "placeholder must be plain text, not S"),
    "html": ("html.escape(S('x'))", "the text must be plain text, not S"),
    "base64": ("base64.b64decode(S('eA=='))", "the data must be bytes, not S"),
    "base64, an option": ("base64.b64encode(b'x', cell)", "an option of b64encode cannot be a Cell"),
    "hashlib, a name": ("hashlib.new(S('md5'))", "the name must be plain text, not S"),
    "hashlib, data": ("hashlib.md5('text')", "the data must be bytes, not str"),
    "hashlib, a key": ("hashlib.blake2b(b'', key=S('x'))", "key must be bytes, not S"),
    "difflib": ("difflib.unified_diff([S('a')], ['b'])", "a line must be plain text, not S"),
    "uuid": ("uuid.UUID(S('0' * 32))", "hex must be plain text, not S"),
    "uuid, an int": ("uuid.UUID(int=I(5))", "int must be an int, not I"),
    "uuid, a namespace": ("uuid.uuid5(cell, 'x')", "a namespace must be a UUID, not Cell"),
    "zoneinfo": ("zoneinfo.ZoneInfo(S('UTC'))", "the name of a time zone must be plain text, not S"),
    "fractions": ("fractions.Fraction(I(1), 2)", "a Fraction is made of numbers or text, not I"),
    "fractions, text": ("fractions.Fraction(S('1/2'))", "a Fraction is made of numbers or text, not S"),
    "calendar": ("calendar.monthrange(2024, I(1))", "month must be an int, not I"),
    "statistics": ("statistics.NormalDist().samples(1, seed=cell)", "seed must be an int or a float, not Cell"),
    "random": ("random.Random(S('x'))", "a seed must be None, an int, a float, text or bytes"),
}
MODULES = "base64, calendar, csv, difflib, fractions, hashlib, html, random, statistics, textwrap, time, uuid, zoneinfo"


@pytest.mark.parametrize("attack", EXACT)
def test_only_exact_types_reach_the_library(attack: str) -> None:
    source, message = EXACT[attack]
    macro = f"import {MODULES}\nfrom io import StringIO\nclass I(int): pass\n{TEXTS}out = StringIO()\n{source}"
    assert failure(macro) == f"TypeError: {message}"


KEYWORDS = {
    "Fraction": ("fractions.Fraction(2, 4, **{'_normalize': False})", "FractionClass.__call__()"),
    "deepcopy": ("copy.deepcopy([1], **{'_nil': 1})", "deepcopy()"),
    "UUID": ("uuid.UUID(int=1, **{'is_safe': cell})", "UuidClass.__call__()"),
    "IS_LINE_JUNK": ("difflib.IS_LINE_JUNK('x', **{'pat': print})", "IS_LINE_JUNK()"),
    "textwrap": ("textwrap.wrap('x', **{'_x': 1})", "TextWrapper.__init__()"),
    "base64": ("base64.b64encode(b'x', **{'_x': 1})", "b64encode()"),
    "hashlib": ("hashlib.md5(b'x', **{'_x': 1})", "md5()"),
    "merge": ("heapq.merge([1], **{'_x': 1})", "merge()"),
}


@pytest.mark.parametrize("attack", KEYWORDS)
def test_a_keyword_that_is_not_listed_reaches_no_function(attack: str) -> None:
    source, function = KEYWORDS[attack]
    run = Run(f"import base64, copy, difflib, fractions, hashlib, heapq, textwrap, uuid\n{source}")
    assert type(run.error) is TypeError
    assert str(run.error).startswith(f"{function} got an unexpected keyword argument '")


def test_copying_never_takes_a_facade_object_apart() -> None:
    source = """
import copy
class Holder: pass
held = Holder()
held.cell = cell
deep = copy.deepcopy({"list": [cell, sheet], "held": held})
(copy.copy(cell) is cell, copy.deepcopy(sheet) is sheet, deep["list"][0] is cell, deep["held"].cell is cell,
 deep["held"] is not held)
"""
    assert value(source) == (True, True, True, True, True)


def test_copying_asks_no_object_how() -> None:
    for hook in ("__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__new__"):
        assert refusal(f"class A:\n    def {hook}(self, *a): return cell")[3] == (
            f"special method {hook} cannot be defined in a macro"
        )
        assert failure(f"class A: pass\nsetattr(A, '{hook}', len)") == (
            f'AttributeError: attribute "{hook}" is not available to a macro'
        )
    source = """
import copy
ran = []
class A(dict):
    def __init__(self): ran.append("init")
    def __setitem__(self, key, value): ran.append("set")
    def __iter__(self): ran.append("iter")
    def items(self): ran.append("items")
a = A()
dict.__setitem__
"""
    assert refusal(source)[3] == 'attribute "__setitem__" cannot be used in a macro'
    source = source.replace("dict.__setitem__", "dict.update(a, x=[1])\nb = copy.deepcopy(a)\n(ran, dict.copy(b))")
    assert value(source) == (["init"], {"x": [1]})


@pytest.mark.parametrize(
    ("what", "name"),
    [
        ("(x for x in [])", "generator"),
        ("iter([])", "list_iterator"),
        ("map(len, [])", "map"),
        ("itertools.count()", "count"),
        ("csv.reader([])", "Reader"),
        ("csv.writer(io.StringIO())", "Writer"),
        ("io.StringIO()", "StringIO"),
        ("difflib.SequenceMatcher()", "SequenceMatcher"),
    ],
)
def test_what_cannot_be_copied_says_so(what: str, name: str) -> None:
    for function in ("copy", "deepcopy"):
        source = f"import copy, csv, difflib, io, itertools\ncopy.{function}({what})"
        assert failure(source) == f"TypeError: cannot copy a {name}: wrap it in list(...), or make it again"


def test_copying_an_error_brings_nothing_of_where_it_came_from() -> None:
    source = "import copy\ntry:\n    sheet.nope\nexcept AttributeError as error:\n    copy.copy(error).obj"
    assert failure(source) == 'AttributeError: attribute "obj" of AttributeError is not available to a macro'


def test_copying_what_is_nested_without_end_is_an_ordinary_error() -> None:
    source = "import copy\nx = []\nfor _ in range(100000):\n    x = [x]\ncopy.deepcopy(x)"
    assert failure(source) == "RecursionError: maximum recursion depth exceeded"


def test_modules_themselves_are_not_copied() -> None:
    assert value("import copy, math\n(copy.copy(math) is math, copy.deepcopy([math])[0] is math)") == (True, True)


@pytest.mark.parametrize("name", ["from_file", "no_cache", "clear_cache"])
@pytest.mark.parametrize(
    "path", ["zone.{}", "getattr(zone, '{}')", "operator.attrgetter('{}')(zone)", "moment.tzinfo.{}"]
)
def test_a_zone_leads_to_no_file_and_no_cache(name: str, path: str) -> None:
    source = (
        "import datetime, operator, zoneinfo\nzone = zoneinfo.ZoneInfo('UTC')\n"
        f"moment = datetime.datetime(2024, 1, 1, tzinfo=zone)\n{path.format(name)}"
    )
    assert failure(source) == f'AttributeError: attribute "{name}" of ZoneInfo is not available to a macro'


@pytest.mark.parametrize(
    "key", ["../../etc/passwd", "/etc/passwd", "", "europe/berlin", "Europe", "tzdata", "zones", "posix/UTC", "UTC\0x"]
)
def test_a_zone_is_one_of_those_that_were_loaded(key: str) -> None:
    assert failure(f"import zoneinfo\nzoneinfo.ZoneInfo({key!r})") == (
        f"ZoneInfoNotFoundError: {f'No time zone found with key {key}'!r}"
    )


def test_a_run_leaves_no_zone_and_no_dialect_behind() -> None:
    cached = zoneinfo.ZoneInfo("Europe/Berlin")
    made = value("import zoneinfo\nzoneinfo.ZoneInfo('Europe/Berlin')")
    assert made is not cached
    assert value("import zoneinfo\nzoneinfo.ZoneInfo('Europe/Berlin')") is not made
    dialects = csv.list_dialects()
    value("import csv\ncsv.Sniffer().sniff('a;b')")
    assert csv.list_dialects() == dialects


def test_a_zone_of_the_macros_own_reaches_no_date() -> None:
    source = (
        "import datetime\nclass Z:\n    def utcoffset(self, dt): return None\ndatetime.datetime(2024, 1, 1, tzinfo=Z())"
    )
    assert failure(source) == "TypeError: tzinfo argument must be None or of a tzinfo subclass, not type 'Z'"
    source = "import datetime, zoneinfo\nclass Z(zoneinfo.ZoneInfo): pass"
    assert failure(source) == "TypeError: a class cannot derive from ZoneInfo in a macro"


def test_lists_of_names_are_new_in_every_run() -> None:
    first = Run("import calendar\ncalendar.month_name[1] = cell\ncalendar.month_name[1] is cell")
    assert first.value is True
    assert value("import calendar\ncalendar.month_name[1]") == "January"
    assert calendar.month_name[1] == "January"


def test_the_process_keeps_its_first_weekday_and_its_clock() -> None:
    assert failure("import calendar\ncalendar.setfirstweekday(6)").startswith("AttributeError: ")
    assert calendar.firstweekday() == 0
    before = time.tzname
    value("import time\n(time.tzname, time.localtime(), time.mktime(time.gmtime(0)))")
    assert time.tzname == before


CALLED_BACK = {
    "a heap cleared while it is sorted": (
        """
class E:
    def __lt__(self, other):
        heap.clear()
        return True
heap = [E() for _ in range(20)]
heapq.heapify(heap)
""",
        "RuntimeError: list changed size during iteration",
    ),
    "a list cleared while it is searched": (
        """
rows = list(range(100))
def key(value):
    rows.clear()
    return value
bisect.bisect(rows, 50, key=key)
""",
        "IndexError: list index out of range",
    ),
    "a reader read by its own lines": (
        """
class Lines:
    def __iter__(self): return self
    def __next__(self): return next(reader)
reader = csv.reader(["a"])
reader = csv.reader(Lines())
""",
        "TypeError: a line must be plain text, not list",
    ),
    "a writer written by its own target": (
        """
class Out:
    def write(self, text): writer.writerow(["x"])
writer = csv.writer(Out())
writer.writerow([1])
""",
        "RecursionError: maximum recursion depth exceeded",
    ),
    "a writer written by its own field": (
        """
writer = csv.writer(io.StringIO())
class Field:
    def __str__(self):
        writer.writerow([self])
        return "x"
writer.writerow([Field()])
""",
        "RecursionError: maximum recursion depth exceeded",
    ),
    "a stream that is a facade object": ("csv.writer(cell)", 'TypeError: argument 1 must have a "write" method'),
    "a hash of a facade object": ("hashlib.md5().update(cell)", "TypeError: object supporting the buffer API required"),
    "a month of no calendar": (
        "calendar.monthrange(2024, -11)",
        "IllegalMonthError: bad month number -11; must be 1-12",
    ),
    "a calendar of a million columns": (
        "calendar.month(2024, 1, 10**6)",
        "ValueError: a width of more than 1000 in a calendar",
    ),
    "a digest of a terabyte": ("hashlib.shake_128(b'').hexdigest(10**13)", "MemoryError: "),
    "a method with a forged self": (
        "calendar.Calendar.monthdayscalendar(cell, 2024, 1)",
        "AttributeError: 'Cell' object has no attribute '_pages'",
    ),
    "a method with the self of another class": (
        "difflib.SequenceMatcher.ratio(calendar.Calendar())",
        "AttributeError: 'Calendar' object has no attribute '_matcher'",
    ),
}


@pytest.mark.parametrize("attack", CALLED_BACK)
def test_code_that_is_called_back_ends_in_an_ordinary_error(attack: str) -> None:
    source, message = CALLED_BACK[attack]
    run = Run(f"import bisect, calendar, csv, difflib, hashlib, heapq, io\n{source}")
    assert run.failure.startswith(message) if message.startswith("Recursion") else run.failure == message


def test_what_a_dialect_object_of_the_macro_says_is_not_asked() -> None:
    message = "TypeError: a dialect is the name of one, or what Sniffer().sniff(...) gives; else write delimiter=..."
    for dialect in ("D", "D()", "cell", "S('excel')", "None"):
        source = f"import csv\nclass D:\n    delimiter = ';'\nclass S(str): pass\ncsv.reader(['a'], dialect={dialect})"
        assert failure(source) == message


@pytest.mark.parametrize("name", ["b2j", "bjunk", "bpopular", "fullbcount", "opcodes", "matching_blocks"])
def test_a_matcher_keeps_its_tables_to_itself(name: str) -> None:
    source = f"import difflib\nm = difflib.SequenceMatcher(None, 'a', 'b')\nm.ratio()\nm.{name}"
    assert failure(source) == f"AttributeError: 'SequenceMatcher' object has no attribute '{name}'"


def test_lists_that_a_matcher_gives_are_copies() -> None:
    source = """
import difflib
m = difflib.SequenceMatcher(None, "ab", "ab")
m.get_opcodes().clear()
m.get_matching_blocks().clear()
(len(m.get_opcodes()), len(m.get_matching_blocks()))
"""
    assert value(source) == (1, 2)


@pytest.mark.parametrize(
    "name", "wordsep_re wordsep_simple_re sentence_end_re unicode_whitespace_trans uspace x word_punct".split()
)
def test_a_text_wrapper_keeps_its_patterns_to_itself(name: str) -> None:
    source = f"import textwrap\ntextwrap.TextWrapper().{name}"
    assert failure(source) == f"AttributeError: 'TextWrapper' object has no attribute '{name}'"
    assert failure(f"{source} = cell").startswith(f"AttributeError: 'TextWrapper' object has no attribute '{name}'")


def test_options_set_on_a_text_wrapper_are_exact() -> None:
    source = "import textwrap\nclass S(str): pass\nwrapper = textwrap.TextWrapper()\n"
    assert failure(source + "wrapper.placeholder = S('x')") == "TypeError: placeholder must be plain text, not S"
    assert failure(source + "wrapper.width = cell") == "TypeError: width must be an int, not Cell"
    assert (
        failure(source + "del wrapper.width")
        == "AttributeError: property 'width' of 'TextWrapper' object has no deleter"
    )


def test_a_fraction_of_the_macros_numbers_is_in_no_cache() -> None:
    source = """
from fractions import Fraction
class I(int):
    numerator = denominator = property(lambda self: self)
    def __add__(self, other): return self
    def __radd__(self, other): return self
    def __mul__(self, other): return self
    def __rmul__(self, other): return self
    def __floordiv__(self, other): return self
    def __rfloordiv__(self, other): return self
    def __hash__(self): return 7
    def __eq__(self, other): return type(other) is not int or other > 0
made = Fraction(1, 2) + I(3)
(type(made.numerator).__name__, hash(made) == hash(Fraction(5, 7)))
"""
    assert value(source) == ("I", False)
    if hasattr(fractions, "_hash_algorithm"):
        assert not hasattr(fractions._hash_algorithm, "cache_info")


@pytest.mark.parametrize(
    "source",
    [
        "heapq.merge([1], [2])",
        "difflib.unified_diff(['a'], ['b'])",
        "difflib.ndiff(['a'], ['b'])",
        "difflib.SequenceMatcher().get_grouped_opcodes()",
        "calendar.Calendar().itermonthdates(2024, 1)",
        "calendar.Calendar().itermonthdays4(2024, 1)",
        "csv.reader(['a'])",
        "csv.DictReader(['a'])",
    ],
)
def test_no_generator_of_the_library_is_handed_out(source: str) -> None:
    made = Run(f"import calendar, csv, difflib, heapq\n{source}").value
    assert type(made).__name__ in ("chain", "list_iterator", "Reader", "DictReader")
    assert [name for name in ("send", "throw", "gi_frame") if hasattr(made, name)] == []


def test_a_class_of_a_module_has_no_way_to_its_real_one() -> None:
    for target in ("fractions.Fraction", "collections.abc.Sized", "uuid.UUID", "zoneinfo.ZoneInfo"):
        module = target.rpartition(".")[0]
        assert failure(f"import {module}\ngetattr({target}, '_stands_for')") == (
            'AttributeError: attribute "_stands_for" is not available to a macro'
        )
        assert failure(f"import {module}\n'{{0._stands_for}}'.format({target})") == (
            'AttributeError: attribute "_stands_for" is not available to a macro'
        )
        assert value(f"import {module}\ntype({target}) is type") is True
    assert value("from fractions import Fraction\ntype(Fraction(1)) is Fraction") is True
    assert failure("from collections.abc import Sized\nSized([])") == "TypeError: a macro cannot make a Sized"
    assert failure("import re\nre.Pattern(cell)") == "TypeError: a macro cannot make a Pattern"


def test_isinstance_runs_no_code_of_the_macro() -> None:
    source = """
from collections.abc import Iterable, Sized
ran = []
class Liar:
    def __iter__(self): ran.append("iter")
    def __len__(self): ran.append("len")
(isinstance(Liar(), Iterable), isinstance(Liar(), Sized), isinstance(cell, Sized), ran)
"""
    assert value(source) == (True, True, False, [])
