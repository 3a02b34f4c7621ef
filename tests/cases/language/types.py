for value in (1, 1.5, "s", None, True, [], (), {}, set(), b"", 1j, range(2), slice(1), Ellipsis):
    print(type(value).__name__, type(value) is type(value), value.__class__ is type(value), end=" ")
print()
print(
    type(1) in (int, float),
    type("a") == str,
    isinstance(True, int),
    isinstance(3, (str, int)),
    type(int) is type,
    isinstance(int, type),
)
print(isinstance(1, int | str), callable(len), callable(3), type([]) is list, type(type) is type)
print(
    {int: "int"}[type(5)],
    type(lambda: 0).__name__,
    type(x for x in []).__name__,
    str(type(5)),
    type(ValueError()) is ValueError,
)
