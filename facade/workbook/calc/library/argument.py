"""Functions of single numbers: all arguments are converted before any is checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ....value import CellError
from ..frame import Frame
from ..function import function
from ..value import NUM, VALUE, FaultError, number, truth


def strict_number(value: Any) -> float:
    """A number where truth is not taken for one."""
    if type(value) is bool:
        raise FaultError(VALUE)
    return number(value)


_CONVERTED: Final[dict[str, Callable[[Any], Any]]] = {"n": number, "s": strict_number, "t": truth}


def of_numbers(names: str, signature: str) -> Callable[[Callable[..., float]], Callable[..., float]]:
    """Register a function of numbers (n), of numbers but not truth (s) and of truth (t), such as "nnt[n]".

    An argument that is left empty is 0; one that is left out is not passed on.
    """
    kinds = [_CONVERTED[letter] for letter in signature if letter in _CONVERTED]
    shape = "".join("v" if letter in _CONVERTED else letter for letter in signature)

    def register(run: Callable[..., float]) -> Callable[..., float]:
        def converted(_: Frame, *arguments: Any) -> float:
            for argument in arguments:
                if type(argument) is CellError:
                    raise FaultError(argument.code)
            try:
                return run(*[convert(value) for convert, value in zip(kinds, arguments, strict=False)])
            except OverflowError:
                raise FaultError(NUM) from None

        converted.__doc__ = run.__doc__
        function(names, shape)(converted)
        return run

    return register
