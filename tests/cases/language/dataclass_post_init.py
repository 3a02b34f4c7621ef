from dataclasses import InitVar, dataclass, field
import dataclasses as dc


@dataclass
class Invoice:
    net: float
    rate: InitVar[float] = 0.2
    discount: dc.InitVar[float] = 0
    gross: float = field(init=False)
    lines: list = field(default_factory=list)

    def __post_init__(self, rate, discount):
        if self.net < 0:
            raise ValueError(f"negative: {self.net}")
        self.gross = round(self.net * (1 + rate) - discount, 2)


print(Invoice(100), Invoice(100, 0.5), Invoice(net=10, discount=1))
try:
    Invoice(-1)
except ValueError as error:
    print(error)
print(dc.replace(Invoice(100), net=50, rate=0.1, discount=0))
print(dc.asdict(Invoice(1)))


@dataclass
class Base:
    a: int

    def __post_init__(self):
        self.log = [f"base {self.a}"]


@dataclass
class Child(Base):
    b: int = 2

    def __post_init__(self):
        super().__post_init__()
        self.log.append(f"child {self.b}")


print(Child(1).log, Child(1))
