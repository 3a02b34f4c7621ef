def read(event):
    match event:
        case {"type": "move", "at": [x, y]}:
            return "move", x, y
        case {"type": "key", "code": int(code), **rest} if rest:
            return "key with", code, rest
        case {"type": "key", "code": code}:
            return "key", code
        case {1: one, 2.5: two, None: none}:
            return one, two, none
        case {**everything}:
            return "any", sorted(everything)
        case _:
            return "none"


print(read({"type": "move", "at": (1, 2)}))
print(read({"type": "key", "code": 5, "shift": True}))
print(read({"type": "key", "code": 5}), read({"type": "key", "code": "x"}))
print(read({1: "a", 2.5: "b", None: "c"}), read({}), read({"b": 1, "a": 2}), read([1]))
