from collections import OrderedDict, defaultdict, deque


class Rows(list):
    pass


class Table(dict):
    def __missing__(self, key):
        return f"<{key}>"


def kind(x):
    match x:
        case [a, b]:
            return a, b
        case {"k": v, **rest}:
            return v, rest
        case {"absent": v}:
            return "absent", v
    return None


print(kind(Rows([1, 2])), kind(deque([3, 4])), kind(Table(k=1, z=2)), kind(OrderedDict(k=5)))
print(kind(Table()), kind(defaultdict(int)), kind(iter([1, 2])), kind(range(2)))
