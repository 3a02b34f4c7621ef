# why: a generator that is thrown away runs its finally block, which never ends.
# source: https://docs.python.org/3/reference/expressions.html#generator.close
def numbers():
    try:
        yield 1
    finally:
        while True:
            pass


g = numbers()
next(g)
g.close()
