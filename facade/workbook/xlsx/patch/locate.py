"""Where a row stands in the bytes of a sheet: by halving, without reading the rows between."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple, final

from ...model.rect import MAX_ROWS
from .editor import start_tag_end

HALVING_LIMIT: Final = 256
"""Up to so many rows are found by halving (some 40 finds each); beyond, one pass over all row tags is faster."""

_NUMBER = re.compile(rb"""\sr\s*=\s*(?:"\s*([0-9]{1,7})\s*"|'\s*([0-9]{1,7})\s*')""")


@final
class Place(NamedTuple):
    """start..end of a row, or start == end where a row of that number would be inserted."""

    start: int
    end: int

    @property
    def found(self) -> bool:
        """Whether the row is there."""
        return self.end > self.start


@final
class RowLocator:
    """Finds rows of one sheet by number. data is the sheet with comments masked, start..end what sheetData holds.

    A row without r counts one up from the row before it; such a sheet is indexed whole.
    """

    def __init__(self, data: bytes, start: int, end: int, tag: bytes, expected: int) -> None:
        self._data = data
        self._start = start
        self._end = end
        self._open = b"<" + tag
        self._close = b"</" + tag
        self._index: tuple[list[int], list[int]] | None = None
        if expected > HALVING_LIMIT:
            self._index = self._build()

    def find(self, row0: int, *, known: bool = False) -> Place:
        """The place of a row counted from 0. A row that is known to be there is looked for everywhere."""
        number = row0 + 1
        if self._index is None:
            place = self._halve(number)
            if place is not None and (place.found or not (known or self._is_out_of_order(place.start, number))):
                return place
            self._index = self._build()
        return self._look_up(number)

    def _look_up(self, number: int) -> Place:
        assert self._index is not None
        numbers, starts = self._index
        at = bisect_left(numbers, number)
        if at == len(numbers):
            return Place(self._end, self._end)
        start = starts[at]
        return Place(start, self._row_end(start)) if numbers[at] == number else Place(start, start)

    def _halve(self, number: int) -> Place | None:
        """The row's place, or where it would stand; None where a row without r is met."""
        low, high, behind = self._start, self._end, self._end
        while low < high:
            middle = (low + high) // 2
            start = self._next(middle, high)
            if start < 0:
                high = middle
                continue
            found = self._number(start)
            if found is None:
                return None
            if found == number:
                return Place(start, self._row_end(start))
            if found < number:
                low = start + 1
            else:
                high = behind = start
        return Place(behind, behind)

    def _is_out_of_order(self, start: int, number: int) -> bool:
        """Whether the rows on both sides of an insertion do not fit around it."""
        before = self._data.rfind(self._open, self._start, start)
        if before >= 0 and (self._number(before) or MAX_ROWS) >= number:
            return True
        after = self._next(start, self._end)
        return after >= 0 and (self._number(after) or 0) <= number

    def _build(self) -> tuple[list[int], list[int]]:
        pairs = []
        number = 0
        for match in _row_starts(self._open).finditer(self._data, self._start, self._end):
            number = self._number(match.start()) or number + 1
            pairs.append((number, match.start()))
        pairs.sort()
        return [number for number, _ in pairs], [start for _, start in pairs]

    def _next(self, start: int, end: int) -> int:
        """The first row tag that begins in start..end, -1 for none."""
        last = end + len(self._open) - 1
        while True:
            start = self._data.find(self._open, start, last)
            if start < 0 or self._data[start + len(self._open)] in b" \t\r\n/>":
                return start
            start += 1

    def _number(self, start: int) -> int | None:
        match = _NUMBER.search(self._data, start, start_tag_end(self._data, start))
        return int(match[1] or match[2]) if match else None

    def _row_end(self, start: int) -> int:
        open_end = start_tag_end(self._data, start)
        if self._data[open_end - 2] == 0x2F:
            return open_end
        return self._data.index(b">", self._data.index(self._close, open_end)) + 1


@lru_cache(maxsize=8)
def _row_starts(opening: bytes) -> re.Pattern[bytes]:
    return re.compile(re.escape(opening) + rb"(?=[\s/>])")


_PART_BYTES: Final = 256 * 1024
"""Bytes of rows whose tags are looked at together, while they are at hand."""
_MAX_MISSED: Final = 8
"""Parts of rows that are not alike before no more are looked for."""


@final
class RowIndex:
    """All rows of a sheet, in the order of the part: one pass, some 0.7 us a row where they are alike, else 2 us.

    numbers are counted from 0. A row reaches from its place in starts to the next, with what follows it; the last
    entry of starts is where the rows end. rests are the attributes of each as they stand, without an r that comes
    first; odd are the places of rows whose r does not. twice tells a number that two rows have, -1 for none.
    """

    __slots__ = ("_places", "numbers", "odd", "rests", "starts", "twice")

    def __init__(self, data: bytes, start: int, end: int, tag: bytes) -> None:
        self.numbers: list[int] = []
        self.starts: list[int] = []
        self.rests: list[bytes] = []
        self.odd: set[int] = set()
        self._read_parts(data, start, end, tag)
        numbers, starts = self.numbers, self.starts
        starts.append(end)
        count = len(numbers)
        self._places: dict[int, int] | None = None
        self.twice = -1
        if numbers != list(range(count)):
            self._places = {number: place for place, number in enumerate(numbers)}
            if len(self._places) < count:
                self.twice = next(number for place, number in enumerate(numbers) if self._places[number] != place)

    def _read_parts(self, data: bytes, start: int, end: int, tag: bytes) -> None:
        opening, tags, missed = b"<" + tag, _row_tags(tag), 0
        first = tags.search(data, start, end)
        start = end if first is None else first.start()
        while start < end and missed < _MAX_MISSED:
            stop = data.find(opening, start + _PART_BYTES, end)
            stop = end if stop < 0 else stop
            if not self._read_alike(data[start:stop], start, tags, opening):
                self._read(tags.finditer(data, start, stop))
                missed += 1
            start = stop
        self._read(tags.finditer(data, start, end))

    def _read_alike(self, part: bytes, start: int, tags: re.Pattern[bytes], opening: bytes) -> bool:
        """Rows that differ in their numbers only, which follow on each other: whether all of the part are so."""
        first = tags.match(part)
        if first is None or first[1] is None:
            return False
        rows = part.split(opening)
        number, rest, count = int(first[1]), first[2], len(rows) - 1
        form = b' r="%d"' + rest.replace(b"%", b"%%") + b">\0"
        heads = (form * count % tuple(range(number, number + count))).split(b"\0")
        if not all(map(bytes.startswith, rows[1:], heads)):
            return False
        self.numbers.extend(range(number - 1, number - 1 + count))
        self.starts.extend(accumulate(map(len(opening).__add__, map(len, rows[1:-1])), initial=start))
        self.rests.extend([rest] * count)
        return True

    def _read(self, tags: Iterator[re.Match[bytes]]) -> None:
        numbers, starts, rests = self.numbers, self.starts, self.rests
        last = numbers[-1] if numbers else -1
        for match in tags:
            digits, rest = match.groups()
            if digits is None:
                self.odd.add(len(starts))
                last = _odd_number(rest, last)
            else:
                last = int(digits) - 1
            numbers.append(last)
            starts.append(match.start())
            rests.append(rest)

    def follow(self, at: int, count: int) -> bool:
        """Whether each of so many rows from a place on has the number behind that of the one before it."""
        if self._places is None:
            return at + count <= len(self.numbers)
        numbers = self.numbers[at : at + count]
        return numbers == list(range(numbers[0], numbers[0] + count))

    def place(self, row0: int) -> int:
        """Which of the rows has a number, -1 for none."""
        if self._places is None:
            return row0 if 0 <= row0 < len(self.numbers) else -1
        return self._places.get(row0, -1)


def _odd_number(attributes: bytes, last: int) -> int:
    match = _NUMBER.search(attributes)
    return int(match[1] or match[2]) - 1 if match else last + 1


@lru_cache(maxsize=8)
def _row_tags(tag: bytes) -> re.Pattern[bytes]:
    return re.compile(
        rb"<" + re.escape(tag) + rb"""(?=[\s/>])(?: r="([1-9][0-9]{0,6})")?((?:[^<>"']++|"[^"<]*"|'[^'<]*')*+)>"""
    )
