"""What is left of an annotation. None is ever evaluated; a class body keeps its names, each with one of four marks."""

from __future__ import annotations

import ast
from typing import Final

FIELD: Final = "field"
MARKS: Final = frozenset(("ClassVar", "InitVar", "KW_ONLY"))
"""Annotations that dataclass looks for; every other says only that there is a field."""

_HOMES: Final = frozenset(("typing", "typing_extensions", "dataclasses"))


class Imported:
    """Which names of a macro stand for a mark, or for a module that has marks."""

    __slots__ = ("_marks", "_modules")

    def __init__(self) -> None:
        self._marks: dict[str, str] = {}
        self._modules: set[str] = set()

    def note_module(self, module: str, bound: str) -> None:
        """Note `import module as bound`."""
        if module in _HOMES:
            self._modules.add(bound)

    def note_name(self, module: str, name: str, bound: str) -> None:
        """Note `from module import name as bound`."""
        if module in _HOMES and name in MARKS:
            self._marks[bound] = name

    def mark(self, annotation: ast.expr) -> str:
        """The mark of an annotation: itself, subscripted, or the same as a text."""
        if isinstance(annotation, ast.Subscript):
            return self.mark(annotation.value)
        if isinstance(annotation, ast.Name):
            return self._marks.get(annotation.id, FIELD)
        if isinstance(annotation, ast.Attribute) and isinstance(annotation.value, ast.Name):
            return self._mark_in_module(annotation.value.id, annotation.attr)
        if isinstance(annotation, ast.Constant) and type(annotation.value) is str:
            return self._mark_of_text(annotation.value)
        return FIELD

    def _mark_in_module(self, module: str, name: str) -> str:
        return name if module in self._modules and name in MARKS else FIELD

    def _mark_of_text(self, text: str) -> str:
        module, dot, name = text.partition("[")[0].strip().rpartition(".")
        return self._mark_in_module(module, name) if dot else self._marks.get(name, FIELD)
