# why: a decorator calls a function without a call in the text.
# source: https://docs.python.org/3/reference/compound_stmts.html#class-definitions
@lambda cls: getattr(cls, "__subclasses__")
class Probe:
    pass
