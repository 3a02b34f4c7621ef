def counter(start):
    count = start

    def up(by=1):
        nonlocal count
        count += by
        return count

    return up


a, b = counter(0), counter(10)
print(a(), a(5), b(), [f() for f in [lambda i=i: i * i for i in range(3)]])
