print(sum(x * x for x in range(5)), list(x for x in "abc" if x != "b"), dict((k, len(k)) for k in ("a", "bb")))
lazy = (print("made", i) or i for i in range(3))
print("before")
print(next(lazy), next(lazy))
nested = ((x, y) for x in range(3) for y in range(x))
print(list(nested), list(nested))
print(any(x > 1 for x in [1, 2]), all(x for x in []), max((len(w), w) for w in ["aa", "b"]))
n = 2
late = (x * n for x in range(3))
n = 10
print(list(late))
try:
    bad = (x for x in 5)
except TypeError as error:
    print(error)


def take(count, items):
    for _, item in zip(range(count), items):
        yield item


def naturals():
    n = 0
    while True:
        yield n
        n += 1


print(list(take(4, (x for x in naturals() if x % 3 == 0))))
