from functools import total_ordering


def adds(**attributes):
    def decorate(cls):
        for name, value in attributes.items():
            setattr(cls, name, value)
        return cls

    return decorate


def singleton(cls):
    made = {}

    def get(*args):
        if cls not in made:
            made[cls] = cls(*args)
        return made[cls]

    return get


def with_repr(cls):
    class Wrapped(cls):
        def __repr__(self):
            return f"<{cls.__name__} wrapped>"

    return Wrapped


@adds(color="red", area=lambda self: self.side**2)
class Square:
    def __init__(self, side):
        self.side = side


@singleton
class Config:
    def __init__(self, x):
        self.x = x


@with_repr
class Thing:
    pass


@total_ordering
class Ranked:
    def __init__(self, rank):
        self.rank = rank

    def __eq__(self, other):
        return self.rank == other.rank

    def __gt__(self, other):
        return self.rank > other.rank


print(Square(3).color, Square(3).area(), Config(1) is Config(2), Config(3).x, Thing(), Ranked(1) < Ranked(2))
print(Ranked(2) >= Ranked(2), Ranked(1) <= Ranked(0), min([Ranked(5), Ranked(4)], key=lambda r: r.rank).rank)
