"""The further units that a run may read: what a caller hands over, each in the state of one moment."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, final

from .document_file import DocumentFile, stamp_of, unit_id_of
from .errors import CallInvalid, FileError
from .form import form_of
from .pending import Run

if TYPE_CHECKING:
    from .runtime import Runtime

MAX_INPUTS: Final = 100
MAX_NAME: Final = 100
"""Characters of an input's name, which a macro writes as inputs["name"]."""
_KNOWN_PATHS: Final = 64
_EXAMPLE: Final = 'Use inputs={"prices": "prices.xlsx"}, or another runtime.'


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class InputSource:
    """One unit, under one or several names. digest tells its content: the file's, with the runs that stand on it.

    file is None for a new workbook, and for a path whose content is known from before; see opened.
    """

    names: tuple[str, ...]
    unit_id: str
    file_name: str
    form: str
    digest: str
    runs: tuple[Run, ...] = ()
    file: DocumentFile | None = None
    path: Path | None = None

    @property
    def identity(self) -> tuple[tuple[str, ...], str, str, str, str]:
        """Equal for inputs between which no macro can see a difference."""
        return self.names, self.unit_id, self.file_name, self.form, self.digest

    def opened(self) -> InputSource:
        """The same with its file open, if it has one; its content may have changed since it was looked at."""
        return self if self.file is not None or self.path is None else replace(path_source(self.path), names=self.names)

    def close(self) -> None:
        """Let the file go."""
        if self.file is not None:
            self.file.close()


def check_inputs(inputs: object) -> Mapping[str, Runtime | Path]:
    """Runtimes and paths by name; nothing for None."""
    from .runtime import Runtime

    if inputs is None:
        return {}
    if not isinstance(inputs, Mapping):
        raise CallInvalid(f"inputs is a mapping of names to units, not {type(inputs).__name__}", hint=_EXAMPLE)
    if len(inputs) > MAX_INPUTS:
        raise CallInvalid(f"{len(inputs)} inputs; a run has at most {MAX_INPUTS}", hint="Read them in several runs.")
    found: dict[str, Runtime | Path] = {}
    for name, unit in inputs.items():
        if type(name) is not str or not 0 < len(name) <= MAX_NAME or not name.isprintable():
            shown = ascii(name)[:80] if type(name) is str else type(name).__name__
            raise CallInvalid(f"inputs: {shown} is no name", hint=f"A name is 1 to {MAX_NAME} printable characters.")
        if not isinstance(unit, (Runtime, str, Path)) or unit == "":
            raise CallInvalid(f"inputs[{name!a}] is a runtime or a path, not {type(unit).__name__}", hint=_EXAMPLE)
        found[name] = Path(unit) if isinstance(unit, str) else unit
    return found


@final
class InputShelf:
    """Knows the content of files it has seen, so that a run with the same inputs does not read them again."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[tuple[int, ...], InputSource]] = {}

    def sources(self, inputs: Mapping[str, Runtime | Path]) -> tuple[InputSource, ...]:
        """The units, each once, however many names it has. The caller closes them."""
        found: list[InputSource] = []
        try:
            for name, unit in inputs.items():
                found.append(replace(self._source(name, unit), names=(name,)))
        except BaseException:
            close_all(found)
            raise
        return _merged(found)

    def _source(self, name: str, unit: Runtime | Path) -> InputSource:
        if not isinstance(unit, Path):
            return unit._as_input()
        known = self._known.get(unit)
        if known is not None and stamp_of(unit) == known[0]:
            return known[1]
        with named_errors(name):
            source = path_source(unit)
        if source.file is not None:
            if len(self._known) >= _KNOWN_PATHS:
                self._known.clear()
            self._known[unit] = source.file.stamp, replace(source, file=None)
        return source


@contextmanager
def named_errors(name: str) -> Iterator[None]:
    """An error of a file says which input it is about."""
    try:
        yield
    except FileError as error:
        error.message = f"inputs[{name!a}]: {error.message}"
        error.args = (error.message,)
        raise


def path_source(path: Path) -> InputSource:
    """A file as it is now, open."""
    file = DocumentFile(path)
    return InputSource(
        names=(),
        unit_id=unit_id_of(file.path),
        file_name=file.path.name,
        form=form_of(file.path),
        digest=file.opened.sha256,
        file=file,
        path=path,
    )


def digest_of(file: DocumentFile | None, runs: tuple[Run, ...]) -> str:
    """SHA-256 of a file, or of its hash and the changes that stand on it."""
    digest = hashlib.sha256().hexdigest() if file is None else file.opened.sha256
    if not runs:
        return digest
    whole = hashlib.sha256(digest.encode())
    for run in runs:
        whole.update(hashlib.sha256(run.encoded).digest())
    return whole.hexdigest()


def close_all(sources: Iterable[InputSource]) -> None:
    """Let the files of all go."""
    for source in sources:
        source.close()


def _merged(sources: list[InputSource]) -> tuple[InputSource, ...]:
    merged: dict[tuple[object, ...], InputSource] = {}
    for source in sources:
        key = source.identity[1:]
        first = merged.get(key)
        if first is None:
            merged[key] = source
        else:
            merged[key] = replace(first, names=(*first.names, *source.names))
            source.close()
    return tuple(merged.values())
