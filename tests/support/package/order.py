"""The order in which elements stand, and how often, as the schemas of ECMA-376 part 1 have it."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree
from support.package.archive import Archive, children, local
from support.package.finding import Finding

_MAIN = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",
)

_ORDERS: dict[str, str] = {
    # 18.3.1.99
    "worksheet": "sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges"
    " scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting*"
    " dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties"
    " cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls"
    " webPublishItems tableParts extLst",
    # 18.3.1.12
    "chartsheet": "sheetPr sheetViews sheetProtection customSheetViews pageMargins pageSetup headerFooter drawing"
    " legacyDrawing legacyDrawingHF drawingHF picture webPublishItems extLst",
    # 18.2.27
    "workbook": "fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups"
    " externalReferences definedNames calcPr oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes"
    " webPublishing fileRecoveryPr* webPublishObjects extLst",
    # 18.8.39
    "styleSheet": "numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles colors extLst",
    # 18.5.1.2
    "table": "autoFilter sortState tableColumns tableStyleInfo extLst",
    "tableColumn": "calculatedColumnFormula totalsRowFormula xmlColumnPr extLst",
    # 18.7.6
    "comments": "authors commentList extLst",
    # 18.10.1.73 and 18.10.1.67
    "pivotTableDefinition": "location pivotFields rowFields rowItems colFields colItems pageFields dataFields formats"
    " conditionalFormats chartFormats pivotHierarchies pivotTableStyleInfo filters rowHierarchiesUsage"
    " colHierarchiesUsage extLst",
    "pivotCacheDefinition": "cacheSource cacheFields cacheHierarchies kpis tupleCache calculatedItems"
    " calculatedMembers dimensions measureGroups maps extLst",
    # 18.3.1.4, 18.3.1.73, 18.3.1.87, 18.3.1.18, 18.3.1.32
    "c": "f v is extLst",
    "row": "c* extLst",
    "sheetView": "pane selection* pivotSelection* extLst",
    "conditionalFormatting": "cfRule* extLst",
    "cfRule": "formula* colorScale dataBar iconSet extLst",
    "dataValidation": "formula1 formula2",
}
_ANCHORS: dict[str, str] = {
    # 20.5.2.33, 20.5.2.24, 20.5.2.1
    "twoCellAnchor": "from to OBJECT clientData",
    "oneCellAnchor": "from ext OBJECT clientData",
    "absoluteAnchor": "pos ext OBJECT clientData",
}
_CELLS = frozenset(("c", "row"))
"""Names that are other things outside of worksheets: rows of external data, cells of the calculation chain."""

_OBJECTS = frozenset(("sp", "grpSp", "graphicFrame", "cxnSp", "pic", "contentPart"))

_PLACES = {
    name: {word.rstrip("*"): (place, word.endswith("*")) for place, word in enumerate(text.split())}
    for name, text in {**_ORDERS, **_ANCHORS}.items()
}


def order_findings(archive: Archive) -> Iterator[Finding]:
    """Elements out of their order, unknown where they stand, or there twice."""
    for part, root in archive.trees.items():
        if _space(root) in _MAIN:
            names = _ORDERS.keys() - (set() if local(root) == "worksheet" else _CELLS)
            for element in root.iter(*(f"{{{_space(root)}}}{name}" for name in names)):
                if len(element):
                    yield from _element(part, element)
        elif local(root) == "wsDr":
            for element in children(root):
                if local(element) in _ANCHORS:
                    yield from _element(part, element)


def _element(part: str, element: etree._Element) -> Iterator[Finding]:
    places = _PLACES[local(element)]
    last, last_name, seen = -1, "", set()
    for child in children(element):
        name = "OBJECT" if local(child) in _OBJECTS and "OBJECT" in places else local(child)
        if name not in places and _space(child) == _space(element):
            yield Finding("element_unknown", part, f"{local(element)} has the child {name}")
        if name not in places:
            continue
        place, repeats = places[name]
        if place < last:
            yield Finding("element_order", part, f"{local(element)}: {name} stands behind {last_name}")
        elif name in seen and not repeats:
            yield Finding("element_repeated", part, f"{local(element)} has {name} twice")
        seen.add(name)
        last, last_name = max((place, name), (last, last_name))


def _space(element: etree._Element) -> str:
    return str(element.tag)[1:].partition("}")[0]
