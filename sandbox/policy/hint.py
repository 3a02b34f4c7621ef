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
    **dict.fromkeys(words("importlib builtins inspect ast types code runpy marshal traceback"), _NO_CODE),
    **dict.fromkeys(
        words("""
        bisect heapq cmath fractions calendar time zoneinfo textwrap csv io operator copy uuid unicodedata html base64
        hashlib difflib collections.abc
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
    "collections.abc": f"{_NOT_YET} Annotations are not evaluated: write them without the import, or leave them out.",
    "operator": f"{_NOT_YET} Write a lambda.",
    "time": f"{_NOT_YET} datetime.datetime.now() tells the run's clock.",
    "logging": "Write print(...): what a macro prints is returned with its result.",
    "typing_extensions": "Import it from typing; annotations are not evaluated.",
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
    **dict.fromkeys(("pd", "np", "pandas", "numpy"), _TABLE_WORK),
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

EXPORTS: Final[dict[str, str]] = {
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
"""Names that a module has in Python and not here -> what to write instead."""

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
    """Which names a module offers: those like the one asked for, or all."""
    if f"{module}.{name}" in EXPORTS:
        return EXPORTS[f"{module}.{name}"]
    near = difflib.get_close_matches(name, exported, n=3, cutoff=0.7)
    return f"Did you mean {' or '.join(near)}?" if near else f"{module} offers: {', '.join(sorted(exported))}."


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
