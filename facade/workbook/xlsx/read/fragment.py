"""The content of an si or is element, cut out of its part: fast for the common forms, with lxml for the rest."""

from __future__ import annotations

import re

from ....value import RichText, TextRun
from ..error import CorruptFileError
from ..markup import parse
from .text import text_of, value_text

_PLAIN = re.compile(rb'<t(?: xml:space="preserve")?>([^<]*)</t>')
_RUN = re.compile(
    rb"<r>(<rPr>(?:<[A-Za-z]+(?:\s+[A-Za-z]+=\"[^\"<&]*\")*\s*/>)*</rPr>|<rPr/>)?"
    rb'(?:<t(?: xml:space="preserve")?>([^<]*)</t>|<t(?: xml:space="preserve")?/>)</r>'
)


def inline_text(content: bytes) -> str | RichText:
    """The text of the content of an unprefixed si or is element. Raises ValueError if it is none."""
    plain = _PLAIN.fullmatch(content)
    if plain is not None:
        return value_text(plain[1])
    runs = []
    place = 0
    while (match := _RUN.match(content, place)) is not None:
        runs.append(TextRun(value_text(match[2] or b""), match[1] or b""))
        place = match.end()
    if runs and place == len(content):
        return RichText(tuple(runs), content)
    return _parsed(content)


def _parsed(content: bytes) -> str | RichText:
    """By lxml; namespace prefixes that only the part's root declares make it refuse, which sends the part there too."""
    try:
        found = text_of(parse(b"<si>" + content + b"</si>", "a string"))
    except CorruptFileError as error:
        raise ValueError("not an unprefixed string") from error
    return RichText(found.runs, content) if isinstance(found, RichText) else found
