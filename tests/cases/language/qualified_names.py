def outer():
    def inner(a):
        return a

    return inner


class A:
    def m(self, x):
        return x


for call in (lambda: outer()(), lambda: A().m(), lambda: (lambda q: q)(), lambda: A(1), lambda: outer(1)):
    try:
        call()
    except TypeError as error:
        print(error)
print(A, outer.__name__, A.__name__, A().m.__name__, "x".upper.__name__, len.__name__, int.__name__, type(A()).__name__)
