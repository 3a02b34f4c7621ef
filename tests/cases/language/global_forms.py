total = 0
names = []


def add(n):
    global total
    total += n
    return total


def define():
    global made, Maker, maker

    class Maker:
        pass

    def maker():
        return "made by maker"

    made = 3


def loop():
    global index
    for index in range(3):
        pass
    global fresh
    with_names = [fresh := i for i in range(2)]
    return with_names


add(2)
add(3)
define()
print(total, made, Maker.__name__, maker(), loop(), index, fresh)


def shadow(total):
    def inner():
        return total

    return inner()


print(shadow("local"), total)


class Body:
    global in_body
    in_body = 4
    own = 5


print(in_body, Body.own, hasattr(Body, "in_body"))


def drop():
    global made
    del made


drop()
try:
    made
except NameError as error:
    print(error)
