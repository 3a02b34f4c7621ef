# why: the frame of a generator is asked for by a text.
# source: https://docs.python.org/3/library/inspect.html#types-and-members
def numbers():
    yield 1


getattr(numbers(), "gi_" + "frame")
