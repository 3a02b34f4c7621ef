"""Random macros over the whole accepted grammar. Each ends: loops are bounded, functions call earlier ones only.

Every value that is kept is small (keep() sees to it), every number that repeats something is one of a few, and every
statement of the top level reports its own error and lets the next one run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st

PRELUDE = """\
import functools
from abc import ABC, abstractmethod
from collections import namedtuple
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from enum import Enum, IntEnum
from typing import NamedTuple

def keep(x):
    return x % 1000 if type(x) is int else x if len(repr(x)) < 200 else 0

def num(x):
    return x % 7 if isinstance(x, int) else 2

class Step:
    def __init__(self, tag, swallow=False):
        self.tag, self.swallow = tag, swallow
    def __enter__(self):
        print("in", self.tag)
        return self.tag
    def __exit__(self, kind, error, trace):
        print("out", self.tag, kind and kind.__name__)
        return self.swallow

@contextmanager
def within(tag):
    print("begin", tag)
    try:
        yield tag
    finally:
        print("end", tag)

def twice(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return [function(*args, **kwargs), function(*args, **kwargs)]
    return wrapper

a, b, c = 1, 2, 3
s, t = "abc", "x"
xs, ys = [3, 1, 2], [1, [2, "z"]]
d = {"a": 1, "k": [1, 2], 3: None}
"""

NUMBERS = ("a", "b", "c")
TEXTS = ("s", "t")
LISTS = ("xs", "ys")
NAMES = (*NUMBERS, *TEXTS, *LISTS, "d", "o", "p", "q", "color")
ERRORS = ("Exception", "ValueError", "(KeyError, IndexError)", "TypeError", "LookupError", "ArithmeticError")
CALLS = (
    "len",
    "sum",
    "sorted",
    "str",
    "repr",
    "list",
    "tuple",
    "set",
    "dict",
    "min",
    "max",
    "abs",
    "bool",
    "any",
    "all",
)
LOCALS = {"a": "4", "b": "5", "c": "6", "s": "'loc'", "xs": "[7, 8]"}
BINARY = ("+", "-", "//", "%", "/", "&", "|", "^", "@", "-", "+")
COMPARED = ("<", "==", "!=", ">=", "in", "is", "not in", "is not")
DUNDERS = (
    ("__add__(self, other)", "num(self.x) + num(other)"),
    ("__radd__(self, other)", "('radd', num(other))"),
    ("__lt__(self, other)", "num(self.x) < num(other)"),
    ("__eq__(self, other)", "type(other) is type(self)"),
    ("__bool__(self)", "num(self.x) > 2"),
    ("__len__(self)", "num(self.x)"),
    ("__getitem__(self, key)", "('item', key, 2)[key]"),
    ("__call__(self, *args, **kwargs)", "('call', args, kwargs)"),
    ("__contains__(self, item)", "num(item) == num(self.x)"),
    ("__iter__(self)", "iter([num(self.x), self.y])"),
    ("__neg__(self)", "-num(self.x)"),
    ("__format__(self, spec)", "f'<{spec}>'"),
    ("__hash__(self)", "num(self.x)"),
    ("__index__(self)", "num(self.x)"),
)


class Writer:
    """Writes one program. pick takes one of its options; the first is the simplest."""

    def __init__(self, pick: Callable[[Sequence[Any]], Any]) -> None:
        self.pick = pick
        self.left = 120
        self.serial = 0
        self.functions: list[str] = []
        self.generators: list[str] = []
        self.inside: list[str] = []
        self.loops = 0
        self.locals: tuple[str, ...] = ()

    def fresh(self, stem: str) -> str:
        self.serial += 1
        return f"{stem}{self.serial}"

    # Expressions

    def expr(self, depth: int = 3) -> str:
        self.left -= 1
        if depth <= 0 or self.left < 0:
            return self.atom()
        return str(self.pick(EXPRESSIONS)(self, depth - 1))

    def atom(self) -> str:
        constants = ("0", "1", "-2", "2.5", "'k'", "''", "None", "True", "[]", "()", "{}", "b'y'", "1j", "...")
        return str(self.pick((*self.locals, *NAMES, *constants)))

    def binary(self, depth: int) -> str:
        return f"({self.expr(depth)} {self.pick(BINARY)} {self.expr(depth)})"

    def arithmetic(self, depth: int) -> str:
        return f"(num({self.expr(depth)}) {self.pick(BINARY)} num({self.expr(depth)}))"

    def joined(self, depth: int) -> str:
        return str(
            self.pick(("[*xs, {x}]", "[{x}] + ys", "(s + str({x}))", "({x}, *q)", "{{**d, 'k': {x}}}")).format(
                x=self.expr(depth)
            )
        )

    def scaled(self, depth: int) -> str:
        return f"({self.expr(depth)} * {self.pick(('2', '0', '3', '-1'))})"

    def power(self, depth: int) -> str:
        return f"(num({self.expr(depth)}) {self.pick(('**', '<<', '>>'))} {self.pick(('2', '0', '3'))})"

    def unary(self, depth: int) -> str:
        return f"({self.pick(('-', 'not ', '+', '~'))}{self.expr(depth)})"

    def compare(self, depth: int) -> str:
        pairs = "".join(f" {self.pick(COMPARED)} {self.expr(depth)}" for _ in range(self.pick((1, 2, 3))))
        return f"({self.expr(depth)}{pairs})"

    def boolean(self, depth: int) -> str:
        return f"({self.expr(depth)} {self.pick(('and', 'or'))} {self.expr(depth)})"

    def conditional(self, depth: int) -> str:
        return f"({self.expr(depth)} if {self.expr(depth)} else {self.expr(depth)})"

    def items(self, depth: int) -> str:
        stars = ("", "", "*")
        return ", ".join(f"{self.pick(stars)}{self.expr(depth)}" for _ in range(self.pick((2, 0, 1, 3))))

    def display(self, depth: int) -> str:
        kind = self.pick(("list", "tuple", "set", "dict"))
        if kind == "dict":
            return f"{{{self.expr(depth)}: {self.expr(depth)}, **{self.pick(('d', '{}', 'dict(k=1)'))}}}"
        items = self.items(depth)
        if kind == "tuple":
            return f"({items},)" if items else "()"
        return f"[{items}]" if kind == "list" or not items else f"{{{items}}}"

    def subscript(self, depth: int) -> str:
        key = self.pick(("0", "-1", "1:", "::-1", ":2", "'k'", "*(0,)", "3", ""))
        return f"{self.pick(('xs', 's', 'ys', 'd', 'o', 'p'))}[{key or self.expr(depth)}]"

    def attribute(self, depth: int) -> str:
        return (
            f"{self.pick(('o', 'p', 'q', 'color', 'a', 'Color.RED'))}.{self.pick(('x', 'y', 'name', 'value', 'real'))}"
        )

    def method(self, depth: int) -> str:
        calls = (
            "s.upper()",
            "s.split('b')",
            "d.get('k')",
            "d.items()",
            "xs.index(1)",
            "s.replace('a', t)",
            "o.twice()",
        )
        calls += ("o.area", "type(o).make(2)", "xs.count(1)", "', '.join([s, t])", "d.pop('zz', 5)", "xs.copy()")
        calls += (
            "Color(1)",
            "Color['RED']",
            "list(Color)",
            "asdict(p)",
            "replace(p, x=4)",
            "q._replace(x=9)",
            "q._asdict()",
        )
        calls += ("'{} {!r:>4}'.format(a, s)", "'{0[0]}{x}'.format(xs, x=t)", "type(p).__name__", "getattr(o, 'x', 0)")
        calls += ("hasattr(q, 'x')", "isinstance(color, Color)", "issubclass(Own, Base)", "functools.reduce(max, xs)")
        return str(self.pick(calls))

    def call(self, depth: int) -> str:
        return f"{self.pick(CALLS)}({self.expr(depth)})"

    def own_call(self, depth: int) -> str:
        if not self.functions:
            return self.call(depth)
        name = self.pick(self.functions)
        form = self.pick(
            ("{f}({x})", "{f}(*[{x}, {y}])", "{f}({x}, k={y})", "{f}(**{{'k': {x}}})", "{f}()", "{f}(1, 2, 3)")
        )
        return str(form.format(f=name, x=self.expr(depth), y=self.expr(depth)))

    def generated(self, depth: int) -> str:
        if not self.generators:
            return self.comprehension(depth)
        name = self.pick(self.generators)
        return str(
            self.pick(("list({f}({x}))", "next({f}({x}), 'end')", "[*{f}({x})]", "dict(zip('ab', {f}({x})))")).format(
                f=name, x=self.expr(depth)
            )
        )

    def comprehension(self, depth: int) -> str:
        v, source = (
            self.fresh("v"),
            self.pick(("range(3)", "xs", "s", "d", "zip(xs, s)", "enumerate(ys)", "q", "Color")),
        )
        outer, self.locals = self.locals, (v, *self.locals)
        element, test = self.expr(depth), self.pick(("", f" if {self.expr(depth)}"))
        self.locals = outer
        form = self.pick(
            (
                "[{e} for {v} in {s}{t}]",
                "list({e} for {v} in {s}{t})",
                "{{num({e}) for {v} in {s}{t}}}",
                "{{num({e}): {v} for {v} in {s}{t}}}",
                "[[{e} for w in range(2)] for {v} in {s}{t}]",
                "any({e} for {v} in {s}{t})",
            )
        )
        return str(form.format(e=element, v=v, s=source, t=test))

    def function_expression(self, depth: int) -> str:
        v = self.fresh("v")
        outer, self.locals = self.locals, (v, *self.locals)
        body = self.expr(depth)
        self.locals = outer
        form = self.pick(
            (
                "(lambda {v}: {b})({x})",
                "(lambda {v}=2, *r, k=3, **n: ({b}, r, k, n))({x}, 1)",
                "list(map(lambda {v}: {b}, xs))",
                "sorted(xs, key=lambda {v}: num({b}))",
            )
        )
        return str(form.format(v=v, b=body, x=self.expr(depth)))

    def formatted(self, depth: int) -> str:
        spec = self.pick(("", "!r", ":>5", "!s:^7", "=", ":{num(a)}"))
        return f'f"{{{self.pick(NAMES)}{spec}}} {{{self.pick(NUMBERS)} + 1}}"'

    def walrus(self, depth: int) -> str:
        return f"({self.pick(NUMBERS)} := keep({self.expr(depth)}))"

    # Statements

    def block(self, depth: int, count: Sequence[int] = (1, 2, 3)) -> list[str]:
        lines = [line for _ in range(self.pick(count)) for line in self.statement(depth)]
        return ["    " + line for line in lines or ["pass"]]

    def statement(self, depth: int) -> list[str]:
        self.left -= 1
        simple = depth <= 0 or self.left < 0
        written: list[str] = self.pick(SIMPLE if simple else STATEMENTS)(self, depth - 1)
        return written

    def show(self, depth: int) -> list[str]:
        return [f"print({self.items(2) or self.expr(2)})"]

    def assign(self, depth: int) -> list[str]:
        value = self.expr()
        annotated = "c" if self.inside else "c: int"  # a name that is declared global takes none
        target = self.pick(("a", "b", "c", "d['n']", "xs[0]", "o.x", "a = b", annotated, "xs[1:2]", "p.x", "q.x"))
        if target in ("d['n']", "xs[0]", "o.x", "p.x", "q.x"):
            return [f"{target} = num({value})"]
        if target == "xs[1:2]":
            return [f"{target} = [num({value})]"]
        return [f"{target} = keep({value})"]

    def unpack(self, depth: int) -> list[str]:
        target = self.pick(("a, b", "a, *b", "(a, (b, *c))", "*a, b", "[a, d['u']]", "a, o.y"))
        return [
            f"{target} = {self.pick(('b, a', 'xs', 's', 'q', '1, (2, 3)', '*s, 1'))}",
            "a, b, c = keep(a), keep(b), keep(c)",
        ]

    def augment(self, depth: int) -> list[str]:
        target = self.pick(("a", "b", "c", "o.x", "xs[0]", "d['a']", "p.x", "s", "xs"))
        value = "t" if target == "s" else "[1]" if target == "xs" else f"num({self.expr(2)})"
        lines = [f"{target} {self.pick(('+', '-', '|', '//', '%', '^'))}= {value}"]
        return [*lines, f"{target} = keep({target})"]

    def condition(self, depth: int) -> list[str]:
        lines = [f"if {self.expr(2)}:", *self.block(depth)]
        if self.pick((True, False)):
            lines += [f"elif {self.expr(2)}:", *self.block(depth)]
        return lines + (["else:", *self.block(depth)] if self.pick((False, True)) else [])

    def looped(self, depth: int) -> list[str]:
        self.loops += 1
        if self.pick((True, False)):
            target = self.pick(("a", "b", "a, *b", "o.y", "d['i']"))
            lines = [
                f"for {target} in {self.pick(('range(3)', 'xs[:3]', 's[:3]', 'zip(xs, s)', 'list(d)[:2]', 'q', 'o'))}:"
            ]
            lines += self.block(depth)
        else:
            counter = self.fresh("w")
            lines = [
                f"{counter} = 0",
                f"while {counter} < 3 and {self.expr(1)}:",
                f"    {counter} += 1",
                *self.block(depth),
            ]
        self.loops -= 1
        return lines + (["else:", *self.block(depth, (1,))] if self.pick((False, True)) else [])

    def leave(self, depth: int) -> list[str]:
        options = ["pass"]
        if self.loops:
            options += ["break", "continue"]
        if self.inside and not self.loops:
            options.append(
                {"function": f"return {self.expr(2)}", "generator": "return 5", "class": "pass"}[self.inside[-1]]
            )
        return [f"if {self.expr(1)}: {self.pick(options)}"]

    def produce(self, depth: int) -> list[str]:
        if not self.inside or self.inside[-1] != "generator":
            return self.show(depth)
        form = self.pick(("yield {x}", "a = keep((yield {x}))", "yield from {i}", "yield {x}, *xs", "print((yield))"))
        return [str(form.format(x=self.expr(2), i=self.pick(("xs", "range(2)", "s", "(v for v in ys)"))))]

    def attempt(self, depth: int) -> list[str]:
        lines = ["try:", *self.block(depth)]
        if self.pick((True, False)):
            lines += [f"except {self.pick(ERRORS)} as e:", "    print(type(e).__name__, e)", *self.block(depth, (1,))]
            if self.pick((False, True)):
                # A generator that is closed shows that a macro's bare except is no place for GeneratorExit.
                closes = bool(self.inside) and self.inside[-1] == "generator"
                bare = "except Exception:" if closes else "except:"
                lines += [self.pick((bare, "except ZeroDivisionError:")), *self.block(depth, (1,))]
            if self.pick((False, True)):
                lines += ["else:", *self.block(depth, (1,))]
            if self.pick((True, False)):
                return lines
        return [*lines, "finally:", *self.block(depth, (1,))]

    def throw(self, depth: int) -> list[str]:
        error = self.pick(("ValueError(1, 'x')", "KeyError('k')", "Own", "TypeError", "Fault('f', code=3)", "5"))
        form = self.pick(
            (
                "if {x}: raise {e}",
                "if {x}: raise {e} from None",
                "assert {x}, 'told'",
                "if {x}: raise {e} from KeyError('c')",
            )
        )
        return [str(form.format(x=self.expr(1), e=error))]

    def guarded(self, depth: int) -> list[str]:
        item = self.pick(
            (
                "Step('a') as a",
                "Step('b', True)",
                "within('c') as c",
                "Step(1) as a, within(2) as b",
                "suppress(ValueError, KeyError)",
            )
        )
        return [f"with {item}:", *self.block(depth)]

    def matched(self, depth: int) -> list[str]:
        lines = [f"match {self.pick(('xs', 'ys', 'd', 'p', 'q', 'color', 'a', 's', 'o', self.expr(2)))}:"]
        for _ in range(self.pick((1, 2, 3))):
            names = iter([self.fresh("m") for _ in range(8)])
            outer = self.locals
            bound: list[str] = []
            pattern = self.pattern(2, names, bound)
            self.locals = (*bound, *outer)
            guard = self.pick(("", f" if {self.expr(1)}"))
            lines += [f"    case {pattern}{guard}:", *["    " + line for line in self.block(depth, (1, 2))]]
            self.locals = outer
        return [*lines, "    case _:", "        print('no match')"]

    def pattern(self, depth: int, names: Any, bound: list[str]) -> str:
        """A pattern that not everything matches; names it binds are added to bound."""
        closed = (
            "0",
            "'abc'",
            "None",
            "True",
            "-1",
            "2.5",
            "Color.RED",
            "int()",
            "str() | bytes()",
            "[]",
            "{}",
            "1 | 2 | 3",
            "Base()",
        )
        if depth <= 0 or self.left < 0:
            return str(self.pick(closed))
        return str(self.pick(PATTERNS)(self, depth - 1, names, bound))

    def part(self, depth: int, names: Any, bound: list[str]) -> str:
        kind = self.pick(("name", "_", "pattern", "as"))
        if kind == "_" or len(bound) > 5:
            return "_"
        if kind == "pattern":
            return self.pattern(depth, names, bound)
        name = next(names)
        bound.append(name)
        return name if kind == "name" else f"{self.pick(('int()', 'str()', '1 | 2'))} as {name}"

    def sequence(self, depth: int, names: Any, bound: list[str]) -> str:
        parts = [self.part(depth, names, bound) for _ in range(self.pick((1, 2, 3)))]
        if len(bound) < 6 and self.pick((True, False)):
            star = self.pick(("*_", ""))
            if not star:
                bound.append(name := next(names))
                star = f"*{name}"
            parts.insert(self.pick((0, len(parts))), star)
        return f"[{', '.join(parts)}]"

    def mapping(self, depth: int, names: Any, bound: list[str]) -> str:
        rest = ""
        key = self.pick(("'k'", "'a'", "3", "Color.RED"))
        pair = f"{key}: {self.part(depth, names, bound)}"
        if len(bound) < 6 and self.pick((False, True)):
            bound.append(name := next(names))
            rest = f", **{name}"
        return f"{{{pair}{rest}}}"

    def instance(self, depth: int, names: Any, bound: list[str]) -> str:
        cls = self.pick(
            (
                "Point({a})",
                "Point({a}, y={b})",
                "Pair({a}, {b})",
                "Own(x={a})",
                "int({a})",
                "str({a})",
                "Color(name={a})",
                "Point(nope={a})",
                "list({a})",
                "Pair(x={a})",
                "Own({a})",
            )
        )
        return str(
            cls.format(a=self.part(depth, names, bound), b=self.part(depth, names, bound) if "{b}" in cls else "")
        )

    def defined(self, depth: int) -> list[str]:
        name = self.fresh("f")
        generator = self.pick((False, False, True))
        signature = self.pick(
            (
                "x=1, k=2",
                "x, *rest, k=3, **more",
                "*rest, k=0",
                "x=2, /, k=1",
                "x, k=None, *, z=1",
                "x: int = 0, *, k: 'y' = 1",
            )
        )
        head = self.pick(("", "", "global a", "global b, c"))
        outer, loops = self.locals, self.loops
        own = [part for part in ("x", "rest", "k", "more", "z") if re.search(rf"\b{part}\b", signature)]
        self.locals, self.loops = (*own, *outer), 0
        self.inside.append("generator" if generator else "function")
        body = [*self.inner(depth), *self.block(depth, (1, 2, 3))]
        body.append(f"    {'yield' if generator else 'return'} {self.expr(2)}")
        self.inside.pop()
        self.locals, self.loops = outer, loops
        globals_ = head.removeprefix("global ").split(", ")
        opening = [f"    {head}"] if head else []
        opening += [f"    {part} = {value}" for part, value in LOCALS.items() if part not in globals_]
        lines = [f"def {name}({signature}):", *opening, *body]
        if not generator and self.pick((False, False, True)):
            lines.insert(0, "@twice")
        if not self.inside:
            (self.generators if generator else self.functions).append(name)
        return lines if not self.inside else [*lines, f"print({name}(1) if {not generator} else list({name}(1)))"]

    def inner(self, depth: int) -> list[str]:
        """A function within a function that changes a name of it."""
        if self.pick((True, True, False)):
            return []
        name = self.fresh("inner")
        return [
            f"    n = {self.expr(1)}",
            f"    def {name}():",
            "        nonlocal n",
            f"        n = keep([n, {self.expr(1)}])",
            "        return n",
            f"    print({name}(), n)",
        ]

    def classes(self) -> list[str]:
        lines = [
            "class Fault(Exception):",
            "    def __init__(self, *args, code=0):",
            "        super().__init__(*args)",
            "        self.code = code",
            "class Base(ABC):",
            "    kind = 'base'",
            "    @abstractmethod",
            "    def twice(self): ...",
            "    def __repr__(self):",
            "        return f'{type(self).__name__}({self.x}, {self.y})'",
        ]
        lines += [
            "class Own(Base):",
            "    def __init__(self, x=1, y=2):",
            "        self.x, self.y = x, y",
            "    def twice(self):",
            f"        return {self.pick(('self.x, self.y', 'num(self.x) * 2', 'self.kind, super().__repr__()'))}",
            "    @property",
            "    def area(self):",
            f"        return {self.pick(('num(self.x)', '1 // num(self.x)', 'self.twice()'))}",
            "    @classmethod",
            "    def make(cls, n):",
            "        return cls(n, cls.kind)",
        ]
        for head, body in self.some(DUNDERS):
            lines += [f"    def {head}:", f"        return {body}"]
        options = self.pick(("", "(order=True)", "(frozen=True)", "(eq=False)", "(unsafe_hash=True, order=True)"))
        factory, rest = self.pick(("list", "int", "dict")), self.pick(("", ", compare=False", ", repr=False"))
        lines += [f"@dataclass{options}", "class Point:", "    x: int = 1"]
        lines.append(f"    y: object = field(default_factory={factory}{rest})")
        if self.pick((False, True)):
            lines += ["    def __post_init__(self):", "        print('made', self.x)"]
        lines += [
            "class Pair(NamedTuple):",
            "    x: int",
            f"    y: object = {self.pick(('2', '[1]', 'None'))}",
            "    def both(self): return (self.x, self.y)",
        ]
        lines += [f"class Color({self.pick(('Enum', 'IntEnum'))}):", "    RED = 1", "    BLUE = 2", "    ALSO = 1"]
        return [*lines, "o, p, q, color = Own(), Point(5), Pair(3), Color.BLUE"]

    def some(self, options: Sequence[Any]) -> list[Any]:
        return [option for option in options if self.pick((False, False, True))]

    def program(self) -> str:
        lines = [*PRELUDE.splitlines(), *self.classes()]
        for _ in range(self.pick((2, 0, 1))):
            lines += self.defined(2)
        for _ in range(self.pick((3, 1, 5, 6, 7, 8))):
            lines += ["try:", *self.block(3), "except Exception as e:", "    print('!', type(e).__name__, e)"]
        lines.append(f"print({', '.join(NAMES)})")
        return "\n".join([*lines, self.pick(("", f"print({self.expr()})"))]) + "\n"


EXPRESSIONS: tuple[Callable[[Writer, int], str], ...] = (
    lambda writer, _: writer.atom(),
    Writer.arithmetic,
    Writer.joined,
    Writer.binary,
    Writer.call,
    Writer.method,
    Writer.attribute,
    Writer.subscript,
    Writer.display,
    Writer.compare,
    Writer.boolean,
    Writer.conditional,
    Writer.unary,
    Writer.scaled,
    Writer.power,
    Writer.comprehension,
    Writer.own_call,
    Writer.generated,
    Writer.formatted,
    Writer.function_expression,
    Writer.walrus,
)
SIMPLE: tuple[Callable[[Writer, int], list[str]], ...] = (
    Writer.show,
    Writer.assign,
    Writer.unpack,
    Writer.augment,
    Writer.leave,
    Writer.produce,
    Writer.throw,
)
STATEMENTS = (
    *SIMPLE,
    Writer.condition,
    Writer.looped,
    Writer.attempt,
    Writer.guarded,
    Writer.matched,
    Writer.defined,
)
PATTERNS: tuple[Callable[[Writer, int, Any, list[str]], str], ...] = (
    Writer.sequence,
    Writer.mapping,
    Writer.instance,
)

_CHOICE = st.integers(0, 255)


@st.composite
def programs(draw: Any) -> str:
    """Source texts."""

    def pick(options: Sequence[Any]) -> Any:
        return options[draw(_CHOICE) % len(options)]

    return Writer(pick).program()
