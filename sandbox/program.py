"""From a macro's source to a program that can run: checked, rewritten, compiled. Security-critical."""

from __future__ import annotations

import ast
import decimal
import sys
import warnings
from collections.abc import Collection, Mapping
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from types import CodeType, FunctionType
from typing import Final, final

from .builtin import BUILTIN_NAMES
from .guard import Scope
from .job import Refusal
from .module import EXPORTS
from .policy import MacroTransformer
from .policy.hint import syntax_hint
from .stop import MACRO_FILE

MAX_SOURCE_BYTES: Final = 256 * 1024
"""Hostile source of 400 kB took 3.4 s to compile; a macro written by an agent has 1 to 30 kB."""

_WALK_DEPTH: Final = 4000
"""Python frames while the tree is walked and compiled: three or four for each level, so about a thousand levels (a sum
of a thousand terms). The walk uses no C stack; the compiler's part of a thousand levels fits into it many times."""

_LINE_CHARS: Final = 200
_SYNTAX_CURE: Final = "Correct this line; where it looks right, the line before may not be closed."
_NO_MODULES: Final[dict[str, Collection[str]]] = {}
_WRAPPER: Final = "_macro_"
_PREFIX: Final = f"{_WRAPPER}.<locals>."


@final
class Prepared:
    """A macro that was allowed and compiled. It can run any number of times, each in a new Scope."""

    __slots__ = ("_code",)

    def __init__(self, code: CodeType) -> None:
        self._code = code

    def run(self, scope: Scope) -> object:
        """Run to the end and return the result; whatever the macro raises comes out as it is.

        Warnings are off, since showing one would write to the process's stderr; decimal's context is the run's own.

        The result is the value of a top-level return; else, where a top-level function main was never called, what
        main(root, **args) returns; else the value of a last expression statement.
        """
        with warnings.catch_warnings(), decimal.localcontext(decimal.Context()):
            warnings.simplefilter("ignore")
            return FunctionType(self._code, scope.globals)()


def prepare(
    source: str, *, injected: frozenset[str], modules: Mapping[str, Collection[str]] = _NO_MODULES
) -> Prepared | tuple[Refusal, ...]:
    """Judge and compile a macro. Never raises, whatever the source is.

    injected: names the host binds, besides args. modules: those the host adds to the vetted ones, and their names.
    """
    if type(source) is not str or len(source.encode("utf-8", "surrogatepass")) > MAX_SOURCE_BYTES:
        return (_too_large(),)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return _prepare(source, injected | {"args"}, modules)
        except SyntaxError as error:
            return (_syntax(error),)
        except (RecursionError, MemoryError):
            return (_too_deep(),)
        except (ValueError, OverflowError, SystemError) as error:
            return (Refusal(code="syntax", line=1, column=0, message=str(error)[:200], hint=_SYNTAX_CURE),)


def _prepare(
    source: str, injected: frozenset[str], modules: Mapping[str, Collection[str]]
) -> Prepared | tuple[Refusal, ...]:
    tree = ast.parse(source, MACRO_FILE)
    exports = {**modules, **EXPORTS}
    transformer = MacroTransformer(source, injected=injected, exports=exports, builtins=BUILTIN_NAMES)
    mains = [
        statement for statement in tree.body if isinstance(statement, ast.FunctionDef) and statement.name == "main"
    ]
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _WALK_DEPTH))
    try:
        transformer.transform(tree)
        if transformer.refusals:
            return tuple(transformer.refusals)
        return Prepared(_compile(_wrap(tree, mains, transformer.names.wrapper_globals())))
    finally:
        sys.setrecursionlimit(limit)


def _wrap(tree: ast.Module, mains: list[ast.FunctionDef], names: list[str]) -> ast.Module:
    """The macro as the body of one function: top-level return works, and its loops run on fast locals."""
    body = tree.body
    _keep_result(body, returns=not mains)
    for main in mains:
        _mark_call(main)
    if mains:
        end = ast.Return(ast.Call(ast.Name("_end_", ast.Load()), [], []))
        body.append(ast.fix_missing_locations(ast.copy_location(end, mains[-1])))
    declared = sorted({*names, "_last_"})
    function = ast.FunctionDef(
        name=_WRAPPER,
        args=ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[]),
        body=[ast.Global(declared, lineno=1, col_offset=0), *body],
        decorator_list=[],
        lineno=1,
        col_offset=0,
    )
    if sys.version_info >= (3, 12):
        function.type_params = []
    return ast.Module(body=[function], type_ignores=[])


def _keep_result(body: list[ast.stmt], *, returns: bool) -> None:
    """Turn a last expression statement into a return, or into _last_ = value where main may still have to run.

    The last expression of a closing `if __name__ == "__main__":` counts too.
    """
    while body and isinstance(last := body[-1], ast.If) and _is_main_test(last.test) and not last.orelse:
        body = last.body
    if not body or not isinstance(last := body[-1], ast.Expr):
        return
    if returns:
        body[-1] = ast.copy_location(ast.Return(last.value), last)
    else:
        target = ast.copy_location(ast.Name("_last_", ast.Store()), last)
        body[-1] = ast.copy_location(ast.Assign([target], last.value), last)


def _is_main_test(test: ast.expr) -> bool:
    """`__name__ == "__main__"`, in which the transformer has put the name's value."""
    return (
        isinstance(test, ast.Compare)
        and len(test.ops) == 1
        and isinstance(test.ops[0], ast.Eq)
        and all(isinstance(side, ast.Constant) and side.value == "__main__" for side in (test.left, *test.comparators))
    )


def _mark_call(main: ast.FunctionDef) -> None:
    """Let main note that it was called, behind its docstring."""
    first = main.body[0]
    documented = (
        isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and type(first.value.value) is str
    )
    marks: list[ast.stmt] = [
        ast.Global(["_called_"]),
        ast.Assign([ast.Name("_called_", ast.Store())], ast.Constant(True)),
    ]
    index = 1 if documented else 0
    main.body[index:index] = [ast.fix_missing_locations(ast.copy_location(mark, main)) for mark in marks]


def _compile(wrapper: ast.Module) -> CodeType:
    module = compile(wrapper, MACRO_FILE, "exec", dont_inherit=True, optimize=0)
    code = next(constant for constant in module.co_consts if type(constant) is CodeType)
    if code.co_flags & (CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR) or code.co_freevars:
        raise SyntaxError("'yield' outside function")
    return _without_wrapper(code).replace(co_name="<module>", co_qualname="<module>")


def _without_wrapper(code: CodeType) -> CodeType:
    """Take the wrapper's name out of the qualified names of lambdas and generators, which messages show."""
    constants = tuple(
        _without_wrapper(constant)
        if type(constant) is CodeType and constant.co_qualname.startswith(_PREFIX)
        else constant
        for constant in code.co_consts
    )
    return code.replace(co_consts=constants, co_qualname=code.co_qualname.removeprefix(_PREFIX))


def _too_large() -> Refusal:
    return Refusal(
        code="too_large",
        line=1,
        column=0,
        message=f"the source is no text of at most {MAX_SOURCE_BYTES // 1024} KiB",
        hint="Pass data in as args instead of writing it into the macro.",
    )


def _too_deep() -> Refusal:
    return Refusal(
        code="too_deep",
        line=1,
        column=0,
        message="the source is nested too deeply",
        hint="Put parts into variables or functions of their own, and data into args.",
    )


def _syntax(error: SyntaxError) -> Refusal:
    column = (error.offset or 1) - 1
    hint = syntax_hint((error.text or "")[:_LINE_CHARS]) or _SYNTAX_CURE
    line, message = error.lineno or 1, str(error.msg)[:200]
    return Refusal(code="syntax", line=line, column=max(column, 0), message=message, hint=hint)
