def kind(x):
    match x:
        case bool(b):
            return "bool", b
        case int(n) if n > 100:
            return "big", n
        case int():
            return "int"
        case float(f):
            return "float", f
        case str(s):
            return "str", s
        case list([1, *rest]):
            return "list from one", rest
        case list(items) | tuple(items):
            return "items", items
        case dict({"a": a}):
            return "dict with a", a
        case dict() | set() | frozenset():
            return "hashed"
        case bytes(b) | bytearray(b):
            return "bytes", bytes(b)
        case Exception(args=[first, *_]):
            return "error", first
        case object():
            return "object"


class Text(str):
    pass


tests = [True, 5, 500, 1.5, "s", Text("t"), [1, 2], [2], (3,), {"a": 9}, {}, set(), b"x", ValueError("v", 1), None, len]
for each in tests:
    print(kind(each))
