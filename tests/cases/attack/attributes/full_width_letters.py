# why: Python folds full-width letters in identifiers to ASCII (NFKC), so a filter of the text sees another name.
# source: https://docs.python.org/3/reference/lexical_analysis.html#identifiers
object.__ｓｕｂｃｌａｓｓｅｓ__()
