# why: recursion without an end uses up the C stack where the interpreter's own bound does not hold.
# source: https://docs.python.org/3/library/sys.html#sys.setrecursionlimit
def deeper(n):
    return deeper(n + 1)


try:
    deeper(0)
except RecursionError:
    found = "stopped"
found
