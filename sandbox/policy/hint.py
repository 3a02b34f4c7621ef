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
_NOT_YET = "This module is not available yet."
_NO_STYLES = f"{_NOT_YET} A macro writes values, formulas and number formats: cell.number_format = '0.00%'."
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
        words("subprocess threading multiprocessing concurrent asyncio signal sys platform ctypes gc resource"),
        _NO_PROCESS,
    ),
    **dict.fromkeys(words("threading multiprocessing concurrent asyncio trio anyio queue sched"), _ONE_THREAD),
    **dict.fromkeys(words("sys argparse click getpass optparse dotenv"), _NO_SYSTEM),
    **dict.fromkeys(words("yaml toml tomllib xml bs4 lxml configparser docx pptx"), _NO_PARSER),
    **dict.fromkeys(words("importlib builtins inspect ast types code runpy marshal traceback"), _NO_CODE),
    **dict.fromkeys(
        words("""
        bisect heapq cmath fractions calendar time zoneinfo textwrap csv io operator copy enum abc dataclasses typing
        contextlib uuid unicodedata html base64 hashlib difflib collections.abc
        """),
        _NOT_YET,
    ),
    **dict.fromkeys(
        words("""
        openpyxl.styles openpyxl.utils openpyxl.formatting openpyxl.formatting.rule openpyxl.worksheet.datavalidation
        openpyxl.worksheet.table openpyxl.comments openpyxl.chart openpyxl.drawing openpyxl.drawing.image
        """),
        _NO_STYLES,
    ),
    "dataclasses": f"{_NOT_YET} Write a class with __init__, or collections.namedtuple.",
    "typing": f"{_NOT_YET} Annotations are not evaluated: write them without the import, or leave them out.",
    "collections.abc": f"{_NOT_YET} Annotations are not evaluated: write them without the import, or leave them out.",
    "enum": f"{_NOT_YET} Write a class with plain attributes.",
    "abc": f"{_NOT_YET} Write a base class whose methods raise NotImplementedError.",
    "operator": f"{_NOT_YET} Write a lambda.",
    "time": f"{_NOT_YET} datetime.datetime.now() tells the run's clock.",
    "traceback": "An error that is not caught is reported with its line; str(error) tells its message.",
    "warnings": "Write print(...): what a macro prints is returned with its result.",
    **dict.fromkeys(words("seaborn plotly PIL"), "A macro cannot draw: put the figures into cells."),
    **dict.fromkeys(words("google gspread boto3 psycopg2 sqlalchemy"), _NO_NETWORK),
    "logging": "Write print(...): what a macro prints is returned with its result.",
    "matplotlib": "A macro cannot draw: put the figures into cells.",
}

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
    "__qualname__": "Write x.__name__.",
    "__module__": "Write x.__name__.",
    "__annotations__": "Annotations are not evaluated here.",
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
    "Match": ("match", "This statement is not available yet. Write if and elif."),
    "TypeAlias": ("type aliases", "Leave the alias out: annotations are not evaluated."),
    "TypeVar": ("type parameters", "Leave them out: annotations are not evaluated."),
    "ParamSpec": ("type parameters", "Leave them out: annotations are not evaluated."),
    "TypeVarTuple": ("type parameters", "Leave them out: annotations are not evaluated."),
}
"""Node type -> (how people call it, what to write instead)."""

SAVE: Final = _ALREADY_OPEN
STAR_IMPORT: Final = "Import the names you use."
INJECTED: Final = "Choose another name; inside a function it may be used freely."
SPECIAL_NAME: Final = "Leave it out; a special method is defined with def, directly in a class body."
SPECIAL_ATTRIBUTE: Final = "Special attributes are out of reach: use the operator or builtin that stands for it."
UNDERSCORE: Final = "names that begin with an underscore are kept for the sandbox."


def module_hint(name: str, available: str) -> str:
    """What to write instead of importing a module; available lists the modules there are."""
    return MODULES.get(name) or MODULES.get(name.partition(".")[0]) or f"Available modules: {available}."


def export_hint(module: str, name: str, exported: Collection[str]) -> str:
    """Which names a module offers: those like the one asked for, or all."""
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
