import itertools as it
from itertools import chain, groupby

print(
    list(chain([1], [2])),
    list(chain.from_iterable([[1], [2]])),
    list(it.islice(it.count(5, 2), 3)),
    list(it.accumulate([1, 2, 3])),
)
print([(k, list(g)) for k, g in groupby("aabbb")], list(it.product([0, 1], repeat=2)), list(it.combinations("abc", 2)))
print(
    list(it.zip_longest([1], [2, 3], fillvalue=0)),
    list(it.pairwise([1, 2, 3])),
    list(it.takewhile(lambda x: x < 2, [1, 2, 1])),
)
a, b = it.tee([1, 2])
print(list(a), list(b), list(it.repeat("x", 2)), list(it.permutations([1, 2])), list(it.starmap(pow, [(2, 3)])))
