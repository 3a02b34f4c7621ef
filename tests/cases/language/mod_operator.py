import operator
from functools import reduce
from operator import attrgetter, itemgetter, methodcaller


class Part:
    def __init__(self, name, price, inner=None):
        self.name, self.price, self.inner = name, price, inner

    def total(self, count, plus=0):
        return self.price * count + plus


parts = [Part("b", 2), Part("a", 3, Part("z", 1))]
print(
    [part.name for part in sorted(parts, key=attrgetter("name"))],
    attrgetter("name", "price")(parts[0]),
    attrgetter("inner.name")(parts[1]),
)
print(itemgetter(1)([7, 8]), itemgetter("a", "b")({"a": 1, "b": 2}), itemgetter(slice(1, 3))("abcd"))
print(methodcaller("total", 2, plus=1)(parts[0]), methodcaller("upper")("x"), methodcaller("format", 1)("{}!"))
print(
    reduce(operator.mul, [1, 2, 3, 4]),
    operator.add("a", "b"),
    operator.truediv(7, 2),
    operator.floordiv(7, 2),
    operator.mod(7, 4),
)
print(
    operator.eq(1, 1),
    operator.not_(0),
    operator.contains([1], 1),
    operator.neg(3),
    operator.is_(None, None),
    operator.xor(5, 1),
)
values = [1, 2]
operator.setitem(values, 0, 9)
operator.delitem(values, 1)
print(
    values,
    operator.iadd(values, [3]),
    operator.concat([1], [2]),
    operator.countOf([1, 1, 2], 1),
    operator.indexOf([5, 6], 6),
    operator.index(4),
)
print(
    dict(sorted({"x": 2, "y": 1}.items(), key=itemgetter(1))), operator.call(max, 1, 2), operator.getitem({"k": 3}, "k")
)
try:
    attrgetter("missing")(parts[0])
except AttributeError as error:
    print(error)
