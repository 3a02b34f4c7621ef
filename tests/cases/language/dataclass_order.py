from dataclasses import dataclass, field


@dataclass(order=True)
class Version:
    major: int
    minor: int = 0
    label: str = field(default="", compare=False)


versions = [Version(2), Version(1, 5, "b"), Version(1, 5, "a"), Version(0, 9)]
print(sorted(versions), max(versions), Version(1, 5, "x") == Version(1, 5, "y"))
print(Version(1) < Version(1, 1), Version(1) >= Version(1), Version(2) <= Version(1))
try:
    Version(1) < (1, 0)
except TypeError as error:
    print(error)
try:

    @dataclass(order=True, eq=False)
    class Bad:
        x: int
except ValueError as error:
    print(error)
