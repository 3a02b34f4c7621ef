"""What computes formulas: the interface, and the one there is, formualizer, on one thread of a locked-down process."""

from __future__ import annotations

from math import isfinite
from typing import Any, Final, Protocol, TypeAlias, final

import formualizer

from ...value import CellError, Scalar

Computed: TypeAlias = "Scalar | Failure"


@final
class Failure:
    """What the calculator says instead of a value: the reason, as the end of "it ..."."""

    __slots__ = ("reason",)

    def __init__(self, reason: str) -> None:
        self.reason = reason


class Calculator(Protocol):
    """Formulas and values by sheet name and cells counted from 0; each method raises CalculatorError where it fails."""

    def set_value(self, sheet: str, row0: int, col0: int, value: Scalar) -> None:
        """Put a constant, or blank."""

    def set_formula(self, sheet: str, row0: int, col0: int, text: str) -> None:
        """Put a formula, without its equals sign."""

    def settle(self) -> None:
        """Compute all that depends on what was put since the last time."""

    def value(self, sheet: str, row0: int, col0: int) -> Computed:
        """What a formula gives; settle was called."""


class CalculatorError(Exception):
    """The calculator does not take what it was given, or does not get to an end."""


_CODES: Final = {
    "Div": "#DIV/0!",
    "Na": "#N/A",
    "Name": "#NAME?",
    "Null": "#NULL!",
    "Num": "#NUM!",
    "Ref": "#REF!",
    "Value": "#VALUE!",
}
_WORDS: Final = {"Circ": "goes in a circle", "Spill": "gives several values"}
_MAX_WHOLE: Final = 1e15


@final
class Formualizer:
    """A Calculator that begins with an xlsx file; epoch_1904: see date1904."""

    def __init__(self, data: bytes, *, epoch_1904: bool) -> None:
        settings = formualizer.EvaluationConfig()
        settings.enable_parallel = False
        settings.max_threads = 1
        settings.warmup_enabled = False
        settings.workbook_seed = 0
        if epoch_1904:
            settings.date_system = "1904"
        config = formualizer.WorkbookConfig(mode=formualizer.WorkbookMode.Ephemeral, eval_config=settings)
        try:
            self._book: Any = formualizer.Workbook.from_bytes(data, config=config)
        except BaseException as error:  # noqa: BLE001 (a panic of it is no Exception)
            raise _failed(error) from None
        self._book.set_temporal_egress("serial")

    def set_value(self, sheet: str, row0: int, col0: int, value: Scalar) -> None:
        """See Calculator."""
        try:
            if isinstance(value, CellError):
                self._book.set_formula(sheet, row0 + 1, col0 + 1, f"={value.code}")
            else:
                plain = value if value is None or isinstance(value, bool | int | float) else str(value)
                self._book.set_value(sheet, row0 + 1, col0 + 1, plain)
        except BaseException as error:  # noqa: BLE001 (a panic of it is no Exception)
            raise _failed(error) from None

    def set_formula(self, sheet: str, row0: int, col0: int, text: str) -> None:
        """See Calculator."""
        try:
            self._book.set_formula(sheet, row0 + 1, col0 + 1, f"={text}")
        except BaseException as error:  # noqa: BLE001 (a panic of it is no Exception)
            raise _failed(error) from None

    def settle(self) -> None:
        """See Calculator."""
        try:
            self._book.evaluate_all()
        except BaseException as error:  # noqa: BLE001 (a panic of it is no Exception)
            raise _failed(error) from None

    def value(self, sheet: str, row0: int, col0: int) -> Computed:
        """See Calculator."""
        try:
            return _plain(self._book.get_value(sheet, row0 + 1, col0 + 1))
        except BaseException as error:  # noqa: BLE001 (a panic of it is no Exception)
            raise _failed(error) from None


def is_understood(text: str) -> bool:
    """Whether a formula, without its equals sign, can be read at all; one that cannot spoils a whole filling."""
    try:
        formualizer.parse(f"={text}")
    except BaseException as error:  # noqa: BLE001 (a panic of it is no Exception)
        _failed(error)
        return False
    return True


def _failed(error: BaseException) -> CalculatorError:
    """A limit or the end of the process stays what it is."""
    if isinstance(error, MemoryError | SystemExit | KeyboardInterrupt | GeneratorExit):
        raise error
    return CalculatorError(f"{type(error).__name__}: {str(error)[:300]}")


def _plain(value: Any) -> Computed:
    if isinstance(value, dict):
        kind = str(value.get("kind"))
        code = _CODES.get(kind)
        return CellError(code) if code is not None else Failure(_WORDS.get(kind, "is of a kind that is not computed"))
    if value is None:
        return 0
    if isinstance(value, float):
        if not isfinite(value):
            return Failure("gives no number")
        return int(value) if value.is_integer() and abs(value) < _MAX_WHOLE else value
    if isinstance(value, bool | int | str):
        return value
    return Failure("is of a kind that is not computed")
