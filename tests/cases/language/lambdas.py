add = lambda a, b=2, *args, c=3, **kw: (a, b, args, c, kw)
print(add(1), add(1, 5, 6, c=7, d=8))
late = [lambda: i for i in range(3)]
bound = [lambda i=i: i for i in range(3)]
print([f() for f in late], [f() for f in bound])


def fold(functions, x):
    for function in functions:
        x = function(x)
    return x


compose = lambda *functions: lambda x: fold(functions, x)
print(compose(str, len, lambda n: n * 10)(1234), (lambda: (y := 3) + y)(), (lambda x, /, *, y: x * y)(2, y=4))
print(sorted("bca", key=lambda c: -ord(c)), list(map(lambda p: p[0] + p[1], [(1, 2), (3, 4)])), add.__name__)
fact = lambda n: 1 if n < 2 else n * fact(n - 1)
print(fact(10), (lambda: None)(), [(lambda k: k * n)(2) for n in range(3)])
