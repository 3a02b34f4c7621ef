# why: a keyword-only parameter shadows the guard within its function.
# source: https://docs.python.org/3/reference/compound_stmts.html#function-definitions
def probe(thing, *, _getattr_=lambda thing, name: thing):
    return thing.secret


probe(workbook)
