data = [5, 3, 8]
if (n := len(data)) > 2:
    print("long", n)
print((lambda *a, k=2, **kw: (a, k, kw))(1, 2, z=3), sorted(data, key=lambda v: -v))
while (item := data.pop() if data else None) is not None:
    print(item, end=",")
print()
print([y for x in range(5) if (y := x * 2) > 4])
