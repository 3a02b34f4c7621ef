# why: gi_yieldfrom hands out the inner iterator of a generator of another owner.
# source: https://docs.python.org/3/library/inspect.html#types-and-members
def outer():
    yield from (n for n in [1])


g = outer()
next(g)
g.gi_yieldfrom
