def f(a, b=2, *args, c, d=4, **kwargs):
    return a, b, args, c, d, kwargs


print(f(1, c=3), f(*[1, 2, 3], **{"c": 5, "e": 6}), f(1, *(7, 8), *"xy", c=0, **{}, **{"z": 1}))
print(max(*[3, 1], *(7,)), dict(**{"a": 1}, b=2), print(*[1, 2], sep="-"))
for call in (
    lambda: f(),
    lambda: f(1),
    lambda: f(1, c=1, a=2),
    lambda: f(1, **{"c": 1}, **{"c": 2}),
    lambda: f(*5, c=1),
    lambda: f(1, c=1, **5),
    lambda: f(**{1: 2}),
):
    try:
        call()
    except TypeError as error:
        print(error)
