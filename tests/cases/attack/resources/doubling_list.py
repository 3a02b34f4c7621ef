# why: extending a list by itself doubles it each time.
# source: https://docs.python.org/3/library/stdtypes.html#mutable-sequence-types
found = [0]
while True:
    found += found
