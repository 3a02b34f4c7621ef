matrix = [[1, 2, 3], [4, 5, 6]]
print(
    [[row[i] for row in matrix] for i in range(3)],
    [x for row in matrix for x in row if x % 2],
    {x % 3 for x in range(9)},
)
print(
    {k: v for k, v in zip("abc", range(3))}, {v: k for k, v in {"a": 1}.items()}, [x if x > 2 else -x for x in range(5)]
)
print([(x, y) for x in range(3) if x for y in range(x) if y != 1], [a + b for a, b in [(1, 2), (3, 4)]])
x = "outer"
print([x for x in range(2)], x, [[x for x in range(y)] for y in range(3)], {x: [x] for x in "ab"})
print([f(2) for f in [lambda n, k=k: n * k for k in range(3)]], [*(i for i in range(2)), *{3}])


class Scope:
    size = 3
    cells = [n for n in range(size)]
    first = cells[0]


print(Scope.cells, Scope.first)


def local(n):
    return [n + i for i in range(n) if i < n]


print(local(3), [y for x in [1, 2] if (y := x * 10) > 10], sorted({len(w) for w in "a bb cc".split()}))
