"""Every name of the two lists, denied and guarded, in every way to turn it into an attribute."""

from __future__ import annotations

import pytest
from macrocell.sandbox.guard import make_scope  # noqa: F401 - the layer under test
from macrocell.sandbox.policy import DENIED, GUARDED
from support.language import failure, refusal, value

POLICY = frozenset(
    "format format_map vformat get_field get_value obj register groupindex metadata mapping fget fset fdel lock "
    "now today utcnow".split()
)
"""What the policy names."""
EXTRAS = {
    "strptime": "keeps its formats in a cache of the process",
    "from_file": "of ZoneInfo: reads a file",
    "no_cache": "of ZoneInfo: the class without the tables of this process",
    "clear_cache": "of ZoneInfo: acts on a cache of the process",
    "re": "of a match: its raw pattern",
    "expand": "of a match: keeps templates in a cache of the process",
}
"""What is guarded beside, and why."""


def test_guarded_names_are_the_policys_and_these() -> None:
    assert POLICY.isdisjoint(EXTRAS)
    assert frozenset(EXTRAS) | POLICY == GUARDED


@pytest.mark.parametrize("name", sorted(GUARDED))
def test_a_guarded_name_is_refused_in_every_pattern(name: str) -> None:
    expected = (
        "attribute",
        f'attribute "{name}" cannot be used in a pattern',
        f"Read it outside: value = x.{name}, then match or compare value.",
    )
    for pattern in (
        f"object({name}=x)",
        f"[object({name}=x)]",
        f"{{1: object({name}=x)}}",
        f"object(value=object({name}=1))",
        f"1 | object({name}=1)",
        f"object({name}=1) as x",
        f"cell.{name}",
        f"{{cell.{name}: 1}}",
        f"cell.{name}()",
    ):
        code, _, _, message, hint = refusal(f"match cell:\n    case {pattern}: pass")
        assert (code, message, hint) == expected


UNAVAILABLE = 'AttributeError: attribute "{}" is not available to a macro'
TARGETS = ("cell", "A", "A()", "(x for x in [])", "len", "'x'", "type")


@pytest.mark.parametrize("name", sorted(DENIED))
def test_a_denied_name_as_text_is_refused_whatever_the_target(name: str) -> None:
    for target in TARGETS:
        for call in (
            f"getattr({target}, '{name}')",
            f"getattr({target}, '{name}', None)",
            f"hasattr({target}, '{name}')",
            f"setattr({target}, '{name}', 1)",
            f"delattr({target}, '{name}')",
        ):
            told = failure(f"class A: pass\n{call}")
            if call.startswith(("set", "del")) and target not in ("A", "A()", "cell"):
                what = "TypeBuiltin" if target == "type" else value(f"type({target}).__name__")
                assert told == f"AttributeError: attributes of {what} cannot be set or deleted by a macro"
            else:
                assert told == UNAVAILABLE.format(name)


FORMATS = [
    "'{{0.{0}}}'.format(cell)",
    "'{{0.value.{0}}}'.format(cell)",
    "'{{0[0].{0}}}'.format([cell])",
    "'{{c.{0}!r}}'.format(c=cell)",
    "'{{0:{{1.{0}}}}}'.format(1, cell)",
    "'{{c.{0}}}'.format_map({{'c': cell}})",
    "str.format('{{0.{0}}}', cell)",
    "str.format_map('{{c.{0}}}', {{'c': cell}})",
    "getattr('{{0.{0}}}', 'format')(cell)",
    "getattr('{{0.{0}}}', 'format', None)(cell)",
    "f = '{{0.{0}}}'.format\nf(cell)",
    "list(map('{{0.{0}}}'.format, [cell]))",
]


@pytest.mark.parametrize("name", sorted(DENIED | GUARDED))
def test_a_listed_name_in_a_format_text_is_refused(name: str) -> None:
    what = "in a format text" if name in GUARDED else "to a macro"
    for source in FORMATS:
        assert failure(source.format(name)) == f'AttributeError: attribute "{name}" is not available {what}'


@pytest.mark.parametrize("name", sorted(DENIED))
def test_a_denied_name_is_no_getter_and_no_field(name: str) -> None:
    for source in (
        f"import operator\noperator.attrgetter('{name}')",
        f"import operator\noperator.attrgetter('value.{name}')",
        f"import operator\noperator.methodcaller('{name}')",
        f"import collections\ncollections.namedtuple('P', '{name}')",
        f"import collections\ncollections.namedtuple('P', ['x', '{name}'])",
    ):
        assert failure(source) == UNAVAILABLE.format(name)


@pytest.mark.parametrize("name", sorted(GUARDED))
def test_a_guarded_name_as_text_is_the_macros_own_and_on_nothing_else_settable(name: str) -> None:
    own = f"class A: pass\na = A()\nsetattr(a, '{name}', 5)\n"
    assert value(f"{own}[getattr(a, '{name}'), hasattr(a, '{name}'), a.{name}, a]")[:3] == [5, True, 5]
    assert value(f"{own}delattr(a, '{name}')\n[hasattr(a, '{name}'), getattr(a, '{name}', 7)]") == [False, 7]
    for target, what in (("'x'", "str"), ("len", "builtin_function_or_method"), ("str", "a class")):
        message = f"AttributeError: attributes of {what} cannot be set or deleted by a macro"
        assert failure(f"setattr({target}, '{name}', 1)") == message
        assert failure(f"delattr({target}, '{name}')") == message


HELD: dict[str, tuple[str, str]] = {
    "format": ("class T(str): pass\nx = T('{0._model}')", "T"),
    "format_map": ("class T(str): pass\nx = T('{c._model}')", "T"),
    "obj": ("try: sheet.nope\nexcept AttributeError as e: x = e", "AttributeError"),
    "fget": ("x = property(len)", "property"),
    "fset": ("x = property(len)", "property"),
    "fdel": ("x = property(len)", "property"),
    "from_file": ("import zoneinfo\nx = zoneinfo.ZoneInfo('UTC')", "ZoneInfo"),
    "no_cache": ("import zoneinfo\nx = zoneinfo.ZoneInfo('UTC')", "ZoneInfo"),
    "clear_cache": ("import zoneinfo\nx = zoneinfo.ZoneInfo('UTC')", "ZoneInfo"),
}
"""Objects of the library that have the attribute."""


@pytest.mark.parametrize("name", HELD)
def test_what_the_library_holds_under_a_guarded_name_is_reached_by_no_text(name: str) -> None:
    source, kind = HELD[name]
    refused = f'AttributeError: attribute "{name}" of {kind} is not available to a macro'
    assert failure(f"{source}\nx.{name}") == refused
    assert failure(f"{source}\ngetattr(x, '{name}')") == refused
    assert value(f"{source}\n[getattr(x, '{name}', 'default'), hasattr(x, '{name}')]") == ["default", False]
    for getter in ("attrgetter", "methodcaller"):
        told = failure(f"import operator\n{source}\noperator.{getter}('{name}')(x)")
        assert told.startswith("AttributeError: "), told


def test_a_default_does_not_open_what_the_guard_refuses() -> None:
    source = 'class T(str): pass\ngetattr(T("{0._model.cells}"), "format", lambda cell: "default")(cell)'
    assert value(source) == "default"
    assert failure("getattr(property(len), 'fget', 1, 2)") == (
        'AttributeError: attribute "fget" of property is not available to a macro'
    )
