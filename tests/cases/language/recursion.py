def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


print(depth(200))


def forever():
    return forever()


try:
    forever()
except RecursionError as error:
    print(type(error).__name__)


def flatten(x):
    return [y for e in x for y in flatten(e)] if isinstance(x, list) else [x]


print(flatten([1, [2, [3, [4]]]]))
