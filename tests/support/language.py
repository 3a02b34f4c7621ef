"""The language layer alone, in this process: prepare a macro, run it, against a small stand-in for a facade."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from macrocell.sandbox.guard import make_scope
from macrocell.sandbox.job import Refusal
from macrocell.sandbox.program import Prepared, prepare

NOW = datetime(2024, 5, 17, 13, 30, 15)


class Model:
    """What a macro must never reach."""

    def __init__(self) -> None:
        self.cells: dict[str, object] = {}


class Cell:
    """A facade object: slots, no __dict__, its model behind an underscore."""

    __slots__ = ("_model", "_name")

    def __init__(self, model: Model, name: str) -> None:
        self._model = model
        self._name = name

    @property
    def value(self) -> object:
        return self._model.cells.get(self._name)

    @value.setter
    def value(self, value: object) -> None:
        self._model.cells[self._name] = value

    @property
    def address(self) -> str:
        return self._name


class Sheet:
    """Cells by name, assignable; a method that takes a function of the macro."""

    __slots__ = ("_model",)

    def __init__(self, model: Model) -> None:
        self._model = model

    def __getitem__(self, name: str) -> Cell:
        return Cell(self._model, name)

    def __setitem__(self, name: str, value: object) -> None:
        self._model.cells[name] = value

    def apply(self, function: Any) -> list[object]:
        return [function(name) for name in sorted(self._model.cells)]


STORE_TYPES = frozenset((Cell, Sheet))


def refusals(source: str) -> tuple[Refusal, ...]:
    """What the policy refuses; fails if it allows the macro."""
    prepared = prepare(source, injected=frozenset(("sheet", "cell")))
    assert isinstance(prepared, tuple), f"allowed: {source!r}"
    return prepared


def refusal(source: str) -> tuple[str, int, int, str, str | None]:
    """The only refusal of a macro, as (code, line, column, message, hint)."""
    (found,) = refusals(source)
    return found.code, found.line, found.column, found.message, found.hint


class Run:
    """One run of an allowed macro: value, printed text, and the model it worked on."""

    def __init__(self, source: str, args: Mapping[str, object] | None = None, *, seed: int = 7) -> None:
        prepared = prepare(source, injected=frozenset(("sheet", "cell")))
        assert isinstance(prepared, Prepared), prepared
        self.model = Model()
        self.model.cells.update(A1=1, B1="two")
        self.printed: list[str] = []
        self.value: Any = None
        self.error: BaseException | None = None
        injected = {"sheet": Sheet(self.model), "cell": Cell(self.model, "A1")}
        scope = make_scope(injected, args or {}, write=self.printed.append, seed=seed, now=NOW, store_types=STORE_TYPES)
        try:
            self.value = prepared.run(scope)
        except Exception as error:
            self.error = error

    @property
    def output(self) -> str:
        return "".join(self.printed)

    @property
    def failure(self) -> str:
        """The error as "Type: message"; fails if there was none."""
        assert self.error is not None, f"no error; value {self.value!r}"
        return f"{type(self.error).__name__}: {self.error}"


def value(source: str, args: Mapping[str, object] | None = None) -> Any:
    """The result of a macro that must not fail."""
    run = Run(source, args)
    if run.error is not None:
        raise run.error
    return run.value


def failure(source: str) -> str:
    """The error of a macro that must fail at run time, as "Type: message"."""
    return Run(source).failure
