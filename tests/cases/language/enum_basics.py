from enum import Enum, auto, unique


@unique
class Status(Enum):
    OPEN = "open"
    DONE = "done"
    LATE = "late"

    @property
    def final(self):
        return self is Status.DONE

    @classmethod
    def parse(cls, text):
        return cls(text.strip().lower())

    def __str__(self):
        return self.name.title()


class Level(Enum):
    LOW = auto()
    MID = auto()
    HIGH = 10
    TOP = auto()
    ALIAS = 1


print(list(Status), Status.OPEN, repr(Status.DONE), Status("late"), Status["OPEN"], Status.parse(" Done "))
print(Status.OPEN.name, Status.OPEN.value, Status.DONE.final, len(Status), Status.OPEN in Status, bool(Status))
print([(m.name, m.value) for m in Level], Level.ALIAS is Level.LOW, Level(10), list(reversed(Level)))
print(
    {Status.OPEN: 1}[Status("open")], Status.OPEN == "open", Status.OPEN is Status("open"), Status.OPEN != Status.DONE
)
for call in (lambda: Status("x"), lambda: Status["x"], lambda: Status.NOPE):
    try:
        call()
    except (ValueError, KeyError, AttributeError) as error:
        print(type(error).__name__)
try:

    @unique
    class Twice(Enum):
        A = 1
        B = 1
except ValueError as error:
    print(error)
try:
    Status.OPEN < Status.DONE
except TypeError as error:
    print(error)
