"""Which findings count as new: those beyond the number the input had, by code and part."""

from support.package.finding import Finding, exceeding

OLD = Finding("merge_single", "xl/worksheets/sheet1.xml", "A6 is merged with nothing")


def test_a_finding_whose_place_moved_is_not_new() -> None:
    assert exceeding([OLD], [OLD._replace(message="A9 is merged with nothing")]) == []


def test_one_more_of_a_code_in_a_part_is_new_and_the_unknown_one_is_told() -> None:
    more = OLD._replace(message="A9 is merged with nothing")
    assert exceeding([OLD], [more, OLD]) == [more]


def test_another_code_in_the_same_part_is_new() -> None:
    other = OLD._replace(code="merge_overlap")
    assert exceeding([OLD], [other]) == [other]


def test_a_part_without_findings_that_stood_in_the_folder_before_may_be_a_copy() -> None:
    copied = OLD._replace(part="xl/worksheets/sheet2.xml")
    assert exceeding([OLD], [OLD, copied]) == []


def test_a_copied_part_inherits_only_as_many_as_one_part_had() -> None:
    first = OLD._replace(part="xl/worksheets/sheet2.xml")
    second = first._replace(message="B1 is merged with nothing")
    assert exceeding([OLD], [first, second]) == [first]


def test_findings_about_the_archive_are_not_inherited() -> None:
    orphan = Finding("part_orphan", "xl/worksheets/sheet1.xml", "no relation leads to it")
    other = orphan._replace(part="xl/worksheets/sheet2.xml")
    assert exceeding([orphan], [orphan, other]) == [other]
