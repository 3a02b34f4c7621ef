d = dict(a=1, **{"b": 2})
d.update(c=3)
print(d.setdefault("z", []), d.pop("a"), list(d), d | {"q": 0}, d.get("none", "-"), "b" in d, d.items() >= {("b", 2)})
s = {1, 2} | {3}
print(s & {1, 3}, s - {1}, s ^ {9}, frozenset([1]) <= s, sorted(s))
t = [3, 1, 2]
t.sort(reverse=True)
t.insert(1, 9)
t[1:2] = [7, 8]
print(t, t.index(8), t.count(1), t[-2:], sorted(t)[::2], [0] * 3, (1,) + (2,))
print(list(d.keys()), bytes([65, 66]), bytearray(b"x") + b"y", b"ab".hex(), "é".encode("utf-8"))
