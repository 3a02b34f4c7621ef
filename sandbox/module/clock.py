"""time, which for a macro is the run's own clock: it stands still, and its zone is UTC."""

from __future__ import annotations

import calendar
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from ..policy.word import words
from ..realm import Realm
from .exact import require_int, require_number, require_text
from .family import Family

_STILL = words("monotonic perf_counter process_time thread_time")
_CTIME = "%a %b %d %H:%M:%S %Y"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIELDS = 9
_MICROSECOND = timedelta(microseconds=1)


def _build(realm: Realm) -> Mapping[str, object]:
    def time_ns() -> int:
        return (realm.now.replace(tzinfo=UTC) - _EPOCH) // _MICROSECOND * 1000

    def moment(secs: Any) -> time.struct_time:
        return time.gmtime(time_ns() // 10**9 if secs is None else require_number(secs, "seconds"))

    def gmtime(secs: Any = None, /) -> time.struct_time:
        return moment(secs)

    def localtime(secs: Any = None, /) -> time.struct_time:
        return moment(secs)

    def strftime(format: Any, t: Any = None, /) -> str:  # noqa: A002
        return time.strftime(require_text(format, "the format"), moment(None) if t is None else _fields(t))

    def ctime(secs: Any = None, /) -> str:
        return time.asctime(moment(secs))

    def asctime(t: Any = None, /) -> str:
        return time.asctime(moment(None) if t is None else _fields(t))

    return {
        **_FIXED,
        "asctime": asctime,
        "ctime": ctime,
        "gmtime": gmtime,
        "localtime": localtime,
        "strftime": strftime,
        "time": lambda: time_ns() / 10**9,
        "time_ns": time_ns,
    }


def _fields(moment: Any) -> Any:
    """The nine fields of a struct_time or tuple, each exactly int."""
    if type(moment) is not time.struct_time and type(moment) is not tuple:
        raise TypeError(f"expected a struct_time or a tuple, not {type(moment).__name__[:80]}")
    if len(moment) != _FIELDS:
        raise TypeError("time tuple must have exactly 9 elements")
    return tuple(require_int(field, "a field of the time") for field in moment)


def mktime(t: Any, /) -> float:
    """Seconds since 1970 of fields in UTC."""
    return float(calendar.timegm(_fields(t)))


def strptime(string: Any, format: Any = _CTIME, /) -> time.struct_time:  # noqa: A002
    """As time.strptime, which keeps its formats in a cache of the process, of plain texts."""
    return time.strptime(require_text(string), require_text(format, "the format"))


def _still(value: float) -> Callable[[], float]:
    return lambda: value


_FIXED: dict[str, object] = {
    **{name: _still(0.0) for name in _STILL},
    **{f"{name}_ns": _still(0) for name in _STILL},
    "altzone": 0,
    "daylight": 0,
    "mktime": mktime,
    "strptime": strptime,
    "timezone": 0,
    "tzname": ("UTC", "UTC"),
}
_NAMES = frozenset((*_FIXED, *words("asctime ctime gmtime localtime strftime time time_ns")))
FAMILY: Final = Family("time", _NAMES, _build)
"""Without sleep: nothing outside changes while a macro runs, and by a clock that stands still a loop that waits would
end at the run's limit only; refused, it is told at once what to do. Without struct_time, which nobody has to make."""
