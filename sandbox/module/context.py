"""contextlib: context managers that keep their generator to themselves."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from types import TracebackType
from typing import Any, Final, Literal, final

from ..realm import Realm
from .family import Family


@final
class Manager:
    """What a function decorated with contextmanager gives: runs its generator up to the yield, then to its end.

    It also decorates a function, each call of which runs within a fresh generator.
    """

    __slots__ = ("_function", "_generator")

    def __init__(self, make: Callable[[], Generator[Any, None, None]]) -> None:
        self._function = make
        self._generator = make()

    def __enter__(self) -> Any:
        try:
            return next(self._generator)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if kind is None:
            return self._finish()
        if error is None:
            error = kind()
        return self._throw(error, trace)

    def _finish(self) -> Literal[False]:
        try:
            next(self._generator)
        except StopIteration:
            return False
        self._generator.close()
        raise RuntimeError("generator didn't stop")

    def _throw(self, error: BaseException, trace: TracebackType | None) -> bool:
        """Whether the generator swallowed the error; the same error coming back is not an error of its own."""
        try:
            self._generator.throw(error)
        except StopIteration as end:
            return end is not error
        except BaseException as raised:
            # A StopIteration that leaves a generator arrives as a RuntimeError with it as its cause.
            wrapped = (
                isinstance(raised, RuntimeError) and isinstance(error, StopIteration) and raised.__cause__ is error
            )
            if raised is not error and not wrapped:
                raise
            error.__traceback__ = trace
            return False
        self._generator.close()
        raise RuntimeError("generator didn't stop after throw()")

    def __call__(self, function: Callable[..., Any], /) -> Callable[..., Any]:
        """Decorate a function."""
        make = self._function

        def inner(*args: Any, **options: Any) -> Any:
            with Manager(make):
                return function(*args, **options)

        inner.__name__ = inner.__qualname__ = getattr(function, "__name__", "inner")
        return inner


@final
class suppress:  # noqa: N801 - Python's name
    """Swallows the listed exceptions, of those a macro can name."""

    __slots__ = ("_kinds",)

    def __init__(self, *exceptions: Any) -> None:
        for kind in exceptions:
            if not isinstance(kind, type) or not issubclass(kind, Exception):
                raise TypeError("suppress takes exception classes")
        self._kinds = exceptions

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, *_rest: object) -> bool:
        return kind is not None and issubclass(kind, self._kinds)


@final
class nullcontext:  # noqa: N801 - Python's name
    """Does nothing, and gives what it was made with."""

    __slots__ = ("_result",)

    def __init__(self, enter_result: Any = None) -> None:
        self._result = enter_result

    def __enter__(self) -> Any:
        return self._result

    def __exit__(self, *_error: object) -> None:
        return None


@final
class closing:  # noqa: N801 - Python's name
    """Calls close() of what it was made with."""

    __slots__ = ("_thing",)

    def __init__(self, thing: Any) -> None:
        self._thing = thing

    def __enter__(self) -> Any:
        return self._thing

    def __exit__(self, *_error: object) -> None:
        self._thing.close()


def _build(realm: Realm) -> Mapping[str, object]:
    def contextmanager(func: Any, /) -> Callable[..., Manager]:
        if not realm.made_function(func):
            raise TypeError("contextmanager decorates a function of the macro")

        def helper(*args: Any, **options: Any) -> Manager:
            return Manager(lambda: func(*args, **options))

        helper.__name__ = helper.__qualname__ = func.__name__
        return helper

    return {"closing": closing, "contextmanager": contextmanager, "nullcontext": nullcontext, "suppress": suppress}


FAMILY: Final = Family("contextlib", frozenset(("closing", "contextmanager", "nullcontext", "suppress")), _build)
"""Without ExitStack, redirect_stdout and the abstract classes."""
