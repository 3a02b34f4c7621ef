"""Exceptions of a run as error reports."""

from __future__ import annotations

import ast
from types import TracebackType

import msgspec

from .job import ErrorReport, Refusal
from .limit import Limits
from .policy.word import source_lines
from .result import ResultRefused
from .stop import MACRO_FILE, Tripped
from .text import plain

_LINE_CHARS, _NAME_CHARS = 200, 100
_REFUSALS_KEPT = 100

_TIME_CURES = {
    "wall_s": "do less in one run, use ranges instead of single cells, or allow more time (wall_s, --timeout)",
    "cpu_s": "do less in one run, use ranges instead of single cells, or allow more processor time (cpu_s)",
}
_MEMORY_CURE = "handle the rows in parts, keep fewer of them, or allow more memory (memory_bytes, --memory)"


def of_result(error: ResultRefused, source: str) -> ErrorReport:
    """A value that cannot be returned, or one beyond its limits."""
    limit = None if error.limit is None else float(error.limit)
    line = _line_of_result(source)
    return ErrorReport(
        code=error.code,
        message=plain(error.message),
        type="ResultError" if limit is None else "LimitError",
        line=line,
        text=text_of(source, line),
        hint=None if error.hint is None else plain(error.hint),
        limit_name=error.limit_name,
        limit=limit,
        observed=None if error.observed is None else float(error.observed),
    )


def of_time(tripped: Tripped, source: str) -> ErrorReport:
    """A run that was stopped for its wall or CPU time."""
    kind = "processor time" if tripped.limit_name == "cpu_s" else "time"
    return ErrorReport(
        code="limit",
        message=f"the macro used more {kind} than its limit of {tripped.limit:g} s",
        type="LimitError",
        line=tripped.line,
        text=text_of(source, tripped.line),
        hint=_TIME_CURES[tripped.limit_name],
        limit_name=tripped.limit_name,
        limit=float(tripped.limit),
        observed=round(tripped.observed, 3),
    )


def of_load(limits: Limits, spent_s: float, line: int | None, source: str) -> ErrorReport:
    """A run whose time was over before what it needs was loaded."""
    report = of_time(Tripped("wall_s", limits.wall_s, spent_s, line), source)
    return msgspec.structs.replace(
        report,
        message=f"loading what the macro needs took more time than its limit of {limits.wall_s:g} s",
        hint="open a smaller workbook, or allow more time (wall_s, --timeout)",
    )


def of_memory(limits: Limits, line: int | None, source: str, peak_bytes: int) -> ErrorReport:
    """A run that asked for more memory than it may have."""
    return ErrorReport(
        code="limit",
        message=f"the macro needed more memory than its limit of {limits.memory_bytes // 2**20} MiB",
        type="LimitError",
        line=line,
        text=text_of(source, line),
        hint=_MEMORY_CURE,
        limit_name="memory_bytes",
        limit=float(limits.memory_bytes),
        observed=float(peak_bytes),
    )


def of_refusals(refusals: tuple[Refusal, ...], source: str) -> ErrorReport:
    """Source that the language policy does not allow."""
    first = refusals[0]
    more = f" (and {len(refusals) - 1} more)" if len(refusals) > 1 else ""
    return ErrorReport(
        code="refused",
        message=plain(f"line {first.line}: {first.message}{more}"),
        type="PolicyError",
        line=first.line,
        column=first.column,
        text=text_of(source, first.line),
        name=None if first.name is None else plain(first.name, _NAME_CHARS),
        hint=None if first.hint is None else plain(first.hint),
        refusals=tuple(_fit(refusal) for refusal in refusals[:_REFUSALS_KEPT]),
    )


def line_of(error: BaseException) -> int | None:
    """The macro's line that was running when the exception was raised."""
    line = None
    traceback: TracebackType | None = error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == MACRO_FILE:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return line


def text_of(source: str, line: int | None) -> str | None:
    """That line of the source."""
    lines = source_lines(source)
    if line is None or not 0 < line <= len(lines):
        return None
    return plain(lines[line - 1].strip(), _LINE_CHARS)


def _line_of_result(source: str) -> int | None:
    """The line that gave the result; None where several could have. It is gone from the stack when this is asked."""
    try:
        body = ast.parse(source).body
    except (RecursionError, MemoryError):
        return None
    places = [*_returns(body), *(body[-1:] if isinstance(body[-1], ast.Expr) else ())]
    for statement in body:
        if isinstance(statement, ast.FunctionDef) and statement.name == "main":
            places += _returns(statement.body)
    return places[0].lineno if len(places) == 1 else None


def _returns(body: list[ast.stmt]) -> list[ast.stmt]:
    """The return statements of a block, without those of functions in it."""
    found: list[ast.stmt] = []
    rest: list[ast.AST] = list(body)
    while rest:
        node = rest.pop()
        if isinstance(node, ast.Return):
            found.append(node)
        elif not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.expr):
            rest.extend(ast.iter_child_nodes(node))
    return found


def _fit(refusal: Refusal) -> Refusal:
    return Refusal(
        code=plain(refusal.code, _NAME_CHARS),
        line=refusal.line,
        column=refusal.column,
        message=plain(refusal.message, 1000),
        name=None if refusal.name is None else plain(refusal.name, _NAME_CHARS),
        hint=None if refusal.hint is None else plain(refusal.hint, 1000),
    )
