import cmath
from cmath import phase, sqrt as root

print(root(-4), phase(1j), cmath.polar(1j), cmath.isclose(cmath.exp(cmath.pi * 1j), -1), cmath.isnan(complex("nan")))
print(cmath.infj.imag, round(cmath.log10(100).real, 6), cmath.rect(1, 0))
try:
    cmath.log(0)
except ValueError as error:
    print(error)
