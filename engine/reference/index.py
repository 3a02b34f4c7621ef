"""The public names of a unit's facade, with signature and first docstring line, read from the classes themselves."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any, Final, NamedTuple

from ...facade import UNIT_TYPES

OWNERS: Final = (
    *("workbook", "sheet", "range", "cell"),
    *("rowdimension", "columndimension", "rowdimensions", "columndimensions", "sheetproperties"),
    *("mergedcells", "mergedrange"),
    *("tables", "table", "trace", "tracedcells", "formulagroup"),
)
"""What a macro calls the facade's objects, from the root down: those of openpyxl's words only, tables, then what
trace() and formulas() give."""

_MODULES: Final = ("macrocell", "openpyxl.styles", "openpyxl.utils")
"""The host's modules that are told of; the others offer the same names, or names for isinstance only."""


class Member(NamedTuple):
    """One public name. parameters is what stands between the brackets of a method, None for an attribute."""

    owner: str
    name: str
    parameters: str | None
    returns: str
    settable: bool
    summary: str

    @property
    def call(self) -> str:
        """The name as it is written behind a dot."""
        return self.name if self.parameters is None else f"{self.name}({self.parameters})"


class Index(NamedTuple):
    """Everything there is to say. owners and modules map a name to its one-line description, errors to its bases.

    members of owner "range" are there on a cell too; those of owner "cell" are its own or differ from a range's.
    helpers are the names of the host's own modules, their owner the module; sandbox_modules are the vetted ones.
    """

    owners: dict[str, str]
    members: tuple[Member, ...]
    helpers: tuple[Member, ...]
    errors: dict[str, tuple[str, str]]
    injected: tuple[str, ...]
    vetted_modules: tuple[str, ...]


def read_index() -> Index:
    """Read the workbook's facade; starts no process."""
    from ...facade.workbook.face import FACADE_TYPES
    from ...sandbox import module_names

    host = _host()
    kinds = {kind.__name__.lower(): kind for kind in FACADE_TYPES}
    members = [member for owner in OWNERS for member in _members(owner, kinds[owner])]
    shared = {member[1:] for member in members if member.owner == "range"}
    return Index(
        owners={owner: _first_line(kinds[owner]) for owner in OWNERS},
        members=tuple(each for each in members if each.owner != "cell" or each[1:] not in shared),
        helpers=tuple(each for name in _MODULES for each in _helpers(name, host.modules[name])),
        errors=dict(_errors()),
        injected=(*host.injected, "args"),
        vetted_modules=module_names(),
    )


def _host() -> Any:
    """A host of the unit type, as a base makes one; it holds no unit."""
    module, _, name = UNIT_TYPES["workbook"].host.partition(":")
    return getattr(importlib.import_module(module), name)()


def _members(owner: str, kind: type) -> Iterator[Member]:
    """In the order in which the classes define them, the base's last."""
    from ...facade.workbook.face.base import public_names

    public = set(public_names(kind))
    defined = dict.fromkeys(name for cls in kind.__mro__ for name in vars(cls) if name in public)
    for name in defined:
        member = inspect.getattr_static(kind, name)
        if isinstance(member, property):
            returns = str(inspect.signature(member.fget).return_annotation) if member.fget else ""
            yield Member(owner, name, None, returns, member.fset is not None, _first_line(member))
        elif isinstance(member, FunctionType):
            yield _function(owner, name, member, skip=1)


def _helpers(module_name: str, module: ModuleType) -> Iterator[Member]:
    from ...facade.workbook.model import look

    for name, value in vars(module).items():
        made = getattr(look, name, None)
        if isinstance(value, FunctionType | type):
            yield _function(module_name, name, value, skip=0)
        elif isinstance(made, type):
            fields = ", ".join(made.__struct_fields__)  # type: ignore[attr-defined]
            yield Member(module_name, name, fields, name, False, _first_line(made))
        elif not isinstance(value, ModuleType):
            yield Member(module_name, name, None, type(value).__name__, False, _first_line(type(value)))


def _function(owner: str, name: str, function: FunctionType | type, *, skip: int) -> Member:
    """Of a function or of a class that can be called."""
    signature = inspect.signature(function)
    bare = [each.replace(annotation=inspect.Parameter.empty) for each in signature.parameters.values()][skip:]
    shown = str(inspect.Signature(bare))[1:-1]
    returns = name if isinstance(function, type) else str(signature.return_annotation)
    returns = returns.replace("Area", "Range")  # no object is an Area alone
    return Member(owner, name, shown, returns, False, _first_line(function))


def _errors() -> Iterator[tuple[str, tuple[str, str]]]:
    """The facade's errors that a macro can catch, by the built-in exception that each also is."""
    from ...facade import ERROR_TYPES

    for error in sorted(ERROR_TYPES, key=lambda error: error.__name__):
        builtin = [base.__name__ for base in error.__bases__ if base.__module__ == "builtins"]
        if builtin:
            yield error.__name__, (builtin[0], _first_line(error))


def _first_line(thing: object) -> str:
    text = inspect.getdoc(thing) or ""
    return text.partition("\n")[0]
