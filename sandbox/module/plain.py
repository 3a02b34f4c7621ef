"""Modules of which the listed names are harmless as they are."""

from __future__ import annotations

import cmath
import decimal
import itertools
import math
import string
from typing import Final

from .family import fixed

FAMILIES: Final = (
    fixed(
        math,
        """
        acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh degrees dist e erf erfc exp exp2 expm1
        fabs factorial floor fma fmod frexp fsum gamma gcd hypot inf isclose isfinite isinf isnan isqrt lcm ldexp lgamma
        log log10 log1p log2 modf nan nextafter perm pi pow prod radians remainder sin sinh sqrt sumprod tan tanh tau
        trunc ulp
        """,
    ),
    fixed(
        cmath,
        """
        acos acosh asin asinh atan atanh cos cosh e exp inf infj isclose isfinite isinf isnan log log10 nan nanj phase
        pi polar rect sin sinh sqrt tan tanh tau
        """,
    ),
    fixed(
        itertools,
        """
        accumulate batched chain combinations combinations_with_replacement compress count cycle dropwhile filterfalse
        groupby islice pairwise permutations product repeat starmap takewhile tee zip_longest
        """,
    ),
    fixed(
        string,
        """
        ascii_letters ascii_lowercase ascii_uppercase capwords digits hexdigits octdigits printable punctuation
        whitespace
        """,
    ),
    fixed(
        decimal,
        """
        Clamped Context ConversionSyntax Decimal DecimalException DivisionByZero DivisionImpossible DivisionUndefined
        FloatOperation Inexact InvalidContext InvalidOperation MAX_EMAX MAX_PREC MIN_EMIN MIN_ETINY Overflow ROUND_05UP
        ROUND_CEILING ROUND_DOWN ROUND_FLOOR ROUND_HALF_DOWN ROUND_HALF_EVEN ROUND_HALF_UP ROUND_UP Rounded Subnormal
        Underflow getcontext localcontext
        """,
    ),
)
"""string without Formatter (reads
attributes named in a text) and Template (has a raw pattern), decimal without setcontext and the shared contexts."""
