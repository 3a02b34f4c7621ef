from collections import namedtuple
from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass
class Order:
    number: int
    lines: list = field(default_factory=list)
    note: str = field(default="", kw_only=True)


@dataclass
class Line:
    price: float
    count: int = 1


class Pair(NamedTuple):
    left: int
    right: int


Old = namedtuple("Old", "a b")


def tell(x):
    match x:
        case Order(0):
            return "no number"
        case Order(number, [Line(price, 1)]):
            return number, price
        case Order(number=n, lines=[]):
            return n, "empty"
        case Order(n, [*lines], note=note):
            return n, len(lines), note
        case Pair(0, right):
            return "pair", right
        case Pair(left=l):
            return "left", l
        case Old(a, b):
            return a, b
        case (x, y):
            return "tuple", x, y


print(tell(Order(0)), tell(Order(1, [Line(2.5)])), tell(Order(2)), tell(Order(3, [1, 2], note="n")))
print(tell(Pair(0, 5)), tell(Pair(1, 2)), tell(Old(3, 4)), tell((5, 6)))
try:
    match Order(1):
        case Order(a, b, c):
            pass
except TypeError as error:
    print(error)
