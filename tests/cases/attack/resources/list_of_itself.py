# why: a list that holds itself has no end for one who writes it out.
# source: https://docs.python.org/3/library/reprlib.html#reprlib.recursive_repr
found = []
found.append(found)
found
