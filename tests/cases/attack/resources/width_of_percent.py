# why: the width of printf-style formatting asks for memory as well.
# source: https://docs.python.org/3/library/stdtypes.html#printf-style-string-formatting
n = 1
"%*d" % (10**9, n)
