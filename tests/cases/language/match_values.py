def kind(x):
    match x:
        case 0:
            return "zero"
        case -1:
            return "minus one"
        case 2.5:
            return "float"
        case 1 + 2j:
            return "complex"
        case -3 - 4j:
            return "negative complex"
        case "a" | "b":
            return "letter"
        case b"x":
            return "bytes"
        case _:
            return "other"


print([kind(x) for x in (0, False, -1, 2.5, 1 + 2j, -3 - 4j, "a", "b", b"x", "c", [])])
