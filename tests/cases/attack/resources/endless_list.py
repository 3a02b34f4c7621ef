# why: a list of an iterator without an end grows in one call.
# source: https://docs.python.org/3/library/itertools.html#itertools.count
import itertools

list(itertools.count())
