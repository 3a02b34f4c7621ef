"""Typed results: encoding in the worker, decoding in the parent.

The encoded form is flat, so that decoding hostile bytes never recurses: a root item and a list of containers in
post-order, each referred to once, by an item after it. An item is a plain value or a pair (kind, text or index).
Encoding runs no code of the macro: subclasses of built-in types are read through the built-in's own methods.
"""

from __future__ import annotations

import math
import sys
from binascii import a2b_base64, b2a_base64
from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, dataclass
from dataclasses import fields as fields_of
from datetime import date, datetime, time, timedelta
from decimal import Decimal, InvalidOperation
from enum import Enum
from fractions import Fraction
from io import StringIO
from typing import Any

import msgspec

from .errors import WireError
from .host import Host
from .limit import Limits

MAX_DEPTH = 200
"""Limits.result_depth counts only up to this: encoding recurses once a level."""

MAX_INT_DIGITS = 4300
_INT_BOUND = 10**MAX_INT_DIGITS
_INT64 = range(-(2**63), 2**64)
_COLLISIONS = 64
"""Hashes that coincide among the keys of one container; more would make building it quadratic."""


class Pair(msgspec.Struct, array_like=True, forbid_unknown_fields=True, frozen=True):
    """A value that is not plain: its kind and text, or "ref" and the index of a container."""

    kind: str
    value: int | str


Item = None | bool | int | float | str | Pair


class _Node(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    kind: str
    items: list[Item]


class _Document(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    root: Item
    nodes: list[_Node]


class ResultRefused(Exception):
    """A value that cannot be a result: code "result", or "limit" with limit_name and limit where a limit says so.

    observed is what was reached when the encoder stopped.
    """

    def __init__(
        self,
        message: str,
        hint: str | None = None,
        limit_name: str | None = None,
        limit: float | None = None,
        observed: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = "result" if limit_name is None else "limit"
        self.message = message
        self.hint = hint
        self.limit_name = limit_name
        self.limit = limit
        self.observed = observed


class HostedRefused(ResultRefused):
    """An object of the facade, which lives in the worker only."""


def encode_result(value: object, *, limits: Limits, host: Host) -> bytes:
    """The value as bytes. Raises ResultRefused."""
    return _Encoder(limits, host).encode(value)


def encode_arguments(arguments: dict[str, Any]) -> bytes:
    """What the parent binds for a macro, in the same form; misuse raises ResultRefused with the argument's type."""
    return _Encoder(_ARGUMENT_LIMITS, None).encode(arguments)


def decode_result(data: bytes, limits: Limits) -> Any:
    """The value. Raises WireError for bytes that encode_result does not make."""
    try:
        document = _DECODER.decode(data)
    except (msgspec.MsgspecError, ValueError, OverflowError, RecursionError, MemoryError) as error:
        raise WireError(f"not a result: {str(error)[:200]}") from error
    try:
        return _Builder(min(limits.result_depth, MAX_DEPTH)).build(document)
    except (ValueError, TypeError, ArithmeticError, InvalidOperation) as error:
        raise WireError(f"not a result: {str(error)[:200]}") from error


def decode_arguments(data: bytes) -> dict[str, Any]:
    """The arguments of a job."""
    arguments: dict[str, Any] = decode_result(data, _ARGUMENT_LIMITS)
    return arguments


_ARGUMENT_LIMITS = Limits(result_bytes=256 * 1024 * 1024, result_depth=MAX_DEPTH)
_DECODER = msgspec.msgpack.Decoder(_Document)
_ENCODER = msgspec.msgpack.Encoder()

_DIRECT = frozenset({type(None), bool, int, float, str})
_LISTED: dict[type, str] = {list: "list", tuple: "tuple", set: "set", frozenset: "frozenset"}


class _Encoder:
    def __init__(self, limits: Limits, host: Host | None) -> None:
        self._limits = limits
        self._host = host
        self._max_depth = min(limits.result_depth, MAX_DEPTH)
        self._nodes: list[msgspec.Raw] = []
        self._size = 0

    def encode(self, value: object) -> bytes:
        root = self._item(value, 0)
        self._reserve(len(root) if isinstance(root, str) else 0)
        _spare_memory(self._size)
        data = _ENCODER.encode([root, self._nodes])
        self._size = 0
        self._reserve(len(data))
        return data

    def _item(self, value: object, depth: int) -> Item:
        """A plain value or a pair; containers become nodes first."""
        kind = type(value)
        if kind in _DIRECT or kind in _TEXT:
            return self._scalar(value, kind)
        if kind in _LISTED:
            return self._node(_LISTED[kind], value, depth)  # type: ignore[arg-type]
        if kind is dict:
            return self._dict(value, depth)  # type: ignore[arg-type]
        return self._other(value, depth)

    def _scalar(self, value: Any, kind: type) -> Item:
        item: Item = value
        if kind is int:
            item = _int_item(value)
        elif kind is float:
            item = value if math.isfinite(value) else Pair("float", repr(value))
        elif kind is str:
            item = value if value.isascii() else value.encode("utf-8", "backslashreplace").decode()
        elif kind in _TEXT:
            name, text = _TEXT[kind]
            item = Pair(name, text(value))
            self._reserve(len(item.value))  # type: ignore[arg-type]
        return item

    def _node(self, kind: str, values: Iterable[object], depth: int) -> Item:
        self._deepen(depth)
        if not isinstance(values, list | tuple) or not self._add_plain(kind, values):
            self._add(kind, [self._item(value, depth + 1) for value in values])
        return Pair("ref", len(self._nodes) - 1)

    def _add_plain(self, kind: str, values: list[object] | tuple[object, ...]) -> bool:
        """Add a sequence of plain values in one go; False when each needs a look of its own."""
        kinds = set(map(type, values))
        if not kinds <= _DIRECT:
            return False
        if float in kinds and not all(math.isfinite(value) for value in values if type(value) is float):
            return False
        try:
            self._add(kind, values)
        except (OverflowError, UnicodeEncodeError):
            return False
        return True

    def _dict(self, value: dict[object, object], depth: int) -> Item:
        self._deepen(depth)
        items: list[Item] = []
        for key, member in dict.items(value):
            items.append(self._key(key))
            items.append(self._item(member, depth + 1))
        self._add("dict", items)
        return Pair("ref", len(self._nodes) - 1)

    def _key(self, key: object) -> Item:
        plain = _plain_scalar(key)
        kind = type(plain)
        if kind in _DIRECT or kind in _TEXT:
            return self._scalar(plain, kind)
        raise ResultRefused(
            f"a dict key of type {_type_name(key)} cannot be returned",
            "use text, numbers, dates or None as keys, or return a list of pairs",
        )

    def _other(self, value: object, depth: int) -> Item:
        """Enum members, subclasses, records and the host's value types; anything else is refused."""
        plain = _plain_scalar(value)
        if plain is not value:
            return self._item(plain, depth)
        record = _record(value)
        if record is not None:
            return self._dict(record, depth)
        for base, name in _LISTED.items():
            if isinstance(value, base):
                read: Callable[[Any], Iterable[object]] = base.__iter__  # type: ignore[attr-defined]
                return self._node(name, read(value), depth)
        if isinstance(value, dict):
            return self._dict(value, depth)
        return self._hosted(value, depth)

    def _hosted(self, value: object, depth: int) -> Item:
        if self._host is not None:
            hint = self._host.refuse_result(value)
            if hint is not None:
                raise HostedRefused(f"a {_type_name(value)} cannot be returned", hint)
            plain = self._host.plain_result(value)
            if plain is not value:
                return self._item(plain, depth)
        raise ResultRefused(f"a value of type {_type_name(value)} cannot be returned", _hint(value))

    def _deepen(self, depth: int) -> None:
        if depth >= self._max_depth:
            raise ResultRefused(
                f"the result is nested too deep: more than {self._max_depth} levels",
                "return a flat list, or a dict of plain values; a value that contains itself cannot be returned",
                "result_depth",
                self._max_depth,
                depth + 1,
            )

    def _add(self, kind: str, items: list[Any] | tuple[object, ...]) -> None:
        text_bytes = sum([len(item) for item in items if type(item) is str])
        self._reserve(text_bytes)
        _spare_memory(text_bytes)
        data = _ENCODER.encode([kind, items])
        self._reserve(len(data))
        self._size += len(data)
        self._nodes.append(msgspec.Raw(data))

    def _reserve(self, size: int) -> None:
        """Refuse before the memory is taken."""
        if self._size + size > self._limits.result_bytes:
            raise ResultRefused(
                f"the result is larger than {self._limits.result_bytes} bytes",
                "return a summary, or a part of the rows",
                "result_bytes",
                self._limits.result_bytes,
                self._size + size,
            )


_LARGE_BYTES = 64 * 1024


def _spare_memory(size: int) -> None:
    """Raise MemoryError where the encoder, whose buffer grows by doubling, would crash the process."""
    if size > _LARGE_BYTES:
        bytes(3 * size)


def _int_item(value: int) -> Item:
    if value in _INT64:
        return value
    if not -_INT_BOUND < value < _INT_BOUND:
        raise ResultRefused("an integer of more than 4300 digits cannot be returned", "return its logarithm")
    return Pair("int", hex(value))


def _plain_scalar(value: object) -> object:
    """An enum member as its value, a UUID as its text, a macro's subclass of a scalar type as the scalar."""
    if isinstance(value, Enum):
        return object.__getattribute__(value, "_value_")
    if type(value) is getattr(sys.modules.get("uuid"), "UUID", None):  # not imported: the parent need not load it
        return str(value)
    if type(value) in _DIRECT or type(value) in _TEXT:
        return value
    for base, read in _READERS:
        if isinstance(value, base):
            return read(value)
    return value


_READERS: tuple[tuple[type, Callable[[Any], object]], ...] = (
    (str, str.__str__),
    (int, int.__int__),
    (float, float.__float__),
)


def _record(value: Any) -> dict[object, object] | None:
    """The fields of a dataclass instance or a namedtuple, by name."""
    kind: Any = type(value)
    names = getattr(kind, "_fields", None)
    if isinstance(value, tuple) and isinstance(names, tuple):
        return dict(zip(names, tuple.__iter__(value), strict=False))
    if isinstance(getattr(kind, "__dataclass_fields__", None), dict) and kind.__dictoffset__:
        return _field_values(value, fields_of(kind))  # without a __dict__ it is the host's own
    return None


def _field_values(value: object, fields: Iterable[Field[Any]]) -> dict[object, object]:
    """Each field's value as it is kept: with the instance, else (a default that init leaves alone) with the class."""
    kept = object.__getattribute__(value, "__dict__")
    values: dict[object, object] = {}
    for field in fields:
        if field.name in kept:
            values[field.name] = kept[field.name]
        elif field.default is not MISSING:
            values[field.name] = field.default
    return values


_LAZY = frozenset({"generator", "map", "filter", "zip", "range", "enumerate", "reversed", "chain", "islice"})
_VIEWS = frozenset({"dict_keys", "dict_values", "dict_items", "deque", "list_iterator"})


def _hint(value: object) -> str:
    name = type(value).__name__
    if type(value) is StringIO:
        return "return its getvalue()"
    if name in _LAZY or name in _VIEWS or hasattr(type(value), "__next__"):
        return "wrap it in list(...)"
    if isinstance(value, type) or callable(value):
        return "call it and return what it gives"
    return "return plain values: text, numbers, dates, lists, dicts"


def _type_name(value: object) -> str:
    name: str = type(value).__name__
    return name[:80].encode("ascii", "backslashreplace").decode()


def _delta_text(value: timedelta) -> str:
    return f"{value.days}:{value.seconds}:{value.microseconds}"


def _part_text(value: object) -> str:
    """Of a fraction's part, which arithmetic with a macro's subclass of int can have made one of that class."""
    if type(value) is not int:
        raise ResultRefused("a Fraction of a macro's own numbers cannot be returned", "return int(x.numerator)")
    return _int_text(value)


def _time_text(value: time) -> str:
    if value.tzinfo is not None and value.utcoffset() is None:
        raise ResultRefused(
            "a time of day in a named zone cannot be returned: without a date it has no offset",
            "return a datetime, or the time and the zone's name",
        )
    return value.isoformat()


_TEXT: dict[type, tuple[str, Callable[[Any], str]]] = {
    bytes: ("bytes", lambda value: b2a_base64(value, newline=False).decode()),
    Decimal: ("decimal", str),
    Fraction: ("fraction", lambda value: f"{_part_text(value.numerator)}/{_part_text(value.denominator)}"),
    datetime: ("datetime", datetime.isoformat),
    date: ("date", date.isoformat),
    time: ("time", _time_text),
    timedelta: ("timedelta", _delta_text),
}


def _int_text(value: int) -> str:
    item = _int_item(value)
    return item.value if isinstance(item, Pair) else hex(value)  # type: ignore[return-value]


@dataclass(slots=True)
class _Built:
    value: object
    depth: int
    used: bool = False


class _Builder:
    """Builds containers in order; an item may only refer to one built before and not used yet."""

    def __init__(self, max_depth: int) -> None:
        self._max_depth = max_depth
        self._built: list[_Built] = []

    def build(self, document: _Document) -> object:
        for node in document.nodes:
            self._built.append(self._container(node))
        value, _ = self._value(document.root)
        if not all(built.used for built in self._built):
            raise WireError("a part of the result that nothing refers to")
        return value

    def _container(self, node: _Node) -> _Built:
        values, depth = self._values(node.items)
        if depth + 1 > self._max_depth:
            raise WireError("a result nested too deep")
        if node.kind == "list":
            return _Built(values, depth + 1)
        if node.kind == "tuple":
            return _Built(tuple(values), depth + 1)
        if node.kind in ("set", "frozenset"):
            _check_hashes(values)
            return _Built(set(values) if node.kind == "set" else frozenset(values), depth + 1)
        if node.kind != "dict" or len(values) % 2:
            raise WireError("a container of no kind")
        _check_hashes(values[::2])
        return _Built(dict(zip(values[::2], values[1::2], strict=True)), depth + 1)

    def _values(self, items: list[Item]) -> tuple[list[object], int]:
        kinds = set(map(type, items))
        if float in kinds and not all(math.isfinite(item) for item in items if type(item) is float):
            raise WireError("a number that is not finite")
        if Pair not in kinds:
            return items, 0  # type: ignore[return-value]
        depth = 0
        values: list[object] = []
        for item in items:
            value, below = self._value(item)
            values.append(value)
            depth = max(depth, below)
        return values, depth

    def _value(self, item: Item) -> tuple[object, int]:
        if not isinstance(item, Pair):
            if isinstance(item, float) and not math.isfinite(item):
                raise WireError("a number that is not finite")
            return item, 0
        if item.kind == "ref":
            return self._refer(item.value)
        if not isinstance(item.value, str) or item.kind not in _PARSERS:
            raise WireError("a value of no kind")
        return _PARSERS[item.kind](item.value), 0

    def _refer(self, index: int | str) -> tuple[object, int]:
        if not isinstance(index, int) or not 0 <= index < len(self._built) or self._built[index].used:
            raise WireError("a reference to nothing")
        built = self._built[index]
        built.used = True
        return built.value, built.depth


def _check_hashes(keys: list[object]) -> None:
    if len(keys) - len(set(map(hash, keys))) > _COLLISIONS:
        raise WireError("keys that collide")


_HEX_CHARS = 3 + math.ceil(MAX_INT_DIGITS * math.log2(10) / 4) + 1


def _parse_int(text: str) -> int:
    if len(text) > _HEX_CHARS:
        raise WireError("an integer of too many digits")
    return int(text, 16)


def _parse_float(text: str) -> float:
    if text not in ("nan", "inf", "-inf"):
        raise WireError("a float of no kind")
    return float(text)


def _parse_fraction(text: str) -> Fraction:
    numerator, _, denominator = text.partition("/")
    return Fraction(_parse_int(numerator), _parse_int(denominator))


def _parse_delta(text: str) -> timedelta:
    days, seconds, microseconds = text[:64].split(":")
    return timedelta(int(days), int(seconds), int(microseconds))


_PARSERS: dict[str, Callable[[str], object]] = {
    "bytes": lambda text: a2b_base64(text, strict_mode=True),
    "int": _parse_int,
    "float": _parse_float,
    "decimal": Decimal,
    "fraction": _parse_fraction,
    "datetime": datetime.fromisoformat,
    "date": date.fromisoformat,
    "time": time.fromisoformat,
    "timedelta": _parse_delta,
}
