from typing import NamedTuple


class Employee(NamedTuple):
    """One person."""

    name: str
    salary: float = 0.0
    tags: tuple = ()

    @property
    def yearly(self):
        return self.salary * 12

    def raised(self, by):
        return self._replace(salary=self.salary + by)

    @classmethod
    def named(cls, name):
        return cls(name)

    def __str__(self):
        return f"<{self.name}>"


e = Employee("Ann", 10)
print(e, repr(e), e.yearly, e.raised(5).salary, Employee.named("Bob"), Employee._fields, e._asdict())
name, *rest = e
print(name, rest, e[0], len(e), e == ("Ann", 10, ()), {e: 1}[Employee("Ann", 10)], e < Employee("Zoe"))


class Boss(Employee):
    def title(self):
        return "Boss " + self.name


print(Boss("Cy").title(), isinstance(Boss("Cy"), tuple), Boss("Cy"))
try:
    e.name = "x"
except AttributeError as error:
    print(error)
try:
    Employee()
except TypeError as error:
    print(error)
