import random
from random import Random

rng = Random(42)
print(rng.random(), rng.randint(1, 100), rng.choice("abc"), rng.sample(range(10), 3), rng.gauss(0, 1))
rows = list(range(5))
rng.shuffle(rows)
print(rows, [rng.choices("ab", k=3), rng.uniform(1, 2), rng.randrange(0, 100, 5)])
rng.seed(42)
print(rng.random() == Random(42).random(), isinstance(rng, random.Random), Random("text").random())
random.seed(7)
print(random.random(), random.randint(1, 6))
