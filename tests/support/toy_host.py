"""A tiny host for tests of the sandbox: a dict of numbers, and ways to run raw code in a base or a worker."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from types import ModuleType


class ToyError(Exception):
    """The host's own refusal."""

    code = "toy"

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class ToyRoot:
    """The root facade: numbers by name."""

    __slots__ = ("_fault", "_host")

    def __init__(self, host: ToyHost, fault: Callable[[str], None]) -> None:
        self._host = host
        self._fault = fault

    def get(self, name: str) -> int:
        """The number; asks the base to load it when it is not there."""
        if type(name) is str and name.startswith("lazy") and name not in self._host.numbers:
            self._fault(name)
            self._host.warm(name)
        if name not in self._host.numbers:
            raise ToyError(f"no number {name}", hint="set it first")
        return self._host.numbers[name]

    def set(self, name: str, number: int) -> ToyRoot:
        """Set a number in this run's copy; returns self."""
        self._host.numbers[name] = number
        self._host.changes.append(f"{name}={number}")
        return self

    def log(self, message: str) -> None:
        """A log record from a worker."""
        logging.getLogger("toy").warning("%s", message)


class ToyValue:
    """A value type of the host."""

    __slots__ = ()


class ToyHost:
    """See macrocell.sandbox.host.Host."""

    store_types: frozenset[type] = frozenset()
    error_types: frozenset[type[Exception]] = frozenset({ToyError})
    modules: Mapping[str, ModuleType] = {}
    injected: tuple[str, ...] = ("toy",)

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.changes: list[str] = []
        self.raw: dict[str, object] = {}

    def request(self, op: str, payload: bytes, blob: bytes) -> tuple[bytes, Iterable[bytes]]:
        """begin: no number. set: name=number. get: name. echo: both back. warm: a key. exec: raw code in the base."""
        if op == "set":
            name, _, number = payload.decode().partition("=")
            self.numbers[name] = int(number)
            return b"", ()
        if op == "begin":
            self.numbers = {}
            return b"", ()
        if op == "get":
            return str(self.numbers[payload.decode()]).encode(), ()
        if op == "echo":
            return payload, (blob[at : at + 1000] for at in range(0, len(blob), 1000))
        if op == "warm":
            self.warm(payload.decode())
            return b"", ()
        if op == "refuse":
            raise ToyError("not today", hint="tomorrow")
        if op == "sleep":
            time.sleep(float(payload))
            return b"", ()
        if op == "exec":
            return self._exec(payload.decode(), {"host": self}).encode(), ()
        raise ValueError(f"no op {op}")

    @classmethod
    def preload(cls) -> None:
        return None

    def rehearse(self) -> Iterator[None]:
        return iter(())

    def begin(self, spec: bytes, inputs: Mapping[str, object], fault: Callable[[str], None]) -> Mapping[str, object]:
        """A spec that begins with raw: is code to run in the worker as if the language layer had fallen."""
        self.changes = []
        root = ToyRoot(self, fault)
        if spec.startswith(b"raw:"):
            self.raw["answer"] = self._exec(spec[4:].decode(), {"host": self, "root": root})
        return {"toy": root}

    def start(self, now: datetime) -> None:
        return None

    def finish(self, failed: bool) -> bytes:
        """What the run changed, or what the raw code answered."""
        if "answer" in self.raw:
            return str(self.raw["answer"]).encode()
        return b"" if failed else ";".join(self.changes).encode()

    def changed(self) -> bool:
        return True

    def refuse_result(self, value: object) -> str | None:
        """The root cannot be a result."""
        return "return toy.get(name)" if isinstance(value, ToyRoot) else None

    def explain(self, kind: str, message: str, expression: str) -> str | None:
        """A toy that is called is one that was meant to be asked."""
        return "write toy.get(name)" if (kind, message) == ("TypeError", "'ToyRoot' object is not callable") else None

    def plain_result(self, value: object) -> object:
        """A toy value is the text toy."""
        return "toy" if isinstance(value, ToyValue) else value

    def warm(self, name: str) -> None:
        """Load a number that was not there."""
        if name == "lazy_broken":
            raise ToyError("cannot be loaded")
        self.numbers[name] = len(name)

    def _exec(self, code: str, names: dict[str, object]) -> str:
        exec(code, names)
        return str(names.get("answer", ""))
