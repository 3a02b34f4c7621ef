rate = 3
base = 10


class A:
    rate = rate * 2
    total = rate + base
    squares = [n * n for n in range(3)]

    def get(self):
        return rate


print(A.rate, A.total, A.squares, A().get(), rate)
