def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def take(n, it):
    for i, x in enumerate(it):
        if i >= n:
            return "done"
        yield x


def both():
    result = yield from take(3, fib())
    yield result
    got = yield "?"
    yield got


g = both()
print([next(g) for _ in range(5)], g.send("answer"), list(g))
print(sum(x * x for x in range(10) if x % 2), list(take(8, fib())))


def closing():
    try:
        yield 1
    finally:
        print("closed")


g = closing()
next(g)
g.close()
