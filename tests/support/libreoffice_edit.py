"""LibreOffice does the edits of a structure case itself: what its own following of references makes of each formula.

Its Basic is the only language that the package for calc alone brings. A module is written into a fresh profile and run
by its macro: address.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from support.libreoffice import run_office

_DTD = "-//OpenOffice.org//DTD OfficeDocument 1.0//EN"
_LIBRARIES = (
    f'<!DOCTYPE library:libraries PUBLIC "{_DTD}" "libraries.dtd"><library:libraries'
    ' xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink"><library:library'
    ' library:name="Standard" xlink:href="$(USER)/basic/Standard/script.xlb/" xlink:type="simple"'
    ' library:link="false"/></library:libraries>'
)
_LIBRARY = (
    f'<!DOCTYPE library:library PUBLIC "{_DTD}" "library.dtd"><library:library'
    ' xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false"'
    ' library:passwordprotected="false"><library:element library:name="Edit"/></library:library>'
)
_MODULE = (
    f'<!DOCTYPE script:module PUBLIC "{_DTD}" "module.dtd">'
    '<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Edit"'
    ' script:language="StarBasic">{}</script:module>'
)
_MAIN = """
Sub Main(folder, start)
{calls}
  StarDesktop.terminate()
End Sub

Function Opened(path)
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  Opened = StarDesktop.loadComponentFromURL(path, "_blank", 0, hidden())
End Function

Sub Store(document, path)
  Dim form(0) As New com.sun.star.beans.PropertyValue
  form(0).Name = "FilterName"
  form(0).Value = "Calc MS Excel 2007 XML"
  document.storeToURL(path, form())
End Sub
"""
_FILE = """
Sub Edit{number}(folder)
  On Error GoTo Failed
  Dim place As New com.sun.star.table.CellAddress
  document = Opened(folder & "/in/{number}.xlsx")
{body}
Failed:
  If Not IsNull(document) Then document.close(True)
End Sub
"""


@dataclass(frozen=True, slots=True)
class Order:
    """A file, and Basic that edits `document` and stores it by store()."""

    data: bytes
    body: str


def store(name: str) -> str:
    """Basic that stores the document as it is now, under a name of the answer."""
    return f'  Store(document, folder & "/out/{{number}}.{name}.xlsx")'


def text(value: str) -> str:
    """A text as Basic spells it."""
    doubled = value.replace('"', '""')
    return f'"{doubled}"'


def edit(orders: Mapping[str, Order]) -> dict[str, dict[str, bytes]]:
    """What was stored for each order, by the name it was stored under; what Basic failed at is not there.

    An order that ends the process is left, and those behind it are begun again.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in").mkdir()
        (folder / "out").mkdir()
        for number, order in enumerate(orders.values()):
            (folder / "in" / f"{number}.xlsx").write_bytes(order.data)
        run_office(folder, ["--terminate_after_init"], 0)  # the first start writes a library of its own over this one
        _write_module(folder / "profile" / "user" / "basic", [order.body for order in orders.values()])
        start = 0
        while start < len(orders):
            run_office(folder, [f"macro:///Standard.Edit.Main({folder.as_uri()},{start})"], len(orders))
            made = (file.name.partition(".")[0] for file in (folder / "out").iterdir())
            last = max((int(name) for name in made if name.isdigit()), default=-1)  # locks begin with a dot
            start = max(start, last) + 1
        return {
            key: {file.name.split(".")[1]: file.read_bytes() for file in (folder / "out").glob(f"{number}.*.xlsx")}
            for number, key in enumerate(orders)
        }


def _write_module(folder: Path, bodies: list[str]) -> None:
    calls = "\n".join(f"  If {number} >= CInt(start) Then Edit{number}(folder)" for number in range(len(bodies)))
    files = [
        _FILE.format(number=number, body=body.replace("{number}", str(number))) for number, body in enumerate(bodies)
    ]
    (folder / "Standard").mkdir(parents=True, exist_ok=True)
    (folder / "script.xlc").write_text(_LIBRARIES)
    (folder / "Standard" / "script.xlb").write_text(_LIBRARY)
    (folder / "Standard" / "Edit.xba").write_text(_MODULE.format(escape(_MAIN.format(calls=calls) + "".join(files))))
