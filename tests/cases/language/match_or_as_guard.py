def route(command):
    match command.split():
        case ["go", ("north" | "south" | "east" | "west") as where]:
            return "go", where
        case ["take", *things] if len(things) == len(set(things)):
            return "take", things
        case ["take", *_] as whole:
            return "twice", whole
        case [("quit" | "exit"), *_]:
            return "end"
        case [name, ("on" | "off") as state] | [("on" | "off") as state, name]:
            return name, state
        case other:
            return other


for text in ("go north", "go up", "take a b", "take a a", "exit now", "lamp on", "off lamp", "", "hm hm hm"):
    print(route(text))
calls = []


def check(x):
    calls.append(x)
    return x > 2


for n in (1, 5):
    match n:
        case x if check(x):
            print("big", x)
        case x if check(x + 2):
            print("medium", x)
print(calls)
