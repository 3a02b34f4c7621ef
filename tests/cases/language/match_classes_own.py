class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y


class Point3(Point):
    def __init__(self, x, y, z):
        super().__init__(x, y)
        self.z = z


class Circle:
    def __init__(self, center, radius):
        self.center, self.radius = center, radius

    @property
    def area(self):
        return 3 * self.radius**2


def tell(shape):
    match shape:
        case Point3(x=0, y=0, z=0):
            return "space origin"
        case Point3(z=z):
            return "space", z
        case Point(x=0, y=0):
            return "origin"
        case Point(x=x, y=y) if x == y:
            return "diagonal", x
        case Circle(center=Point(x=cx), radius=1 | 2 as r, area=a):
            return "small circle", cx, r, a
        case Circle(missing=_):
            return "never"
        case Circle():
            return "circle"
        case _:
            return None


for shape in (Point(0, 0), Point(2, 2), Point(1, 2), Point3(0, 0, 0), Point3(1, 1, 5)):
    print(tell(shape))
for shape in (Circle(Point(7, 0), 2), Circle(Point(0, 0), 9), "x"):
    print(tell(shape))
try:
    match Point(1, 2):
        case Point(x, y):
            print("no")
except TypeError as error:
    print(error)
