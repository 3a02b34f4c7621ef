def pair(*rest):
    return 1, *rest, *[4, 5]


def gen():
    yield 0, *range(2)


first, *middle, last = pair(2, 3)
*start, end = "abc"
[head, *tail] = {1: "x", 2: "y"}
(a, (b, *c)), *d = [(1, (2, 3, 4)), 5, 6]
print(first, middle, last, start, end, head, tail, a, b, c, d)
print([*range(2), *"xy"], (*[], 1), {*"aab"} == {"a", "b"}, {**{"a": 1, "b": 2}, "b": 3, **dict(c=4)})
for x, *more in [(1, 2, 3), (4,), "yz"]:
    print(x, more)
for each in *[1], *(2, 3):
    print(each, end=" ")
print([(x, y) for x, *y in [(1, 2), (3,)]], next(gen()))
*(one,), two = [[9], 8], 7
print(one, two)
for bad in ([1], []):
    try:
        p, q, *r = bad
    except ValueError as error:
        print(error)
