"""Raw attributes are changed where they stand, and compared in one spelling."""

import pytest
from macrocell.facade.workbook.model.attribute_text import attributes, canonical, changed, flag, is_well_formed, number

RAW = b"""s="3" customFormat="1"  ht='15.5' x14ac:dyDescent="0.25" thickBot="1" """


def test_a_value_is_changed_in_its_place_and_between_its_own_quotes() -> None:
    assert changed(RAW, {b"ht": b"20"}) == RAW.replace(b"15.5", b"20").strip()


def test_an_attribute_that_is_taken_out_leaves_the_others_as_they_are_spelled() -> None:
    assert changed(RAW, {b"ht": None}) == b"""s="3" customFormat="1" x14ac:dyDescent="0.25" thickBot="1\""""
    assert changed(b'hidden="1"', {b"hidden": None}) == b""
    assert changed(RAW, {b"outlineLevel": None}) == RAW.strip()


def test_a_new_attribute_comes_last() -> None:
    assert changed(b'ht="15"', {b"hidden": b"1", b"ht": b"2"}) == b'ht="2" hidden="1"'
    assert changed(b"", {b"hidden": b"1", b"collapsed": None}) == b'hidden="1"'


def test_an_attribute_whose_name_ends_like_another_is_another() -> None:
    assert changed(b'my:ht="1" xht="2"', {b"ht": b"3"}) == b'my:ht="1" xht="2" ht="3"'


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (b'ht="20" hidden="1"', b'hidden="true"  ht="20.0"'),
        (b'outlineLevel="0" collapsed="0"', b""),
        (b"width='9.5' customWidth='1'", b'customWidth="1" width="9.50"'),
    ],
)
def test_what_says_the_same_has_one_canonical_form(one: bytes, other: bytes) -> None:
    assert canonical(one) == canonical(other)


def test_what_says_something_else_has_another_canonical_form() -> None:
    forms = [b"", b'ht="20"', b'ht="21"', b'ht="twenty"', b'hidden="1"', b'foo="0"', b'foo="1"', b'outlineLevel="1"']
    assert len({canonical(form) for form in forms}) == len(forms)


def test_numbers_and_flags_are_read_as_files_spell_them() -> None:
    assert (number(RAW, b"ht"), number(RAW, b"width"), number(b'ht="nan"', b"ht"), number(b'ht="x"', b"ht")) == (
        15.5,
        None,
        None,
        None,
    )
    assert [flag(b'a="1" b="true" c="on" d="0" e="false"', name) for name in (b"a", b"b", b"c", b"d", b"e", b"f")] == [
        *[True] * 3,
        *[False] * 3,
    ]


def test_of_an_attribute_that_is_given_twice_the_first_counts() -> None:
    assert dict(attributes(b'a="1" a="2"')) == {b"a": b"1"}


def test_nothing_but_attributes_is_well_formed() -> None:
    assert [is_well_formed(raw) for raw in (b"", RAW, b'a="1"/><x', b"a=1", b'a="<"')] == [
        True,
        True,
        False,
        False,
        False,
    ]
