"""What to write instead, for errors that Python itself raises in a macro. Texts in, a text out: no code of the macro.

A host is asked first: it knows what its own objects are for. Loaded with the rest, run only when a macro has failed.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Collection
from typing import Final, final

from .builtin import BUILTIN_NAMES
from .module import EXPORTS
from .policy import hint as hints

_SHOWN: Final = 80
"""Characters of a macro's name that a hint repeats."""
_LISTED: Final = 10
"""Names of arguments that a hint lists."""

_NOT_CALLABLE: Final = r"'[^']{1,200}' object is not callable"
_FUNCTION_USED: Final = (
    r"(?:argument of type )?'(?:method|function|builtin_function_or_method)'(?: object)? is not "
    r"(?:subscriptable|iterable)"
)
_OUT_OF_REACH: Final = r'attribute "([^"]{1,200})"'
_MAIN: Final = r"main\(\) (missing|got multiple values|got an unexpected keyword argument|takes)"
_QUOTED: Final = r"'([^']{1,200})'"
_TEXT_AND_NUMBER: Final = (
    r"can only concatenate str|(?:unsupported operand type\(s\) for [^:]{1,4}: |'[<>=]{1,2}' not supported between "
    r"instances of )(?:'(?:int|float)' and 'str'|'str' and '(?:int|float)')"
)
_DAY_AND_MOMENT: Final = r"'?datetime\.date(?:time)?'? (?:and|to) '?datetime\.date(?:time)?'?"

_ONE_INDEX: Final = "A list takes one index: rows[0][1] is an item, [row[1] for row in rows] a column."
_FROM_ZERO: Final = "Indexes count from 0: the last item is x[-1], at len(x) - 1."
_STARTS: Final[tuple[tuple[str, str, str], ...]] = (
    ("TypeError", "print(file=...)", "Leave file= out, or give a StringIO: file=io.StringIO()."),
    ("TypeError", "list indices must be integers or slices, not tuple", _ONE_INDEX),
    ("TypeError", "list indices must be integers or slices, not float", "Divide with //, or write int(index)."),
    ("TypeError", "'tuple' object does not support item assignment", "Make a list of it first: row = list(row)."),
    ("TypeError", "a class cannot derive from", "Derive from object, an exception or a class of the macro."),
    ("AttributeError", "attributes of ", "Keep the value in a variable, a dict or an object of a class of the macro."),
    ("IndexError", "list index out of range", _FROM_ZERO),
    ("IndexError", "tuple index out of range", _FROM_ZERO),
    ("IndexError", "string index out of range", _FROM_ZERO),
)
"""Exception type, how its message begins, the cure."""


@final
class Slip:
    """An error of Python's own. expression is the source text of what failed, empty where that is not known.

    Not a NamedTuple: making one took as long as loading the rest of this module.
    """

    __slots__ = ("expression", "kind", "message", "name")

    def __init__(self, kind: str, message: str, expression: str, name: str | None) -> None:
        self.kind = kind
        self.message = message
        self.expression = expression
        self.name = name


def cure(slip: Slip, arguments: Collection[str]) -> str | None:
    """What to write instead; arguments are the names in args."""
    for kind, start, text in _STARTS:
        if kind == slip.kind and slip.message.startswith(start):
            return text
    rule = _RULES.get(slip.kind)
    return rule(slip, arguments) if rule is not None else None


def _of_type(slip: Slip, arguments: Collection[str]) -> str | None:
    message = slip.message
    if re.fullmatch(_NOT_CALLABLE, message):
        return _called(slip.expression)
    if re.match(_FUNCTION_USED, message):
        name = _last_name(_parsed(slip.expression))
        return name and f"{name} is a function: write {name}(...)."
    if found := re.match(_MAIN, message):
        return _of_main(slip, found[1], arguments)
    if "expected str instance" in message:
        return "Make each item text first: str(item)."
    if "'NoneType'" in message or "NoneType.__format__" in message:
        return "One of the values is None: test it with `is None` first, or write (value or 0)."
    if re.match(_TEXT_AND_NUMBER, message):
        return "One is text, the other a number: str(number) or an f-string makes text, float(text) a number."
    if "datetime.datetime" in message and "datetime.date" in message and re.search(_DAY_AND_MOMENT, message):
        return "One is a date, the other a datetime: write moment.date() on the datetime."
    return None


def _called(expression: str) -> str | None:
    """Of a call of what is no function."""
    tree = _parsed(expression)
    if not isinstance(tree, ast.Call):
        return None
    name = _last_name(tree.func)
    if name is None:
        return None
    if isinstance(tree.func, ast.Name) and name in BUILTIN_NAMES:
        return f"The macro gives {name} a value of its own: choose another name for that, so that {name}() works."
    return f"{name} is a value, not a function: write it without brackets."


def _of_main(slip: Slip, problem: str, arguments: Collection[str]) -> str | None:
    """Of the call of main that ends a macro; a call the macro wrote itself is its own affair."""
    if not slip.expression.startswith("def main"):
        return None
    if problem == "missing":
        names = [name for name in re.findall(_QUOTED, slip.message) if name.isidentifier()]
        given = ", ".join(f'"{name[:_SHOWN]}": ...' for name in names[:_LISTED])
        return f"main takes its parameters from args: run it with args={{{given}}}, or give them defaults."
    if problem == "got multiple values":
        listed = ", ".join(name[:_SHOWN] for name in list(arguments)[:_LISTED])
        return f"The first parameter of main is the workbook: write def main(workbook, {listed})."
    return f"main is called as main(workbook, **args); {_listed(arguments)}. Take what else comes with **rest."


def _of_key(slip: Slip, arguments: Collection[str]) -> str | None:
    tree = _parsed(slip.expression)
    if isinstance(tree, ast.Subscript) and isinstance(tree.value, ast.Name) and tree.value.id == "args":
        name = tree.slice.value if isinstance(tree.slice, ast.Constant) else None
        if type(name) is str and name.isidentifier():
            short = name[:_SHOWN]
            return f'{_listed(arguments)}: run it with args={{"{short}": ...}}, or write args.get("{short}").'
    return None


def _listed(arguments: Collection[str]) -> str:
    shown = ", ".join(name[:_SHOWN] for name in list(arguments)[:_LISTED])
    more = ", ..." if len(arguments) > _LISTED else ""
    return f"args holds {shown}{more}" if shown else "args is empty"


def _of_attribute(slip: Slip, _: Collection[str]) -> str | None:
    found = re.match(_OUT_OF_REACH, slip.message)
    if found:
        return hints.attribute_hint(found[1][:_SHOWN])
    if slip.name is None or not slip.name.isidentifier():
        return None
    if slip.message.startswith("'dict' object has no attribute"):
        owner = "args" if slip.expression == f"args.{slip.name}" else "d"
        return f'An item of a dict is read with brackets: {owner}["{slip.name}"].'
    if slip.message.startswith("'NoneType' object has no attribute"):
        return "The value is None: test it with `is None` first."
    if slip.message == f"type object 'datetime.{slip.name}' has no attribute '{slip.name}'":
        return f"{slip.name} is the class already: leave the first {slip.name} out."
    if slip.message.startswith(("type object 'datetime.", "module has no attribute")):
        return _class_of(slip) or _imported(slip.name)
    return None


def _class_of(slip: Slip) -> str | None:
    """datetime.now() on the module instead of its class of the same name."""
    if slip.expression == f"datetime.{slip.name}" and slip.name in _OF_DATETIME:
        return f"datetime is the module here: write datetime.datetime.{slip.name}(...)."
    return None


_OF_DATETIME: Final = frozenset(("now", "today", "utcnow", "strptime", "fromisoformat", "fromtimestamp", "combine"))


def _of_name(slip: Slip, arguments: Collection[str]) -> str | None:
    name = slip.name
    if name is None:
        return None
    if name in arguments:
        return f'Write args["{name}"].'
    return _imported(name)


_USUAL: Final = ("math", "datetime", "collections", "itertools", "functools", "statistics", "re", "json", "decimal")
"""Modules that are meant before others with the same name in them, such as typing's Counter."""


def _imported(name: str) -> str | None:
    """How a name is imported that a vetted module has, or is."""
    if name in EXPORTS:
        return f"Write first: import {name}."
    for module in (*_USUAL, *EXPORTS):
        if name in EXPORTS.get(module, ()):
            return f"Write first: from {module} import {name}."
    return None


def _parsed(expression: str) -> ast.expr | None:
    """The tree of an expression; of a loop, of what it runs over (Python places that error at the whole loop)."""
    loop = expression.startswith("for ")
    source = f"{expression.partition(chr(10))[0].rstrip()} pass" if loop else f"({expression}\n)"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # one of a text within the source would be written to the trace pipe
            statement = ast.parse(source).body[0]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if isinstance(statement, ast.For):
        return statement.iter
    tree = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(tree, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return tree.generators[0].iter
    return tree


def _last_name(tree: ast.expr | None) -> str | None:
    """The name an expression ends in, that of the attribute or variable a subscript stands on included."""
    if isinstance(tree, ast.Subscript | ast.Starred):
        tree = tree.value
    if isinstance(tree, ast.Compare):
        tree = tree.comparators[-1]
    if isinstance(tree, ast.Attribute):
        return tree.attr[:_SHOWN]
    return tree.id[:_SHOWN] if isinstance(tree, ast.Name) else None


_RULES: Final[dict[str, Callable[[Slip, Collection[str]], str | None]]] = {
    "AttributeError": _of_attribute,
    "KeyError": _of_key,
    "NameError": _of_name,
    "TypeError": _of_type,
}
