"""Blocks of a macro in which names are bound, and what is known of the names once all was read."""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import Literal, final

Kind = Literal["top", "function", "class", "comprehension"]


@final
class Block:
    """One block. in_function: whether a function lies around it, itself included.

    direct is, in a class block, the statement of its body that is being looked at.
    """

    __slots__ = ("bound", "direct", "globals", "in_function", "kind", "parent")

    def __init__(self, kind: Kind, parent: Block | None) -> None:
        self.kind = kind
        self.parent = parent
        self.in_function: bool = kind == "function" or (parent is not None and parent.in_function)
        self.bound: set[str] = set()
        self.globals: set[str] = set()
        self.direct: ast.stmt | None = None

    @property
    def home(self) -> Block:
        """The nearest block that is no comprehension: where := binds and yield counts."""
        block = self
        while block.kind == "comprehension":
            assert block.parent is not None
            block = block.parent
        return block

    def parent_binds(self, name: str) -> bool:
        """Whether an enclosing function binds a name, which nonlocal needs."""
        block = self.parent
        while block is not None:
            if block.kind == "function" and name in block.bound:
                return True
            block = block.parent
        return False


@final
class Names:
    """bound: names bound anywhere. nonlocals: (statement, name, its block), judged at the end."""

    __slots__ = ("_builtins", "_class", "_defined", "_global", "_top", "bound", "nonlocals")

    def __init__(self, builtins: Collection[str]) -> None:
        self._builtins = builtins
        self.bound: set[str] = set()
        self.nonlocals: list[tuple[ast.Nonlocal, str, Block]] = []
        self._top: set[str] = set()
        self._class: set[str] = set()
        self._global: set[str] = set()
        self._defined: set[str] = set()

    def bind(self, name: str, block: Block) -> None:
        """Note that a block binds a name."""
        self.bound.add(name)
        block.bound.add(name)
        if block.kind == "top":
            self._top.add(name)
        elif block.kind == "class":
            self._class.add(name)

    def define(self, name: str) -> None:
        """Note a function or class of the top level."""
        self._defined.add(name)

    def declare_global(self, name: str, block: Block) -> None:
        """Note a global statement."""
        self.bound.add(name)
        self._global.add(name)
        block.globals.add(name)

    def wrapper_globals(self) -> list[str]:
        """Top-level names that the function around the macro must declare global, in order.

        All others become its locals, which is faster. Not these: names in a global statement; builtins (sum = sum(x)
        reads the builtin first); names a class body binds too (class A: rate = rate * 2); functions and classes, whose
        __qualname__ would tell of the wrapper.
        """
        needed = self._global | self._defined | (self._top & self._class)
        needed.update(name for name in self._top if name in self._builtins)
        return sorted(needed)
