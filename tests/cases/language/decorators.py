import functools


def logged(prefix):
    def decorate(f):
        @functools.wraps(f)
        def wrapper(*args, **kwargs):
            print(prefix, f.__name__, args, kwargs)
            return f(*args, **kwargs)

        return wrapper

    return decorate


@logged("call")
def add(a, b=2):
    return a + b


print(add(1), add(1, b=5), add.__name__)


def register(cls):
    cls.registered = True
    return cls


@register
class A:
    pass


print(A.registered)


@functools.lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(80), fib.cache_info().hits > 0)


@functools.total_ordering
class Size:
    def __init__(self, n):
        self.n = n

    def __eq__(self, o):
        return self.n == o.n

    def __lt__(self, o):
        return self.n < o.n


print(Size(1) <= Size(2), Size(3) > Size(2), functools.reduce(lambda a, b: a * b, [1, 2, 3, 4]))
print(functools.partial(add, 10)(b=1), sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: b - a)))
