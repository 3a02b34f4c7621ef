"""The functions that are computed, and which of their arguments take several cells.

Which ones are here was measured: against Excel's own values in real files, see docs/limitations/calculation.md.
"""

from __future__ import annotations

from typing import Final

_EVERYWHERE: Final = """
    AND AVEDEV AVERAGE CONCAT COUNT COUNTA DEVSQ GCD GEOMEAN LCM MAX MAXA MEDIAN MIN MINA OR PRODUCT STDEV
    STDEV.P STDEV.S STDEVP SUM SUMPRODUCT SUMSQ VAR VAR.P VAR.S VARP XOR
"""
_SOME: Final = """
    AVERAGEIF:0,2 AVERAGEIFS:0,2n+1 COLUMN:0 COLUMNS:0 CORREL:0,1 COUNTBLANK:0 COUNTIF:0 COUNTIFS:2n
    FORECAST:1,2 HLOOKUP:1 INDEX:0 INTERCEPT:0,1 LARGE:0 MATCH:1 MAXIFS:0,2n+1 MINIFS:0,2n+1 NETWORKDAYS:2
    NPV:1+ PERCENTILE.EXC:0 PERCENTILE.INC:0 PERCENTILE:0 PERCENTRANK.EXC:0 PERCENTRANK.INC:0 QUARTILE.EXC:0
    QUARTILE.INC:0 QUARTILE:0 RANK.EQ:1 RANK:1 ROW:0 ROWS:0 RSQ:0,1 SLOPE:0,1 SMALL:0 SUBTOTAL:1+ SUMIF:0,2
    SUMIFS:0,2n+1 TEXTJOIN:2+ VLOOKUP:1 WORKDAY:2 XLOOKUP:1,2
"""
_SCALAR: Final = """
    ABS ACOS ACOSH ACOT ACOTH ADDRESS ASIN ASINH ATAN ATAN2 ATANH BASE BINOM.DIST BINOM.DIST.RANGE BITAND BITOR
    BITXOR CHAR CHOOSE CLEAN CODE COMBIN CONCATENATE COS COSH COTH CSCH CUMIPMT CUMPRINC DATE DATEDIF DAY DAYS
    DAYS360 DEC2BIN DEC2HEX DECIMAL DEGREES EDATE EOMONTH ERF ERF.PRECISE ERFC ERFC.PRECISE EVEN EXACT EXP FACT
    FALSE FIND FISHER FISHERINV FIXED FV GAMMALN GAMMALN.PRECISE HEX2DEC HOUR IF IFERROR IFNA IFS INT IPMT
    ISBLANK ISERR ISERROR ISEVEN ISLOGICAL ISNA ISNONTEXT ISNUMBER ISODD ISOWEEKNUM ISTEXT LEFT LEN LN LOG LOG10
    LOWER MID MINUTE MOD MONTH N NA NEGBINOM.DIST NORM.S.INV NORMSDIST NOT NPER ODD PDURATION PERMUT PI PMT
    POISSON.DIST POWER PPMT PROPER PV QUOTIENT RADIANS RATE REPLACE REPT RIGHT ROUND ROUNDDOWN ROUNDUP SEARCH
    SECH SECOND SIGN SIN SINH SLN SQRT STANDARDIZE SUBSTITUTE SWITCH SYD T TAN TANH TEXT TRIM TRUE TRUNC UNICODE
    UPPER WEEKDAY WEEKNUM YEAR YEARFRAC
"""
EXACT: Final = {"VLOOKUP": 3, "HLOOKUP": 3, "MATCH": 2}
"""Lookups, and the argument that must be 0 or FALSE: among values that are not in order Excel finds others."""
TRUTHS: Final = {"TEXTJOIN": 1}
"""Functions, and the argument that may be TRUE or FALSE."""
MOST: Final = {"XLOOKUP": 4}
"""How many arguments a function has at most: with more it was seen to differ."""
ARRAY: Final = frozenset({"SUMPRODUCT"})
"""Inside these, operators and functions of one value work on every cell of a range."""


def _ranges() -> dict[str, str]:
    found = dict.fromkeys(_SCALAR.split(), "")
    found.update(dict.fromkeys(_EVERYWHERE.split(), "0+"))
    found.update((name, taken) for name, _, taken in (item.partition(":") for item in _SOME.split()))
    return found


RANGES: Final = _ranges()
"""By name: the arguments that take a range, counted from 0: "1,2", "2+" (and all behind), "2n" (even), "2n+1" (odd)."""


def takes_range(name: str, argument: int) -> bool:
    """Whether an argument of a function takes several cells as such."""
    for part in RANGES[name].split(","):
        if part == "2n+1":
            if argument % 2:
                return True
        elif part == "2n":
            if argument % 2 == 0:
                return True
        elif part.endswith("+"):
            if argument >= int(part[:-1]):
                return True
        elif part and int(part) == argument:
            return True
    return False
