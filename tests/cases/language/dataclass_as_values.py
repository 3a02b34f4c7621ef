from collections import namedtuple
from dataclasses import asdict, astuple, dataclass, field, is_dataclass, replace

Pair = namedtuple("Pair", "a b")


@dataclass
class Line:
    sku: str
    count: int = 1


@dataclass
class Order:
    id: int
    lines: list = field(default_factory=list)
    by_key: dict = field(default_factory=dict)
    pair: object = None


order = Order(1, [Line("x"), Line("y", 2)], {"k": Line("z")}, Pair(Line("p"), 2))
print(asdict(order))
print(astuple(order))
print(asdict(order, dict_factory=lambda pairs: [name for name, _ in pairs]))
copied = asdict(order)
copied["lines"].append(1)
print(len(order.lines), replace(order, id=2, lines=[]), is_dataclass(order), is_dataclass(Order), is_dataclass(5))
for call in (asdict, astuple):
    try:
        call(5)
    except TypeError as error:
        print(error)
try:
    replace(order, nope=1)
except TypeError as error:
    print(error)
