import statistics
from statistics import NormalDist

iq = NormalDist(mu=100, sigma=15)
print(
    iq.mean,
    iq.stdev,
    iq.variance,
    iq.median,
    iq.mode,
    round(iq.cdf(115), 6),
    round(iq.pdf(100), 6),
    round(iq.inv_cdf(0.975), 4),
)
print([round(cut, 2) for cut in iq.quantiles(n=4)], iq.zscore(130), round(iq.overlap(NormalDist(110, 15)), 4))
print(
    iq + 5,
    iq - 5,
    2 * iq,
    iq / 3,
    -iq,
    +iq,
    iq + NormalDist(1, 2),
    200 - iq,
    iq == NormalDist(100, 15),
    hash(iq) == hash(NormalDist(100, 15)),
)
print(
    NormalDist.from_samples([1, 2, 3, 4]),
    len(iq.samples(3)),
    iq.samples(2, seed=1) == iq.samples(2, seed=1),
    isinstance(iq, NormalDist),
)
try:
    NormalDist(0, -1)
except statistics.StatisticsError as error:
    print(error)
