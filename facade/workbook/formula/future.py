"""Functions that came after Excel 2007, which a file spells with a prefix that Excel does not show.

The names are those of [MS-XLSX] 2.2.2 and of the functions that came since. NETWORKDAYS.INTL, WORKDAY.INTL,
ISO.CEILING and ECMA.CEILING came after 2007 too and have no prefix.
"""

from __future__ import annotations

import re
from typing import Final, final

_SPREAD: Final = frozenset({"FILTER", "SORT"})
"""Functions whose prefix is _xlfn._xlws."""
_NAMES: Final = """
    AGGREGATE BETA.DIST BETA.INV BINOM.DIST BINOM.INV CEILING.PRECISE CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT
    CHISQ.TEST CONFIDENCE.NORM CONFIDENCE.T COVARIANCE.P COVARIANCE.S ERF.PRECISE ERFC.PRECISE EXPON.DIST F.DIST
    F.DIST.RT F.INV F.INV.RT F.TEST FLOOR.PRECISE GAMMA.DIST GAMMA.INV GAMMALN.PRECISE HYPGEOM.DIST LOGNORM.DIST
    LOGNORM.INV MODE.MULT MODE.SNGL NEGBINOM.DIST NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV PERCENTILE.EXC
    PERCENTILE.INC PERCENTRANK.EXC PERCENTRANK.INC POISSON.DIST QUARTILE.EXC QUARTILE.INC RANK.AVG RANK.EQ STDEV.P
    STDEV.S T.DIST T.DIST.2T T.DIST.RT T.INV T.INV.2T T.TEST VAR.P VAR.S WEIBULL.DIST Z.TEST

    ACOT ACOTH ARABIC BASE BINOM.DIST.RANGE BITAND BITLSHIFT BITOR BITRSHIFT BITXOR CEILING.MATH COMBINA COT COTH CSC
    CSCH DAYS DECIMAL ENCODEURL FILTERXML FLOOR.MATH FORMULATEXT GAMMA GAUSS IFNA IMCOSH IMCOT IMCSC IMCSCH IMSEC
    IMSECH IMSINH IMTAN ISFORMULA ISOWEEKNUM MUNIT NUMBERVALUE PDURATION PERMUTATIONA PHI RRI SEC SECH SHEET SHEETS
    SKEW.P UNICHAR UNICODE WEBSERVICE XOR

    CONCAT FORECAST.ETS FORECAST.ETS.CONFINT FORECAST.ETS.SEASONALITY FORECAST.ETS.STAT FORECAST.LINEAR IFS MAXIFS
    MINIFS SWITCH TEXTJOIN

    ANCHORARRAY ARRAYTOTEXT BYCOL BYROW CHOOSECOLS CHOOSEROWS DETECTLANGUAGE DROP EXPAND FIELDVALUE GROUPBY HSTACK
    IMAGE ISOMITTED LAMBDA LET MAKEARRAY MAP PERCENTOF PIVOTBY RANDARRAY REDUCE REGEXEXTRACT REGEXREPLACE REGEXTEST
    SCAN SEQUENCE SINGLE SORTBY STOCKHISTORY TAKE TEXTAFTER TEXTBEFORE TEXTSPLIT TOCOL TOROW TRANSLATE TRIMRANGE
    UNIQUE VALUETOTEXT VSTACK WRAPCOLS WRAPROWS XLOOKUP XMATCH
"""
"""In groups by the Excel they came with: 2010, 2013, 2016 and 2019, and the ones of Microsoft 365."""
FUTURE: Final = _SPREAD | frozenset(_NAMES.split())

_QUOTED: Final = r"""
      "(?:[^"]|"")*+"?+                                                # text
    | '(?:[^']|'')*+'?+                                                # a quoted sheet
    | \[(?:[^\[\]']++|'.|\[(?:[^\[\]']++|'.)*+\]?+)*+\]?+              # a structured reference, or an external book
"""
"""What is not closed reaches to the end, so that no text takes more than one pass: any worker may have written it."""
_SKIPPED: Final = re.compile(_QUOTED, re.VERBOSE | re.DOTALL)
_PART: Final = re.compile(_QUOTED + r"| (?<![\w.\\?!])(?P<called>[\w.\\?]++)(?=\()", re.VERBOSE | re.DOTALL)


@final
class Look:
    """A quick first look for calls of functions: cheap for the formulas that call none of them, which most are."""

    __slots__ = ("_names", "_tails")

    def __init__(self, names: frozenset[str]) -> None:
        self._names = tuple(names)
        self._tails = frozenset(name[-3:] for name in names)

    def finds(self, text: str) -> bool:
        """Whether what stands before a parenthesis, in a string or not, ends in one of the names."""
        return "(" in text and any(
            part[-3:] in self._tails and part.endswith(self._names) for part in text.upper().split("(")
        )


def without_quoted(text: str) -> str:
    """The formula with a zero for each string, quoted sheet and bracket."""
    return _SKIPPED.sub("0", text)


def file_text(text: str) -> str:
    """A formula as a file spells it: what is prefixed already stays, as do strings and the names of sheets."""
    return _PART.sub(_spelled, text) if _LOOK.finds(text) else text


def _spelled(match: re.Match[str]) -> str:
    name = (match["called"] or "").upper()
    if name not in FUTURE:
        return match[0]
    return ("_xlfn._xlws." if name in _SPREAD else "_xlfn.") + match[0]


_LOOK: Final = Look(FUTURE)
