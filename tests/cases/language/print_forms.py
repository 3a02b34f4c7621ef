print()
print(1, "a", None, [1], sep="-", end="!\n")
print("a", "b", sep=None, end=None)
print(*[1, 2], *"x", flush=True)


class A:
    def __str__(self):
        return "text of A"

    def __repr__(self):
        return "repr of A"


print(A(), [A()], f"{A()} {A()!r}", str(A()), repr(A()))
