# why: integers that are equal modulo 2**61 - 1 have one hash: a set of them takes quadratic time.
# source: https://docs.python.org/3/library/stdtypes.html#hashing-of-numeric-types
step = 2**61 - 1
len({n * step for n in range(400000)})
