"""LibreOffice writes files again: what it could not read is None, and the others are there."""

from support.formula_text import formula_differences
from support.libreoffice import convert, needs_soffice
from support.package.sample import pack, sample_parts

pytestmark = needs_soffice


def test_a_file_that_cannot_be_read_does_not_hold_up_the_others() -> None:
    good = pack(sample_parts())
    written = convert({"first": good, "bad": b"PK\x03\x04 nothing", "last": good})
    assert [(key, data is None) for key, data in written.items()] == [("first", False), ("bad", True), ("last", False)]
    for data in (written["first"], written["last"]):
        assert data is not None
        assert formula_differences(good, data) == []
