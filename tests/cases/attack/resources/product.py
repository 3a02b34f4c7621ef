# why: the product of a few short lists has more elements than there is time.
# source: https://docs.python.org/3/library/itertools.html#itertools.product
import itertools

sum(1 for _ in itertools.product(range(100), repeat=8))
