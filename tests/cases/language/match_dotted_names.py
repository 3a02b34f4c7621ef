import math
from enum import Enum


class Limits:
    LOW = 10

    class Inner:
        HIGH = 20


class Color(Enum):
    RED = "r"
    BLUE = "b"


def kind(x):
    match x:
        case Limits.LOW:
            return "low"
        case Limits.Inner.HIGH:
            return "high"
        case math.pi:
            return "pi"
        case Color.RED | Color.BLUE:
            return x.name
        case {Limits.LOW: value}:
            return value
        case [Limits.LOW, Color.RED]:
            return "both"
    return "?"


print([kind(x) for x in (10, 20, math.pi, Color.RED, Color.BLUE, {10: "v"}, [10, Color.RED], "r", [10, "r"])])
