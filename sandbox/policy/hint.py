"""What to write instead: one table for each kind of thing that a macro may not say."""

from __future__ import annotations

import difflib
from collections.abc import Collection
from typing import Final

from .word import words

_TABLE_WORK = (
    "The data is already here: read rows with .values or .iter_rows(values_only=True), compute with plain Python "
    "(statistics, collections, itertools), and assign a list of row lists to .values."
)
_NO_FILES = "A macro has no files: take input from args or the workbook, and return the result as a value."
_NO_NETWORK = "A macro has no network: fetch the data first and pass it in as args."
_NO_PROCESS = "A macro cannot start processes or threads or ask the system: compute in the macro itself."
_NO_CODE = "A macro cannot run code made from text: write the code in the macro, or choose among functions in a dict."
_NO_OBJECTS = (
    "This module is not available yet. A macro writes values, formulas and formats (openpyxl.styles); what a file "
    "holds beside them is kept."
)
_ONE_THREAD = "A macro runs in one thread and waits for nothing: write an ordinary loop over plain functions."
_NO_SYSTEM = "A macro takes its input from args, prints with print(...), and ends with a top-level return."
_NO_PARSER = "Parse it before the run, and pass the values in as args."
_BIND_SHEET = 'Bind it first: sheet = workbook["name"], or workbook.active.'
_BIND_CELLS = 'Cells belong to a sheet: workbook["name"]["A1"], ["A1:C9"] or .cell(row, column).'
_ALREADY_OPEN = "The workbook is already open as `workbook`, and the host saves it: change cells, then end the macro."

MODULES: Final[dict[str, str]] = {
    **dict.fromkeys(words("pandas polars numpy scipy sklearn dask pyarrow duckdb"), _TABLE_WORK),
    **dict.fromkeys(
        words("openpyxl xlsxwriter xlrd xlwt pyxlsb xlwings xltpl pyexcel win32com pythoncom"), _ALREADY_OPEN
    ),
    **dict.fromkeys(
        words("os os.path pathlib shutil tempfile glob fileinput zipfile tarfile gzip sqlite3 pickle shelve"),
        _NO_FILES,
    ),
    **dict.fromkeys(words("requests urllib urllib.request http httpx aiohttp socket ssl smtplib ftplib"), _NO_NETWORK),
    **dict.fromkeys(
        words("subprocess signal platform ctypes gc resource"),
        _NO_PROCESS,
    ),
    **dict.fromkeys(words("threading multiprocessing concurrent asyncio trio anyio sched"), _ONE_THREAD),
    "queue": "Write collections.deque.",
    **dict.fromkeys(words("sys argparse click getpass optparse dotenv"), _NO_SYSTEM),
    **dict.fromkeys(words("yaml toml tomllib xml bs4 lxml configparser docx pptx"), _NO_PARSER),
    **dict.fromkeys(words("importlib builtins inspect ast code runpy marshal"), _NO_CODE),
    "traceback": "An error that is not caught is reported with its line; str(error) tells its message.",
    **dict.fromkeys(words("seaborn plotly PIL"), "A macro cannot draw: put the figures into cells."),
    **dict.fromkeys(words("google gspread boto3 psycopg2 sqlalchemy"), _NO_NETWORK),
    **dict.fromkeys(
        words("secrets numpy.random"), "Write import random: it is seeded for each run, and random.seed(n) sets it."
    ),
    **dict.fromkeys(words("pytz dateutil dateutil.tz tzlocal"), "Write from zoneinfo import ZoneInfo."),
    **dict.fromkeys(words("html.parser html.entities"), "html.unescape turns entities into text; use re for tags."),
    "pprint": "Write print(json.dumps(value, indent=2, default=str)), or return the value.",
    "numbers": "Write isinstance(x, (int, float)), or name decimal.Decimal and fractions.Fraction.",
    "binascii": "base64 has what turns bytes into text and back; bytes.hex() and bytes.fromhex(text) too.",
    "locale": 'Write f"{value:,.2f}" and replace the separators, or use calendar.month_name.',
    "types": "Write a small class, a dict or collections.namedtuple.",
    "array": "Write a list.",
    "struct": "Write int.from_bytes(data, 'big') and number.to_bytes(length, 'big').",
    "timeit": "Write the code alone: the run's usage tells the time it took.",
    "urllib.parse": "Put the address together as text: a macro has no network.",
    "weakref": "Write a dict: a run is short.",
    "warnings": "Write print(...): what a macro prints is returned with its result.",
    **dict.fromkeys(
        words("""
        openpyxl.chart openpyxl.comments openpyxl.drawing openpyxl.drawing.image openpyxl.formatting
        openpyxl.formatting.rule openpyxl.styles.differential openpyxl.workbook.defined_name
        openpyxl.workbook.protection
        openpyxl.worksheet.datavalidation openpyxl.worksheet.dimensions openpyxl.worksheet.filters
        openpyxl.worksheet.hyperlink openpyxl.worksheet.page openpyxl.worksheet.properties openpyxl.worksheet.table
        """),
        _NO_OBJECTS,
    ),
    "openpyxl.utils.dataframe": _TABLE_WORK,
    "openpyxl.utils.exceptions": "A macro opens no file, so none of these is raised: leave the import out.",
    "openpyxl.formula": "A formula's text is cell.formula; following references by hand is not available.",
    "openpyxl.formula.translate": "A formula's text is cell.formula; following references by hand is not available.",
    "logging": "Write print(...): what a macro prints is returned with its result.",
    "typing_extensions": "Import it from typing; annotations are not evaluated.",
    "matplotlib": "A macro cannot draw: put the figures into cells.",
}

_ONE_CLOCK = "The run's clock stands still: time.time() and datetime.datetime.now() tell its moment."
_MADE_ANEW = "Derive from it directly: class Name({}), with methods of your own."
_OPTIONS = "Write the options where they are used: csv.reader(lines, delimiter=';'), csv.writer(out, delimiter=';')."
_FIRST_DAY = "Write calendar.Calendar(6) or calendar.TextCalendar(6) for weeks that begin on Sunday."
_NO_CONTEXT = "Write getcontext().prec = 10, or with localcontext() as context: context.prec = 10."

EXPORTS: Final[dict[str, str]] = {
    "base64.encode": _NO_FILES,
    "base64.decode": _NO_FILES,
    **dict.fromkeys(words("calendar.setfirstweekday calendar.HTMLCalendar"), _FIRST_DAY),
    **dict.fromkeys(
        words("calendar.LocaleTextCalendar calendar.LocaleHTMLCalendar"),
        "Write calendar.TextCalendar().",
    ),
    **dict.fromkeys(words("calendar.prmonth calendar.prcal"), "Write print(calendar.month(year, month))."),
    "collections.UserDict": _MADE_ANEW.format("dict"),
    "collections.UserList": _MADE_ANEW.format("list"),
    "collections.UserString": _MADE_ANEW.format("str"),
    "copy.replace": "Write copy.copy(x) and set the attribute; a namedtuple has _replace(...).",
    **dict.fromkeys(
        words("csv.register_dialect csv.unregister_dialect csv.get_dialect csv.list_dialects csv.Dialect"), _OPTIONS
    ),
    "csv.field_size_limit": "Leave it out: a field may be as long as the run's memory allows.",
    "datetime.tzinfo": "Write timezone(timedelta(hours=2)), or zoneinfo.ZoneInfo('Europe/Berlin').",
    **dict.fromkeys(
        words("decimal.setcontext decimal.DefaultContext decimal.BasicContext decimal.ExtendedContext"), _NO_CONTEXT
    ),
    "difflib.HtmlDiff": "Write difflib.unified_diff(a, b) or difflib.ndiff(a, b): lines of text.",
    "hashlib.file_digest": _NO_FILES,
    **dict.fromkeys(
        words("hashlib.pbkdf2_hmac hashlib.scrypt"),
        "A macro keeps no passwords: hashlib.sha256(data).hexdigest() tells whether data changed.",
    ),
    "heapq.heapify_max": "Push negated numbers, or use heapq.nlargest.",
    **dict.fromkeys(words("io.BytesIO io.open io.FileIO io.TextIOWrapper io.BufferedReader"), _NO_FILES),
    **dict.fromkeys(words("json.load json.dump"), f"{_NO_FILES} json.loads and json.dumps work on text."),
    **dict.fromkeys(
        words("json.JSONEncoder json.JSONDecoder"), "Write json.dumps(x, default=...), json.loads(x, object_hook=...)."
    ),
    "random.SystemRandom": "Write random.Random(): it follows the run's seed.",
    **dict.fromkeys(
        words("random.getstate random.setstate"), "Write random.Random(seed) twice to draw the same numbers again."
    ),
    "re.template": "Write re.compile(...).",
    "re.purge": "Leave it out: a run keeps its own patterns.",
    "re.RegexFlag": "The flags are ints: re.IGNORECASE | re.MULTILINE.",
    "re.DEBUG": "Leave it out.",
    "string.Template": "Write an f-string, or text.format(**values).",
    "string.Formatter": "Write an f-string, or text.format(**values).",
    "time.sleep": "Leave it out: nothing outside changes while a macro runs.",
    **dict.fromkeys(words("time.clock_gettime time.get_clock_info time.clock time.tzset"), _ONE_CLOCK),
    "time.struct_time": "Write time.gmtime(seconds), or a datetime.",
    "unicodedata.ucd_3_2_0": "Use the functions of unicodedata itself.",
    **dict.fromkeys(
        words("uuid.uuid1 uuid.uuid6 uuid.uuid7 uuid.uuid8 uuid.getnode"),
        "Write uuid.uuid4(), which follows the run's seed, or uuid.uuid5(namespace, name).",
    ),
    **dict.fromkeys(
        words("zoneinfo.TZPATH zoneinfo.reset_tzpath"), "Leave it out: zoneinfo.ZoneInfo(name) knows every zone."
    ),
    "abc.ABCMeta": "Derive from ABC: class Name(ABC):",
    "contextlib.ExitStack": "Name the context managers in one with statement: with a() as x, b() as y:",
    "dataclasses.MISSING": "Leave the default out.",
    "dataclasses.fields": "asdict(x) gives names and values; asdict(x).keys() the names.",
    "dataclasses.make_dataclass": "Write a class statement with @dataclass.",
    "functools.cached_property": "Write @property, or @functools.cache on a function.",
    "functools.singledispatch": "Write match, or isinstance and if.",
    "functools.update_wrapper": "Write @functools.wraps(function).",
    "typing.get_type_hints": "Annotations are not evaluated: keep what you need in a dict.",
    "typing.runtime_checkable": "Ask hasattr(x, name), or derive from the class and ask isinstance.",
}
"""A vetted module's name that a macro does not get ("module.name") -> what to write instead."""

NAMES: Final[dict[str, str]] = {
    "open": _NO_FILES,
    "input": "A macro cannot ask: take the value from args.",
    **dict.fromkeys(("eval", "exec", "compile"), _NO_CODE),
    **dict.fromkeys(("globals", "locals"), "Keep values in a dict of your own."),
    "vars": "Name the attributes you need, or keep values in a dict.",
    "dir": "Name the attribute; hasattr(x, name) tells whether it is there.",
    "id": "Compare with `is`, or use the object itself as a key.",
    "help": "There is no one to read it: look the name up before the run.",
    "memoryview": "Use bytes or bytearray.",
    "breakpoint": "Use print(...).",
    **dict.fromkeys(("exit", "quit"), "Use a top-level return, or raise an exception."),
    **dict.fromkeys(("aiter", "anext"), "A macro runs in one thread: write an ordinary loop."),
    **dict.fromkeys(
        ("BaseException", "GeneratorExit", "KeyboardInterrupt", "SystemExit", "BaseExceptionGroup", "ExceptionGroup"),
        "Use Exception or a class below it.",
    ),
    "load_workbook": _ALREADY_OPEN,
    "Workbook": _ALREADY_OPEN,
    **dict.fromkeys(("pd", "np", "pandas", "numpy", "pl", "df", "DataFrame"), _TABLE_WORK),
    **dict.fromkeys(
        words("wb xw book excel Excel ActiveWorkbook ThisWorkbook Application SpreadsheetApp ExcelScript context"),
        'The workbook is given as `workbook`: write workbook["name"], workbook.active or workbook.sheets.',
    ),
    **dict.fromkeys(words("ws sheet worksheet ActiveSheet Worksheets Sheets Sheet"), _BIND_SHEET),
    **dict.fromkeys(words("Range Cells Cell ActiveCell"), _BIND_CELLS),
    **dict.fromkeys(("console", "logging", "logger", "Logger"), "Write print(...)."),
    **dict.fromkeys(("null", "nil", "Nothing"), "Write None."),
    "true": "Write True.",
    "false": "Write False.",
    "__file__": _NO_FILES,
    "__builtins__": "Write the builtin's name itself.",
    "__import__": "Write an import statement.",
    "__doc__": "Put the text into a variable.",
    "__class__": "Write type(self), or super() for the base's methods.",
}
"""Variables that are read without being bound by the macro."""

ATTRIBUTES: Final[dict[str, str]] = {
    "__dict__": "Name the attributes you need, or keep values in a dict.",
    "__doc__": "Put the text into a variable.",
    "__init__": "Write super().__init__(...).",
    "__bases__": "Write isinstance(x, A) or issubclass(A, B).",
    "__mro__": "Write isinstance(x, A) or issubclass(A, B).",
    "mro": "Write isinstance(x, A) or issubclass(A, B).",
    "__traceback__": "str(error) tells the message; an error that is not caught is reported with its line.",
    "__cause__": "str(error) tells the message; an error that is not caught is reported with its line.",
    "__context__": "str(error) tells the message; an error that is not caught is reported with its line.",
    "__len__": "Write len(x).",
    "__iter__": "Write iter(x), or a for loop.",
    "__next__": "Write next(x).",
    "__getitem__": "Write x[key].",
    "__setitem__": "Write x[key] = value.",
    "__contains__": "Write key in x.",
    "__str__": "Write str(x).",
    "__repr__": "Write repr(x).",
    "__eq__": "Write x == y.",
    "__hash__": "Write hash(x).",
    "__call__": "Write x(...).",
    "_style": (
        "Copy what you need of it: cell.font = other.font; likewise fill, border, alignment, number_format, protection."
    ),
    "__qualname__": "Write x.__name__.",
    "__module__": "Write x.__name__.",
    "__annotations__": "Annotations are not evaluated here.",
    "__setattr__": "Write x.name = value; in a frozen dataclass, compute in a property or make it with replace(...).",
    "__dataclass_fields__": "dataclasses.asdict(x) gives names and values.",
    "__match_args__": "dataclass and namedtuple make it; else match by name: case Point(x=0, y=y).",
    "_value_": "Write x.value.",
    "_name_": "Write x.name.",
    "_missing_": "Write a class method of your own that looks the member up.",
    "_member_map_": "Write Color.__members__, or loop over the class.",
    "_value2member_map_": "Write Color(value), or loop over the class.",
}

NODES: Final[dict[str, tuple[str, str]]] = {
    "AsyncFunctionDef": (
        "async functions",
        "Write an ordinary def: a macro runs in one thread, nothing needs awaiting.",
    ),
    "AsyncFor": ("async for", "Write an ordinary for loop."),
    "AsyncWith": ("async with", "Write an ordinary with statement."),
    "Await": ("await", "Call the function directly: nothing here needs awaiting."),
    "TryStar": ("except*", "Write except Exception."),
    "TypeAlias": ("type aliases", "Leave the alias out: annotations are not evaluated."),
    "TypeVar": ("type parameters", "Leave them out: annotations are not evaluated."),
    "ParamSpec": ("type parameters", "Leave them out: annotations are not evaluated."),
    "TypeVarTuple": ("type parameters", "Leave them out: annotations are not evaluated."),
}
"""Node type -> (how people call it, what to write instead)."""

SAVE: Final = _ALREADY_OPEN
METACLASS: Final = "Derive from abc.ABC or enum.Enum instead: class Name(ABC):"
CLASS_KEYWORD: Final = "Write class Name(Base): and leave the keyword out."
STAR_IMPORT: Final = "Import the names you use."
INJECTED: Final = "Choose another name; inside a function it may be used freely."
SPECIAL_NAME: Final = "Leave it out; a special method is defined with def, directly in a class body."
SPECIAL_ATTRIBUTE: Final = "Special attributes are out of reach: use the operator or builtin that stands for it."
UNDERSCORE: Final = "names that begin with an underscore are kept for the sandbox."


def module_hint(name: str, available: str) -> str:
    """What to write instead of importing a module; available lists the modules there are."""
    return MODULES.get(name) or MODULES.get(name.partition(".")[0]) or f"Available modules: {available}."


def export_hint(module: str, name: str, exported: Collection[str]) -> str:
    """What to write instead of a name that a module lacks: its own hint, else names like it, else all there are."""
    full = f"{module}.{name}"
    known = EXPORTS.get(full) or NAMES.get(name) or MODULES.get(full)
    if known:
        return known
    near = difflib.get_close_matches(name, exported, n=3, cutoff=0.7)
    return f"Did you mean {' or '.join(near)}?" if near else f"{module} offers: {', '.join(sorted(exported))}."


def syntax_hint(line: str) -> str | None:
    """What to write instead of a line that another language or a document left in the macro."""
    words_in = line.split()
    first = words_in[0] if words_in else ""
    if first[:3] in ("```", "~~~"):
        return "Leave the Markdown fence out: a macro is plain Python source."
    braced = first in _BRACED and words_in[-1] == "{"
    if braced or first in _OTHER_LANGUAGES or first[:2] in ("//", "/*"):
        return "A macro is written in Python."
    return None


_BRACED = frozenset(words("if for while else } try"))
_OTHER_LANGUAGES = frozenset(words("let const var function Dim Sub Set End Function Next Loop Then using public void"))


def name_hint(name: str) -> str:
    """What to write instead of a name that may not be bound or read."""
    if name in NAMES:
        return NAMES[name]
    if name[:1] != "_":
        return "Choose another name."
    return SPECIAL_NAME if _is_special(name) else f"Write {plain_name(name)} instead: {UNDERSCORE}"


def attribute_hint(name: str) -> str:
    """What to write instead of an attribute that may not be used."""
    if name in ATTRIBUTES:
        return ATTRIBUTES[name]
    if name[:1] != "_":
        return "Choose another name."
    return SPECIAL_ATTRIBUTE if _is_special(name) else f"Write {plain_name(name)} instead: {UNDERSCORE}"


def _is_special(name: str) -> bool:
    return name[:2] == "__" and name[-2:] == "__"


def plain_name(name: str) -> str:
    """A private name without its leading underscores, or a word if nothing remains."""
    stripped = name.strip("_")[:80]
    return stripped if stripped.isidentifier() else "value"
