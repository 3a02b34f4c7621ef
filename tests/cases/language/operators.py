class V:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, o):
        return V(self.x + o.x, self.y + o.y)

    def __radd__(self, o):
        return self if o == 0 else NotImplemented

    def __mul__(self, k):
        return V(self.x * k, self.y * k)

    def __iadd__(self, o):
        self.x += o.x
        return self

    def __eq__(self, o):
        return (self.x, self.y) == (o.x, o.y)

    def __hash__(self):
        return hash((self.x, self.y))

    def __lt__(self, o):
        return self.x < o.x

    def __neg__(self):
        return V(-self.x, -self.y)

    def __bool__(self):
        return bool(self.x or self.y)

    def __len__(self):
        return 2

    def __getitem__(self, i):
        return (self.x, self.y)[i]

    def __contains__(self, n):
        return n in (self.x, self.y)

    def __iter__(self):
        return iter((self.x, self.y))

    def __repr__(self):
        return f"V({self.x}, {self.y})"

    def __call__(self, k):
        return self * k

    def __format__(self, spec):
        return f"<{self.x:{spec}}>"


a, b = V(1, 2), V(3, 4)
print(a + b, sum([a, b]), a * 3, -a, a == V(1, 2), len({a, V(1, 2)}), sorted([b, a]), bool(V(0, 0)), a[1], 2 in a)
print(list(a), a(5), f"{a:>4}", [*a, *b], max(a, b))
c = a
c += b
print(c is a, a)
