# why: one call of C code computes for hours and looks at no signal meanwhile.
# source: https://docs.python.org/3/library/math.html#math.factorial
import math

math.factorial(10**9)
