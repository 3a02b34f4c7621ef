"""What is told of an exception that ended a macro: type, message, line, and a cure. Runs no code of the macro."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection
from itertools import islice
from types import ModuleType, TracebackType
from typing import Any, Final

from .builtin import BUILTIN_NAMES, EXCEPTIONS, KNOWN
from .cure import Slip, cure
from .job import ErrorReport
from .kind import class_name
from .module import EXPORTS
from .policy import hint as hints
from .policy.word import source_lines
from .stop import MACRO_FILE

MAX_MESSAGE: Final = 2000
"""Characters of a message that are kept, half of them from its end."""

MAX_NAME: Final = 80
"""Characters of a macro's own name that are told."""

_LARGEST_FIGURE: Final = 2**64
_MAX_TEXT = 200  # characters of a source line
_MAX_ITEMS = 8  # of a container within a message
_MAX_LINES = 5  # of an expression that failed
_IDENTIFIER = re.compile(r"[^\W\d]\w*")
_CLASS = r"(?m)^[ \t]*class[ \t]+(\w+)"
_QUOTED = re.compile(r"variable '([^']+)'")
_MAX_SEARCHED = 100_000  # characters of a message in which long names are looked for
_LONG_NAME = r"""(['"])(\w{80})\w+(?=\1)"""
_NAMING = frozenset((NameError, UnboundLocalError, AttributeError, TypeError))
_PLAIN = frozenset((bool, float, complex, type(None), type(Ellipsis)))


Explain = Callable[[str, str, str], str | None]


def describe_error(
    error: BaseException,
    source: str,
    host_error_types: Collection[type[BaseException]] = (),
    *,
    explain: Explain | None = None,
    arguments: Collection[str] = (),
) -> ErrorReport:
    """Report an exception a macro raised and did not catch. host_error_types: exact types that bring code and hint.

    explain is the host's (see host.Host); arguments are the names in args.
    """
    line, column, expression = _place(error, source)
    if line is None and type(error) in host_error_types and type(named := getattr(error, "line", None)) is int:
        line = named
    from_host = type(error) in host_error_types
    hint = _text_of(error, "hint") if from_host else None
    name = _name(error)
    return ErrorReport(
        code=(from_host and _text_of(error, "code")) or "macro_error",
        type=class_name(type(error))[:80],
        message=_clean((from_host and _text_of(error, "message")) or _message(error)),
        line=line,
        column=column,
        text=_line_text(source, line),
        name=name,
        hint=hint or (None if from_host else _cure(error, expression, name, explain, arguments, source)),
        limit=_figure_of(error, "limit") if from_host else None,
        observed=_figure_of(error, "observed") if from_host else None,
    )


def _place(error: BaseException, source: str) -> tuple[int | None, int | None, str]:
    """Line, column and expression of the innermost macro code the exception passed through."""
    found: TracebackType | None = None
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == MACRO_FILE:
            found = step
        step = step.tb_next
    if found is None:
        return None, None, ""
    line = found.tb_lineno
    spot = next(islice(found.tb_frame.f_code.co_positions(), found.tb_lasti // 2, None), None)
    if spot is None or spot[0] != line or spot[2] is None:
        return line, None, ""
    return line, _column(source, line, spot[2]), _expression(source, line, spot[1], spot[2], spot[3])


def _expression(source: str, line: int, end_line: int | None, start: int, end: int | None) -> str:
    """The source text of an instruction, its first line where it has many, empty where it is long or not known.

    Python counts columns in bytes.
    """
    if end_line is None or end is None:
        return ""
    if not 0 <= end_line - line < _MAX_LINES:
        end_line, end = line, None
    lines = [text.encode("utf-8", "surrogatepass") for text in source_lines(source)[line - 1 : end_line]]
    if not lines:
        return ""
    lines[-1] = lines[-1][:end]
    lines[0] = lines[0][start:]
    text = b"\n".join(lines).decode("utf-8", "replace")
    return text if len(text) <= _MAX_TEXT else ""


def _column(source: str, line: int, offset: int) -> int:
    lines = source_lines(source)
    if not 0 < line <= len(lines):
        return offset
    return len(lines[line - 1].encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "ignore"))


def _line_text(source: str, line: int | None) -> str | None:
    lines = source_lines(source)
    if line is None or not 0 < line <= len(lines):
        return None
    return _clean(lines[line - 1].strip(), _MAX_TEXT)


def _message(error: BaseException) -> str:
    """The message from the exception's arguments alone: its __str__ may be the macro's."""
    args: tuple[object, ...] = BaseException.args.__get__(error)  # type: ignore[attr-defined]
    if issubclass(type(error), OSError) and len(args) == 2:
        return f"[Errno {_show(args[0])}] {_plain(args[1])}"
    if type(error) in (UnicodeDecodeError, UnicodeEncodeError) and all(type(arg) in (str, bytes, int) for arg in args):
        return str(error)
    if issubclass(type(error), ArithmeticError) and len(args) == 1 and type(args[0]) is list:
        return ", ".join(class_name(item) for item in args[0] if isinstance(item, type))  # decimal's signals
    if not args:
        return ""
    if len(args) == 1:
        if issubclass(type(error), KeyError):
            return _show(args[0])
        return _cut_names(_plain(args[0])) if type(error) in _NAMING else _plain(args[0])
    if issubclass(type(error), SyntaxError):
        return _plain(args[0])
    return _show(args)


def _cut_names(text: str) -> str:
    """A message of Python's own, in which names stand in quotes, with its long names cut."""
    return re.sub(_LONG_NAME, r"\1\2", text) if MAX_NAME < len(text) < _MAX_SEARCHED else text


def _plain(value: object) -> str:
    return value if type(value) is str else _show(value)


def _show(value: object, depth: int = 3) -> str:
    """A repr that asks only exact builtin types."""
    kind = type(value)
    if kind is str or kind is bytes:
        return repr(value[:MAX_MESSAGE])  # type: ignore[index]
    if kind is int:
        return repr(value) if value.bit_length() < 4096 else "<large int>"  # type: ignore[attr-defined]
    if kind in _PLAIN:
        return repr(value)
    if isinstance(value, type):
        return f"<class '{class_name(value)}'>"
    if kind in (list, tuple, set, dict) and depth:
        return _show_container(value, kind, depth)
    return f"<{class_name(kind)} object>"


def _show_container(value: Any, kind: type, depth: int) -> str:
    """Walks a dict's items rather than looking keys up, which would compare them with keys of the macro's making."""
    items: list[str] = []
    for item in dict.items(value) if kind is dict else value:
        if len(items) == _MAX_ITEMS:
            items.append("...")
            break
        items.append(": ".join(_show(part, depth - 1) for part in item) if kind is dict else _show(item, depth - 1))
    left, right = "[]" if kind is list else "()" if kind is tuple else "{}"
    return f"{left}{', '.join(items)}{',' if kind is tuple and len(items) == 1 else ''}{right}"


def _clean(text: str, limit: int = MAX_MESSAGE) -> str:
    """Short enough for a frame, and encodable: lone surrogates become escapes."""
    if len(text) > limit:
        text = f"{text[: limit // 2]} ... {text[-limit // 2 :]}"
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _text_of(error: BaseException, name: str) -> str | None:
    value = getattr(error, name, None)
    return _clean(value) if type(value) is str else None


def limit_name_of(error: BaseException) -> str:
    """Which limit an error of the host says was passed."""
    return (_text_of(error, "limit_name") or "")[:100]


def _figure_of(error: BaseException, name: str) -> float | None:
    value = getattr(error, name, None)
    return value if type(value) is float or (type(value) is int and abs(value) < _LARGEST_FIGURE) else None


def _name(error: BaseException) -> str | None:
    """The variable, attribute or module the exception is about."""
    if not issubclass(type(error), (NameError, AttributeError, ImportError)):
        return None
    base = next(kind for kind in (NameError, AttributeError, ImportError) if issubclass(type(error), kind))
    name = vars(base)["name"].__get__(error)
    if type(name) is str:
        return _clean(name[:MAX_NAME])
    found = _QUOTED.search(_message(error)) if base is NameError else None
    return found[1] if found else None


def _cure(
    error: BaseException,
    expression: str,
    name: str | None,
    explain: Explain | None,
    arguments: Collection[str],
    source: str,
) -> str | None:
    """What to write instead, for an exception of exactly one of Python's own classes."""
    if type(error) not in EXCEPTIONS:
        return None
    slip = Slip(class_name(type(error)), _message(error)[:MAX_MESSAGE], expression, name)
    of_object = _of_object(error, name) if name is not None and type(error) is AttributeError else None
    if explain is not None and of_object is None and not _speaks_of_own_class(slip.message, source):
        of_host = explain(slip.kind, slip.message, slip.expression)
        if of_host is not None:
            return _clean(of_host)
    of_name = hints.NAMES.get(name) if name is not None and issubclass(type(error), NameError) else None
    return of_object or of_name or cure(slip, arguments) or _near_name(error, name, source)


def _speaks_of_own_class(message: str, source: str) -> bool:
    """Whether a message names a class that the macro defines; it may be called as one of the host's is."""
    return not set(_IDENTIFIER.findall(message)).isdisjoint(re.findall(_CLASS, source))


def _near_name(error: BaseException, name: str | None, source: str) -> str | None:
    if name is None:
        return None
    if issubclass(type(error), NameError):
        return _near(name, (*BUILTIN_NAMES, *set(_IDENTIFIER.findall(source))))
    if type(error) is AttributeError:
        target = vars(AttributeError)["obj"].__get__(error)
        if type(target) is ModuleType:
            return _module_hint(target, name)
        cls = target if isinstance(target, type) else type(target)
        if cls in KNOWN:
            return _near(name, [entry for entry in dir(cls) if entry[:1] != "_"])
    return None


def _module_hint(facade: ModuleType, name: str) -> str | None:
    """The facade of a module has no name: it is known by what it offers."""
    offered = frozenset(vars(facade))
    module = next((module for module, exports in EXPORTS.items() if exports == offered), None)
    return hints.NAMES.get(name) or _near(name, offered) if module is None else hints.export_hint(module, name, offered)


def _of_object(error: BaseException, name: str) -> str | None:
    """What a host's class itself says of a name it does not have."""
    target = vars(AttributeError)["obj"].__get__(error)
    explain = getattr(target if isinstance(target, type) else type(target), "_explain", None)
    hint = explain(name) if explain is not None else None
    return _clean(hint) if type(hint) is str else None


def _near(name: str, candidates: Collection[str]) -> str | None:
    found = difflib.get_close_matches(name, [entry for entry in candidates if entry != name], n=3, cutoff=0.7)
    return f"Did you mean {' or '.join(found)}?" if found else None
