# why: a module is shared: a constant set by setattr would be the next run's.
# source: https://docs.python.org/3/reference/datamodel.html#modules
import math

setattr(math, "pi", 3)
