# why: the width in a format specification asks for memory.
# source: https://docs.python.org/3/library/string.html#format-specification-mini-language
n = 1
f"{n:>1000000000}"
