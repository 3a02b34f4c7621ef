import math


class V:
    def __init__(self, v):
        self.v = v

    def __int__(self):
        return int(self.v)

    def __float__(self):
        return float(self.v)

    def __complex__(self):
        return complex(self.v, 1)

    def __index__(self):
        return int(self.v)

    def __bool__(self):
        return self.v > 2

    def __round__(self, digits=None):
        return ("round", digits)

    def __trunc__(self):
        return "trunc"

    def __floor__(self):
        return "floor"

    def __ceil__(self):
        return "ceil"

    def __neg__(self):
        return V(-self.v)

    def __pos__(self):
        return "pos"

    def __abs__(self):
        return "abs"

    def __invert__(self):
        return "invert"

    def __str__(self):
        return f"str {self.v}"

    def __repr__(self):
        return f"V({self.v})"

    def __format__(self, spec):
        return f"format {spec!r}"

    def __hash__(self):
        return 7

    def __eq__(self, other):
        return isinstance(other, V)


v = V(2.7)
print(int(v), float(v), complex(v), [10, 20, 30][v], bool(v), bool(V(3)), round(v), round(v, 2), math.trunc(v))
print(math.floor(v), math.ceil(v), -v, +v, abs(v), ~v, str(v), repr(v), f"{v}", f"{v:>5}", f"{v!r:>8}", f"{v!s}")
print(hash(v), {v: 1}[V(9)], v == V(0), v != 1, hex(v), range(v), "%s %r" % (v, v), "{:x}".format(v), [v])
print("yes" if v else "no", not v, bytes(V(2)), [0] * V(2))


class Bad:
    def __len__(self):
        return -1

    def __str__(self):
        return 5


for action in (lambda: len(Bad()), lambda: str(Bad()), lambda: int(Bad())):
    try:
        action()
    except (TypeError, ValueError) as error:
        print(error)
