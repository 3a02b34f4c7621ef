makers = []
for i in range(3):

    def make(n=i):
        def inner():
            return n, i

        return inner

    makers.append(make())
print([m() for m in makers])


def accumulate():
    totals = {}

    def add(key, n):
        totals[key] = totals.get(key, 0) + n
        return totals

    return add


add = accumulate()
add("a", 1)
print(add("a", 2), accumulate()("b", 1))


def outer(x):
    def middle(y):
        def inner(z):
            return x + y + z

        return inner

    return middle


print(outer(1)(2)(3), [g(10) for g in [outer(k)(k) for k in range(3)]])


def memo(function):
    seen = {}

    def wrapper(*args):
        if args not in seen:
            seen[args] = function(*args)
        return seen[args]

    wrapper.seen = seen
    return wrapper


@memo
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(30), len(fib.seen))
