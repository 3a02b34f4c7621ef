"""The container: what is read, and what is refused before it can do harm."""

import struct
import subprocess
import sys
import zipfile
import zlib
from io import BytesIO

import pytest
from macrocell.facade.workbook.xlsx.error import (
    CorruptFileError,
    EncryptedFileError,
    FileRefusedError,
    LegacyFileError,
    NotXlsxError,
    TooLargeError,
    XmlBombError,
    ZipBombError,
)
from macrocell.facade.workbook.xlsx.package import Package, relations_part
from macrocell.facade.workbook.xlsx.read import read_workbook
from macrocell.facade.workbook.xlsx.zip import MAX_MEMBERS
from support.big_workbook import package as make_package
from support.corpus import corpus_file

TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/xl/Workbook.xml" ContentType="main"/></Types>'
)
SHEET = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>'


def container(members: dict[str, str | bytes], *, stored: bool = False) -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED) as archive:
        for name, content in {"[Content_Types].xml": TYPES, **members}.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def load_all(data: bytes) -> None:
    for sheet in read_workbook(data).sheets:
        sheet.load()


def refusal(data: bytes) -> FileRefusedError:
    with pytest.raises(FileRefusedError) as refused:
        load_all(data)
    return refused.value


def test_members_are_given_raw_and_inflated() -> None:
    data = container({"xl/a.xml": "x" * 1000})
    package = Package(data)
    member = package.members["xl/a.xml"]
    assert package.read("xl/a.xml") == b"x" * 1000
    assert zlib.decompress(package.raw("xl/a.xml"), -15) == b"x" * 1000
    assert package.local_header("xl/a.xml")[:4] == b"PK\x03\x04"
    assert package.local_header("xl/a.xml").tobytes().endswith(b"xl/a.xml")
    assert (member.size, member.method, member.crc) == (1000, 8, zlib.crc32(b"x" * 1000))
    assert package.head("xl/a.xml", 10) == b"x" * 10
    assert list(package.members) == ["[Content_Types].xml", "xl/a.xml"]


def test_names_compare_without_case_and_with_either_slash() -> None:
    package = Package(container({"xl\\Sheets/A.xml": "a"}))
    assert package.find("/XL/sheets/a.XML") == "xl\\Sheets/A.xml"
    assert package.find("xl/b.xml") is None


def test_content_types_come_from_the_override_or_the_extension() -> None:
    package = Package(container({"xl/workbook.xml": "w"}))
    assert package.content_type("/xl/workbook.xml") == "main"
    assert package.content_type("xl/other.xml") == "application/xml"
    assert package.content_type("xl/other.bin") == ""


def test_relationships_lead_to_members_from_their_own_folder_or_the_root() -> None:
    links = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="a" Type="http://x/worksheet" Target="sheets/s 1.xml"/>'
        '<Relationship Id="b" Type="http://x/styles" Target="/xl/styles.xml"/>'
        '<Relationship Id="c" Type="http://x/theme" Target="../theme.xml#x"/>'
        '<Relationship Id="d" Type="http://x/hyperlink" Target="http://h/" TargetMode="External"/>'
        '<Relationship Id="e" Type="http://x/theme" Target="../../../theme.xml"/>'
        '<Relationship Id="f" Type="http://x/gone" Target="gone.xml"/>'
        '<Relationship Id="g" Type="http://x/worksheet" Target="sheets/s%201.xml"/></Relationships>'
    )
    package = Package(
        container({"xl/_rels/w.xml.rels": links, "xl/sheets/s 1.xml": "", "xl/styles.xml": "", "theme.xml": ""})
    )
    found = [(relation.kind, relation.part, relation.external) for relation in package.relations("xl/w.xml")]
    assert found == [
        ("worksheet", "xl/sheets/s 1.xml", False),
        ("styles", "xl/styles.xml", False),
        ("theme", "theme.xml", False),
        ("hyperlink", None, True),
        ("theme", "theme.xml", False),
        ("gone", None, False),
        ("worksheet", "xl/sheets/s 1.xml", False),
    ]
    assert package.relations() == ()
    assert relations_part("") == "_rels/.rels"


def test_a_package_with_bytes_before_and_behind_it_and_64_bit_fields_is_read() -> None:
    data = container({"xl/a.xml": "abc"})
    assert Package(b"PK junk before" + data).read("xl/a.xml") == b"abc"
    assert Package(data + b"behind").read("xl/a.xml") == b"abc"
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        with archive.open("xl/a.xml", "w", force_zip64=True) as member:
            member.write(b"abc")
    assert Package(buffer.getvalue()).read("xl/a.xml") == b"abc"


@pytest.mark.parametrize(
    ("data", "kind", "message"),
    [
        (b"", NotXlsxError, "the file is empty"),
        (b"a,b\n1,2\n", NotXlsxError, "the file is plain text, perhaps CSV, not an xlsx package"),
        (b"<html></html>", NotXlsxError, "the file is XML or HTML text, not an xlsx package"),
        (b"\x89PNG\r\n\x1a\n\0\0", NotXlsxError, "the file is not an xlsx package"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            EncryptedFileError,
            "the file is password-protected",
        ),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "Workbook".encode("utf-16-le"),
            LegacyFileError,
            "the file is a workbook in the binary format of Excel 97-2003 (.xls)",
        ),
        (
            b"\x09\x08\x10\x00\x00\x06",
            LegacyFileError,
            "the file is a workbook in the binary format of an early Excel (.xls)",
        ),
        (b"PK\x03\x04", CorruptFileError, "the zip container has no directory at its end: the file is cut off"),
    ],
)
def test_other_files_are_refused_by_what_they_are(data: bytes, kind: type, message: str) -> None:
    error = refusal(data)
    assert (type(error), str(error)) == (kind, message)
    assert error.hint


def test_other_packages_are_refused_by_what_they_are() -> None:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    assert str(refusal(buffer.getvalue())) == "the file is an OpenDocument file (.ods)"
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.txt", "a")
    assert str(refusal(buffer.getvalue())) == (
        "the file is a zip container, but no xlsx package: it has no [Content_Types].xml"
    )
    assert str(refusal(container({}))) == "_rels/.rels: the package does not say which part is the workbook"


@pytest.mark.parametrize(
    ("part", "kind", "message"),
    [
        ("xl/workbook.bin", "a.sheet.binary.macroEnabled.main", "the file is a binary workbook (.xlsb)"),
        ("word/document.xml", "a.wordprocessingml.main+xml", "the file is a text document (.docx)"),
        ("ppt/p.xml", "a.presentationml.main+xml", "the file is a presentation (.pptx)"),
        ("x/y.xml", "other", "x/y.xml: the file is an office package, but no workbook"),
    ],
)  # fmt: skip
def test_other_office_files_are_refused_by_what_they_are(part: str, kind: str, message: str) -> None:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("[Content_Types].xml", f'<Types><Override PartName="/{part}" ContentType="{kind}"/></Types>')
        archive.writestr("_rels/.rels", f'<R><Relationship Id="a" Type="http://x/officeDocument" Target="{part}"/></R>')
        archive.writestr(part, "<root/>")
    error = refusal(buffer.getvalue())
    assert (error.code, str(error)) == ("not_xlsx", message)


def test_two_members_of_one_name_are_refused() -> None:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        archive.writestr("xl/a.xml", "1")
        archive.writestr("XL/A.xml", "2")
    error = refusal(buffer.getvalue())
    assert (error.code, str(error)) == ("corrupt", "XL/A.xml: two members have this name")


def test_damage_is_named_by_member() -> None:
    data = bytearray(container({"xl/a.xml": bytes(range(256)) * 40}))
    package = Package(bytes(data))
    member = package.members["xl/a.xml"]
    data[member.data_start] = 0xFF
    with pytest.raises(CorruptFileError) as refused:
        Package(bytes(data)).read("xl/a.xml")
    assert str(refused.value) == "xl/a.xml: its compressed data are damaged"
    stored = bytearray(container({"xl/a.xml": "abc"}, stored=True))
    stored[Package(bytes(stored)).members["xl/a.xml"].data_start] ^= 1
    with pytest.raises(CorruptFileError) as refused:
        Package(bytes(stored)).read("xl/a.xml")
    assert str(refused.value) == "xl/a.xml: its check sum does not fit its content"


@pytest.mark.parametrize("cut", [1, 10, 30, 60, 200])
def test_a_file_that_is_cut_off_is_corrupt(cut: int) -> None:
    assert refusal(make_package({"xl/worksheets/sheet1.xml": SHEET})[:-cut]).code == "corrupt"


def test_every_flipped_byte_gives_a_clean_refusal_or_a_workbook() -> None:
    data = make_package({"xl/worksheets/sheet1.xml": SHEET}, strings="<sst/>")
    for place in range(0, len(data), 7):
        broken = bytearray(data)
        broken[place] ^= 0x5A
        try:
            workbook = read_workbook(bytes(broken))
            for sheet in workbook.sheets:
                sheet.load()
            _ = workbook.styles.count
        except FileRefusedError as error:
            assert error.code in {"corrupt", "not_xlsx", "zip_bomb", "too_large"}


def _patched(data: bytes, name: str, *, size: int) -> bytes:
    """The container with another inflated size in its directory entry."""
    place = data.rfind(b"PK\x01\x02", 0, data.rfind(name.encode()))
    return data[: place + 24] + struct.pack("<L", size) + data[place + 28 :]


def test_a_member_that_inflates_beyond_its_declared_size_is_a_bomb() -> None:
    data = _patched(container({"xl/a.xml": "x" * 5_000_000}), "xl/a.xml", size=1000)
    with pytest.raises(ZipBombError) as refused:
        Package(data).read("xl/a.xml")
    assert str(refused.value) == "xl/a.xml: it inflates to more than the 1,000 bytes declared"


def test_members_that_share_their_data_are_a_bomb() -> None:
    data = container({"xl/a.xml": "x" * 100, "xl/b.xml": "y"})
    first = data.rfind(b"PK\x01\x02", 0, data.rfind(b"xl/a.xml"))
    offset = struct.unpack_from("<L", data, first + 42)[0]
    second = data.rfind(b"PK\x01\x02", 0, data.rfind(b"xl/b.xml"))
    broken = data[: second + 42] + struct.pack("<L", offset) + data[second + 46 :]
    error = refusal(broken)
    assert (error.code, str(error)) == (
        "corrupt", "xl/b.xml: its header has another name than the zip container's directory",
    )  # fmt: skip
    longer = bytearray(data)
    struct.pack_into("<L", longer, first + 20, 20)
    error = refusal(bytes(longer))
    assert (error.code, str(error)) == ("zip_bomb", "xl/b.xml: its data overlap those of another member")


def test_too_many_members_are_refused_before_they_are_read() -> None:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for number in range(MAX_MEMBERS + 1):
            archive.writestr(f"{number}", "")
    error = refusal(buffer.getvalue())
    assert (error.code, str(error)) == ("too_large", "the package has 20,001 members")
    assert (error.limit, error.observed) == (20_000, 20_001)


def _spaces_bomb() -> bytes:
    """An xlsx whose sheet is 512 MB of spaces, half a megabyte of file."""
    engine = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = b" " * (1 << 20)
    packed, crc = [], 0
    for _ in range(512):
        packed.append(engine.compress(block))
        crc = zlib.crc32(block, crc)
    content = b"".join(packed) + engine.flush()
    data = make_package({"xl/worksheets/sheet1.xml": SHEET})
    package = Package(data)
    member = package.members["xl/worksheets/sheet1.xml"]
    local = bytearray(data[member.header_start : member.data_start])
    struct.pack_into("<LLL", local, 14, crc, len(content), 512 << 20)
    end = data.rfind(b"PK\x05\x06")
    start = struct.unpack_from("<L", data, end + 16)[0]
    head = data[:start]
    place = data.rfind(b"PK\x01\x02", 0, data.rfind(b"xl/worksheets/sheet1.xml"))
    directory = bytearray(data[start:end])
    struct.pack_into("<LLL", directory, place - start + 16, crc, len(content), 512 << 20)
    struct.pack_into("<L", directory, place - start + 42, len(head))
    new_start = len(head) + len(local) + len(content)
    tail = bytearray(data[end:])
    struct.pack_into("<L", tail, 16, new_start)
    return head + bytes(local) + content + bytes(directory) + bytes(tail)


_MEASURE = """
import resource, sys
from macrocell.facade.workbook.xlsx.read import read_workbook
import lxml.etree
data = sys.stdin.buffer.read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    for sheet in read_workbook(data).sheets:
        sheet.load()
    code = "none"
except Exception as error:
    code = error.code
print(code, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def _measured(data: bytes) -> tuple[str, int]:
    """(code of the refusal, growth of the peak in MB) in a process of its own."""
    done = subprocess.run([sys.executable, "-c", _MEASURE], input=data, capture_output=True, check=True, timeout=120)
    code, growth = done.stdout.split()
    return code.decode(), int(growth) // 1024


def test_half_a_gigabyte_of_spaces_is_refused_before_it_is_inflated() -> None:
    data = _spaces_bomb()
    assert len(data) < 1_000_000
    code, growth = _measured(data)
    assert code == "zip_bomb"
    assert growth < 200


def test_the_entity_bomb_of_the_corpus_is_refused() -> None:
    code, growth = _measured(corpus_file("poi__poc-xmlbomb.xlsx").read_bytes())
    assert code == "xml_bomb"
    assert growth < 200


@pytest.mark.parametrize("reference", ["A99999999", "XFE1", "ZZZZZZ1", "A0", "A1048577", "1A", "Ä1"])
def test_a_cell_beyond_the_limits_allocates_nothing(reference: str) -> None:
    rows = f'<row r="1"><c r="{reference}"><v>1</v></c></row>'
    data = make_package({"xl/worksheets/sheet1.xml": SHEET.replace("<sheetData/>", f"<sheetData>{rows}</sheetData>")})
    error = refusal(data)
    assert (error.code, str(error)) == (
        "too_large",
        f"xl/worksheets/sheet1.xml: cell {reference} lies outside 1,048,576 rows and 16,384 columns",
    )


@pytest.mark.parametrize("row", ["0", "1048577", "99999999999999999999", "-1", "x"])
def test_a_row_beyond_the_limits_allocates_nothing(row: str) -> None:
    data = make_package(
        {"xl/worksheets/sheet1.xml": SHEET.replace("<sheetData/>", f'<sheetData><row r="{row}"/></sheetData>')}
    )
    error = refusal(data)
    assert (error.code, str(error)) == (
        "too_large",
        f"xl/worksheets/sheet1.xml: row {row} lies outside 1,048,576 rows and 16,384 columns",
    )


def test_document_types_are_refused_in_every_encoding_and_place() -> None:
    bomb = '<!DOCTYPE a [<!ENTITY b "c">]><worksheet xmlns="m"><sheetData/></worksheet>'
    for content in (bomb.encode(), b"\n<!-- " + b"x" * 5000 + b" -->" + bomb.encode(), bomb.encode("utf-16")):
        with pytest.raises(XmlBombError) as refused:
            load_all(make_package({"xl/worksheets/sheet1.xml": content}))
        assert str(refused.value) == (
            "xl/worksheets/sheet1.xml: it has a document type definition, which no workbook needs"
        )


def test_markup_nested_too_deep_is_refused() -> None:
    deep = f"<sheetData/>{'<a>' * 300}{'</a>' * 300}"
    error = refusal(make_package({"xl/worksheets/sheet1.xml": SHEET.replace("<sheetData/>", deep)}))
    assert (error.code, str(error)) == (
        "xml_bomb", "xl/worksheets/sheet1.xml: its markup is nested deeper than 256 levels",
    )  # fmt: skip


def test_a_codec_that_is_no_text_encoding_is_not_run() -> None:
    error = refusal(make_package({"xl/worksheets/sheet1.xml": '<?xml version="1.0" encoding="zlib"?>' + SHEET}))
    assert (error.code, str(error)) == (
        "corrupt", "xl/worksheets/sheet1.xml: the text is not in the encoding it declares (zlib)",
    )  # fmt: skip


def test_a_sheet_without_its_part_is_named() -> None:
    data = make_package({"xl/worksheets/sheet1.xml": SHEET})
    error = refusal(data.replace(b"xl/worksheets/sheet1.xml", b"xl/worksheets/sheet2.xml"))
    assert (error.code, str(error)) == ("corrupt", "xl/workbook.xml: the part of sheet 'Data' is missing")


def test_too_large_a_member_is_no_bomb_if_its_ratio_is_honest() -> None:
    data = bytearray(container({"xl/a.xml": "x"}))
    first = data.rfind(b"PK\x01\x02", 0, data.rfind(b"xl/a.xml"))
    struct.pack_into("<L", data, first + 24, (512 << 20) + 1)
    error = refusal(bytes(data))
    assert error.code == "zip_bomb"
    assert isinstance(error, ZipBombError)
    assert not isinstance(error, TooLargeError)
