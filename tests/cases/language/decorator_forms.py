import functools


def repeat(times, *, sep=" "):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            return sep.join(str(function(*args, **kwargs)) for _ in range(times))

        return wrapper

    return decorate


def optional(function=None, *, prefix="> "):
    if function is None:
        return functools.partial(optional, prefix=prefix)

    @functools.wraps(function)
    def wrapper(*args):
        return prefix + function(*args)

    return wrapper


@repeat(2)
@repeat(3, sep="-")
def word(x):
    return x


@optional
def a():
    return "a"


@optional(prefix="# ")
def b():
    return "b"


class Counted:
    def __init__(self, function):
        self.function, self.calls = function, 0

    def __call__(self, *args):
        self.calls += 1
        return self.function(*args)


@Counted
def double(x):
    return x * 2


registry = {}


def plugin(name):
    def add(item):
        registry[name] = item
        return item

    return add


@plugin("one")
def first():
    return 1


@plugin("two")
class Second:
    pass


print(word("x"), word.__name__, a(), b(), double(2), double(3), double.calls, sorted(registry), registry["one"]())
table = {"d": lambda f: f.__name__}


@table["d"]
def named():
    pass


@(lambda f: f() + 1)
def number():
    return 41


print(named, number)


class Shape:
    kinds = []

    def kind(function):
        Shape_kinds.append(function.__name__)
        return function


Shape_kinds = []


class Deco:
    @Shape.kind
    def method(self):
        return "m"


print(Shape_kinds, Deco().method())
