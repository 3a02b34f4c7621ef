"""Sets of rectangles, beside the same question put to each of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from macrocell.facade.workbook.formula.region import Region
from macrocell.facade.workbook.model.rect import Rect

ROWS = st.integers(0, 20) | st.integers(200, 300) | st.integers(0, 1_048_575)


@st.composite
def rects(draw: st.DrawFn) -> Rect:
    """Small ones near one another, and such as reach over most of a sheet."""
    row0, row1 = sorted((draw(ROWS), draw(ROWS)))
    col0, col1 = sorted((draw(st.integers(0, 6)), draw(st.integers(0, 6))))
    return Rect(row0, col0, row1, col1)


@given(st.lists(rects(), max_size=8), rects())
def test_a_region_answers_as_its_rectangles_do(held: list[Rect], wanted: Rect) -> None:
    """Whether it is filled as it is made or afterwards."""
    made, filled = Region(held), Region()
    for rect in held:
        filled.add(rect)
    near = {rect for rect in held if wanted.overlaps(rect)}
    corner = wanted.row0, wanted.col0
    for region in (made, filled):
        assert set(region.overlapping(wanted)) == near
        assert region.overlaps(wanted) == bool(near)
        assert region.holds(*corner) == any(rect.holds(*corner) for rect in held)
