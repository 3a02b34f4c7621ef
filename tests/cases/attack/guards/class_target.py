# why: a class statement binds the name of the write guard to a class that takes anything.
# source: https://docs.python.org/3/reference/compound_stmts.html#class-definitions
class _write_:
    def __init__(self, thing):
        self.thing = thing
