import json
from enum import Enum, IntEnum, StrEnum, auto


class Priority(IntEnum):
    LOW = 1
    HIGH = 5


class Mode(StrEnum):
    READ = auto()
    WRITE = "w"


class Old(str, Enum):
    A = "a"


print(Priority.HIGH > 3, sorted([Priority.HIGH, Priority.LOW]), Priority(5), Priority.LOW + 1, f"{Priority.HIGH:03d}")
print(repr(Priority.LOW), str(Priority.LOW), Priority.LOW == 1, [10, 20][Priority.LOW], int(Priority.HIGH))
print(Mode.READ, repr(Mode.WRITE), Mode.READ == "read", Mode.READ.upper(), f"{Mode.WRITE}!", "-".join(Mode))
print(json.dumps({"p": Priority.HIGH, "m": Mode.READ, "o": Old.A}), Old.A == "a", Old("a").value, Old.A.name)
print({Mode.READ: 1}["read"], Mode("w") is Mode.WRITE, isinstance(Mode.READ, str), max(Priority))
