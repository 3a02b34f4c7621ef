from dataclasses import dataclass
from functools import total_ordering


@total_ordering
@dataclass
class Money:
    amount: int
    unit: str = "EUR"

    def __add__(self, other):
        if isinstance(other, Money):
            return Money(self.amount + other.amount, self.unit)
        return NotImplemented

    def __radd__(self, other):
        return self if other == 0 else NotImplemented

    def __lt__(self, other):
        return self.amount < other.amount

    @classmethod
    def parse(cls, text):
        amount, _, unit = text.partition(" ")
        return cls(int(amount), unit or "EUR")

    @staticmethod
    def zero():
        return Money(0)

    @property
    def text(self):
        return f"{self.amount} {self.unit}"

    def __format__(self, spec):
        return format(self.amount, spec) + self.unit


print(sum([Money(1), Money(2)]), Money.parse("5 USD"), Money.zero(), Money(3).text, f"{Money(4):>5}")
print(Money(1) <= Money(2), max(Money(1), Money(7)), Money(1) > Money(0))
