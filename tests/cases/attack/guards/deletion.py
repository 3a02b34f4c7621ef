# why: a deleted guard makes the lookup go on to the builtins.
# source: https://docs.python.org/3/reference/simple_stmts.html#the-del-statement
del _getattr_
