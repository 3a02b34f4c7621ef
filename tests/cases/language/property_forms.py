class Cell:
    def __init__(self):
        self.raw = None
        self.log = []

    @property
    def value(self):
        """The value."""
        self.log.append("get")
        return self.raw

    @value.setter
    def value(self, new):
        if new == "bad":
            raise ValueError("bad value")
        self.log.append("set")
        self.raw = new

    @value.deleter
    def value(self):
        self.log.append("del")
        self.raw = None

    def read_size(self):
        return len(str(self.raw))

    size = property(read_size)
    length = property(lambda self: self.size * 2, lambda self, v: self.log.append(v))


class Loud(Cell):
    @property
    def value(self):
        return f"{super().value}!"

    @Cell.size.getter
    def size(self):
        return -1


c = Cell()
c.value = 5
c.value += 1
print(c.value, c.size, c.length)
c.length = "set length"
del c.value
print(c.value, c.log)
for action in (lambda: setattr(c, "size", 1), lambda: setattr(c, "value", "bad"), lambda: delattr(c, "size")):
    try:
        action()
    except (AttributeError, ValueError) as error:
        print(type(error).__name__)
loud = Loud()
loud.raw = 7
print(loud.value, loud.size)
try:
    loud.value = 1
except AttributeError as error:
    print("read-only")
