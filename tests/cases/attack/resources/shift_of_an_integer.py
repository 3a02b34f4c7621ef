# why: a shift makes a number of any length out of two short ones.
# source: https://docs.python.org/3/reference/expressions.html#shifting-operations
n = 1
n << 10**10
