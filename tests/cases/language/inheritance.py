class A:
    def who(self):
        return ["A"]


class B(A):
    def who(self):
        return ["B"] + super().who()


class C(A):
    def who(self):
        return ["C"] + super().who()


class D(B, C):
    def who(self):
        return ["D"] + super().who()

    @classmethod
    def make(cls):
        return cls()


print(D().who(), D.make().who())


class Names(list):
    def __init__(self, *names):
        super().__init__(names)

    def append(self, name):
        super().append(name.title())


n = Names("a")
n.append("bob")
print(n, len(n), isinstance(n, list))


class Tally(dict):
    def __missing__(self, key):
        return 0


t = Tally(x=1)
t["y"] += 5
print(t, t["z"], t)


class Money(float):
    def __str__(self):
        return f"{float(self):.2f} EUR"


print(Money(2.5), Money(1) + 1)
