"""Which names a macro may write down, whether as a variable, as an attribute or as text that becomes one."""

from __future__ import annotations

from typing import Final

from .word import words

DENIED: Final = frozenset(
    words("""
    mro
    gi_code gi_frame gi_running gi_suspended gi_state gi_yieldfrom
    cr_await cr_code cr_frame cr_origin cr_running cr_state cr_suspended
    ag_await ag_code ag_frame ag_running ag_state ag_suspended
    tb_frame tb_lasti tb_lineno tb_next
    f_back f_builtins f_code f_generator f_globals f_lasti f_lineno f_locals f_trace f_trace_lines f_trace_opcodes
    co_argcount co_branches co_cellvars co_code co_consts co_exceptiontable co_filename co_firstlineno co_flags
    co_freevars co_kwonlyargcount co_lines co_linetable co_lnotab co_name co_names co_nlocals co_positions
    co_posonlyargcount co_qualname co_stacksize co_varnames
    """)
)
"""Refused in every form, as attribute and as bound name: from each of them a frame, a code object or `type`'s list of
bases is one step away. A test compares the list with dir() of those types on each Python version."""

FORMATTING: Final = frozenset(("format", "format_map", "vformat", "get_field", "get_value"))
"""Methods that read attributes named in a text."""

CLOCK: Final = frozenset(("now", "today", "utcnow", "strptime"))
"""datetime's: the first three tell the run's clock; strptime keeps its format in a cache of the process."""

COPIED: Final = frozenset(("groupindex", "metadata", "mapping"))
"""Attributes of library objects whose value is a view onto a dict; a macro gets a copy."""

OWN_ONLY: Final = frozenset(
    ("register", "fget", "fset", "fdel", "lock", "from_file", "no_cache", "clear_cache")  # the last three: ZoneInfo's
)
"""Fine on a macro's own classes and on the facade, refused on anything of the library."""

MATCHING: Final = frozenset(("re", "expand"))
"""What of a match object leads to its raw pattern, whose methods keep their texts in a cache of the process."""

GUARDED: Final = FORMATTING | CLOCK | COPIED | OWN_ONLY | MATCHING | {"obj"}
"""Attribute names that are loaded through a check at run time instead of plain bytecode."""

TUPLE_ATTRIBUTES: Final = frozenset(("_asdict", "_replace", "_fields", "_make"))
"""namedtuple's public names that begin with an underscore; nothing else within a macro's reach has them."""

_ARITHMETIC = words("add sub mul matmul truediv floordiv mod divmod pow lshift rshift and xor or")

DUNDERS: Final = frozenset(
    f"__{name}__"
    for name in [
        *words("""
        init post_init repr str format eq ne lt le gt ge hash bool len iter next reversed contains getitem setitem
        delitem missing call enter exit neg pos abs invert int float complex index round trunc floor ceil divmod
        """),
        *_ARITHMETIC,
        *(f"r{name}" for name in _ARITHMETIC),
        *(f"i{name}" for name in _ARITHMETIC if name != "divmod"),
    ]
)
"""Special methods a macro may define, as a def directly in a class body, and call as super().<name>()."""


def is_private(name: str) -> bool:
    """Whether a name begins with an underscore; the lone _ is an ordinary name."""
    return name[:1] == "_" and name != "_"


def refused_attribute(name: str) -> bool:
    """Whether a name may not stand behind a dot, nor be text that is used as if it did."""
    return name[:1] == "_" or name in DENIED


def require_attribute_name(name: object) -> str:
    """The one check of text that becomes an attribute name. Raises TypeError or AttributeError."""
    if type(name) is not str:
        raise TypeError(f"attribute name must be plain text, not {type(name).__name__[:80]}")
    if refused_attribute(name):
        raise AttributeError(f'attribute "{name[:80]}" is not available to a macro')
    return name
