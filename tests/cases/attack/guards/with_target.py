# why: a with statement binds the name of the write guard.
# source: https://restrictedpython.readthedocs.io/en/latest/usage/policy.html
from contextlib import nullcontext

with nullcontext(lambda thing: thing) as _write_:
    workbook.title = "x"
