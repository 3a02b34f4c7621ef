# why: register of a single-dispatch function evaluates the annotations of what it registers.
# source: https://docs.python.org/3/library/functools.html#functools.singledispatch
import functools


@functools.singledispatch
def probe(n):
    return n
