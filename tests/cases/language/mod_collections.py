from collections import ChainMap, Counter, OrderedDict, defaultdict, deque, namedtuple

c = Counter("mississippi")
c.update("mm")
print(c.most_common(2), c["z"], sum(c.values()), c - Counter("ssss"), sorted(c.elements())[:2])
d = defaultdict(list)
d["a"].append(1)
print(dict(d), d.default_factory is list)
q = deque([1, 2, 3], maxlen=3)
q.append(4)
q.rotate(1)
print(q, q.popleft())
Point = namedtuple("Point", ["x", "y"], defaults=[0])
p = Point(1)
print(p, p._replace(y=5), p._asdict(), Point._fields, Point._make([7, 8]), p.x + p.y, *p)


class Named(namedtuple("Base", "a b")):
    def total(self):
        return self.a + self.b


print(Named(1, 2).total(), isinstance(p, tuple))
print(ChainMap({"a": 1}, {"a": 2, "b": 3})["b"], OrderedDict(a=1).popitem())
