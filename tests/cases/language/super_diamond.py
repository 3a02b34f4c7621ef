class Base:
    def __init__(self, **rest):
        self.order = ["Base"]
        self.rest = rest

    def visit(self):
        return ["base"]


class Left(Base):
    def __init__(self, left=0, **rest):
        super().__init__(**rest)
        self.order.append("Left")
        self.left = left

    def visit(self):
        return ["left", *super().visit()]


class Right(Base):
    def __init__(self, right=0, **rest):
        super().__init__(**rest)
        self.order.append("Right")
        self.right = right

    def visit(self):
        return ["right", *super().visit()]

    def __repr__(self):
        return "Right.repr"


class Both(Left, Right):
    def __init__(self, **rest):
        super().__init__(**rest)
        self.order.append("Both")

    def visit(self):
        found = super().visit()
        return ["both", *found]

    def __repr__(self):
        return f"Both over {super().__repr__()}"


b = Both(left=1, right=2, more=3)
print(b.order, b.left, b.right, b.rest, b.visit(), b)


class Items(list):
    def append(self, item):
        super().append(item * 2)
        return self

    def __getitem__(self, index):
        return f"<{super().__getitem__(index)}>"

    def __len__(self):
        return super().__len__() + 100

    def __contains__(self, item):
        return not super().__contains__(item)


items = Items([1]).append(5)
print(items[1], len(items), 1 in items, 7 in items, list(items))


class Default(dict):
    def __missing__(self, key):
        self[key] = value = [key]
        return value

    def __setitem__(self, key, value):
        super().__setitem__(key.upper(), value)


d = Default(a=1)
d["b"] = 2
print(d["c"], d, sorted(d))
