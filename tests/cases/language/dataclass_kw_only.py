from dataclasses import KW_ONLY, dataclass, field
import dataclasses


@dataclass
class Options:
    path: str
    _: KW_ONLY
    sheet: str = "Data"
    rows: int


@dataclass(kw_only=True)
class All:
    a: int = 1
    b: int


@dataclass
class One:
    a: int = field(kw_only=True)
    b: int = 0


@dataclass
class Dotted:
    a: int = 0
    _: dataclasses.KW_ONLY
    b: int


print(Options("p", rows=3), All(b=2), One(5, a=1), Dotted(b=1))
for call in (lambda: Options("p", "s", 3), lambda: All(1, 2), lambda: One(1), lambda: Dotted(1, 2)):
    try:
        call()
    except TypeError as error:
        print(error)
