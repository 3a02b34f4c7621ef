a, b = 1, [1, 2, 3]
del b[0], a
d = {"x": 1, "y": 2}
del d["x"]
print(b, d)
try:
    a
except NameError:
    print("a is gone")
del b[:]
print(b)
