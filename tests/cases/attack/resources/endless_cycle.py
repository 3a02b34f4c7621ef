# why: an iterator without an end keeps a loop busy that does not look endless.
# source: https://docs.python.org/3/library/itertools.html#itertools.cycle
from itertools import cycle

any(cycle([0]))
