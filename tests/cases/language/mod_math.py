import math
from math import pi, sqrt as root

print(
    math.floor(-2.5),
    math.ceil(2.1),
    math.comb(5, 2),
    math.gcd(12, 18),
    math.isclose(0.1 + 0.2, 0.3),
    root(16),
    round(pi, 4),
)
print(
    math.fsum([0.1] * 10),
    math.prod([1, 2, 3]),
    math.inf > 10**100,
    math.isnan(math.nan),
    math.log10(1000),
    math.hypot(3, 4),
)
