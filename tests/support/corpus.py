"""The corpus of real workbooks, which lies beside the checkout where it is present."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from .effort import LONG

_BESIDE = Path(__file__).resolve().parents[2].parent / "shared" / "corpus"
_FOLDER = Path(os.environ.get("MACROCELL_CORPUS") or _BESIDE)

CORPUS: Path | None = _FOLDER if _FOLDER.is_dir() else None
"""The folder, which MACROCELL_CORPUS may name; None where it is absent."""

_LARGE_BYTES = 300_000
"""Two files of the corpus are larger; 11 s of its 13 s in the package checker are theirs."""

REFUSED = {
    "cal__pass_protected.xlsx": "encrypted",
    "poi__poc-xmlbomb.xlsx": "xml_bomb",
    "poi__protected_passtika.xlsx": "encrypted",
    "poi__xlsx-corrupted.xlsx": "corrupt",
}
"""The files that no one can open, with the code of the refusal."""

needs_corpus = pytest.mark.skipif(CORPUS is None, reason="the corpus of real workbooks is not beside this checkout")


def each_file() -> Iterator[Path]:
    """Every workbook of the corpus, its calc folder included, in the order of names; nothing where it is absent."""
    if CORPUS is not None:
        yield from sorted(path for path in CORPUS.rglob("*.xls?") if path.is_file())


def is_large(path: Path) -> bool:
    """Whether a file takes its checkers seconds or minutes, and this is not the long form of the tests."""
    return path.stat().st_size >= _LARGE_BYTES and not LONG


def quick_files() -> list[Path]:
    """The workbooks of the corpus but the large ones, which other tests read and save."""
    return [path for path in each_file() if not is_large(path)]


def opening_files() -> list[Path]:
    """The workbooks of the corpus that can be opened."""
    return [path for path in each_file() if path.name not in REFUSED]


def corpus_file(name: str) -> Path:
    """One workbook of the corpus; skips the test where the corpus is absent."""
    if CORPUS is None:
        pytest.skip("the corpus of real workbooks is not beside this checkout")
    return CORPUS / name


def sampled(files: Iterable[Path]) -> list[Path]:
    """Every sixth file that is not large, which is what a run of all tests has time for; all of them in the long form
    of the tests."""
    chosen = list(files)
    return chosen if LONG else [path for path in chosen[::6] if not is_large(path)]
