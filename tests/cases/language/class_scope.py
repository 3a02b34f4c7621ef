size = 10


class A:
    size = size * 2
    double = size * 2
    names = []
    for n in range(3):
        names.append(f"n{n}")
    if size > 5:
        big = True

        def grown(self):
            return size
    else:

        def shrunk(self):
            return 0

    try:
        1 / 0
    except ZeroDivisionError:
        caught = True

    class Inner:
        depth = 2

        class Deepest:
            def where(self):
                return "deep"

    def __init__(self, *, x=size):
        self.x = x

    def method(self):
        return self.size, size

    alias = method


a = A()
print(A.size, A.double, A.names, A.big, a.grown(), A.caught, A.Inner.depth, A.Inner.Deepest().where(), a.x, a.method())
print(a.alias() == a.method(), hasattr(A, "shrunk"), A.n)
a.size = 5
print(a.size, A.size, A().size)
A.size = 6
A.added = lambda self, k: self.x + k
print(A().size, a.added(1))
del a.size
print(a.size)


def make(base, value):
    class Made(base):
        held = value

        def get(self):
            return value, self.held

    return Made


First = make(object, 1)
Second = make(First, 2)
print(First().get(), Second().get(), Second.__name__, isinstance(Second(), First))
