"""The corpus of real workbooks, which lies beside the checkout where it is present."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

_FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "corpus"

CORPUS: Path | None = _FOLDER if _FOLDER.is_dir() else None
"""The folder, None where it is absent."""

needs_corpus = pytest.mark.skipif(CORPUS is None, reason="the corpus of real workbooks is not beside this checkout")


def each_file() -> Iterator[Path]:
    """Every workbook of the corpus, its calc folder included, in the order of names; nothing where it is absent."""
    if CORPUS is not None:
        yield from sorted(path for path in CORPUS.rglob("*.xls?") if path.is_file())


def corpus_file(name: str) -> Path:
    """One workbook of the corpus; skips the test where the corpus is absent."""
    if CORPUS is None:
        pytest.skip("the corpus of real workbooks is not beside this checkout")
    return CORPUS / name
