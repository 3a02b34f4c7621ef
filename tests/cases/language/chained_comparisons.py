calls = []


def note(x):
    calls.append(x)
    return x


print(1 < 2 < 3, 1 < 3 < 2, 3 > 2 >= 2 != 1, 1 == 1.0 == True, "a" < "b" <= "b")
print(note(1) < note(0) < note(5), calls)
calls.clear()
print(note(1) < note(2) < note(3), calls)
print(1 in [1] == True, (1 in [1]) == True, None is None is not True, 2 not in [1] in [[1]])
print(0 < 1 == 1 < 2 > 1, not 1 < 2, [x for x in range(10) if 2 < x < 6 and x != 4])
try:
    1 < "a" < 2
except TypeError as error:
    print(error)


class V:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        return f"{self.n}<{other.n}"


print(V(1) < V(2) < V(3))
