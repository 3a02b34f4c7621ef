import fractions as fr
from decimal import Decimal
from fractions import Fraction

half = Fraction(numerator=1, denominator=2)
print(half + Fraction("1/3"), Fraction("0.25"), Fraction(0.5), Fraction(Decimal("1.1")), Fraction(True), half * 2)
print(
    half.numerator,
    half.denominator,
    float(half),
    round(Fraction(7, 3)),
    Fraction(3.14159).limit_denominator(100),
    half**2,
    -half,
    half < 0.6,
    repr(half),
)
print(
    Fraction.from_float(0.75), Fraction.from_decimal(Decimal("0.2")), sum([half, half]), sorted([half, Fraction(1, 3)])
)
print(
    isinstance(half, Fraction),
    isinstance(1, Fraction),
    type(half) is Fraction,
    Fraction.__name__,
    {half: 1}[Fraction(2, 4)],
)
print(isinstance(half, (int, fr.Fraction)), isinstance(3, int | Fraction), isinstance("x", int | Fraction | None))
try:
    Fraction(1, 0)
except ZeroDivisionError as error:
    print(error)
try:
    Fraction("x")
except ValueError as error:
    print(error)
