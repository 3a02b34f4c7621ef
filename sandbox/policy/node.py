"""The syntax a macro may use: every node type of Python's grammar that is not listed here is refused."""

from __future__ import annotations

from typing import Final

from .word import words

LEAVES: Final = frozenset(
    words("""
    Load Store Del
    Add Sub Mult Div FloorDiv Mod Pow LShift RShift BitOr BitXor BitAnd MatMult UAdd USub Not Invert And Or
    Eq NotEq Lt LtE Gt GtE Is IsNot In NotIn
    """)
)
"""Accepted node types that say everything by their type: contexts and operators."""

NODES: Final = LEAVES | frozenset(
    words("""
    Module Expr Constant Name Starred
    FunctionDef Lambda arguments arg Return Yield YieldFrom Global Nonlocal ClassDef
    Assign AugAssign AnnAssign NamedExpr Delete
    If IfExp For While Break Continue Pass Assert Raise Try ExceptHandler With withitem
    Match match_case MatchValue MatchSingleton MatchSequence MatchMapping MatchClass MatchStar MatchAs MatchOr
    Import ImportFrom alias
    Call keyword Attribute Subscript Slice
    BinOp UnaryOp BoolOp Compare
    List Tuple Set Dict ListComp SetComp DictComp GeneratorExp comprehension
    JoinedStr FormattedValue
    """)
)
"""Names of the accepted node types, the same on every supported Python version; a test freezes them."""

_ASYNC = words("AsyncFor AsyncFunctionDef AsyncWith Await")
_GENERIC = words("TypeAlias TypeVar TypeVarTuple ParamSpec")

REFUSED: Final[dict[tuple[int, int], frozenset[str]]] = {
    (3, 11): frozenset((*_ASYNC, "TryStar")),
    (3, 12): frozenset((*_ASYNC, "TryStar", *_GENERIC)),
    (3, 13): frozenset((*_ASYNC, "TryStar", *_GENERIC)),
}
"""What else the grammar of each supported Python version has. A test compares both lists with the ast module of the
Python that runs it; a version that is not here is refused at the start (see interpreter)."""
