def counter(start=0):
    count = start
    history = []

    def step(by=1):
        nonlocal count
        count += by
        history.append(count)
        return count

    def reset():
        nonlocal count, history
        count, history = start, []

    def inner():
        def deeper():
            nonlocal count
            count *= 10
            return count

        return deeper

    return step, reset, inner(), lambda: (count, history)


step, reset, deeper, state = counter(5)
print(step(), step(2), deeper(), state())
reset()
print(state(), counter()[0]())


def loops():
    total = 0

    def add(xs):
        nonlocal total
        for total in xs:
            pass
        with_it = [total := total + x for x in xs]
        return with_it

    return add([1, 2]), total


print(loops())


def deleted():
    x = 1

    def drop():
        nonlocal x
        del x

    drop()
    try:
        return x
    except NameError as error:
        return str(error)


print(deleted())
