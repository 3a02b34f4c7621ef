class N:
    def __init__(self, v):
        self.v = v

    def __repr__(self):
        return f"N({self.v})"

    def __add__(self, o):
        return ("add", self.v, o)

    def __radd__(self, o):
        return ("radd", self.v, o)

    def __iadd__(self, o):
        self.v = ("iadd", o)
        return self

    def __sub__(self, o):
        return NotImplemented

    def __rsub__(self, o):
        return ("rsub", o)

    def __mul__(self, o):
        return ("mul", o)

    def __matmul__(self, o):
        return ("matmul", o)

    def __rmatmul__(self, o):
        return ("rmatmul", o)

    def __truediv__(self, o):
        return ("truediv", o)

    def __floordiv__(self, o):
        return ("floordiv", o)

    def __mod__(self, o):
        return ("mod", o)

    def __divmod__(self, o):
        return ("divmod", o)

    def __rdivmod__(self, o):
        return ("rdivmod", o)

    def __pow__(self, o, m=None):
        return ("pow", o, m)

    def __rpow__(self, o):
        return ("rpow", o)

    def __lshift__(self, o):
        return ("lshift", o)

    def __rshift__(self, o):
        return ("rshift", o)

    def __and__(self, o):
        return ("and", o)

    def __rand__(self, o):
        return ("rand", o)

    def __or__(self, o):
        return ("or", o)

    def __xor__(self, o):
        return ("xor", o)

    def __ixor__(self, o):
        return ("ixor", o)


n = N(1)
print(n + 1, 1 + n, 5 - n, n * 2, n @ 3, 3 @ n, n / 1, n // 1, n % 2, divmod(n, 3), divmod(3, n), n**2, 2**n)
print(pow(n, 2, 3), n << 1, n >> 1, n & 1, 1 & n, n | 1, n ^ 1, sum([n]))
n += 5
print(n)
n ^= 2
print(n)
m = N(2)
m *= 3
print(m)
for bad in (lambda: N(1) - 1, lambda: N(1) - N(2), lambda: 1 * N(1), lambda: -N(1)):
    try:
        print(bad())
    except TypeError as error:
        print(error)
