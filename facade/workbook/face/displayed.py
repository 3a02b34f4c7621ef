"""What the cells of a sheet show: the texts under their number formats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, TypeAlias

from ..model.rect import Rect

if TYPE_CHECKING:
    from ..display import Formatter
    from .core import Core

MAX_RUN: Final = 1024
"""Rows that are turned into columns at a time: the texts of one run are still in the cache when its rows are made."""

_Styles: TypeAlias = "tuple[int, ...] | dict[int, int]"


def text(core: Core, row0: int, col0: int) -> str:
    """The text one cell shows. Raises NotComputedError for a formula whose value is not known."""
    from ..display import formatter

    value = core.scalar(row0, col0)
    if value is None:
        return ""
    code = core.session.number_format(core.model, row0, col0)
    return formatter(code, epoch_1904=core.book.model.epoch_1904)(value)


def texts(core: Core, rect: Rect) -> list[list[str]]:
    """The texts a rectangle shows, row lists. A formula whose value is not known shows NOT_COMPUTED_TEXT."""
    values = core.read_rows(rect, serials=True)
    formatters = _Formatters(core)
    columns = range(rect.col0, rect.col1 + 1)
    found: list[list[str]] = []
    for styles, start, end in _runs(_styles(core, rect)):
        if styles is None:
            found.extend([""] * rect.columns for _ in range(start, end))
            continue
        shows = [formatters.of(_style(styles, col0)) for col0 in columns]
        by_column = zip(*values[start:end], strict=True)
        shown = [list(map(show, cells)) for show, cells in zip(shows, by_column, strict=True)]
        found.extend(map(list, zip(*shown, strict=True)))
    return found


def _styles(core: Core, rect: Rect) -> list[_Styles | None]:
    """The styles of each row; None for a row that the sheet does not have."""
    model = core.model
    found = [None if row is None else row.styles for row in model.rows[rect.row0 : rect.row1 + 1]]
    for row0 in range(rect.row0 + len(found), rect.row1 + 1):
        far = model.far.get(row0)
        found.append(None if far is None else far.styles)
    return found


def _runs(styles: list[_Styles | None]) -> Iterator[tuple[_Styles | None, int, int]]:
    """Neighbouring rows of the same styles, MAX_RUN at most, as (styles, first, end): rows share their tuples."""
    start, here = 0, styles[0]
    for place, one in enumerate(styles):
        if one is not here or place - start == MAX_RUN:
            yield here, start, place
            start, here = place, one
    yield here, start, len(styles)


def _style(styles: _Styles, col0: int) -> int:
    if type(styles) is tuple:
        return styles[col0] if col0 < len(styles) else 0
    return styles.get(col0, 0)  # type: ignore[union-attr]


class _Formatters:
    """Formatters by style id."""

    def __init__(self, core: Core) -> None:
        from ..display import formatter

        self._make: Callable[..., Formatter] = formatter
        self._book = core.book.model
        self._known: dict[int, Formatter] = {}

    def of(self, style: int) -> Formatter:
        """The formatter of the number format of a style."""
        known = self._known.get(style)
        if known is None:
            code = self._book.styles.number_format(style)
            known = self._known[style] = self._make(code, epoch_1904=self._book.epoch_1904)
        return known
