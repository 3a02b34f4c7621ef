# why: a comprehension's target stores to an attribute of the engine's object without an assignment.
# source: https://docs.python.org/3/reference/expressions.html#displays-for-lists-sets-and-dictionaries
# mode: write
[0 for workbook.sheetnames in [["x"]]]
