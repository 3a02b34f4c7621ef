"""The patterns of a match statement. Security-critical: their attribute names are texts that no other visitor sees."""

from __future__ import annotations

import ast
from typing import Final, Protocol

from .name import DENIED, GUARDED, is_private, refused_attribute

_COMPUTED: Final = GUARDED | {"__name__", "__class__", "__members__"}
"""Attributes that are read by a call elsewhere in a macro, and a pattern has no place for a call."""


class Judge(Protocol):
    """What the patterns need of the transformer."""

    def bind_name(self, node: ast.AST, name: str) -> None:
        """A name gets a value in the block at hand."""

    def refuse_attribute(self, node: ast.AST, name: str) -> None:
        """Note an attribute that nobody may use."""

    def refuse(
        self, code: str, node: ast.AST, message: str, *, name: str | None = None, hint: str | None = None
    ) -> None:
        """Note any other refusal."""

    def visit(self, node: ast.AST) -> object:
        """Judge an expression."""


def check_pattern(judge: Judge, pattern: ast.pattern) -> None:
    """Judge one pattern and all within it. Nothing is rewritten; a kind that is not named here is refused."""
    if isinstance(pattern, ast.MatchValue):
        _check_value(judge, pattern.value)
    elif isinstance(pattern, ast.MatchSequence | ast.MatchOr):
        for part in pattern.patterns:
            check_pattern(judge, part)
    elif isinstance(pattern, ast.MatchMapping):
        _check_mapping(judge, pattern)
    elif isinstance(pattern, ast.MatchClass):
        _check_class(judge, pattern)
    elif isinstance(pattern, ast.MatchAs):
        if pattern.pattern is not None:
            check_pattern(judge, pattern.pattern)
        _capture(judge, pattern, pattern.name)
    elif isinstance(pattern, ast.MatchStar):
        _capture(judge, pattern, pattern.name)
    elif not isinstance(pattern, ast.MatchSingleton):
        judge.refuse("statement", pattern, "this pattern cannot be used in a macro", hint="Write if and elif.")


def _capture(judge: Judge, node: ast.AST, name: str | None) -> None:
    if name is not None:
        judge.bind_name(node, name)


def _check_mapping(judge: Judge, pattern: ast.MatchMapping) -> None:
    for key in pattern.keys:
        _check_value(judge, key)
    for part in pattern.patterns:
        check_pattern(judge, part)
    _capture(judge, pattern, pattern.rest)


def _check_class(judge: Judge, pattern: ast.MatchClass) -> None:
    """Positional parts read the attributes in __match_args__, which only dataclass and namedtuple make."""
    _check_value(judge, pattern.cls)
    for name, part in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
        _check_attribute(judge, part, name)
    for part in (*pattern.patterns, *pattern.kwd_patterns):
        check_pattern(judge, part)


def _check_attribute(judge: Judge, node: ast.AST, name: str) -> None:
    if name in _COMPUTED:
        judge.refuse(
            "attribute",
            node,
            f'attribute "{name}" cannot be used in a pattern',
            name=name,
            hint=f"Read it outside: value = x.{name}, then match or compare value.",
        )
    elif is_private(name) or refused_attribute(name) or name in DENIED:
        judge.refuse_attribute(node, name)


def _check_value(judge: Judge, value: ast.expr) -> None:
    """A constant, a number with sign or imaginary part, or a dotted name."""
    if isinstance(value, ast.Attribute):
        _check_attribute(judge, value, value.attr)
        _check_value(judge, value.value)
    elif isinstance(value, ast.UnaryOp):
        _check_value(judge, value.operand)
    elif isinstance(value, ast.BinOp):
        _check_value(judge, value.left)
        _check_value(judge, value.right)
    elif not isinstance(value, ast.Constant) and judge.visit(value) is not value:
        judge.refuse(
            "statement", value, "this value cannot be used in a pattern", hint="Put it into a variable, and compare."
        )
