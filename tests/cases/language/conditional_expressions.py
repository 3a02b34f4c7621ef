def f(x):
    return "a" if x > 2 else "b" if x > 1 else "c"


print(
    [f(x) for x in range(4)], (1 if [] else 2), [x and "t" or "f" for x in (0, 1)], 0 or None or "last", 1 and [] and 3
)
print(not [], not not "x", None or 0, "" and 1, (lambda x: x if x else None)(0))
log = []


def note(x):
    log.append(x)
    return x


note(0) and note(1)
note(1) or note(2)
note(3) if note(0) else note(4)
print(log, bool(note([]) or note({})))
print(True + True, 1 if "" else 0, sum(x > 1 for x in range(4)), max([], default="none"), [] == False, [] or False)
x = 5
print("big" if x > 3 and x < 10 else "small", x if not x == 5 else -x)
