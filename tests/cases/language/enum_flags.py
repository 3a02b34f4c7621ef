from enum import Flag, IntFlag, auto


class Right(Flag):
    READ = auto()
    WRITE = auto()
    RUN = auto()
    ALL = READ | WRITE | RUN


class Bits(IntFlag):
    A = 1
    B = 2
    C = 4


both = Right.READ | Right.WRITE
print(both, repr(both), list(both), Right.READ in both, Right.RUN in both, both & Right.READ, both ^ Right.READ)
print(Right(3) == both, Right(0), bool(Right(0)), ~Right.READ, Right.ALL == Right(7), len(both), both.value)
print(Bits.A | Bits.C, Bits(6), repr(Bits(6)), Bits.A + 1, Bits.B in Bits(3), list(Bits(5)), Bits.A | 8)
both |= Right.RUN
print(both is Right.ALL, [m.name for m in Right])
try:
    Right(99)
except ValueError as error:
    print(type(error).__name__)
