# why: a global statement names a guard as text and the function then binds it for the whole macro.
# source: https://docs.python.org/3/reference/simple_stmts.html#the-global-statement
def probe():
    global _getattr_
    _getattr_ = getattr


probe()
