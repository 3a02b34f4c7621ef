from dataclasses import FrozenInstanceError, dataclass, replace


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0

    @property
    def length(self):
        return (self.x**2 + self.y**2) ** 0.5


p = Point(3, 4)
print(p, p.length, {p: "here"}[Point(3, 4)], replace(p, y=0), len({Point(1), Point(1, 0), Point(2)}))
for change in (lambda: setattr(p, "x", 1), lambda: delattr(p, "y")):
    try:
        change()
    except FrozenInstanceError as error:
        print(type(error).__name__, error)
try:
    p.z = 1
except AttributeError as error:
    print(error)


@dataclass(frozen=True)
class Point3(Point):
    z: int = 0


print(Point3(1, 2, 3), Point3(1) == Point(1), isinstance(Point3(1), Point))
try:

    @dataclass
    class Loose(Point):
        w: int = 0
except TypeError as error:
    print(error)
