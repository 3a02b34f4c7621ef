# why: the expressions of an f-string and those in its format specification are code.
# source: https://docs.python.org/3/reference/lexical_analysis.html#f-strings
f"{1:{workbook.__init__.__globals__}}"
