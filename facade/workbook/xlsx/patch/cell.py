"""One cell as markup: from the model's value, formula and style, with the prefix of its sheet."""

from __future__ import annotations

from typing import Final, NamedTuple, final

from ....value import CellError, RichText, Scalar
from ...formula.future import file_text
from ...model.formula import ArrayFormula, DataTable, FormulaEntry, SharedFormula
from ...model.rect import cell_name
from .editor import start_tag_end
from .error import UnsupportedChangeError
from .row import set_attributes
from .text import cell_text, escape, escape_attribute, needs_space, unfit

_SPACE: Final = b' xml:space="preserve"'


@final
class Master(NamedTuple):
    """A shared formula as its master cell writes it."""

    number: int
    ref: str
    text: str


@final
class Tags:
    """The element names of one sheet, with its prefix ("" or "x:") and main namespace."""

    __slots__ = ("c", "f", "is_", "namespace", "number", "prefix", "r", "row", "t", "v")

    def __init__(self, prefix: bytes, namespace: bytes) -> None:
        self.prefix = prefix
        self.namespace = namespace
        self.c, self.f, self.v, self.t = prefix + b"c", prefix + b"f", prefix + b"v", prefix + b"t"
        self.number = b"<%b>%%b</%b>" % (self.v, self.v)
        self.r, self.is_, self.row = prefix + b"r", prefix + b"is", prefix + b"row"


def content(
    tags: Tags, value: Scalar, formula: FormulaEntry | Master | None, place: str, *, result: bool = False
) -> tuple[bytes, bytes]:
    """The cell's type ("" for a number or a blank) and its inner markup.

    A formula's value is its cached one; None leaves the v element out, and the reader of the file computes it.
    place names the cell in messages. result: an array formula elsewhere gives the cell its value.
    """
    if formula is not None:
        kind, stored = _stored(value)
        text = formula_element(tags, formula, place)
        return kind, text + (b"" if stored is None else _element(tags.v, stored))
    sort = type(value)
    if sort is int or sort is float:
        return b"", tags.number % repr(value).encode()
    if type(value) is str and not result:
        return b"inlineStr", b"<" + tags.is_ + b">" + text_element(tags, value) + b"</" + tags.is_ + b">"
    if type(value) is RichText:
        return b"inlineStr", rich(tags, value)
    kind, stored = _stored(value)
    return kind, b"" if stored is None else _element(tags.v, stored)


def cell(tags: Tags, row0: int, col0: int, *, style: int, kind: bytes, inner: bytes, mark: int = 0) -> bytes:
    """A whole new cell; b"" where it would say nothing. mark: its number of cell metadata, 0 for none."""
    if not inner and not style:
        return b""
    head = b"<" + tags.c + b' r="' + cell_name(row0, col0).encode() + b'"'
    if style:
        head += b' s="%d"' % style
    if kind:
        head += b' t="' + kind + b'"'
    if mark:
        head += b' cm="%d"' % mark
    return head + b">" + inner + b"</" + tags.c + b">" if inner else head + b"/>"


def text_element(tags: Tags, text: str) -> bytes:
    """A t element."""
    space = _SPACE if needs_space(text) else b""
    return b"<" + tags.t + space + b">" + cell_text(text) + b"</" + tags.t + b">"


def rich(tags: Tags, value: RichText) -> bytes:
    """An is element: the raw markup the text came with, or its runs."""
    raw = value.raw or b"".join(
        b"<r>" + run.properties + b"<t" + _SPACE + b">" + cell_text(run.text) + b"</t></r>" for run in value.runs
    )
    if not tags.prefix:
        return b"<is>" + raw.replace(b' xmlns="' + tags.namespace + b'"', b"") + b"</is>"
    return b"<" + tags.is_ + b' xmlns="' + tags.namespace + b'">' + raw + b"</" + tags.is_ + b">"


def number(value: float) -> bytes:
    """A number that reads back as the same one: 17 significant digits where they are needed (repr)."""
    return repr(value).encode()


def _stored(value: Scalar) -> tuple[bytes, bytes | None]:
    """Type and v text of a value; text is that of a formula's result (t="str")."""
    if value is None:
        return b"", None
    if type(value) is bool:
        return b"b", b"1" if value else b"0"
    if type(value) is int or type(value) is float:
        return b"", number(value)
    if type(value) is CellError:
        return b"e", escape(value.code)
    return b"str", cell_text(str(value))


def formula_element(tags: Tags, formula: FormulaEntry | Master, place: str) -> bytes:
    """The f element of a formula."""
    if type(formula) is str:
        return _f(tags, b"", file_text(formula), place)
    if type(formula) is Master:
        attributes = b' t="shared" ref="' + formula.ref.encode() + b'" si="%d"' % formula.number
        return _f(tags, attributes, formula.text, place)
    if type(formula) is ArrayFormula:
        text = file_text(formula.text) if formula.dynamic else formula.text
        return _f(tags, b' t="array" ref="' + escape_attribute(formula.rect.a1) + b'"', text, place)
    if type(formula) is DataTable:
        return b"<" + tags.f + b" " + formula.attributes.strip() + b"/>"
    assert type(formula) is SharedFormula
    raise UnsupportedChangeError("", f"{place} holds a member of a shared formula that its sheet does not know")


def reworded_element(tags: Tags, raw: bytes, formula: FormulaEntry | Master, place: str) -> bytes:
    """The f element of the file, of the same kind, with another text, ref or input cells; its other attributes stay."""
    if isinstance(formula, DataTable):
        return formula_element(tags, formula, place)
    changes: dict[bytes, bytes | None] = {}
    if isinstance(formula, ArrayFormula):
        changes[b"ref"] = formula.rect.a1.encode()
    elif type(formula) is Master:
        changes[b"ref"] = formula.ref.encode()
    text = formula if type(formula) is str else formula.text  # type: ignore[union-attr]
    if unfit(text):
        raise UnsupportedChangeError("", f"the formula of {place} holds a character that XML cannot hold")
    if needs_space(text):
        changes[b"xml:space"] = b"preserve"
    tag = set_attributes(raw[: start_tag_end(raw, 0)], changes)
    opened = tag[:-2].rstrip() + b">" if tag.endswith(b"/>") else tag
    return opened + escape(text) + b"</" + tags.f + b">"


def _f(tags: Tags, attributes: bytes, text: str, place: str) -> bytes:
    if unfit(text):
        raise UnsupportedChangeError("", f"the formula of {place} holds a character that XML cannot hold")
    space = _SPACE if needs_space(text) else b""
    return b"<" + tags.f + attributes + space + b">" + escape(text) + b"</" + tags.f + b">"


def _element(name: bytes, inner: bytes) -> bytes:
    space = _SPACE if inner[:1].isspace() or inner[-1:].isspace() else b""
    return b"<" + name + space + b">" + inner + b"</" + name + b">"
