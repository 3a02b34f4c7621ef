"""Parts that are gone: which may be, and which may not."""

import pytest
from support.package.loss import lost_parts
from support.package.sample import (
    CACHE,
    CHAIN,
    CHART,
    COMMENTS,
    DATA,
    DRAWING,
    OTHER,
    PIVOT,
    SECOND_TABLE,
    STYLES,
    TABLE,
    THREADS,
    VML,
    pack,
    rels_of,
    sample_parts,
)


def lost(*gone: str, deleted: tuple[str, ...] = ()) -> list[str]:
    """The names that are told as lost when these parts are gone."""
    after = pack({name: text for name, text in sample_parts().items() if name not in gone})
    return [one.part for one in lost_parts(pack(sample_parts()), after, deleted=deleted)]


def test_nothing_is_lost_where_nothing_is_gone() -> None:
    assert lost() == []


def test_the_calculation_chain_may_go() -> None:
    assert lost(CHAIN) == []


@pytest.mark.parametrize("part", [STYLES, DATA, rels_of(DATA), TABLE, CHART, PIVOT, CACHE])
def test_any_other_part_may_not(part: str) -> None:
    assert lost(part) == [part]


def test_what_only_a_deleted_sheet_owned_may_go_with_its_relations() -> None:
    owned = (DATA, DRAWING, CHART, TABLE, SECOND_TABLE, COMMENTS, VML, THREADS)
    assert lost(*owned, rels_of(DATA), rels_of(DRAWING), deleted=("Data",)) == []


def test_what_another_part_leads_to_may_not_go_with_a_deleted_sheet() -> None:
    assert lost(OTHER, rels_of(OTHER), PIVOT, rels_of(PIVOT), CACHE, deleted=("Other",)) == [CACHE]
