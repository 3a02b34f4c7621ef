class A:
    pass


class B(A):
    pass


b = B()
print(type(b) is B, type(b) == A, isinstance(b, (int, A)), issubclass(B, A), isinstance(B, type), type(b).__name__)
print(isinstance(True, int), type(1) is int, type("x")("y"), isinstance(1, int | str), isinstance(None, type(None)))
print(callable(A), callable(b), callable(len), callable(lambda: 1), hasattr(b, "x"), getattr(b, "x", "default"))
setattr(b, "x", 5)
print(b.x, getattr(b, "x"), hasattr(b, "x"))
delattr(b, "x")
print(hasattr(b, "x"), b.__class__ is B, b.__class__.__name__, type(type(b)) is type)
kinds = {int: "int", str: "str", list: "list", type(None): "none"}
print([kinds[type(x)] for x in (1, "a", [], None)])
for bad in (lambda: isinstance(1, "int"), lambda: issubclass(1, int), lambda: getattr(b, "nope")):
    try:
        bad()
    except (TypeError, AttributeError) as error:
        print(type(error).__name__)
