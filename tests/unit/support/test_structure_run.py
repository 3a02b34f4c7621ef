"""The run over real files on a small package: what is refused, saved, judged and told."""

import pytest
from macrocell import Engine
from support.formula_text import formulas
from support.package.finding import Finding
from support.package.sample import BOOK, CHART, DATA, STYLES, THIRD, pack, sample_parts
from support.structure_case import Case, Refusal, Saved, run_case
from support.structure_run import explained, judge, key, report, to_convert

KEPT = (
    ("rename", "workbook['Spare'].name = \"It's new\""),
    ("write", "workbook['Other']['C9'].value = 'new'"),
)
GOOD = pack(sample_parts())


def case_of(name: str, text: str, *, deleted: tuple[str, ...] = (), old: str = "") -> Case:
    """A case whose one save is the sample with a part replaced, or with a text of it."""
    parts = sample_parts()
    data = pack({**parts, name: parts[name].replace(old, text) if old else text})
    told = formulas(data)
    return Case("a.xlsx", GOOD, formulas(GOOD), saves=[Saved("changed", data, deleted, told, told)])


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Case:
    path = tmp_path_factory.mktemp("sample") / "sample.xlsx"
    path.write_bytes(GOOD)
    with Engine() as engine:
        return run_case(engine, path, (*KEPT, ("fail", "sheet = workbook['Nowhere']")))


def test_a_step_that_fails_is_told_and_hides_no_other(ran: Case) -> None:
    assert [(one.step, one.code) for one in ran.refusals if one.step == "fail"] == [("fail", "sheet_not_found")]
    assert [save.name for save in ran.saves][:1] == ["changed"]
    assert ran.saves[0].formulas.keys() == {"Data", "Other", "It's 3", "It's new"}


def test_edits_that_are_saved_well_give_no_finding(ran: Case) -> None:
    assert judge(ran) == []


def test_what_each_judge_finds_is_told_with_the_save() -> None:
    case = case_of(STYLES, '<cellXfs count="3">', old='<cellXfs count="2">')
    assert judge(case) == [("changed", Finding("count_wrong", STYLES, "cellXfs says 3 and has 2"))]
    case = case_of(DATA, 'cfRule type="expressions"', old='cfRule type="expression"')
    (told,) = judge(case)
    assert told[1].code == "error schema Invalid value for attribute 'type': #]"


def test_a_lost_part_is_told_unless_its_sheet_was_deleted() -> None:
    parts = {name: text for name, text in sample_parts().items() if name not in (CHART,)}
    case = Case("a.xlsx", GOOD, saves=[Saved("deleted", pack(parts), ("Data",), {}, {})])
    assert "part_lost" not in {one.code for _, one in judge(case)}
    case = Case("a.xlsx", GOOD, saves=[Saved("changed", pack(parts), (), {}, {})])
    assert ("changed", Finding("part_lost", CHART, "the input has this part and the output has not")) in judge(case)


def test_a_formula_that_is_saved_otherwise_than_the_engine_tells_it_is_found() -> None:
    case = case_of(THIRD, "Other!A2+1", old="Other!A1+1")
    (save,) = case.saves
    case.saves = [Saved(save.name, save.data, (), formulas(GOOD), None)]
    case.formulas = {
        name: {cell: text.strip("{}") for cell, text in cells.items()} for name, cells in case.formulas.items()
    }
    assert ("changed", Finding("formula_saved", "It's 3!A1", "Other!A1+1 is Other!A2+1 to the other")) in judge(case)
    assert ("changed", Finding("reopen_failed", "", "the engine does not open what it saved")) in judge(case)


def test_a_file_that_libreoffice_does_not_write_again_is_found_where_it_wrote_its_input() -> None:
    case = case_of(BOOK, sample_parts()[BOOK])
    (save,) = case.saves
    assert to_convert([case]) == {"a.xlsx input": GOOD, "a.xlsx changed": save.data}
    assert judge(case, {key(case): None, key(case, save): None}) == []
    assert judge(case, {key(case): GOOD, key(case, save): None}) == [
        ("changed", Finding("office_unreadable", "", "LibreOffice reads the input and not the output"))
    ]


def test_a_step_that_broke_is_a_finding_and_one_that_was_refused_is_not() -> None:
    refused = Refusal("move a block", "structure", "A5:B7 is an array")
    case = Case("a.xlsx", GOOD, refusals=[refused, Refusal("rename", "base_died", "apply: no memory")])
    assert judge(case) == [("rename", Finding("step_failed", "", "base_died: apply: no memory"))]


def test_the_report_counts_refusals_by_their_message_and_findings_by_file() -> None:
    one = Case("a.xlsx", GOOD, refusals=[Refusal("insert rows", "array", "A5:B7 is an array")])
    two = Case("b.xlsx", GOOD, refusals=[Refusal("insert rows", "array", "C3:C4 is an array")])
    found = {"b.xlsx": [("changed", Finding("count_wrong", STYLES, "cellXfs says 3 and has 2"))] * 2}
    assert report([one, two], found) == (
        "2 files, 0 of them saved after at least one step\n"
        "\n"
        "refusals: 2\n"
        "  insert rows: array x2: §:§ is an array\n"
        "      a.xlsx, b.xlsx\n"
        "\n"
        "findings: 2\n"
        "  b.xlsx, changed: count_wrong x2: xl/styles.xml cellXfs says 3 and has 2"
    )


def test_a_finding_is_explained_by_its_code_and_by_a_pattern_of_where_and_what() -> None:
    finding = Finding("formula_edited", "Data!A1", "B1 is #REF! to the other")
    known = [("formula_office", "", "no"), ("formula_edited", r"^a\.xlsx changed Data!A\d+ .* #REF!", "why")]
    assert explained("a.xlsx", "changed", finding, known) == "why"
    assert explained("b.xlsx", "changed", finding, known) is None
