"""The validator from outside: what it says of damages, and that only what the input lacked is told."""

from support.package.finding import Finding
from support.package.sample import DATA, STYLES, pack, sample_parts
from support.package_audit import audit_findings


def damaged(part: str, old: str, new: str) -> bytes:
    parts = sample_parts()
    assert old in parts[part]
    return pack({**parts, part: parts[part].replace(old, new, 1)})


def test_faults_that_the_input_has_are_not_told() -> None:
    bad = damaged(STYLES, "<fonts", "<fonz/><fonts")
    assert audit_findings(bad, bad) == []


def test_an_element_out_of_its_place_is_told() -> None:
    drawings = '<drawing r:id="rId1"/><legacyDrawing r:id="rId2"/>'
    swapped = '<legacyDrawing r:id="rId2"/><drawing r:id="rId1"/>'
    assert audit_findings(pack(sample_parts()), damaged(DATA, drawings, swapped)) == [
        Finding(
            "error schema Unexpected element 'drawing' found", DATA, "/worksheet[1]: Unexpected element 'drawing' found"
        )
    ]


def test_a_value_of_the_wrong_type_is_told() -> None:
    found = audit_findings(pack(sample_parts()), damaged(DATA, 'min="1"', 'min="one"'))
    assert found == [
        Finding(
            "error schema Invalid value for attribute 'min': Invalid integer #",
            DATA,
            "/worksheet[1]/cols[1]/col[1]: Invalid value for attribute 'min': Invalid integer value: 'one'",
        )
    ]
