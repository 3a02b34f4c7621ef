from __future__ import annotations

x: int = 5
names: list[str] = []


def f(a: int, b: "str" = "s", *c: float, **d: dict) -> bool:
    return a > 1


class A:
    n: int = 3

    def m(self: "A", other: A | None = None) -> None:
        self.k: int = 7


a = A()
a.m()
print(x, names, f(2), A.n, a.k)
