"""Functions of statistics over a small sheet: Microsoft's own examples, exact values, and what is no number."""

from __future__ import annotations

from typing import Any, Final

import pytest
from macrocell.facade.value import CellError
from support.one_formula import computed, placed

STRENGTHS: Final = "1345,1301,1368,1322,1310,1370,1318,1350,1303,1299"
SOME: Final = "4,5,8,7,11,4,3"
SHAPE: Final = "3,4,5,2,3,4,5,6,4,7"
TREES: Final = (
    ("Tree", "Height", "Age", "Yield", "Profit", "Height"),
    ("=Apple", ">10", None, None, None, "<16"),
    ("=Pear", None, None, None, None, None),
    ("Tree", "Height", "Age", "Yield", "Profit", None),
    ("Apple", 18, 20, 14, 105, None),
    ("Pear", 12, 12, 10, 96, None),
    ("Cherry", 13, 14, 9, 105, None),
    ("Apple", 14, 15, 10, 75, None),
    ("Pear", 9, 8, 8, 76.8, None),
    ("Apple", 8, 9, 6, 45, None),
)
OFFICES: Final = (
    (2310, 2, 2, 20, 142000),
    (2333, 2, 2, 12, 144000),
    (2356, 3, 1.5, 33, 151000),
    (2379, 3, 2, 43, 150000),
    (2402, 2, 3, 53, 139000),
    (2425, 4, 2, 23, 169000),
    (2448, 2, 1.5, 99, 126000),
    (2471, 2, 2, 34, 142900),
    (2494, 3, 3, 23, 163000),
    (2517, 4, 4, 55, 169000),
    (2540, 2, 3, 22, 149000),
)
MIXED: Final = (
    (1, 2.5, None, "x", True),
    (2, 4, None, "12", False),
    (2, 8.5, None, "", True),
    (5, -3, None, "y", "text"),
    (9, 0.25, None, "z", 7),
)
NUM: Final = CellError("#NUM!")
DIV0: Final = CellError("#DIV/0!")
NA: Final = CellError("#N/A")
VALUE: Final = CellError("#VALUE!")
REF: Final = CellError("#REF!")


def calc(text: str, rows: tuple[tuple[Any, ...], ...] = MIXED) -> Any:
    """The value of a formula beside rows that start at A1; the reason where it is not computed."""
    return computed(text, placed(rows))


DOCUMENTED: Final = (
    (f"STDEV({STRENGTHS})", 27.46391572),
    (f"STDEV.S({STRENGTHS})", 27.46391572),
    (f"STDEVA({STRENGTHS})", 27.46391572),
    (f"STDEV.P({STRENGTHS})", 26.05455814),
    (f"STDEVP({STRENGTHS})", 26.05455814),
    (f"STDEVPA({STRENGTHS})", 26.05455814),
    (f"VAR({STRENGTHS})", 754.2666667),
    (f"VAR.S({STRENGTHS})", 754.2666667),
    (f"VARA({STRENGTHS})", 754.2666667),
    (f"VAR.P({STRENGTHS})", 678.84),
    (f"VARP({STRENGTHS})", 678.84),
    (f"VARPA({STRENGTHS})", 678.84),
    ("AVEDEV(4,5,6,7,5,4,3)", 1.020408),
    (f"DEVSQ({SOME})", 48),
    (f"GEOMEAN({SOME})", 5.476987),
    (f"HARMEAN({SOME})", 5.028376),
    (f"SKEW({SHAPE})", 0.359543),
    (f"SKEW.P({SHAPE})", 0.303193),
    (f"KURT({SHAPE})", -0.151799637),
    ("MODE(5.6,4,4,3,2,4)", 4),
    ("TRIMMEAN({4,5,6,7,2,3,4,5,1,2,3},0.2)", 3.777778),
    ("STANDARDIZE(42,40,1.5)", 1.333333),
    ("CONFIDENCE(0.05,2.5,50)", 0.692951912),
    ("CONFIDENCE.NORM(0.05,2.5,50)", 0.692951912),
    ("CONFIDENCE.T(0.05,1,50)", 0.284196855),
    ("PERCENTILE({1,2,3,4},0.3)", 1.9),
    ("PERCENTILE.INC({1,2,3,4},0.3)", 1.9),
    ("PERCENTILE.EXC({1,2,3,6,6,6,7,8,9},0.25)", 2.5),
    ("QUARTILE({1,2,4,7,8,9,10,12},1)", 3.5),
    ("QUARTILE.INC({1,2,4,7,8,9,10,12},1)", 3.5),
    ("QUARTILE.EXC({6,7,15,36,39,40,41,42,43,47,49},1)", 15),
    ("QUARTILE.EXC({6,7,15,36,39,40,41,42,43,47,49},3)", 43),
    ("PERCENTRANK({13,12,11,8,4,3,2,1,1,1},2)", 0.333),
    ("PERCENTRANK.INC({13,12,11,8,4,3,2,1,1,1},4)", 0.555),
    ("PERCENTRANK.INC({13,12,11,8,4,3,2,1,1,1},5)", 0.583),
    ("PERCENTRANK.EXC({1,2,3,6,6,6,7,8,9},7)", 0.7),
    ("PERCENTRANK.EXC({1,2,3,6,6,6,7,8,9},5.43)", 0.381),
    ("PERCENTRANK.EXC({1,2,3,6,6,6,7,8,9},5.43,1)", 0.3),
    ("CORREL({3,2,4,5,6},{9,7,12,15,17})", 0.997054486),
    ("PEARSON({9,7,5,3,1},{10,6,1,5,3})", 0.699379),
    ("RSQ({2,3,9,1,8,7,5},{6,5,11,7,5,4,4})", 0.05795),
    ("SLOPE({2,3,9,1,8,7,5},{6,5,11,7,5,4,4})", 0.305556),
    ("INTERCEPT({2,3,9,1,8},{6,5,11,7,5})", 0.0483871),
    ("STEYX({2,3,9,1,8,7,5},{6,5,11,7,5,4,4})", 3.305719),
    ("FORECAST(30,{6,7,9,15,21},{20,28,31,38,40})", 10.607253),
    ("FORECAST.LINEAR(30,{6,7,9,15,21},{20,28,31,38,40})", 10.607253),
    ("COVAR({3,2,4,5,6},{9,7,12,15,17})", 5.2),
    ("COVARIANCE.P({3,2,4,5,6},{9,7,12,15,17})", 5.2),
    ("COVARIANCE.S({2,4,8},{5,11,12})", 9.666666667),
    ("INDEX(LINEST({1,9,5,7},{0,4,2,3}),1)", 2),
    ("INDEX(LINEST({1,9,5,7},{0,4,2,3}),2)", 1),
    ("INDEX(LOGEST({33100;47300;69000;102000;150000;220000},{11;12;13;14;15;16}),1)", 1.463275628),
    ("INDEX(LOGEST({33100;47300;69000;102000;150000;220000},{11;12;13;14;15;16}),2)", 495.3047702),
    ("GROWTH({33100;47300;69000;102000;150000;220000},{11;12;13;14;15;16})", 32618.20377),
    ("GROWTH({33100;47300;69000;102000;150000;220000},{11;12;13;14;15;16},{17;18})", 320196.7184),
    ("SUMX2MY2({2,3,9,1,8,7,5},{6,5,11,7,5,4,4})", -55),
    ("SUMX2PY2({2,3,9,1,8,7,5},{6,5,11,7,5,4,4})", 521),
    ("SUMXMY2({2,3,9,1,8,7,5},{6,5,11,7,5,4,4})", 79),
    ("NORM.DIST(42,40,1.5,TRUE)", 0.9087888),
    ("NORMDIST(42,40,1.5,FALSE)", 0.10934),
    ("NORM.S.DIST(1.333333,TRUE)", 0.908788726),
    ("NORM.S.DIST(1.333333,FALSE)", 0.164010148),
    ("NORMSDIST(1.333333)", 0.908788726),
    ("NORM.INV(0.908789,40,1.5)", 42.000002),
    ("NORMINV(0.908789,40,1.5)", 42.000002),
    ("NORM.S.INV(0.908789)", 1.3333347),
    ("NORMSINV(0.908789)", 1.3333347),
    ("LOGNORM.DIST(4,3.5,1.2,TRUE)", 0.0390836),
    ("LOGNORM.DIST(4,3.5,1.2,FALSE)", 0.0176176),
    ("LOGNORMDIST(4,3.5,1.2)", 0.0390836),
    ("LOGNORM.INV(0.039084,3.5,1.2)", 4.0000252),
    ("LOGINV(0.039084,3.5,1.2)", 4.0000252),
    ("EXPON.DIST(0.2,10,TRUE)", 0.86466472),
    ("EXPONDIST(0.2,10,FALSE)", 1.35335283),
    ("POISSON.DIST(2,5,TRUE)", 0.124652),
    ("POISSON(2,5,FALSE)", 0.084224),
    ("BINOM.DIST(6,10,0.5,FALSE)", 0.2050781),
    ("BINOMDIST(6,10,0.5,FALSE)", 0.2050781),
    ("BINOM.DIST.RANGE(60,0.75,48)", 0.083974967),
    ("BINOM.DIST.RANGE(60,0.75,45,50)", 0.523629793),
    ("BINOM.INV(6,0.5,0.75)", 4),
    ("CRITBINOM(6,0.5,0.75)", 4),
    ("NEGBINOM.DIST(10,5,0.25,TRUE)", 0.3135141),
    ("NEGBINOMDIST(10,5,0.25)", 0.0550487),
    ("HYPGEOM.DIST(1,4,8,20,TRUE)", 0.4654283),
    ("HYPGEOMDIST(1,4,8,20)", 0.3632611),
    ("WEIBULL.DIST(105,20,100,TRUE)", 0.929581),
    ("WEIBULL(105,20,100,FALSE)", 0.0355888),
    ("GAUSS(2)", 0.4772499),
    ("PHI(0.75)", 0.301137432),
    ("FISHER(0.75)", 0.9729551),
    ("FISHERINV(0.972955)", 0.75),
    ("ERF(0.745)", 0.70792892),
    ("ERF.PRECISE(1)", 0.84270079),
    ("ERFC(1)", 0.15729921),
    ("ERFC.PRECISE(1)", 0.15729921),
    ("GAMMA(2.5)", 1.3293404),
    ("GAMMA(-3.75)", 0.2678661),
    ("GAMMALN(4)", 1.7917595),
    ("GAMMALN.PRECISE(4)", 1.7917595),
    ("T.DIST(60,1,TRUE)", 0.99469533),
    ("T.DIST(8,3,FALSE)", 0.00073691),
    ("T.DIST.2T(1.959999998,60)", 0.05464493),
    ("T.DIST.RT(1.959999998,60)", 0.027322465),
    ("TDIST(1.959999998,60,2)", 0.05464493),
    ("TDIST(1.959999998,60,1)", 0.027322465),
    ("T.INV(0.75,2)", 0.8164966),
    ("T.INV.2T(0.546449,60)", 0.606533),
    ("TINV(0.05464493,60)", 1.96),
    ("CHISQ.DIST(0.5,1,TRUE)", 0.52049988),
    ("CHISQ.DIST(2,3,FALSE)", 0.20755375),
    ("CHISQ.DIST.RT(18.307,10)", 0.0500006),
    ("CHIDIST(18.307,10)", 0.0500006),
    ("CHISQ.INV(0.93,1)", 3.283020286),
    ("CHISQ.INV(0.6,2)", 1.832581464),
    ("CHISQ.INV.RT(0.050001,10)", 18.306973),
    ("CHIINV(0.050001,10)", 18.306973),
    ("F.DIST(15.20686486,6,4,TRUE)", 0.99),
    ("F.DIST(15.20686486,6,4,FALSE)", 0.0012238),
    ("F.DIST.RT(15.20686486,6,4)", 0.01),
    ("FDIST(15.20686486,6,4)", 0.01),
    ("F.INV(0.01,6,4)", 0.10930991),
    ("F.INV.RT(0.01,6,4)", 15.20686),
    ("FINV(0.01,6,4)", 15.20686),
    ("BETA.DIST(2,8,10,TRUE,1,3)", 0.6854706),
    ("BETA.DIST(2,8,10,FALSE,1,3)", 1.4837646),
    ("BETADIST(2,8,10,1,3)", 0.6854706),
    ("BETA.INV(0.685470581,8,10,1,3)", 2),
    ("BETAINV(0.685470581,8,10,1,3)", 2),
    ("GAMMA.DIST(10.00001131,9,2,FALSE)", 0.032639),
    ("GAMMADIST(10.00001131,9,2,TRUE)", 0.068094),
    ("GAMMA.INV(0.068094,9,2)", 10.0000112),
    ("GAMMAINV(0.068094,9,2)", 10.0000112),
    ("T.TEST({3,4,5,8,9,1,2,4,5},{6,19,3,2,14,4,5,17,1},2,1)", 0.196016),
    ("TTEST({3,4,5,8,9,1,2,4,5},{6,19,3,2,14,4,5,17,1},2,1)", 0.196016),
    ("Z.TEST({3,6,7,8,6,5,4,2,1,9},4)", 0.090574),
    ("ZTEST({3,6,7,8,6,5,4,2,1,9},6)", 0.863043),
    ("F.TEST({6,7,9,15,21},{20,28,31,38,40})", 0.64831785),
    ("FTEST({6,7,9,15,21},{20,28,31,38,40})", 0.64831785),
    ("CHISQ.TEST({58,35;11,25;10,23},{45.35,47.65;17.56,18.44;16.09,16.91})", 0.000308192),
    ("CHITEST({58,35;11,25;10,23},{45.35,47.65;17.56,18.44;16.09,16.91})", 0.000308192),
    ("PROB({0,1,2,3},{0.2,0.3,0.1,0.4},2)", 0.1),
    ("PROB({0,1,2,3},{0.2,0.3,0.1,0.4},1,3)", 0.8),
)
"""From Microsoft's pages of the functions, to the digits that stand there."""


@pytest.mark.parametrize(("text", "wanted"), DOCUMENTED)
def test_examples_of_the_documentation_are_met(text: str, wanted: float) -> None:
    assert calc(text) == pytest.approx(wanted, rel=5e-6)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('DSUM(A4:E10,"Profit",A1:A2)', 225),
        ('DSUM(A4:E10,"Profit",A1:F3)', 247.8),
        ('DCOUNT(A4:E10,"Age",A1:F2)', 1),
        ('DCOUNTA(A4:E10,"Profit",A1:F2)', 1),
        ('DMAX(A4:E10,"Profit",A1:F3)', 96),
        ('DMIN(A4:E10,"Profit",A1:F3)', 75),
        ('DPRODUCT(A4:E10,"Yield",A1:F3)', 800),
        ('DAVERAGE(A4:E10,"Yield",A1:B2)', 12),
        ("DAVERAGE(A4:E10,3,A4:E10)", 13),
        ('DGET(A4:E10,"Yield",A1:A3)', NUM),
        ('DGET(A4:E10,"Yield",A1:F2)', 10),
        ('DSTDEV(A4:E10,"Yield",A1:A3)', 2.966479395),
        ('DSTDEVP(A4:E10,"Yield",A1:A3)', 2.653299832),
        ('DVAR(A4:E10,"Yield",A1:A3)', 8.8),
        ('DVARP(A4:E10,"Yield",A1:A3)', 7.04),
        ('DSUM(A4:E10,"profit",C1:C2)', 502.8),
        ("DSUM(A4:E10,5.9,A1:A2)", 225),
        ("DSUM(A4:E10,0,A1:A2)", VALUE),
        ("DSUM(A4:E10,6,A1:A2)", VALUE),
        ('DSUM(A4:E10,"Weight",A1:A2)', VALUE),
        ('DSUM(A4:E4,"Yield",A1:A2)', VALUE),
        ('DMAX(A4:E10,"Tree",A1:A2)', 0),
        ('DAVERAGE(A4:E10,"Tree",A1:A2)', DIV0),
        ('DSUM(A4:E10,"Yield",A2:A3)', "has a criterion that belongs to no column"),
    ],
)
def test_records_are_chosen_by_a_range_of_criteria(text: str, wanted: Any) -> None:
    found = calc(text, TREES)
    assert found == (pytest.approx(wanted, rel=1e-9) if isinstance(wanted, float) else wanted)


@pytest.mark.parametrize(
    ("row", "column", "wanted"),
    [
        (1, 1, -234.2371645),
        (1, 2, 2553.21066),
        (1, 3, 12529.76817),
        (1, 4, 27.64138737),
        (1, 5, 52317.83051),
        (2, 1, 13.26801148),
        (2, 2, 530.6691519),
        (2, 3, 400.0668382),
        (2, 4, 5.429374042),
        (2, 5, 12237.3616),
        (3, 1, 0.996747993),
        (3, 2, 970.5784629),
        (3, 3, NA),
        (4, 1, 459.7536742),
        (4, 2, 6),
        (5, 1, 1732393319),
        (5, 2, 5652135.316),
    ],
)
def test_linest_of_four_variables_is_that_of_the_documentation(row: int, column: int, wanted: Any) -> None:
    found = calc(f"INDEX(LINEST(E1:E11,A1:D11,TRUE,TRUE),{row},{column})", OFFICES)
    assert found == (wanted if isinstance(wanted, CellError) else pytest.approx(wanted, rel=5e-9))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("T.DIST.2T(3,1000000000)", 0.002699796129737913),
        ("T.INV.2T(0.99972986699349,4)", 0.0003601773517477329),
        ("F.INV.RT(1.320964360393E-09,100000,120)", 2.432479594220642),
        ("F.DIST(0.095554337940576,100000,1,FALSE)", 0.07213224750210533),
        ("CHISQ.DIST.RT(200,12)", 3.3628073553837914e-36),
        ("NORM.S.DIST(-8,TRUE)", 6.220960574271785e-16),
        ("BINOM.DIST(3,10,0.25,TRUE)", 0.7758750915527344),
        ("POISSON.DIST(0,5,TRUE)", 0.006737946999085467),
    ],
)
def test_distributions_are_computed_to_twelve_digits(text: str, wanted: float) -> None:
    assert calc(text) == pytest.approx(wanted, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("VAR(A1:A5)", 10.7),
        ("VAR(A1:E5)", pytest.approx(13.455681818181818)),
        ('VAR(1,"2",TRUE)', pytest.approx(1 / 3)),
        ('VAR(1,"two")', VALUE),
        ("VARA(E1:E5)", pytest.approx(8.7)),
        ("VARA(D1:D5)", 0),
        ("VAR(A1)", DIV0),
        ("VAR.P(A1)", 0),
        ("VAR.P(C1:C5)", DIV0),
        ("STDEV(D1:D5)", DIV0),
        ("AVEDEV(C1:C5)", NUM),
        ("DEVSQ(C1:C5)", NUM),
        ("DEVSQ(A1)", 0),
        ("GEOMEAN(A1:B5)", NUM),
        ("HARMEAN(1,0)", NUM),
        ("SKEW(A1:A2)", DIV0),
        ("SKEW(1,1,1)", DIV0),
        ("KURT(1,2,3)", DIV0),
        ("MODE(A1:A5)", 2),
        ("MODE(B1:B5)", NA),
        ("MODE({3,1,3,1})", 3),
        ('MODE(1,"1",1)', VALUE),
        ("MODE(1,1,C1)", VALUE),
        ("INDEX(MODE.MULT({3,1,3,1,2}),2)", 1),
        ("TRIMMEAN(A1:A5,-0.1)", NUM),
        ("STANDARDIZE(1,2,0)", NUM),
        ("CONFIDENCE.T(0.05,1,1)", DIV0),
        ("CONFIDENCE.NORM(0,1,5)", NUM),
        ("CONFIDENCE.NORM(0.5,1,0.9)", NUM),
        ("STDEV(A1:A5,1/0)", DIV0),
    ],
)
def test_samples_leave_out_what_is_no_number(text: str, wanted: Any) -> None:
    assert calc(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("PERCENTILE(A1:A5,0)", 1),
        ("PERCENTILE(A1:A5,1)", 9),
        ("PERCENTILE(A1:A5,1.1)", NUM),
        ("PERCENTILE(C1:C5,0.5)", NUM),
        ('PERCENTILE(A1:A5,"x")', VALUE),
        ("PERCENTILE.EXC(A1:A5,0)", NUM),
        ("PERCENTILE.EXC(A1:A5,0.01)", NUM),
        ("QUARTILE(A1:A5,2.9)", 2),
        ("QUARTILE(A1:A5,5)", NUM),
        ("QUARTILE(A1:A5,-0.5)", "counts a little less than none"),
        ("QUARTILE.EXC(A1:A5,0.5)", NUM),
        ("PERCENTRANK(A1:A5,2)", 0.25),
        ("PERCENTRANK(A1:A5,10)", NA),
        ("PERCENTRANK(A1:A5,3,0)", NUM),
        ("PERCENTRANK.INC({1,2,2,8},5)", 0.833),
        ("INDEX(FREQUENCY({79,85,78,85,50,81,95,88,97},{70,79,89}),1)", 1),
        ("INDEX(FREQUENCY({79,85,78,85,50,81,95,88,97},{70,79,89}),3)", 4),
        ("INDEX(FREQUENCY({79,85,78,85,50,81,95,88,97},{70,79,89}),4)", 2),
        ("INDEX(FREQUENCY({1,2,3},{2,2}),2)", 0),
        ("FREQUENCY(A1:A5,C1:C5)", "counts between bounds that are no numbers"),
    ],
)
def test_places_in_the_order_of_a_sample(text: str, wanted: Any) -> None:
    assert calc(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("CORREL(A1:A5,B1:B4)", NA),
        ("CORREL(A1:A5,D1:D5)", DIV0),
        ("CORREL({1,1},{2,3})", DIV0),
        ("CORREL({1,2,3},{2,4,6})", 1),
        ("RSQ({1,2,3},{6,4,2})", 1),
        ("SLOPE({1,2},{3,3})", DIV0),
        ("SLOPE({2,4,6},{1,2,3})", 2),
        ("INTERCEPT({2,4,6},{1,2,3})", 0),
        ("STEYX({1,2},{3,4})", DIV0),
        ("STEYX({2,4,6},{1,2,3})", "measures the distance from a line that fits exactly"),
        ("FORECAST(1,A1:A5,B1:B4)", NA),
        ("COVARIANCE.S({1},{2})", DIV0),
        ("TREND({2;4;6})", 2),
        ("TREND({2;4;6},{1;2})", REF),
        ("TREND(A1:A5,E1:E5)", VALUE),
        ("TREND(C1:C5)", VALUE),
        ("GROWTH(B1:B5)", NUM),
        ("INDEX(LINEST({2;4;7},{1;2;3},FALSE),2)", 0),
        ("SUMX2MY2({1,2},{2,1})", 0),
        ("SUMX2PY2(A1:A3,{1,2,3})", 23),
        ("SUMXMY2(2,4)", 4),
        ("SUMXMY2(A1:A2,B1:B3)", NA),
        ("SUMXMY2(A1:A5,D1:D5)", DIV0),
    ],
)
def test_pairs_of_samples(text: str, wanted: Any) -> None:
    assert calc(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("NORM.DIST(1,2,0,TRUE)", NUM),
        ("NORM.INV(0,1,1)", NUM),
        ("NORM.S.INV(1)", NUM),
        ("NORM.S.INV(0.5)", 0),
        ("LOGNORM.DIST(0,1,1,TRUE)", NUM),
        ("EXPON.DIST(-1,1,TRUE)", NUM),
        ("EXPON.DIST(1,0,TRUE)", NUM),
        ("WEIBULL(-1,1,1,TRUE)", NUM),
        ("FISHER(1)", NUM),
        ("GAMMA(0)", NUM),
        ("GAMMA(-2)", NUM),
        ("GAMMA(172)", NUM),
        ("GAMMALN(0)", NUM),
        ("ERF(TRUE)", VALUE),
        ("ERF(7,)", -1),
        ("ERF(C1)", 0),
        ('ERFC("1")', pytest.approx(0.15729920705028513)),
        ("BINOM.DIST(11,10,0.5,TRUE)", NUM),
        ("BINOM.DIST(,,,)", 1),
        ("BINOM.DIST(3,2,3,1/0)", DIV0),
        ("BINOM.DIST(0,5,0,FALSE)", 1),
        ("BINOM.DIST.RANGE(10,0.5,5,4)", NUM),
        ("BINOM.INV(10,0.5,1)", NUM),
        ("BINOM.DIST(-0.5,10,0.5,TRUE)", "counts a little less than none"),
        ("NEGBINOM.DIST(2,10,1,TRUE)", NUM),
        ("POISSON.DIST(-0.000001,5,TRUE)", NUM),
        ("POISSON.DIST(0,0,FALSE)", 1),
        ("HYPGEOM.DIST(5,4,8,20,FALSE)", NUM),
        ("HYPGEOM.DIST(1,15,8,20,FALSE)", NUM),
        ("T.DIST(1,0.5,TRUE)", NUM),
        ("T.DIST(0,3,TRUE)", 0.5),
        ("T.DIST.2T(-1,5)", NUM),
        ("TDIST(1,5,3)", NUM),
        ("T.INV(0,5)", NUM),
        ("T.INV(0.5,5)", 0),
        ("CHISQ.DIST(-1,5,TRUE)", NUM),
        ("CHISQ.INV(1.5,5)", NUM),
        ("CHISQ.INV(1,5)", "looks for the end of a distribution"),
        ("F.DIST(1,0,5,TRUE)", NUM),
        ("BETA.DIST(2,1,1,TRUE)", NUM),
        ("BETA.DIST(0.5,1,1,TRUE,1,1)", NUM),
        ("BETA.INV(0,1,1)", NUM),
        ("GAMMA.DIST(-1,1,1,TRUE)", NUM),
        ("GAMMA.INV(0.5,0,1)", NUM),
        ("GAMMA.DIST(1,10000000000,1,TRUE)", 0),
        ("T.TEST(A1:A5,B1:B4,2,1)", NA),
        ("T.TEST(A1:A5,B1:B4,3,2)", NUM),
        ("T.TEST(A1:A5,B1:B5,2,4)", NUM),
        ("Z.TEST(C1:C5,1)", NA),
        ("Z.TEST({1,1},1)", DIV0),
        ("F.TEST({1},{1,2})", DIV0),
        ("F.TEST({1,1},{1,2})", DIV0),
        ("CHISQ.TEST({1,2},{1,2,3})", NA),
        ("CHISQ.TEST({1,2},{0,3})", DIV0),
        ("PROB({1,2},{0.5,0.6},1)", NUM),
    ],
)
def test_distributions_and_tests_have_bounds(text: str, wanted: Any) -> None:
    assert calc(text) == wanted
