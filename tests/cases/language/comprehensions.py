rows = [[1, 2], [3, 4]]
print([y for x in rows for y in x], {k: v for k, v in zip("ab", [1, 2])}, {x % 3 for x in range(9)})
print([[r[i] for r in rows] for i in range(2)], [(a, b) for a in range(3) if a for b in range(a)])
x = "kept"
print([x for x in range(2)], x, [last := n for n in range(4)], last)
print(any(n > 2 for n in [1, 2, 3]), list(map(lambda n: n + 1, filter(None, [0, 1, 2]))))
