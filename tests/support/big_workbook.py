"""Large workbooks made from raw XML, some 100 times faster than with openpyxl. Also used by the benchmarks."""

from __future__ import annotations

import random
import zipfile
from collections.abc import Callable, Iterator
from io import BytesIO

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml"

_XFS = "".join(
    f'<xf numFmtId="{code}" fontId="{font}" fillId="{fill}" borderId="0" xfId="0"/>'
    for code, font, fill in ((0, 0, 0), (164, 0, 0), (4, 0, 0), (0, 1, 2), (10, 0, 0), (21, 0, 0))
)
STYLES = (
    f'<styleSheet xmlns="{MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>'
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
    '<fill><patternFill patternType="solid"><fgColor rgb="FFFFFF00"/></patternFill></fill></fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    f'<cellXfs count="6">{_XFS}</cellXfs></styleSheet>'
)
"""Style ids: 0 plain, 1 date, 2 #,##0.00, 3 bold on yellow, 4 percent, 5 time."""

WORDS = tuple(f"item {number}" for number in range(5000))
"""The shared strings."""


def big_workbook(variant: str, rows: int, *, seed: int = 1) -> bytes:
    """The bytes of a workbook with one sheet Data of so many rows; see VARIANTS for the columns."""
    body = VARIANTS[variant](rows, random.Random(seed))
    sheet = f'{_HEAD}<worksheet xmlns="{MAIN}"><dimension ref="A1"/><sheetData>{"".join(body)}</sheetData></worksheet>'
    return package({"xl/worksheets/sheet1.xml": sheet})


def package(
    sheets: dict[str, str | bytes], *, strings: str | bytes | None = None, styles: str | bytes = STYLES
) -> bytes:
    """An xlsx with these sheet parts, in their order as the sheets Data, Data2 ..."""
    if strings is None:
        items = "".join(f"<si><t>{word}</t></si>" for word in WORDS)
        strings = f'{_HEAD}<sst xmlns="{MAIN}" count="{len(WORDS)}" uniqueCount="{len(WORDS)}">{items}</sst>'
    names = ["Data", *(f"Data{number}" for number in range(2, len(sheets) + 1))]
    entries = "".join(f'<sheet name="{name}" sheetId="{at}" r:id="rId{at}"/>' for at, name in enumerate(names, 1))
    links = "".join(
        f'<Relationship Id="rId{at}" Type="{_OFFICE}/worksheet" Target="/{part}"/>' for at, part in enumerate(sheets, 1)
    )
    links += f'<Relationship Id="rIdA" Type="{_OFFICE}/styles" Target="styles.xml"/>'
    links += f'<Relationship Id="rIdB" Type="{_OFFICE}/sharedStrings" Target="sharedStrings.xml"/>'
    types = "".join(f'<Override PartName="/{part}" ContentType="{_SPREADSHEET}.worksheet+xml"/>' for part in sheets)
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_SPREADSHEET}.sheet.main+xml"/>{types}'
        f'<Override PartName="/xl/styles.xml" ContentType="{_SPREADSHEET}.styles+xml"/>'
        f'<Override PartName="/xl/sharedStrings.xml" ContentType="{_SPREADSHEET}.sharedStrings+xml"/></Types>',
        "_rels/.rels": f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'{_HEAD}<workbook xmlns="{MAIN}" xmlns:r="{_OFFICE}"><sheets>{entries}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">{links}</Relationships>',
        "xl/styles.xml": styles,
        "xl/sharedStrings.xml": strings,
        **sheets,
    }
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def _regular(rows: int, _: random.Random) -> Iterator[str]:
    """10 columns: two strings, six numbers, a plain formula with its value, a percentage."""
    for r in range(1, rows + 1):
        yield (
            f'<row r="{r}" spans="1:10"><c r="A{r}" t="s"><v>{r % 5000}</v></c>'
            f'<c r="B{r}" t="s"><v>{r * 7 % 5000}</v></c>'
            f'<c r="C{r}"><v>{r}</v></c><c r="D{r}"><v>{r * 0.5}</v></c><c r="E{r}" s="2"><v>{r * 1.25}</v></c>'
            f'<c r="F{r}"><v>{r % 97}</v></c><c r="G{r}"><v>{r % 1013}</v></c><c r="H{r}"><v>{r * 3}</v></c>'
            f'<c r="I{r}"><f>C{r}*F{r}+1</f><v>{r * (r % 97) + 1}</v></c>'
            f'<c r="J{r}" s="4"><v>{r % 100 / 100}</v></c></row>'
        )


def _styled(rows: int, _: random.Random) -> Iterator[str]:
    """10 columns, all styled: dates, times, amounts, percentages, bold strings; rows with heights."""
    for r in range(1, rows + 1):
        yield (
            f'<row r="{r}" spans="1:10" ht="15.75" customHeight="1"><c r="A{r}" s="1"><v>{40000 + r % 5000}</v></c>'
            f'<c r="B{r}" s="1"><v>{40000.25 + r % 5000}</v></c>'
            f'<c r="C{r}" s="3" t="s"><v>{r % 5000}</v></c>'
            f'<c r="D{r}" s="2"><v>{r / 8}</v></c><c r="E{r}" s="2"><v>{r / 3}</v></c>'
            f'<c r="F{r}" s="4"><v>{r % 50 / 100}</v></c>'
            f'<c r="G{r}" s="5"><v>{r % 1440 / 1440}</v></c><c r="H{r}" s="3" t="s"><v>{r * 3 % 5000}</v></c>'
            f'<c r="I{r}" s="3"/><c r="J{r}" s="2"><v>{r}</v></c></row>'
        )


def _shared(rows: int, _: random.Random) -> Iterator[str]:
    """4 columns: a number, two columns of shared formulas, one of plain formulas."""
    for r in range(1, rows + 1):
        master = f' ref="B1:B{rows}" si="0">A{r}*2+$A$1</f>' if r == 1 else ' si="0"/>'
        second = f' ref="C1:C{rows}" si="1">SUM(A{r}:B{r})</f>' if r == 1 else ' si="1"/>'
        yield (
            f'<row r="{r}"><c r="A{r}"><v>{r}</v></c><c r="B{r}"><f t="shared"{master}<v>{r * 2 + 1}</v></c>'
            f'<c r="C{r}"><f t="shared"{second}<v>{r * 3 + 1}</v></c>'
            f'<c r="D{r}" t="str"><f>A{r}&amp;"x"</f><v>{r}x</v></c></row>'
        )


def _random(rows: int, dice: random.Random) -> Iterator[str]:
    """20 columns, every cell of a random type and style, a fifth of them styled blanks."""
    makers: tuple[Callable[[str, int], str], ...] = (
        lambda ref, n: f'<c r="{ref}"><v>{n}</v></c>',
        lambda ref, n: f'<c r="{ref}" s="2"><v>{n / 7}</v></c>',
        lambda ref, n: f'<c r="{ref}" s="{n % 6}" t="s"><v>{n % 5000}</v></c>',
        lambda ref, n: f'<c r="{ref}" t="b"><v>{n % 2}</v></c>',
        lambda ref, n: f'<c r="{ref}" t="str"><f>"t"&amp;{n}</f><v>t{n}</v></c>',
        lambda ref, n: f'<c r="{ref}" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
        lambda ref, n: f'<c r="{ref}" s="1"><v>{n % 60000}</v></c>',
        lambda ref, n: f'<c r="{ref}" s="{n % 6}"/>',
        lambda ref, n: f'<c r="{ref}" s="3"/>',
        lambda ref, n: f'<c r="{ref}" t="inlineStr"><is><t>in &lt;{n}&gt;</t></is></c>',
    )
    for r in range(1, rows + 1):
        cells = "".join(dice.choice(makers)(f"{letter}{r}", dice.randrange(10**6)) for letter in _LETTERS)
        yield f'<row r="{r}">{cells}</row>'


def _holes(rows: int, dice: random.Random) -> Iterator[str]:
    """20 columns of numbers and strings, of which every row lacks another third."""
    for r in range(1, rows + 1):
        cells = "".join(
            f'<c r="{letter}{r}" t="s"><v>{r % 5000}</v></c>'
            if at % 4 == 0
            else f'<c r="{letter}{r}"><v>{r * at / 4}</v></c>'
            for at, letter in enumerate(_LETTERS)
            if dice.random() > 0.33
        )
        yield f'<row r="{r}">{cells}</row>'


_LETTERS = "ABCDEFGHIJKLMNOPQRST"

VARIANTS: dict[str, Callable[[int, random.Random], Iterator[str]]] = {
    "regular": _regular,
    "styled": _styled,
    "shared": _shared,
    "random": _random,
    "holes": _holes,
}
