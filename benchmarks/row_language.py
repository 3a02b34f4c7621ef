"""Pure Python in a macro against the same text in CPython, and what the language layer costs to compile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from files import EXAMPLE
from frame import Contender, Once, Row, Scale
from subject import engine_macro, plain_main
from target import Target

LOOP = """
def main():
    total = 0
    for outer in range(1500):
        for inner in range(1000):
            total += outer * inner % 7
            if total > 1_000_000:
                total -= 1_000_000
    return total
"""

ITEMS = """
def main():
    limit = 400_000
    prime = [True] * limit
    for number in range(2, 633):
        if prime[number]:
            for multiple in range(number * number, limit, number):
                prime[multiple] = False
    digits = {}
    for number in range(2, limit):
        if prime[number]:
            digits[number % 10] = digits.get(number % 10, 0) + 1
    return digits
"""

METHODS = """
class Account:
    def __init__(self, owner):
        self.owner = owner
        self.balance = 0
        self.log = []

    def deposit(self, amount):
        self.balance += amount
        return self

    def note(self, text):
        self.log.append(text.strip().upper())

    def rank(self):
        return self.balance, self.owner


def main():
    accounts = [Account(f"owner {number}") for number in range(100)]
    for step in range(300_000):
        account = accounts[step % 100]
        account.deposit(step % 17)
        if step % 10 == 0:
            account.note(f" step {step} ")
    ranked = sorted(accounts, key=lambda account: account.rank())
    return [account.owner for account in ranked[:3]]
"""

RECORDS = """
from dataclasses import dataclass, field
from enum import Enum


class Kind(Enum):
    BUY = 1
    SELL = 2


@dataclass
class Trade:
    kind: Kind
    amount: int
    notes: list = field(default_factory=list)

    @property
    def signed(self):
        return self.amount if self.kind is Kind.BUY else -self.amount


def main():
    total, large = 0, 0
    for step in range(60_000):
        trade = Trade(Kind.BUY if step % 3 else Kind.SELL, step % 100)
        trade.amount += 1
        match trade:
            case Trade(Kind.BUY, amount) if amount > 90:
                large += amount
            case Trade(kind=Kind.SELL):
                total -= 1
            case _:
                total += trade.signed
    return total, large
"""

MACROS = ("read_summary.py", "mark_overdue.py", "clean_text.py")


def language_rows() -> tuple[Row, ...]:
    """Four programs that never touch the workbook, and the compiler."""
    return (
        _program(
            "loop",
            "loop-heavy: nested loops over integers",
            LOOP,
            Target("loop: ≤ 1.3x CPython", "macro", 1.3, "CPython"),
        ),
        _program(
            "items", "stores into lists and dicts", ITEMS, Target("item stores: ≤ 2x CPython", "macro", 2.0, "CPython")
        ),
        _program(
            "methods",
            "method-heavy: classes and strings",
            METHODS,
            Target("methods: ≤ 2x CPython", "macro", 2.0, "CPython"),
        ),
        _program(
            "records",
            "dataclasses, enums and match",
            RECORDS,
            Target("records: ≤ 2x CPython", "macro", 2.0, "CPython"),
        ),
        Row(
            name="compile",
            title=f"compile the {len(MACROS)} example macros",
            contenders=(
                Contender("prepare", _prepare, "check, transform and compile, in one process"),
                Contender("CPython", _compile, "compile()"),
            ),
            reference="CPython",
            n=40,
        ),
    )


def _program(name: str, title: str, source: str, target: Target) -> Row:
    return Row(
        name=name,
        title=f"pure Python in a macro, {title}",
        contenders=(
            Contender("macro", engine_macro("small", source, "read", "worker"), "as its worker measured"),
            Contender("CPython", _plain(source), "the same text in one process"),
        ),
        targets=(target,),
        reference="CPython",
        n=12,
        files=("small",),
    )


def _plain(source: str) -> Callable[[Scale], AbstractContextManager[Once]]:
    @contextmanager
    def start(scale: Scale) -> Iterator[Once]:
        assert scale.folder
        main = plain_main(source)

        def once() -> None:
            main()

        yield once

    return start


@contextmanager
def _prepare(scale: Scale) -> Iterator[Once]:
    from macrocell.sandbox.program import prepare

    assert scale.folder
    sources = _sources()
    injected = frozenset({"workbook", "inputs"})

    def once() -> None:
        for source in sources:
            prepared = prepare(source, injected=injected)
            assert not isinstance(prepared, tuple), prepared

    yield once


@contextmanager
def _compile(scale: Scale) -> Iterator[Once]:
    assert scale.folder
    sources = _sources()

    def once() -> None:
        for source in sources:
            compile(source, "<macro>", "exec")

    yield once


def _sources() -> list[str]:
    folder: Path = EXAMPLE.parent
    return [(folder / name).read_text(encoding="utf-8") for name in MACROS]
