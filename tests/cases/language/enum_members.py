from enum import Enum


class Planet(Enum):
    MERCURY = (3.303e23, 2.4397e6)
    EARTH = (5.976e24, 6.37814e6)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius

    @property
    def gravity(self):
        return 6.67300e-11 * self.mass / (self.radius * self.radius)


class Shape(Enum):
    SQUARE = 4
    TRIANGLE = 3

    def sides(self):
        return self.value

    def __lt__(self, other):
        return self.value < other.value


class Base(Enum):
    def hello(self):
        return f"hello {self.name}"


class Child(Base):
    A = 1


print(f"{Planet.EARTH.gravity:.2f}", Planet.MERCURY.value, Planet((5.976e24, 6.37814e6)).name)
print(sorted(Shape), Shape.SQUARE.sides(), Child.A.hello(), Shape.__members__["SQUARE"], list(Shape.__members__))
try:

    class More(Shape):
        CIRCLE = 0
except TypeError as error:
    print(type(error).__name__)
