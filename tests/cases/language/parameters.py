def f(a, b=1, /, c=2, *, d, e=5):
    return a, b, c, d, e


def only_keywords(*, x, y=2):
    return x, y


def positional(x, /, **rest):
    return x, rest


def gathered(*args, key=None):
    return args, key


print(f(1, d=4), f(1, 2, 3, d=4, e=6), f(1, c=9, d=0), only_keywords(x=1), positional(1, x=2), gathered(1, 2, key=3))
for call in (
    lambda: f(a=1, d=2),
    lambda: f(1, 2, 3, 4),
    lambda: only_keywords(1),
    lambda: only_keywords(),
    lambda: positional(x=1),
    lambda: gathered(k=1),
):
    try:
        call()
    except TypeError as error:
        print(error)


def shared(item, into=[]):
    into.append(item)
    return into


print(shared(1), shared(2), shared(3, []))
