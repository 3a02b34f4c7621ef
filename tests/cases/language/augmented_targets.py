class Box:
    def __init__(self):
        self.n = 1
        self.items = [1]


calls = []


def pick(x):
    calls.append(x)
    return x


box, d, rows = Box(), {"a": 1}, [[1], [2]]
box.n += 4
box.n **= 2
pick([box])[0].n -= 5
d["a"] <<= 3
d[pick("a")] |= 1
rows[pick(0)][0] *= 10
rows[1] += [3]
box.items += (2, 3)
box.items *= 2
print(box.n, box.items, d, rows, len(calls))
n = 7
n //= 2
n %= 2
n ^= 6
n &= 3
n >>= 1
print(n)
n /= 2
s = "a"
s += "b"
s *= 2
print(n, s)
t = ([1],)
try:
    t[0] += [2]
except TypeError as error:
    print(t, error)
try:
    missing += 1
except NameError:
    print("no such name")
