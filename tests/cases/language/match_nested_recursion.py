def evaluate(tree):
    match tree:
        case int(n) | float(n):
            return n
        case ("+", left, right):
            return evaluate(left) + evaluate(right)
        case ("*", left, right):
            return evaluate(left) * evaluate(right)
        case ("-", only):
            return -evaluate(only)
        case ("let", {**names}, body):
            return evaluate(replace(body, names))
        case unknown:
            raise ValueError(f"cannot evaluate {unknown!r}")


def replace(tree, names):
    match tree:
        case str(name) if name in names:
            return names[name]
        case (op, *parts):
            return (op, *[replace(part, names) for part in parts])
        case _:
            return tree


print(evaluate(("+", 1, ("*", 2, ("-", 3)))))
print(evaluate(("let", {"x": 4, "y": 5}, ("+", "x", ("*", "y", "x")))))
try:
    evaluate(("/", 1, 2))
except ValueError as error:
    print(error)
