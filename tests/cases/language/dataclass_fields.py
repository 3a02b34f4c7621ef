from dataclasses import dataclass, field


def counter():
    made.append(1)
    return len(made)


made = []


@dataclass
class Row:
    key: int = field(default_factory=counter)
    cells: list = field(default_factory=list)
    hidden: str = field(default="h", repr=False)
    cache: dict = field(default_factory=dict, compare=False, repr=False)
    fixed: int = field(default=9, init=False)
    computed: int = field(init=False, default_factory=lambda: 5)


a, b = Row(), Row()
a.cells.append(1)
print(a, b, a.cells is b.cells, a.fixed, a.computed, Row(key=1, cache={1: 2}) == Row(key=1), made)
for source in ("list", "dict", "set"):
    try:

        @dataclass
        class Bad:
            x: object = {"list": [], "dict": {}, "set": set()}[source]
    except ValueError as error:
        print(error)
try:

    @dataclass
    class Gap:
        a: int = 1
        b: int
except TypeError as error:
    print(error)
try:
    Row(fixed=1)
except TypeError as error:
    print(error)
try:
    field(default=1, default_factory=int)
except ValueError as error:
    print(error)
