# why: an except clause binds, and afterwards deletes, the name of the item guard.
# source: https://docs.python.org/3/reference/compound_stmts.html#except-clause
try:
    1 / 0
except ZeroDivisionError as _getitem_:
    pass
