"""textwrap: the functions of plain texts and options, and a TextWrapper that keeps its options to itself."""
# ruff: noqa: D102 - the methods are those of textwrap

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from typing import Any, Final, final

from ..realm import Realm
from .exact import require_int, require_text
from .family import Family

_OPTIONS: dict[str, Callable[[Any, str], Any]] = {
    **dict.fromkeys(("width", "tabsize"), require_int),
    **dict.fromkeys(("initial_indent", "subsequent_indent", "placeholder"), require_text),
    "max_lines": lambda value, what: None if value is None else require_int(value, what),
    **dict.fromkeys(
        (
            "break_long_words",
            "break_on_hyphens",
            "drop_whitespace",
            "expand_tabs",
            "fix_sentence_endings",
            "replace_whitespace",
        ),
        lambda value, what: bool(require_int(value, what)),
    ),
}


def _wrapper(width: Any, options: dict[str, Any]) -> textwrap.TextWrapper:
    checked: dict[str, Any] = {"width": require_int(width, "width")}
    for name, value in options.items():
        if name not in _OPTIONS:
            raise TypeError(f"TextWrapper.__init__() got an unexpected keyword argument '{name[:80]}'")
        checked[name] = _OPTIONS[name](value, name)
    return textwrap.TextWrapper(**checked)


def _option(name: str) -> Any:
    """An option as an attribute that can be read and set."""

    def read(wrapper: TextWrapper) -> Any:
        return getattr(wrapper._wrapping, name)

    def write(wrapper: TextWrapper, value: Any) -> None:
        setattr(wrapper._wrapping, name, _OPTIONS[name](value, name))

    return property(read, write)


@final
class TextWrapper:
    """Options once, for many texts."""

    __slots__ = ("_wrapping",)

    def __init__(self, width: Any = 70, **options: Any) -> None:
        self._wrapping = _wrapper(width, options)

    width, tabsize, max_lines = _option("width"), _option("tabsize"), _option("max_lines")
    initial_indent, subsequent_indent = _option("initial_indent"), _option("subsequent_indent")
    placeholder = _option("placeholder")
    break_long_words, break_on_hyphens = _option("break_long_words"), _option("break_on_hyphens")
    drop_whitespace, expand_tabs = _option("drop_whitespace"), _option("expand_tabs")
    fix_sentence_endings, replace_whitespace = _option("fix_sentence_endings"), _option("replace_whitespace")

    def wrap(self, text: Any) -> list[str]:
        return self._wrapping.wrap(require_text(text))

    def fill(self, text: Any) -> str:
        return self._wrapping.fill(require_text(text))


def wrap(text: Any, width: Any = 70, **options: Any) -> list[str]:
    """As textwrap.wrap."""
    return _wrapper(width, options).wrap(require_text(text))


def fill(text: Any, width: Any = 70, **options: Any) -> str:
    """As textwrap.fill."""
    return _wrapper(width, options).fill(require_text(text))


def shorten(text: Any, width: Any, **options: Any) -> str:
    """As textwrap.shorten."""
    wrapper = _wrapper(width, {**options, "max_lines": 1})
    return wrapper.fill(" ".join(require_text(text).split()))


def dedent(text: Any) -> str:
    """As textwrap.dedent, which makes a pattern from the text."""
    return textwrap.dedent(require_text(text))


def indent(text: Any, prefix: Any, predicate: Callable[[str], Any] | None = None) -> str:
    """As textwrap.indent."""
    return textwrap.indent(require_text(text), require_text(prefix, "the prefix"), predicate)


_VALUES: dict[str, object] = {
    "TextWrapper": TextWrapper,
    "dedent": dedent,
    "fill": fill,
    "indent": indent,
    "shorten": shorten,
    "wrap": wrap,
}


def _build(realm: Realm) -> Mapping[str, object]:
    realm.known.add(TextWrapper)
    realm.writable.add(TextWrapper)  # its options; it has no other attribute
    return _VALUES


FAMILY: Final = Family("textwrap", frozenset(_VALUES), _build)
