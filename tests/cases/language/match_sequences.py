def shape(x):
    match x:
        case []:
            return "empty"
        case [one]:
            return "one", one
        case [first, *middle, last] if len(middle) > 2:
            return "long", first, middle, last
        case (a, b):
            return "pair", a, b
        case [1, [2, [3, *deep]], *_]:
            return "deep", deep
        case [*all_of_it]:
            return "rest", all_of_it


for x in ([], [1], (1, 2), [1, 2, 3], range(6), "ab", b"ab", {1, 2}, [1, [2, [3, 4, 5]], 6], {"a": 1}, None):
    print(shape(x))
