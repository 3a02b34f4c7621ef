def inner(n):
    got = yield n
    print("inner got", got)
    return n * 10


def outer():
    a = yield from inner(1)
    b = yield from [2, 3]
    c = yield from inner(4)
    return a, b, c


def drive():
    result = yield from outer()
    print("result", result)


g = drive()
print(next(g), g.send("x"), next(g), next(g))
for rest in g:
    print(rest)


def flatten(tree):
    for item in tree:
        if isinstance(item, list):
            yield from flatten(item)
        else:
            yield item


print(list(flatten([1, [2, [3, []], 4], [[5]]])))


def passes_on():
    try:
        yield from inner(7)
    except ValueError as error:
        yield f"outer saw {error}"


p = passes_on()
print(next(p), p.throw(ValueError("thrown")))


def squares(limit):
    yield from (x * x for x in range(limit))
    yield from "ab"


print(list(squares(3)))
