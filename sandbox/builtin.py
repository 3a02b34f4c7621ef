"""The builtins a macro sees, and which classes it may subclass or learn the class of."""

from __future__ import annotations

import builtins
import collections
import dataclasses
import datetime as dt
import decimal
import io
import json
import re
import statistics
from typing import Final

from .metaclass import ABC, ENUMS
from .policy.word import words

EXCEPTIONS: Final[tuple[type[Exception], ...]] = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    BufferError,
    EOFError,
    Exception,
    FileExistsError,
    FileNotFoundError,
    FloatingPointError,
    ImportError,
    IndexError,
    IndentationError,
    InterruptedError,
    IsADirectoryError,
    KeyError,
    LookupError,
    MemoryError,
    ModuleNotFoundError,
    NameError,
    NotADirectoryError,
    NotImplementedError,
    OSError,
    OverflowError,
    PermissionError,
    RecursionError,
    ReferenceError,
    RuntimeError,
    StopIteration,
    SyntaxError,
    TimeoutError,
    TypeError,
    UnboundLocalError,
    UnicodeDecodeError,
    UnicodeEncodeError,
    UnicodeError,
    UnicodeTranslateError,
    ValueError,
    ZeroDivisionError,
    Warning,
    DeprecationWarning,
    FutureWarning,
    RuntimeWarning,
    UserWarning,
)
"""Exceptions a macro can name. None catches the end of a run, which derives from BaseException alone."""

_FUNCTIONS = words("""
    abs all any ascii bin callable chr divmod format hash hex isinstance issubclass iter len max min next oct ord pow
    repr round sorted sum
""")

_TYPES = words("""
    bool bytearray bytes classmethod complex dict enumerate filter float frozenset int list map object property range
    reversed set slice staticmethod str tuple zip
""")

PLAIN: Final[dict[str, object]] = {
    **{name: getattr(builtins, name) for name in (*_FUNCTIONS, *_TYPES)},
    **{error.__name__: error for error in EXCEPTIONS},
    "EnvironmentError": OSError,
    "IOError": OSError,
    "Ellipsis": Ellipsis,
    "NotImplemented": NotImplemented,
}
"""Python's own objects, as they are."""

OWN: Final = frozenset(("delattr", "getattr", "hasattr", "print", "setattr", "super", "type"))
"""Builtins that each run makes for itself, but super, which the policy lets stand only as super().name."""

BUILTIN_NAMES: Final = frozenset(PLAIN) | OWN

BASES: Final = frozenset((object, dict, list, str, int, float, tuple, set, *EXCEPTIONS, ABC, *ENUMS))
"""Classes a macro may derive from, besides its own."""

KNOWN: Final = frozenset(
    (
        *(kind for kind in PLAIN.values() if isinstance(kind, type)),
        *(type(value) for value in (None, Ellipsis, NotImplemented)),
        *(dt.date, dt.datetime, dt.time, dt.timedelta, dt.timezone),
        io.StringIO,
        *(collections.Counter, collections.OrderedDict, collections.defaultdict, collections.deque),
        *(decimal.Decimal, decimal.Context, json.JSONDecodeError, re.error, statistics.StatisticsError),
        dataclasses.FrozenInstanceError,
        *(
            kind
            for kind in vars(decimal).values()
            if isinstance(kind, type) and issubclass(kind, decimal.DecimalException)
        ),
    )
)
"""Classes that type(x) gives as they are: each can be called, or only inspected, without harm."""
