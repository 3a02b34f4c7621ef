"""Small sheets with a bit of everything, spelled in the ways that producers of files spell them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from macrocell.facade.workbook.model.rect import cell_name
from support.big_workbook import MAIN

ROWS, COLUMNS = 14, 8


@dataclass
class Grid:
    """Cells by (row, column) counted from 0: attributes behind r, and content. attributes are those of rows."""

    cells: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)
    attributes: dict[int, str] = field(default_factory=dict)


def random_grid(dice: random.Random, *, other: str = "Data2") -> Grid:
    """Numbers, texts, blanks with a style, plain, shared and array formulas, one data table."""
    grid = Grid()
    for row0 in range(ROWS):
        if dice.random() < 0.15:
            continue
        if dice.random() < 0.3:
            grid.attributes[row0] = dice.choice(
                (' ht="20" customHeight="1"', ' hidden="1"', ' outlineLevel="1"', ' s="3" customFormat="1"')
            )
        for col0 in range(COLUMNS):
            if dice.random() < 0.6:
                grid.cells[row0, col0] = _cell(dice, other)
    for number in range(dice.randrange(3)):
        _share(grid, dice, number, other)
    if dice.random() < 0.5:
        _block(grid, dice, 't="array"', f"SUM(A1:A{dice.randint(1, ROWS)})")
    if dice.random() < 0.3:
        _block(grid, dice, 't="dataTable" dt2D="0" dtr="0" r1="A2"', "")
    return grid


def _cell(dice: random.Random, other: str) -> tuple[str, str]:
    number, row, last = dice.randrange(100), dice.randint(1, ROWS), dice.randint(1, ROWS)
    style = dice.choice(("", "", ' s="2"', ' s="3"'))
    return dice.choice(
        (
            (style, f"<v>{number}</v>"),
            (style, f"<v>{number}</v>"),
            (style + ' t="s"', f"<v>{number % 8}</v>"),
            (style + ' t="inlineStr"', f"<is><t>a &lt;{number}&gt; C5 </t></is>"),
            (' s="3"', ""),
            (style + ' t="b"', "<v>1</v>"),
            (style, f"<f>B{row}*2+$C${last}</f><v>{number}</v>"),
            (style, f"<f>SUM(A{min(row, last)}:B{max(row, last)})</f><v>{number}</v>"),
            (style, f'<f ca="1">{other}!A{row}+{number}</f><v>1</v>'),
            (style + ' t="str"', f'<f>A{row}&amp;"B{row}"</f><v>x</v>'),
            (style + ' cm="1" vm="2"', f"<v>{number}</v>"),
        )
    )


def _share(grid: Grid, dice: random.Random, number: int, other: str) -> None:
    top, left = dice.randrange(ROWS - 3), dice.randrange(COLUMNS - 2)
    bottom, right = min(ROWS - 1, top + dice.randint(1, 6)), left + dice.randrange(2)
    text = dice.choice(("A1+1", "$A$1*B2", f"{other}!A1", "SUM(A$1:A2)", "1+1", "A2", "SUM(B:B)"))
    cells = [(row0, col0) for row0 in range(top, bottom + 1) for col0 in range(left, right + 1) if dice.random() < 0.9]
    if any("<f t" in grid.cells.get(cell, ("", ""))[1] for cell in cells) or not cells:
        return
    ref = f"{cell_name(top, left)}:{cell_name(bottom, right)}"
    for place, cell in enumerate(cells):
        head = f'<f t="shared" ref="{ref}" si="{number}">{text}</f>' if not place else f'<f t="shared" si="{number}"/>'
        grid.cells[cell] = ("", f"{head}<v>{place}</v>")


def _block(grid: Grid, dice: random.Random, kind: str, text: str) -> None:
    row0, col0 = dice.randrange(ROWS - 2), dice.randrange(COLUMNS - 2)
    cells = [(row0, col0), (row0 + 1, col0), (row0, col0 + 1), (row0 + 1, col0 + 1)]
    if any("<f" in grid.cells.get(cell, ("", ""))[1] for cell in cells):
        return
    ref = f"{cell_name(row0, col0)}:{cell_name(row0 + 1, col0 + 1)}"
    for cell in cells:
        grid.cells[cell] = ("", "<v>7</v>")
    grid.cells[row0, col0] = ("", f'<f {kind} ref="{ref}">{text}</f><v>7</v>')


def plain(grid: Grid) -> str:
    """As Excel writes it, with spans."""
    rows = []
    for row0, cells in _by_row(grid):
        inner = "".join(_one(row0, col0, *cell) for col0, cell in cells)
        spans = f' spans="{cells[0][0] + 1}:{cells[-1][0] + 1}"' if cells else ""
        rows.append(f'<row r="{row0 + 1}"{spans}{grid.attributes.get(row0, "")}>{inner}</row>')
    return "".join(rows)


def unnamed(grid: Grid) -> str:
    """Without r: rows and cells count from those before, blank ones fill the holes."""
    rows = []
    known = dict(_by_row(grid))
    for row0 in range(max(known, default=-1) + 1):
        cells = dict(known.get(row0, ()))
        inner = [_one(-1, col0, *cells.get(col0, ("", ""))) for col0 in range(max(cells, default=-1) + 1)]
        rows.append(f"<row{grid.attributes.get(row0, '')}>{''.join(inner)}</row>")
    return "".join(rows)


def spaced(grid: Grid) -> str:
    """Every row and cell on a line of its own, with comments between the rows and odd orders of attributes."""
    rows = []
    for row0, cells in _by_row(grid):
        inner = "\n".join(
            f"    <c{attributes} r='{cell_name(row0, col0)}' >{content}</c>" for col0, (attributes, content) in cells
        )
        rows.append(f"  <row{grid.attributes.get(row0, '')} r='{row0 + 1}' >\n{inner}\n  </row><!-- row -->\n")
    return "\n" + "".join(rows)


def _one(row0: int, col0: int, attributes: str, content: str) -> str:
    name = "" if row0 < 0 else f' r="{cell_name(row0, col0)}"'
    return f"<c{name}{attributes}>{content}</c>" if content else f"<c{name}{attributes}/>"


def _by_row(grid: Grid) -> list[tuple[int, list[tuple[int, tuple[str, str]]]]]:
    rows = {row0 for row0, _ in grid.cells} | grid.attributes.keys()
    return [
        (row0, sorted((col0, cell) for (row, col0), cell in grid.cells.items() if row == row0)) for row0 in sorted(rows)
    ]


SPELLINGS: dict[str, Callable[[Grid], str]] = {"plain": plain, "unnamed": unnamed, "spaced": spaced}


def part_of_grid(grid: Grid, spelling: str, *, before: str = "", after: str = "") -> bytes:
    """A sheet part. Beside SPELLINGS: prefixed, strict, utf-16 and bom, of plain rows."""
    rows = SPELLINGS.get(spelling, plain)(grid)
    text = f'<worksheet xmlns="{MAIN}">{before}<sheetData>{rows}</sheetData>{after}</worksheet>'
    if spelling == "prefixed":
        text = re.sub(r"<(/?)(?=\w)", r"<\1x:", text).replace("xmlns=", "xmlns:x=")
    if spelling == "strict":
        text = text.replace(MAIN, "http://purl.oclc.org/ooxml/spreadsheetml/main")
    if spelling == "utf-16":
        return ('<?xml version="1.0" encoding="UTF-16"?>' + text).encode("utf-16")
    return (b"\xef\xbb\xbf" if spelling == "bom" else b"") + text.encode()
