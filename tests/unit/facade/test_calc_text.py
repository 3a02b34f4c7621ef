"""Functions of texts: what they give by Microsoft's documentation, and what is not computed."""

from __future__ import annotations

from typing import Any, Final

import pytest
from macrocell.facade.value import CellError
from macrocell.facade.workbook.calc.library import radix
from support.one_formula import computed, placed

ROWS: Final = (
    ("name", "x", 12.5, "a-b-c"),
    (1.5, None, -3, "😀bc"),
    (True, "z", 45000.75, CellError("#DIV/0!")),
)
VALUE: Final = CellError("#VALUE!")
NUM: Final = CellError("#NUM!")
NA: Final = CellError("#N/A")
DIV0: Final = CellError("#DIV/0!")


def calc(text: str, *, epoch_1904: bool = False) -> Any:
    return computed(text, placed(ROWS), epoch_1904=epoch_1904)


def check(text: str, wanted: Any) -> None:
    found = calc(text)
    assert type(found) is type(wanted)
    if isinstance(wanted, CellError):
        assert found.code == wanted.code
    else:
        assert found == wanted


PARTS: Final = [
    ('LEN("Phoenix, AZ")', 11), ('LEN("")', 0), ("LEN(B2)", 0), ("LEN(A3)", 4), ("LEN(A2)", 3), ("LEN(D3)", DIV0),
    ('LEFT("Sale Price",4)', "Sale"), ('LEFT("Sweden")', "S"), ('LEFT("abc",0)', ""), ('LEFT("abc",9)', "abc"),
    ('LEFT("abc",-1)', VALUE), ('LEFT("abc",2.9)', "ab"), ('LEFT("abc",)', ""), ('LEFT("abc","x")', VALUE),
    ("LEFT(A3,2)", "TR"), ('LEFT("abc",D3)', DIV0), ('RIGHT("Sale Price",5)', "Price"), ('RIGHT("Stock")', "k"),
    ('RIGHT("abc",0)', ""), ('RIGHT("abc",7)', "abc"), ("RIGHT(D2,2)", "bc"), ('MID("Fluid Flow",1,5)', "Fluid"),
    ('MID("Fluid Flow",7,20)', "Flow"), ('MID("Fluid Flow",20,5)', ""), ('MID("abc",0,1)', VALUE),
    ('MID("abc",1,-1)', VALUE), ('MID("abc",2,0)', ""), ('REPLACE("abcdefghijk",6,5,"*")', "abcde*k"),
    ("REPLACE(2009,3,2,10)", "2010"), ('REPLACE("123456",1,3,"@")', "@456"), ('REPLACE("abc",9,1,"x")', "abcx"),
    ('REPLACE("abc",0,1,"x")', VALUE), ('REPLACE("abc",1,-1,"x")', VALUE), ('REPLACE("abc",2,0,"--")', "a--bc"),
    ('SUBSTITUTE("Sales Data","Sales","Cost")', "Cost Data"),
    ('SUBSTITUTE("Quarter 1, 2011","1","2",3)', "Quarter 1, 2012"),
    ('SUBSTITUTE("Quarter 1, 2008","1","2",1)', "Quarter 2, 2008"), ('SUBSTITUTE("abc","B","x")', "abc"),
    ('SUBSTITUTE("abab","b","x",0)', VALUE), ('SUBSTITUTE("abab","b","x",3)', "abab"),
    ('SUBSTITUTE("abc","","x")', "abc"), ('SUBSTITUTE("a.b.c",".","")', "abc"),
    ('SUBSTITUTE(REPT("a",32767),"a","bb")', VALUE), ('SUBSTITUTE("abab","b",D3)', DIV0),
]  # fmt: skip

JOINING: Final = [
    ('CONCATENATE("a",1,TRUE,B2,2.5)', "a1TRUE2.5"), ("CONCATENATE(D3)", DIV0), ("CONCAT(A1:B3)", "namex1.5TRUEz"),
    ('CONCAT("a",C1,B2)', "a12.5"), ("CONCAT(A1:D3)", DIV0), ('CONCAT(REPT("a",32767),"b")', VALUE),
    ("LEN(CONCAT(A5:C9))", 0), ('TEXTJOIN(", ",TRUE,A1:B3)', "name, x, 1.5, TRUE, z"),
    ('TEXTJOIN(",",FALSE,A1:B2,A5:A6)', "name,x,1.5,,,"), ('TEXTJOIN(",",TRUE,"","b",B2)', "b"),
    ('TEXTJOIN({"-","+"},FALSE,"a","b","c","d")', "a-b+c-d"), ('TEXTJOIN(1,TRUE,"a","b")', "a1b"),
    ('TEXTJOIN(",",TRUE,A1,D3)', DIV0), ('TEXTJOIN(D3,TRUE,"a")', DIV0), ('TEXTJOIN(",",FALSE,E:E)', VALUE),
    ('TEXTJOIN(",","x","a")', VALUE), ('REPT("*-",3)', "*-*-*-"), ('REPT("-",10)', "----------"), ('REPT("a",0)', ""),
    ('REPT("a",2.9)', "aa"), ('REPT("a",-1)', VALUE), ('REPT("ab",16384)', VALUE), ('LEN(REPT("a",32767))', 32767),
    ('REPT("",1000000)', ""), ('T("x")', "x"), ("T(A1)", "name"), ("T(A2)", ""), ("T(A3)", ""), ("T(A1:B3)", "name"),
    ("T(D3)", DIV0), ("T(19)", ""), ('EXACT("word","word")', True), ('EXACT("Word","word")', False),
    ('EXACT("w ord","word")', False), ('EXACT(1,"1")', True), ("EXACT(B2,B9)", True), ("EXACT(D3,1)", DIV0),
]  # fmt: skip

FINDING: Final = [
    ('FIND("M","Miriam McGovern")', 1), ('FIND("m","Miriam McGovern")', 6), ('FIND("M","Miriam McGovern",3)', 8),
    ('FIND("","abc")', 1), ('FIND("","abc",3)', 3), ('FIND("x","abc")', VALUE), ('FIND("a","abc",0)', VALUE),
    ('FIND("a","abc",2)', VALUE), ('FIND("c","abc",9)', VALUE), ('FIND("?","a?")', 2), ("FIND(5,C1)", 4),
    ('SEARCH("e","Statements",6)', 7), ('SEARCH("margin","Profit Margin")', 8), ('SEARCH("n","printer")', 4),
    ('SEARCH("?r","Profit")', 1), ('SEARCH("r*t","Profit")', 2), ('SEARCH("*t","Profit")', 1),
    ('SEARCH("~?","ab?")', 3), ('SEARCH("~*","a*b")', 2), ('SEARCH("~~","a~b")', 2), ('SEARCH("x","Profit")', VALUE),
    ('SEARCH("p","Profit",0)', VALUE), ('SEARCH("É","café")', 4), ('SEARCH("a*a*a*a*b",REPT("a",32767))', VALUE),
    ('SEARCH("p*x","Profit")', VALUE), ("SEARCH(D3,A1)", DIV0),
    ('TEXTBEFORE("Red riding hood\'s, red hood","hood")', "Red riding "),
    ('TEXTBEFORE("Little red Riding Hood\'s red hood","red",2)', "Little red Riding Hood's "),
    ('TEXTBEFORE("Red riding hood\'s, red hood","red",-2)', NA), ('TEXTBEFORE("a-b-c","-",-1)', "a-b"),
    ('TEXTBEFORE("Red riding","red",1,1)', ""),
    ('TEXTBEFORE("Socrates"," ",,,0)', "leaves open at which place the text is cut"),
    ('TEXTBEFORE("Socrates"," ",1,0,1)', "Socrates"), ('TEXTBEFORE("Socrates"," ",1,0,0)', NA),
    ('TEXTBEFORE("a-b-c","-",0)', VALUE), ('TEXTBEFORE("a-b-c","-",3)', NA),
    ('TEXTBEFORE("a-b-c","x",1,0,0,"no")', "no"), ('TEXTBEFORE("a-b-c","-",1,0,0,1/0)', "a"),
    ('TEXTBEFORE("a-b;c",{"-",";"},2)', "a-b"), ('TEXTBEFORE("abc","")', ""), ('TEXTBEFORE("abc","",-1)', "abc"),
    ('TEXTBEFORE("abc","b",1,2)', VALUE), ('TEXTAFTER("Red riding hood\'s, red hood","hood")', "'s, red hood"),
    ('TEXTAFTER("a-b-c","-",2)', "c"), ('TEXTAFTER("a-b-c","-",-1)', "c"), ('TEXTAFTER("aXb","x")', NA),
    ('TEXTAFTER("aXb","x",1,1)', "b"), ('TEXTAFTER("abc","")', "abc"), ('TEXTAFTER("abc","",-1)', ""),
    ('TEXTAFTER("abc"," ",-1,0,1)', "abc"), ('TEXTAFTER("abc"," ",1,0,1)', ""), ('TEXTAFTER("abc",D3)', DIV0),
    ('INDEX(TEXTSPLIT("1,2,3;4,5,6",",",";"),2,1)', "4"), ('TEXTJOIN("|",FALSE,TEXTSPLIT("a b  c"," "))', "a|b||c"),
    ('TEXTJOIN("|",FALSE,TEXTSPLIT("a b  c"," ",,TRUE))', "a|b|c"), ('INDEX(TEXTSPLIT("a;b",,";"),2)', "b"),
    ('INDEX(TEXTSPLIT("a,b;c",",",";"),2,2)', NA), ('INDEX(TEXTSPLIT("a,b;c",",",";",FALSE,0,"-"),2,2)', "-"),
    ('ROWS(TEXTSPLIT("a,b;c",",",";"))', 2), ('COLUMNS(TEXTSPLIT("a,b.c",{",","."}))', 3),
    ('COLUMNS(TEXTSPLIT("aXbxc","x",,FALSE,1))', 3), ('INDEX(TEXTSPLIT("a",""),1)', VALUE),
]  # fmt: skip

CHARACTERS: Final = [
    ('UPPER("total")', "TOTAL"), ('UPPER("été")', "ÉTÉ"), ('LOWER("E. E. Cummings")', "e. e. cummings"),
    ("LOWER(A3)", "true"), ('LOWER("ÀÉŁ")', "àéł"), ('PROPER("this is a TITLE")', "This Is A Title"),
    ('PROPER("2-way street")', "2-Way Street"), ('PROPER("76BudGet")', "76Budget"), ('PROPER("o\'neil")', "O'Neil"),
    ("PROPER(D3)", DIV0), ('PROPER("école")', "École"),
    ('TRIM(" First Quarter   Earnings ")', "First Quarter Earnings"), ('TRIM(CHAR(160)&" x")', "\xa0 x"),
    ("TRIM(C1)", "12.5"), ('CLEAN(CHAR(9)&"Monthly report"&CHAR(10))', "Monthly report"), ('CLEAN("é")', "é"),
    ("CHAR(65)", "A"), ("CHAR(128)", "€"), ("CHAR(255)", "ÿ"), ("CHAR(0)", VALUE), ("CHAR(256)", VALUE),
    ("CHAR(33.9)", "!"), ('CODE("A")', 65), ('CODE("€")', 128), ('CODE("ab")', 97), ('CODE("")', VALUE),
    ("UNICHAR(66)", "B"), ("UNICHAR(0)", VALUE), ("UNICHAR(55296)", NA), ("UNICHAR(1114112)", VALUE),
    ("UNICHAR(128512)", "😀"), ('UNICODE(" ")', 32), ("UNICODE(D2)", 128512), ('UNICODE("")', VALUE),
]  # fmt: skip

NUMBERS: Final = [
    ('VALUE("$1,000")', 1000), ('VALUE("12%")', 0.12), ('VALUE("-1.5e3")', -1500), ('VALUE("12:00")', 0.5),
    ("VALUE(C1)", 12.5), ('VALUE("")', VALUE), ("VALUE(A3)", VALUE), ('VALUE("abc")', VALUE), ("VALUE(B2)", 0),
    ('NUMBERVALUE("2.500,27",",",".")', 2500.27), ('NUMBERVALUE("3.5%")', 0.035), ('NUMBERVALUE("9%%")', 0.0009),
    ('NUMBERVALUE("")', 0), ('NUMBERVALUE(" 3 000 ")', 3000), ('NUMBERVALUE("1.2.3")', VALUE),
    ('NUMBERVALUE("1.5,0")', VALUE), ('NUMBERVALUE("x")', VALUE), ("FIXED(1234.567,1)", "1,234.6"),
    ("FIXED(1234.567,-1)", "1,230"), ("FIXED(-1234.567,-1,TRUE)", "-1230"), ("FIXED(44.332)", "44.33"),
    ("FIXED(1.005,2)", "1.01"), ("FIXED(0.5,0)", "1"), ("FIXED(1,128)", VALUE), ('FIXED("x")', VALUE),
    ("DOLLAR(1234.567,2)", "$1,234.57"), ("DOLLAR(1234.567,-2)", "$1,200"), ("DOLLAR(-1234.567,-2)", "($1,200)"),
    ("DOLLAR(-0.123,4)", "($0.1230)"), ("DOLLAR(99.888)", "$99.89"), ("DOLLAR(A3)", "$1.00"),
]  # fmt: skip

PICTURES: Final = [
    ('TEXT(1234.567,"$#,##0.00")', "$1,234.57"), ('TEXT(0.285,"0.0%")', "28.5%"),
    ('TEXT(12200000,"0.00E+00")', "1.22E+07"),
    ('TEXT(1234567898,"[<=9999999]###-####;(###) ###-####")', "(123) 456-7898"),
    ('TEXT(123,"##0°00\'00\'\'")', "shows a value under a format that is not computed"),
    ('TEXT(1234,"0000000")', "0001234"), ('TEXT(12345.678,"#,##0.0,")', "12.3"), ('TEXT(0,"#.##")', "."),
    ('TEXT(5,"0_)")', "5 "), ('TEXT(-5,"0;(0)")', "(5)"), ('TEXT(0,"0;-0;")', ""), ('TEXT(5,"")', ""),
    ('TEXT(A3,"0")', "TRUE"), ('TEXT("abc","0")', "abc"), ('TEXT("x","0;0;0;<@>")', "<x>"), ('TEXT("12","000")', "012"),
    ('TEXT(B2,"0.0")', "0.0"), ('TEXT(D3,"0")', DIV0), ('TEXT(C3,"yyyy-mm-dd hh:mm")', "2023-03-15 18:00"),
    ('TEXT(C3,"dddd, mmmm d")', "Wednesday, March 15"), ('TEXT(C3,"ddd mmm yy")', "Wed Mar 23"),
    ('TEXT(C3,"h:mm AM/PM")', "6:00 PM"), ('TEXT(C3,"mm-dd-yy")', "03-15-23"),
    ('TEXT(C3,"m/d/yy h:mm")', "3/15/23 18:00"), ('TEXT(1.5,"[h]:mm")', "36:00"), ('TEXT(0.5,"mm:ss")', "00:00"),
    ('TEXT(-1,"yyyy")', VALUE), ('TEXT(2958466,"yyyy")', VALUE), ('TEXT(60,"d mmm yyyy")', "29 Feb 1900"),
    ('TEXT(2.675,"0.00")', "2.68"), ('TEXT(5,"General")', "5"), ('TEXT(1/3,"0.000")', "0.333"),
]  # fmt: skip

RADIXES: Final = [
    ("BASE(7,2)", "111"), ("BASE(100,16)", "64"), ("BASE(15,2,10)", "0000001111"), ("BASE(0,2)", "0"),
    ("BASE(-1,2)", NUM), ("BASE(5,37)", NUM), ("BASE(5,1)", NUM), ("BASE(2^53,2)", NUM), ("BASE(5,2,256)", NUM),
    ('DECIMAL("FF",16)', 255), ("DECIMAL(111,2)", 7), ('DECIMAL("zap",36)', 45745), ('DECIMAL("12",2)', NUM),
    ('DECIMAL("1",1)', NUM), ("DEC2BIN(9,4)", "1001"), ("DEC2BIN(-100)", "1110011100"), ("DEC2BIN(512)", NUM),
    ("DEC2BIN(-513)", NUM), ("DEC2BIN(9,3)", NUM), ("DEC2BIN(9,11)", NUM), ("DEC2BIN(9,-1)", NUM),
    ("DEC2BIN(-1,3)", "1111111111"), ('DEC2BIN("x")', VALUE), ("DEC2HEX(100,4)", "0064"),
    ("DEC2HEX(-54)", "FFFFFFFFCA"), ("DEC2HEX(28)", "1C"), ("DEC2HEX(2^39)", NUM), ("DEC2OCT(58,3)", "072"),
    ("DEC2OCT(-100)", "7777777634"), ("BIN2DEC(1100100)", 100), ("BIN2DEC(1111111111)", -1), ("BIN2DEC(12)", NUM),
    ('BIN2DEC("00000000001")', NUM), ("BIN2HEX(11111011,4)", "00FB"), ("BIN2HEX(1110)", "E"),
    ("BIN2HEX(1111111111)", "FFFFFFFFFF"), ("BIN2OCT(1001,3)", "011"), ("BIN2OCT(1100100)", "144"),
    ("BIN2OCT(1111111111)", "7777777777"), ('HEX2DEC("A5")', 165), ('HEX2DEC("FFFFFFFF5B")', -165),
    ('HEX2DEC("3DA408B9")', 1034160313), ('HEX2BIN("F",8)', "00001111"), ('HEX2BIN("B7")', "10110111"),
    ('HEX2BIN("FFFFFFFFFF")', "1111111111"), ('HEX2BIN("200")', NUM), ('HEX2OCT("F",3)', "017"),
    ('HEX2OCT("3B4E")', "35516"), ('HEX2OCT("FFFFFFFF00")', "7777777400"), ("OCT2BIN(3,3)", "011"),
    ('OCT2BIN("7777777000")', "1000000000"), ("OCT2DEC(54)", 44), ('OCT2DEC("7777777533")', -165), ("OCT2DEC(8)", NUM),
    ("OCT2HEX(100,4)", "0040"), ('OCT2HEX("7777777533")', "FFFFFFFF5B"), ("ROMAN(499)", "CDXCIX"),
    ("ROMAN(499,0)", "CDXCIX"), ("ROMAN(499,1)", "LDVLIV"), ("ROMAN(499,2)", "XDIX"), ("ROMAN(499,3)", "VDIV"),
    ("ROMAN(499,4)", "ID"), ("ROMAN(499,TRUE)", "CDXCIX"), ("ROMAN(499,FALSE)", "ID"), ("ROMAN(0)", ""),
    ("ROMAN(4000)", VALUE), ("ROMAN(-1)", VALUE), ("ROMAN(5,5)", VALUE), ("ROMAN(3999)", "MMMCMXCIX"),
    ('ARABIC("LVII")', 57), ('ARABIC("mcmxii")', 1912), ('ARABIC("-MMXI")', -2011), ('ARABIC("")', 0),
    ('ARABIC(" XX ")', 20), ('ARABIC("ID")', 499), ('ARABIC("ABC")', VALUE), ('ARABIC(REPT("M",255))', 255000),
]  # fmt: skip

CASE: Final = "changes letters whose case is not the same everywhere"
PICTURE: Final = "shows a value under a format that is not computed"
WIDE: Final = "counts characters beyond U+FFFF"
UNKNOWN: Final = [
    ("LEN(D2)", WIDE), ("LEFT(D2)", WIDE), ("MID(D2,2,1)", WIDE), ('FIND("b",D2)', WIDE), ('REPLACE(D2,1,1,"x")', WIDE),
    ('LEFT("abc",-0.5)', "counts a part of a character"),
    ('LEFT("abc",10^10)', "counts more characters than there are"),
    ('SUBSTITUTE("aaa","aa","b",2)', "counts texts that overlap"),
    ('SUBSTITUTE("a","a","b",)', "leaves open which of the texts is replaced"),
    ('FIND("","abc",4)', "looks for nothing where nothing is left"),
    ('SEARCH("~a","ba")', "searches for a tilde in front of no wildcard"),
    ('SEARCH("s","\u017f")', "compares characters that may be written otherwise"),
    ('SEARCH(REPT("a",256),A1)', "searches for a text of so many characters"),
    ('SEARCH("S","ß")', "compares letters whose case is not the same everywhere"),
    ('TEXTJOIN({"-","+"},TRUE,"a","","b")', "leaves open what becomes of empty texts"),
    ('TEXTJOIN(",",,"a","")', "leaves open what becomes of empty texts"),
    ('TEXTBEFORE("aaa","aa")', "counts texts that overlap"),
    ('TEXTBEFORE("a-b",{"-","--"})', "cuts a text at one of several texts"),
    ('INDEX(TEXTSPLIT("",","),1)', "splits nothing, or at nothing"), ('UPPER("straße")', CASE),
    ('UPPER("\u0131")', CASE), ('LOWER("Σ")', CASE), ('PROPER("あa")', CASE),
    ("CHAR(129)", "takes a character that Windows has not"),
    ('CODE("ā")', "takes the code of a character that Windows has not"),
    ("CLEAN(UNICHAR(8203))", "cleans a text of characters that Excel may leave in it"),
    ("UNICHAR(65535)", "takes a number that is no character"),
    ('NUMBERVALUE("1-Jan")', "takes text for a number or a date"),
    ('NUMBERVALUE("1","x","x")', "reads a number with such separators"),
    ("FIXED(-0.001)", "writes a number below zero that is rounded to zero"),
    ("DOLLAR(1E+30)", "writes a number of very many digits"), ("FIXED(1,)", "leaves an argument empty"),
    ('TEXT(-0.4,"0")', "shows a number that its format hides"), ('TEXT(5,"000 kg")', PICTURE),
    ('TEXT(5,"[DBNum1]0")', PICTURE), ('TEXT(C3,"[$-407]mmmm")', PICTURE), ('TEXT(C3,"ggge")', PICTURE),
    ('TEXT(0.3,"# ?/?")', PICTURE), ('TEXT(5,"0*x")', PICTURE), ('TEXT(5,"0;")', PICTURE), ('TEXT(5,"0.0.0")', PICTURE),
    ('TEXT(5,REPT("0",256))', PICTURE), ('TEXT(C1,"0yy")', PICTURE),
    ('TEXT(1/3,"General")', "shows a number of many digits under General"),
    ('TEXT("007","@")', "shows text that stands for a number"),
    ('TEXT(-5,"[>1]0;0")', "shows a number below zero under a condition"),
    ('TEXT(-0.5,"h:mm;h:mm")', "shows a number as a date that there is not"),
    ('TEXT(0.999999,"h:mm")', "shows a time so near to another"),
    ('TEXT(-5,"""x""")', "shows a number below zero without a digit"),
    ('TEXT(1-1/3^33,"0.000000000000000")', "rounds a number at its sixteenth digit"),
    ('ARABIC("IIX")', "reads a numeral of an unusual form"),
    ('DECIMAL("0xF",16)', "reads a number of more than digits"), ("DEC2BIN(9,0)", "writes a number in no digits"),
    ("DEC2BIN(A3)", "has an argument of a kind that is not computed"),
    ("BIN2DEC(B2)", "has an argument of a kind that is not computed"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wanted"), [*PARTS, *JOINING, *FINDING, *CHARACTERS, *NUMBERS, *PICTURES, *RADIXES, *UNKNOWN]
)
def test_what_functions_of_texts_give(text: str, wanted: Any) -> None:
    check(text, wanted)


def test_dates_of_1904() -> None:
    assert calc('TEXT(0,"yyyy-mm-dd")', epoch_1904=True) == "1904-01-01"
    assert calc('TEXT(-1,"yyyy-mm-dd")', epoch_1904=True) == "shows a number as a date that there is not"


@pytest.mark.parametrize("form", range(5))
def test_arabic_reads_what_roman_writes(form: int) -> None:
    for number in range(1, 4000, 7):
        assert radix.arabic(None, radix.roman(None, number, form)) == number  # type: ignore[arg-type]


@pytest.mark.parametrize("base", [2, 8, 16])
def test_numbers_in_twos_complement_come_back(base: int) -> None:
    for number in range(-512, 512):
        assert radix._read(radix._write(number, base, ()), base) == number
