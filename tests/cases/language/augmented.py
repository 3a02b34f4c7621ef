calls = []


class Box:
    pass


box = Box()
box.n = 1


def get():
    calls.append("get")
    return box


get().n += 4
get().n **= 2
d = {"a": [1], "n": 1}


def key():
    calls.append("key")
    return "n"


d[key()] -= 3
d["a"] += [2]
d["s"] = d.get("s", 0) + 1
print(box.n, d, calls)
x = 5
x //= 2
x <<= 3
x |= 1
print(x)
