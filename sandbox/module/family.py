"""What a vetted module consists of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import NamedTuple

from ..realm import Realm


class Family(NamedTuple):
    """One module: its name, the names it offers, and what makes their values for a run."""

    name: str
    exports: frozenset[str]
    build: Callable[[Realm], Mapping[str, object]]


def allow(module: ModuleType, names: Iterable[str]) -> dict[str, object]:
    """The listed names of a real module, those this Python version has."""
    return {name: getattr(module, name) for name in names if hasattr(module, name)}


def fixed(module: ModuleType, names: str) -> Family:
    """A module whose listed names are the real ones, for every run the same objects."""
    values = allow(module, names.split())
    return Family(module.__name__, frozenset(values), lambda _realm: values)
