from dataclasses import dataclass


@dataclass(repr=False, eq=False)
class Bare:
    x: int


@dataclass(init=False)
class NoInit:
    x: int = 5

    def __init__(self, text):
        self.x = len(text)


@dataclass(unsafe_hash=True)
class Hashed:
    x: int


@dataclass(eq=True)
class Own:
    x: int

    def __repr__(self):
        return f"<own {self.x}>"

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1


@dataclass(match_args=False)
class NoMatch:
    x: int


print(Bare(1) == Bare(1), NoInit("abc"), hash(Hashed(1)) == hash(Hashed(1)), Own(3), Own(1) == Own(2), {Own(1), Own(2)})
try:
    match NoMatch(1):
        case NoMatch(1):
            print("no")
except TypeError as error:
    print(error)


@dataclass
class Documented:
    """Text."""

    x: int = 0

    def method(self):
        return self.x


print(Documented(1).method(), Documented.__name__)
