def averager():
    total, count, average = 0, 0, None
    while True:
        try:
            got = yield average
        except ValueError as error:
            print("caught", error)
            average = None
            continue
        if got is None:
            return total
        total += got
        count += 1
        average = total / count


g = averager()
print(next(g), g.send(10), g.send(20), g.throw(ValueError("x")), g.send(30))
try:
    g.send(None)
except StopIteration as stop:
    print("returned", stop.value)


def closing():
    try:
        yield 1
        yield 2
    finally:
        print("closed")


c = closing()
print(next(c))
c.close()
print(list(c), next(c, "default"))
try:
    closing().send(1)
except TypeError as error:
    print(error)


def stubborn():
    try:
        yield
    except Exception as error:
        raise KeyError("other") from error


s = stubborn()
next(s)
try:
    s.throw(ValueError("first"))
except KeyError as error:
    print(error)


def leaks():
    yield 1
    raise StopIteration("inside")


try:
    list(leaks())
except RuntimeError as error:
    print(error)
