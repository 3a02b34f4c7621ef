class Box:
    pass


box, table, rows = Box(), {}, [0, 0, 0]
box.a, table["k"], rows[1] = 1, 2, 3
(box.b, [table["l"], *rows[:2]]) = 4, (5, 6, 7)
print(box.a, box.b, table, rows)
for box.i, table["i"] in [(1, 2), (3, 4)]:
    pass
print(box.i, table["i"], [box.i for box.i in range(3)], box.i)
i = 0
i, rows[i] = 1, 99
print(rows, i)
a = b = c = [1]
a.append(2)
print(b is c, b)
a, b = b, [a]
(x), (y,) = 1, [2]
[p, [q, (r,)]] = [1, (2, [3])]
print(a, b, x, y, p, q, r)
swap = [1, 2, 3]
swap[0], swap[2] = swap[2], swap[0]
swap[1:2] = [7, 8]
del swap[0], table["k"], box.a
print(swap, sorted(table), hasattr(box, "a"))
k, *l = m = "xyz"
print(k, l, m)
