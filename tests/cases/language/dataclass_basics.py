from dataclasses import dataclass


@dataclass
class Item:
    name: str
    price: float = 0.0
    tags: tuple = ()

    def total(self, count):
        return self.price * count


a, b = Item("a", 2.5), Item("a", price=2.5)
print(a, a == b, a != b, a is b, a == ("a", 2.5, ()), a.total(3))
a.price += 1
print(a.price, a == b, repr(Item(name="x")))
for call in (lambda: Item(), lambda: Item("a", 1, (), 4), lambda: Item("a", nope=1), lambda: Item("a", name="b")):
    try:
        call()
    except TypeError as error:
        print(error)
try:
    hash(a)
except TypeError as error:
    print(error)
try:
    a < b
except TypeError as error:
    print(error)
