class Sheet:
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __iter__(self):
        for row in self.rows:
            yield tuple(row)

    def __reversed__(self):
        return (tuple(row) for row in self.rows[::-1])

    def __contains__(self, value):
        return any(value in row for row in self.rows)

    def __getitem__(self, key):
        match key:
            case int(row):
                return self.rows[row]
            case slice():
                return Sheet(self.rows[key])
            case (row, column):
                return self.rows[row][column]
            case str(name):
                return f"cell {name}"
        raise KeyError(key)

    def __setitem__(self, key, value):
        row, column = key
        self.rows[row][column] = value

    def __delitem__(self, key):
        del self.rows[key]

    def __call__(self, *args, **kwargs):
        return args, kwargs

    def __eq__(self, other):
        return isinstance(other, Sheet) and self.rows == other.rows


s = Sheet([[1, 2], [3, 4], [5, 6]])
print(len(s), list(s), list(reversed(s)), 4 in s, 9 in s, s[1], s[1, 0], s["A1"], len(s[1:]), s[-1, ::-1])
s[0, 0] = 10
s[1, 1] += 100
del s[2]
print(list(s), s(1, x=2), s == Sheet([[10, 2], [3, 104]]), [a for a, _ in s], dict(s), max(s), bool(s), bool(Sheet([])))
try:
    s[None]
except KeyError as error:
    print("key", error)


class Old:
    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return i * i


print(list(Old()), 4 in Old(), tuple(zip(Old(), "ab")))


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


c = Countdown(3)
print(next(c), list(c), next(c, "end"), sum(Countdown(5)))
