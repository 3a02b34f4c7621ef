a, *b, c = range(5)
(d, e), f = (1, 2), 3
[g, [h]] = [4, [5]]
print(a, b, c, d, e, f, g, h)


def f(x, /, y, *args, k=1, **kw):
    return (x, y, args, k, kw)


print(f(1, 2), f(1, 2, 3, k=4, z=5), f(*[1, 2, 3], **{"k": 9, "w": 0}))
print([*range(3), *"ab"], {**{"a": 1}, "b": 2}, (*[1], 2))
x = y = []
x.append(1)
print(y, x is y)
m, n = 1, 2
m, n = n, m
print(m, n)
for i, (p, q) in enumerate([(1, 2), (3, 4)]):
    print(i, p, q)
