class Step:
    def __init__(self, name, swallow=False):
        self.name, self.swallow = name, swallow

    def __enter__(self):
        print("enter", self.name)
        return self

    def __exit__(self, kind, error, trace):
        print("exit", self.name, kind and kind.__name__, error)
        return self.swallow


with Step("a") as a, Step("b", swallow=True) as b:
    print(a.name, b.name)
    raise ValueError("inside")
with (
    Step("c") as c,
    Step("d"),
):
    pass
try:
    with Step("e"):
        raise KeyError("out")
except KeyError as error:
    print("outside", error)


def returns():
    with Step("f"):
        return "value"


def loops():
    for i in range(2):
        with Step(i):
            if i == 0:
                continue
            break
    return i


print(returns(), loops())
targets = {}
with Step("g") as targets["x"]:
    print(targets["x"].name)


class Half:
    def __enter__(self):
        return 1


try:
    with Half():
        pass
except TypeError as error:
    print(error)
try:
    with 5:
        pass
except TypeError as error:
    print(error)
