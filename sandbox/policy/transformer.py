"""The one visitor over a macro's syntax tree: allows, rewrites or refuses each node. Security-critical.

It builds on RestrictedPython's default deny, and differs where a macro needs more: attribute loads, calls, subscripts
and iteration stay plain bytecode; attribute stores and deletes go through the write guard.
"""
# ruff: noqa: N802, N815 - ast finds a visitor by the node type's name

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final, NoReturn, TypeVar

from RestrictedPython.transformer import RestrictingNodeTransformer

from ..job import Refusal
from . import hint as hints
from .annotation import Imported
from .block import Block, Names
from .name import DENIED, DUNDERS, GUARDED, TUPLE_ATTRIBUTES, is_private, refused_attribute
from .node import LEAVES, NODES
from .pattern import check_pattern
from .word import source_lines, words

MAX_REFUSALS: Final = 100
"""Refusals reported of one macro; more help nobody and could fill a frame."""

_FUTURES = frozenset(words("annotations division absolute_import print_function unicode_literals generator_stop"))
_Node = TypeVar("_Node", bound=ast.AST)
_Statements = ast.stmt | list[ast.stmt]


class TooManyRefusals(Exception):
    """MAX_REFUSALS were found; the rest of the macro is not looked at."""


class MacroTransformer(RestrictingNodeTransformer):
    """Use once, for one macro: transform(), then read refusals and names.

    exports maps each module that may be imported to the names it has.
    """

    def __init__(
        self,
        source: str,
        *,
        injected: frozenset[str],
        exports: Mapping[str, Collection[str]],
        builtins: Collection[str],
    ) -> None:
        super().__init__()
        self.refusals: list[Refusal] = []
        self.names = Names(builtins)
        self._lines: list[bytes] | None = None
        self._source = source
        self._injected = injected
        self._exports = exports
        self._imported = Imported()
        self._block = Block("top", None)
        self._unbound: list[ast.Name] = []
        self._type_calls: list[ast.Name] = []
        self._methods: dict[type[ast.AST], Callable[[Any], Any]] = {}

    # Refusals

    def refuse(
        self, code: str, node: ast.AST, message: str, *, name: str | None = None, hint: str | None = None
    ) -> None:
        """Note one refusal at a node."""
        line = getattr(node, "lineno", 1)
        column = self._column(line, getattr(node, "col_offset", 0))
        short = None if name is None else name[:80]
        self.refusals.append(Refusal(code=code, line=line, column=column, message=message, name=short, hint=hint))
        if len(self.refusals) >= MAX_REFUSALS:
            raise TooManyRefusals

    def error(self, node: ast.AST, info: str) -> None:
        """Keep what RestrictedPython itself refuses; every such case has a clearer check here first."""
        self.refuse("statement", node, info)

    def _column(self, line: int, offset: int) -> int:
        """Python counts a node's column in bytes; people count characters."""
        if self._source.isascii():
            return offset
        if self._lines is None:
            self._lines = [text.encode("utf-8", "surrogatepass") for text in source_lines(self._source)]
        if not 0 < line <= len(self._lines):
            return offset
        return len(self._lines[line - 1][:offset].decode("utf-8", "ignore"))

    # Dispatch

    def visit(self, node: ast.AST) -> Any:
        """Refuse what the grammar list does not name; a visitor method alone allows nothing."""
        method = self._methods.get(type(node))
        if method is None:
            method = self._methods[type(node)] = self._method(type(node).__name__)
        return method(node)

    def _method(self, kind: str) -> Callable[[Any], Any]:
        if kind not in NODES:
            return lambda node: self._refuse_node(node, kind)
        if kind in LEAVES:
            return lambda node: node
        method: Callable[[Any], Any] = getattr(self, f"visit_{kind}", self.generic_visit)
        return method

    def node_contents_visit(self, node: _Node) -> _Node:
        """Visit the children and put what they became in their place; ast's own walk takes twice the time."""
        for field in node._fields:
            child = getattr(node, field, None)
            if type(child) is list:
                if child and isinstance(child[0], ast.stmt):
                    setattr(node, field, self._statements(child))
                else:
                    child[:] = [self.visit(item) if isinstance(item, ast.AST) else item for item in child]
            elif isinstance(child, ast.AST):
                new = self.visit(child)
                if new is not child:
                    setattr(node, field, new)
        return node

    def _expression(self, node: ast.expr) -> ast.expr:
        result = self.visit(node)
        assert isinstance(result, ast.expr)
        return result

    def _refuse_node(self, node: ast.AST, kind: str) -> ast.AST:
        called, hint = hints.NODES.get(kind, (f"{kind} syntax", "Write it with plain statements."))
        self.refuse("statement", node, f"{called} cannot be used in a macro", hint=hint)
        if kind in _REFUSED_BLOCKS and isinstance(node, ast.stmt):
            self._look_into(node)
        return node

    def _look_into(self, node: Any) -> None:
        """Refusals within a refused block are told at the same time."""
        if isinstance(node, ast.AsyncFunctionDef):
            self.names.bind(node.name, self._block)
        self._block = Block("function", self._block)
        self._statements(node.body)
        assert self._block.parent is not None
        self._block = self._block.parent

    def transform(self, module: ast.Module) -> None:
        """Rewrite a macro in place; afterwards refusals is complete (up to MAX_REFUSALS)."""
        try:
            module.body = self._statements(module.body)
            self._finish()
        except TooManyRefusals:
            pass
        self.refusals.sort(key=lambda refusal: (refusal.line, refusal.column))

    def _finish(self) -> None:
        """What can be judged only when all names are known: names out of reach, and nonlocal without a binding."""
        for node in self._unbound:
            if node.id not in self.names.bound:
                self.refuse(
                    "name", node, f'"{node.id}" is not available to a macro', name=node.id, hint=hints.NAMES[node.id]
                )
        if "type" not in self.names.bound:
            for node in self._type_calls:
                node.id = "_type_of_"
        for statement, name, block in self.names.nonlocals:
            if not block.parent_binds(name):
                self.refuse(
                    "syntax",
                    statement,
                    f"no binding for nonlocal '{name[:80]}' found",
                    name=name,
                    hint=f"A name of the top level is reached with: global {name[:80]}.",
                )

    # Names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Variables: a private name is refused, __name__ is "__main__", super stands only in super().method."""
        if isinstance(node.ctx, ast.Load):
            return self._load_name(node)
        self._bind(node, node.id)
        return node

    def _load_name(self, node: ast.Name) -> ast.AST:
        name = node.id
        if name == "__name__":
            return _constant("__main__", node)
        if name == "super":
            self.refuse(
                "name",
                node,
                '"super" can only be used as super().method(...)',
                name=name,
                hint="Write super().method(...).",
            )
        elif is_private(name) or name in DENIED:
            self._refuse_name(node, name)
        elif name in hints.NAMES and name not in self._injected:
            self._unbound.append(node)
        return node

    def _refuse_name(self, node: ast.AST, name: str) -> None:
        self.refuse(
            "name", node, f'name "{name[:80]}" cannot be used in a macro', name=name, hint=hints.name_hint(name)
        )

    def _bind(self, node: ast.AST, name: str, *, block: Block | None = None) -> None:
        """A name gets, or loses, a value in the block it stands in."""
        block = block or self._block
        if is_private(name) or name in DENIED or name == "super":
            self._refuse_name(node, name)
            return
        if name in self._injected and not block.in_function and block.kind != "class":
            self._refuse_injected(node, name)
        self.names.bind(name, block)

    def _refuse_injected(self, node: ast.AST, name: str) -> None:
        self.refuse(
            "injected",
            node,
            f'"{name}" is given to the macro and cannot be bound again',
            name=name,
            hint=hints.INJECTED,
        )

    def bind_name(self, node: ast.AST, name: str) -> None:
        """A pattern gives a name a value."""
        self._bind(node, name)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.AST:
        """x := value binds in the nearest block that is no comprehension."""
        node.value = self._expression(node.value)
        self._bind(node.target, node.target.id, block=self._block.home)
        return node

    def visit_Global(self, node: ast.Global) -> ast.AST:
        """Names of the top level; the wrapper declares them too, so at the top level the statement goes away."""
        for name in node.names:
            if is_private(name) or name in DENIED or name == "super":
                self._refuse_name(node, name)
            elif name in self._injected:
                self._refuse_injected(node, name)
            else:
                self.names.declare_global(name, self._block)
        return _at(ast.Pass(), node) if self._block.kind == "top" else node

    def visit_Nonlocal(self, node: ast.Nonlocal) -> ast.AST:
        """Names of an enclosing function, which must bind them."""
        for name in node.names:
            if is_private(name) or name in DENIED or name == "super":
                self._refuse_name(node, name)
            else:
                self.names.nonlocals.append((node, name, self._block))
        return node

    # Attributes

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """A load is plain unless the name is risky; a store or a delete goes through the write guard."""
        if is_super(node.value):
            return self._super_attribute(node)
        loads = isinstance(node.ctx, ast.Load)
        name = node.attr
        if loads and name in _GUARD_OF:
            return _call(_GUARD_OF[name], [self._expression(node.value)], node)
        if refused_attribute(name) and not (loads and name in TUPLE_ATTRIBUTES):
            self.refuse_attribute(node, name)
        if loads:
            if name == "save" and isinstance(node.value, ast.Name) and node.value.id in self._injected:
                self.refuse("attribute", node, f"{node.value.id}.save does not exist", name=name, hint=hints.SAVE)
            node.value = self._expression(node.value)
            return _call("_load_", [node.value, _constant(name, node)], node) if name in GUARDED else node
        node.value = self._writable(self._expression(node.value))
        return node

    def refuse_attribute(self, node: ast.AST, name: str) -> None:
        """Note an attribute that nobody may use."""
        message = f'attribute "{name[:80]}" cannot be used in a macro'
        self.refuse("attribute", node, message, name=name, hint=hints.attribute_hint(name))

    def _super_attribute(self, node: ast.Attribute, *, called: bool = False) -> ast.AST:
        name = node.attr
        private = refused_attribute(name) and name not in TUPLE_ATTRIBUTES and not (called and name in DUNDERS)
        if private or name in GUARDED or not isinstance(node.ctx, ast.Load):
            self.refuse(
                "attribute",
                node,
                f"super().{name[:80]} cannot be used in a macro",
                name=name,
                hint="Call a method of the base class: super().method(...), or super().__init__(...) and the like.",
            )
        return node

    def _writable(self, target: ast.expr) -> ast.expr:
        """The target object of a store, behind the check that a macro may write to it.

        The check of the object's exact type is inlined (a call costs twice as much); anything it does not know goes
        to the guard, which returns the object or raises. A comprehension and a class body have no place for the
        temporary name, so they always call.
        """
        if isinstance(target, ast.Name):
            first: ast.expr = target
            again: ast.expr = _name(target.id, target)
        elif self._block.kind in ("top", "function"):
            first = _at(ast.NamedExpr(_at(ast.Name("_target_", ast.Store()), target), target), target)
            again = _name("_target_", target)
        else:
            return _call("_write_", [target], target)
        known = _at(ast.Compare(_call("_type_", [first], target), [ast.In()], [_name("_ok_", target)]), target)
        return _at(ast.IfExp(known, again, _call("_write_", [again], target)), target)

    # Calls

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Plain; star arguments too. super().__init__(...) is the one place where a special method is called.

        Two calls that are frequent and guarded get a guard of their own: type(x), and text.format(...).
        """
        func = node.func
        if isinstance(func, ast.Attribute) and is_super(func.value):
            self._super_attribute(func, called=True)
        elif isinstance(func, ast.Attribute) and func.attr == "format":
            node.args.insert(0, func.value)
            node.func = _name("_format_", func)
        else:
            node.func = self._expression(func)
            if isinstance(func, ast.Name) and func.id == "type" and _takes_one(node):
                self._type_calls.append(func)
        node.args = [self._expression(argument) for argument in node.args]
        for keyword in node.keywords:
            self.visit(keyword)
        return node

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        """No private keyword, so that none reaches a function of the host."""
        if node.arg is not None and is_private(node.arg):
            self._refuse_name(node, node.arg)
        return self.node_contents_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Plain in every context: no dict or list of the host is within reach."""
        return self.node_contents_visit(node)

    # Assignments

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Plain; the targets check themselves."""
        return self.node_contents_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """Plain: the guard returns its object, so the target is evaluated once."""
        if isinstance(node.target, ast.Attribute) and node.target.attr in GUARDED:
            name = node.target.attr
            self.refuse(
                "attribute",
                node,
                f'attribute "{name}" cannot be changed in place',
                name=name,
                hint=f"Write x.{name} = x.{name} + ...",
            )
        return self.node_contents_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """The annotation goes away; what remains is an assignment, or nothing. A class body keeps the bare name, by
        which dataclass and NamedTuple know their fields.
        """
        if self._block.kind == "class" and isinstance(node.target, ast.Name) and node.simple:
            return self._field(node, node.target)
        if node.value is None:
            return _at(ast.Pass(), node)
        return self.visit_Assign(_at(ast.Assign([node.target], node.value), node))

    def _field(self, node: ast.AnnAssign, target: ast.Name) -> ast.AST:
        if node.value is not None:
            node.value = self._expression(node.value)
            self._bind(target, target.id)
        elif is_private(target.id) or target.id in DENIED or target.id == "super":
            self._refuse_name(target, target.id)
        node.annotation = _constant(self._imported.mark(node.annotation), node)
        return node

    # Control flow: iteration and unpacking are plain

    def visit_For(self, node: ast.For) -> ast.AST:
        """Plain."""
        return self.node_contents_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST:
        """Plain; what is imported for a type checker only is never run, and needs no judgement."""
        if _is_type_checking(node.test):
            node.body = [
                _at(ast.Pass(), child) if isinstance(child, ast.Import | ast.ImportFrom) else child
                for child in node.body
            ]
        return self.node_contents_visit(node)

    def visit_With(self, node: ast.With) -> ast.AST:
        """Plain."""
        return self.node_contents_visit(node)

    def visit_Match(self, node: ast.Match) -> ast.AST:
        """Plain; patterns have a judge of their own."""
        node.subject = self._expression(node.subject)
        for case in node.cases:
            check_pattern(self, case.pattern)
            case.guard = case.guard and self._expression(case.guard)
            case.body = self._statements(case.body)
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        """A bare except becomes except Exception: the end of a run must pass through."""
        if node.name is not None:
            self._bind(node, node.name)
        if node.type is None:
            node.type = _name("_Exception_", node)
        else:
            node.type = self._expression(node.type)
        node.body = self._statements(node.body)
        return node

    def _statements(self, body: Iterable[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for statement in body:
            new: object = self.visit(statement)
            if isinstance(new, list):
                result.extend(new)
            else:
                assert isinstance(new, ast.stmt)
                result.append(new)
        return result

    # Comprehensions

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> ast.AST:
        """The first iterable belongs to the block outside; all else to the comprehension's own."""
        first = node.generators[0]
        first.iter = self._expression(first.iter)
        self._block = Block("comprehension", self._block)
        for index, generator in enumerate(node.generators):
            if generator.is_async:
                self._refuse_node(node, "AsyncFor")
            if index:
                generator.iter = self._expression(generator.iter)
            generator.target = self._expression(generator.target)
            generator.ifs = [self._expression(test) for test in generator.ifs]
        if isinstance(node, ast.DictComp):
            node.key, node.value = self._expression(node.key), self._expression(node.value)
        else:
            node.elt = self._expression(node.elt)
        assert self._block.parent is not None
        self._block = self._block.parent
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def visit_comprehension(self, _node: ast.comprehension) -> NoReturn:
        """Never reached: each comprehension visits its parts itself."""
        raise AssertionError

    # Functions and classes

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Annotations go away; decorators and defaults belong to the block outside."""
        special = node.name in DUNDERS and self._block.kind == "class" and self._block.direct is node
        if special and node.decorator_list:
            self.refuse(
                "class",
                node,
                f"special method {node.name} cannot be decorated",
                name=node.name,
                hint="Put the work into a plain method and call it from the special one.",
            )
        if special:
            self.names.bind(node.name, self._block)
        elif node.name.startswith("__") and node.name.endswith("__"):
            self._refuse_special(node)
        else:
            self._bind(node, node.name)
        if self._block.kind == "top":
            self.names.define(node.name)
        self._refuse_type_parameters(node)
        node.decorator_list = [self._expression(decorator) for decorator in node.decorator_list]
        node.returns = node.type_comment = None
        self._defaults(node.args)
        self._block = Block("function", self._block)
        self._parameters(node.args)
        node.body = self._statements(node.body)
        assert self._block.parent is not None
        self._block = self._block.parent
        return node

    def _refuse_special(self, node: ast.FunctionDef) -> None:
        allowed = node.name in DUNDERS
        self.refuse(
            "class",
            node,
            f"special method {node.name[:80]} cannot be defined {'here' if allowed else 'in a macro'}",
            name=node.name,
            hint="Define it directly in a class body."
            if allowed
            else "Write an ordinary method with a name of its own.",
        )

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """As a function: defaults belong to the block outside."""
        self._defaults(node.args)
        self._block = Block("function", self._block)
        self._parameters(node.args)
        node.body = self._expression(node.body)
        assert self._block.parent is not None
        self._block = self._block.parent
        return node

    def _defaults(self, arguments: ast.arguments) -> None:
        arguments.defaults = [self._expression(default) for default in arguments.defaults]
        arguments.kw_defaults = [default and self._expression(default) for default in arguments.kw_defaults]

    def _parameters(self, arguments: ast.arguments) -> None:
        listed = [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg]
        for argument in listed:
            if argument is not None:
                argument.annotation = argument.type_comment = None
                self._bind(argument, argument.arg)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Bases are checked when the class is made; class keywords are refused."""
        self._bind(node, node.name)
        if self._block.kind == "top":
            self.names.define(node.name)
        self._refuse_type_parameters(node)
        for keyword in node.keywords:
            self.refuse(
                "class",
                keyword,
                "a class cannot take keywords in a macro",
                name=keyword.arg,
                hint=hints.METACLASS if keyword.arg == "metaclass" else hints.CLASS_KEYWORD,
            )
        node.bases = [self._expression(base) for base in node.bases]
        node.decorator_list = [self._expression(decorator) for decorator in node.decorator_list]
        block = self._block = Block("class", self._block)
        body: list[ast.stmt] = []
        for statement in node.body:
            block.direct = statement
            body.extend(self._statements([statement]))
        node.body = body
        assert block.parent is not None
        self._block = block.parent
        return node

    def _refuse_type_parameters(self, node: ast.FunctionDef | ast.ClassDef) -> None:
        for parameter in getattr(node, "type_params", ()):
            self._refuse_node(parameter, "TypeVar")

    def visit_Yield(self, node: ast.Yield) -> ast.AST:
        """Only in a function: the wrapper around the macro must not become a generator."""
        self._require_function(node)
        return self.node_contents_visit(node)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.AST:
        """Only in a function."""
        self._require_function(node)
        return self.node_contents_visit(node)

    def _require_function(self, node: ast.AST) -> None:
        if self._block.home.kind != "function":
            self.refuse(
                "syntax",
                node,
                "'yield' outside function",
                hint="Put it into a function and loop over what that returns.",
            )

    # Imports become calls of the import guard, so that no import bytecode of a macro ever runs

    def visit_Import(self, node: ast.Import) -> _Statements:
        """import a, b.c as d: one guarded call each."""
        statements: list[ast.stmt] = []
        for alias in node.names:
            bound = alias.asname or alias.name.partition(".")[0]
            self._bind(alias, bound)
            if self._require_module(alias, alias.name) and not alias.asname and "." in alias.name:
                self._require_module(alias, bound)
            source = alias.name if alias.asname else bound
            self._imported.note_module(source, bound)
            statements.append(_assign(bound, _call("_import_", [_constant(source, node)], node), node))
        return statements

    def visit_ImportFrom(self, node: ast.ImportFrom) -> _Statements:
        """from a import b as c: one guarded call each; from __future__ does nothing."""
        module = node.module or ""
        if node.level:
            self.refuse(
                "import", node, "a macro has no package to import from", hint="Import a module by its full name."
            )
            return node
        if module == "__future__":
            return self._future(node)
        known = self._require_module(node, module)
        statements: list[ast.stmt] = []
        for alias in node.names:
            if alias.name == "*":
                self.refuse("import", node, f"from {module} import * cannot be used in a macro", hint=hints.STAR_IMPORT)
                continue
            self._bind(alias, alias.asname or alias.name)
            self._imported.note_name(module, alias.name, alias.asname or alias.name)
            if refused_attribute(alias.name):
                if alias.asname:  # without, binding it was refused already
                    self._refuse_name(alias, alias.name)
            elif known:
                self._require_export(alias, module)
            call = _call("_import_from_", [_constant(module, node), _constant(alias.name, node)], node)
            statements.append(_assign(alias.asname or alias.name, call, node))
        return statements

    def _future(self, node: ast.ImportFrom) -> ast.stmt:
        for alias in node.names:
            if alias.name not in _FUTURES or alias.asname:
                self.refuse(
                    "import",
                    node,
                    f"from __future__ import {alias.name[:80]} cannot be used in a macro",
                    name=alias.name,
                    hint="Leave it out.",
                )
        return _at(ast.Pass(), node)

    def _require_module(self, node: ast.AST, name: str) -> bool:
        if name in self._exports:
            return True
        available = ", ".join(sorted(module for module in self._exports if "." not in module))
        self.refuse(
            "import",
            node,
            f'module "{name[:80]}" cannot be imported by a macro',
            name=name,
            hint=hints.module_hint(name, available),
        )
        return False

    def _require_export(self, node: ast.alias, module: str) -> None:
        exported = self._exports[module]
        if node.name in exported or f"{module}.{node.name}" in self._exports:
            return
        self.refuse(
            "import",
            node,
            f'"{node.name[:80]}" cannot be imported from {module}',
            name=node.name,
            hint=hints.export_hint(module, node.name, exported),
        )


_REFUSED_BLOCKS: Final = frozenset(("AsyncFunctionDef", "AsyncFor", "AsyncWith", "TryStar"))
_GUARD_OF: Final = {"__name__": "_name_of_", "__class__": "_type_of_", "__members__": "_members_of_"}


def _is_type_checking(test: ast.expr) -> bool:
    name = test.attr if isinstance(test, ast.Attribute) else test.id if isinstance(test, ast.Name) else None
    return name == "TYPE_CHECKING"


def _takes_one(node: ast.Call) -> bool:
    return len(node.args) == 1 and not node.keywords and not isinstance(node.args[0], ast.Starred)


def is_super(node: ast.AST) -> bool:
    """Whether a node is exactly super(), without arguments."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "super"
        and not node.args
        and not node.keywords
    )


def _at(new: _Node, old: ast.AST) -> _Node:
    """Give a new node, and it alone, the place of an old one: walking its children would be quadratic."""
    new.lineno = getattr(old, "lineno", 1)  # type: ignore[attr-defined]
    new.col_offset = getattr(old, "col_offset", 0)  # type: ignore[attr-defined]
    new.end_lineno = getattr(old, "end_lineno", None)  # type: ignore[attr-defined]
    new.end_col_offset = getattr(old, "end_col_offset", None)  # type: ignore[attr-defined]
    return new


def _name(identifier: str, old: ast.AST) -> ast.Name:
    return _at(ast.Name(identifier, ast.Load()), old)


def _call(guard: str, arguments: list[ast.expr], old: ast.AST) -> ast.Call:
    return _at(ast.Call(_name(guard, old), arguments, []), old)


def _constant(value: str, old: ast.AST) -> ast.Constant:
    return _at(ast.Constant(value), old)


def _assign(name: str, value: ast.expr, old: ast.AST) -> ast.Assign:
    return _at(ast.Assign([_at(ast.Name(name, ast.Store()), old)], value), old)
