# why: keywords out of a dict are names that no checker of the source sees.
# source: https://docs.python.org/3/reference/expressions.html#calls
# mode: write
workbook["Data"].cell(**{"row": 1, "column": 1, "_sheet": None})
