a, b = {1, 2, 3}, {2, 3, 4}
print(
    sorted(a | b), sorted(a & b), sorted(a - b), sorted(a ^ b), a <= {1, 2, 3, 4}, a.isdisjoint({9}), frozenset(a) == a
)
a |= {10}
a -= {1}
a.discard(99)
print(sorted(a), len(a), 10 in a)
d = {"x": 1, "y": 2}
d.update(z=3)
print(d.get("q"), d.get("q", 0), d.setdefault("w", []), d.pop("x"), list(d), list(d.values()), list(d.items()))
print(
    d | {"y": 5}, "y" in d, dict.fromkeys("ab", 0), sorted(d, key=str), d == {"z": 3, "w": [], "y": 2}, d.keys() & {"y"}
)
d |= [("n", None)]
print(d.popitem(), {**d}, dict(zip("ab", [1, 2])), {1: "int", 1.0: "float"}, list(reversed({"a": 1, "b": 2})))
nested = {"rows": [{"cells": {"A1": 5}}]}
print(nested["rows"][0]["cells"]["A1"], max(d, key=len), {k: v for k, v in sorted(d.items(), key=lambda p: p[0])})
for bad in (lambda: {}["x"], lambda: {[]: 1}, lambda: {1}.remove(2), lambda: {}.popitem()):
    try:
        bad()
    except (KeyError, TypeError) as error:
        print(type(error).__name__, error)
