# why: the names behind * and ** are parameters too.
# source: https://docs.python.org/3/reference/compound_stmts.html#function-definitions
probe = lambda *_getitem_, **_getattr_: _getattr_
probe()
