"""What cells show, asked for by a macro: in a locked-down process, before and after it wrote."""

from macrocell import Engine

WRITE = """
import datetime
sheet = workbook.active
sheet["A1:D1"].values = [[1234.5, 0.125, datetime.date(2024, 3, 5), "=A1*RAND()"]]
sheet["A1"].number_format = "#,##0.00"
sheet["B1"].number_format = "# ?/?"
sheet["C1"].number_format = "mmm d, yyyy"
sheet["A1:D1"].texts, sheet["A1"].text
"""


def test_a_macro_reads_what_cells_show_at_both_levels() -> None:
    texts = [["1,234.50", " 1/8", "Mar 5, 2024", "#NOT_COMPUTED"]]
    with Engine() as engine, engine.create() as runtime:
        assert runtime.execute(WRITE, mode="write").value == (texts, "1,234.50")
        assert runtime.execute("workbook.active['A1:D1'].texts").value == texts
        outcome = runtime.execute("workbook.active['D1'].text")
        assert outcome.error is not None
        assert outcome.error.type == "NotComputedError"
    with Engine(isolation="process") as engine, engine.create() as runtime:
        assert runtime.execute(WRITE, mode="write").value == (texts, "1,234.50")
