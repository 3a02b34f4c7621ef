import copy
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from copy import deepcopy

nested = {"a": [1, {"b": 2}], "t": (1, [2])}
shallow, deep = copy.copy(nested), deepcopy(nested)
nested["a"][1]["b"] = 9
nested["t"][1].append(3)
print(shallow, deep, shallow["a"] is nested["a"], deep["a"] is nested["a"])


class Row:
    kind = "row"

    def __init__(self, cells):
        self.cells = cells
        self.parent = None


row = Row([1, [2]])
row.parent = row
one, two = copy.copy(row), deepcopy(row)
print(
    one.cells is row.cells,
    one.parent is row,
    two.cells == row.cells,
    two.cells is row.cells,
    two.parent is two,
    type(two) is Row,
)
Point = namedtuple("Point", "x y")


class Named(list):
    pass


class Fault(ValueError):
    pass


named = Named([[1], 2])
named.label = ["l"]
again = deepcopy(named)
print(again, again.label, again.label is named.label, again[0] is named[0], type(again).__name__)
point = deepcopy(Point([1], 2))
fault = Fault("bad", 3)
fault.extra = [1]
print(point, copy.copy(point), deepcopy(fault).args, deepcopy(fault).extra, type(deepcopy(fault)) is Fault)
counter, ordered = Counter("aab"), OrderedDict(x=[1])
groups = defaultdict(list, a=[1])
queue = deque([1, [2]], maxlen=2)
print(
    deepcopy(counter),
    deepcopy(ordered),
    deepcopy(groups),
    deepcopy(queue),
    deepcopy(queue).maxlen,
    copy.copy(groups)["new"],
)
shared = [0]
pair = deepcopy([shared, shared, (shared,)])
print(
    pair[0] is pair[1],
    pair[2][0] is pair[0],
    deepcopy({1, 2}) == {1, 2},
    deepcopy("x"),
    copy.copy(len) is len,
    deepcopy(Row) is Row,
)
circle = []
circle.append((circle,))
round_ = deepcopy(circle)
print(round_[0][0] is round_, round_ is circle)
