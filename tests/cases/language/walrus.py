data = [3, 1, 4, 1, 5]
if (n := len(data)) > 3:
    print(n)
while (x := data.pop()) != 4:
    print(x, end=" ")
print(x, [y := 1, y + 1], [last := v for v in "abc"], last)
print([(s, h) for s in ("a", "bb") if (h := len(s)) > 1], (z := 5) + z, f"{(w := 7)} {w:>3}")


def f(t=(u := 6)):
    if any((found := v) > 2 for v in [1, 2, 3, 4]):
        return found, t, u
    return None


print(f(), (lambda: (q := 2) * q)())
print({(k := "a"): (v := 1)}, k, v, not (m := 0), m)
