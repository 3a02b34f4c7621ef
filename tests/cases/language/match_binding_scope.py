results = []
for item in [(1, 2), (3,), "x"]:
    match item:
        case (a, b):
            results.append(a + b)
        case (a,):
            results.append(a)
        case text:
            results.append(text)
print(results, a, b, text, item)


def outer():
    match [1, 2, 3]:
        case [head, *tail]:

            def inner():
                nonlocal head
                head += 10
                return head

            return inner() + head, tail


print(outer())


class Holder:
    match 5:
        case n:
            doubled = n * 2


print(Holder.doubled, Holder.n)
match 1:
    case match:
        case = match
print(match, case)
