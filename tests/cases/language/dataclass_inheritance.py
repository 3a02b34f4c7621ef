from dataclasses import dataclass, field
from typing import ClassVar


@dataclass
class Base:
    name: str
    size: int = 1
    count: ClassVar[int] = 0

    def describe(self):
        return f"{self.name}:{self.size}"


@dataclass
class Left(Base):
    size: int = 5
    extra: str = "l"


@dataclass
class Right(Base):
    flag: bool = False


@dataclass
class Both(Left, Right):
    last: list = field(default_factory=list)


class Plain(Both):
    def describe(self):
        return "plain " + super().describe()


print(Left("a"), Right("b", flag=True), Both("c"), Plain("d"))
print(Both("c").describe(), Plain("d").describe(), Left("a") == Base("a", 5), Plain("x") == Both("x"))
Base.count += 3
print(Both.count, Plain("e").count)
