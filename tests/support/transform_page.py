"""Write docs/transform.md from the registry of pairs."""

from __future__ import annotations

from pathlib import Path

from macrocell.facade.workbook.transform.matrix import matrix_page

PAGE = Path(__file__).parents[2] / "docs" / "transform.md"

if __name__ == "__main__":
    PAGE.write_text(matrix_page(), encoding="utf-8")
