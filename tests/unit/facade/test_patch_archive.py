"""The archive of a save: untouched records as they were, whatever form the zip has."""

import io
import struct
import zipfile
import zlib

import pytest
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.xlsx.patch import OutputTooLargeError, SignedPackageError, archive, save_package
from macrocell.facade.workbook.xlsx.read import read_workbook
from support.big_workbook import package
from support.saving import SHEET1, put, saved, sheet_part, with_parts

PLAIN = package({SHEET1: sheet_part('<row r="1"><c r="A1"><v>1</v></c></row>')})


def records(data: bytes) -> dict[str, bytes]:
    """Each member's bytes from its local header to the next header or the directory."""
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        starts = sorted(info.header_offset for info in book.infolist())
        ends = dict(zip(starts, [*starts[1:], book.start_dir], strict=True))
        return {info.filename: data[info.header_offset : ends[info.header_offset]] for info in book.infolist()}


def streamed(data: bytes, *, signature: bool, wide: bool) -> bytes:
    """The same package as a stream would write it: sizes in data descriptors behind the data."""
    out, central = b"", b""
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        for info in book.infolist():
            content = book.read(info)
            engine = zlib.compressobj(6, zlib.DEFLATED, -15)
            packed = engine.compress(content) + engine.flush()
            name, crc = info.filename.encode(), zlib.crc32(content)
            extra = struct.pack("<2H2Q", 1, 16, 0, 0) if wide else b""
            local = struct.pack(
                "<4s5H3L2H", b"PK\x03\x04", 45 if wide else 20, 8, 8, 5, 0x5A21, 0, 0, 0, len(name), len(extra)
            )
            descriptor = struct.pack("<LQQ" if wide else "<3L", crc, len(packed), len(content))
            central += struct.pack(
                "<4s6H3L5H2L", b"PK\x01\x02", 45, 45 if wide else 20, 8, 8, 5, 0x5A21, crc,
                len(packed), len(content), len(name), 0, 0, 0, 0, 0, len(out),
            ) + name  # fmt: skip
            out += local + name + extra + packed + (b"PK\x07\x08" if signature else b"") + descriptor
        count = len(book.infolist())
    return out + central + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, count, count, len(central), len(out), 0)


@pytest.mark.parametrize(
    "data",
    [
        PLAIN,
        *(streamed(PLAIN, signature=signature, wide=wide) for signature in (True, False) for wide in (True, False)),
    ],
    ids=["sizes in headers", "signed wide", "signed", "bare wide", "bare"],
)
def test_untouched_members_keep_their_records_to_the_byte(data: bytes) -> None:
    book = read_workbook(data)
    put(book, "A1", 2)
    chunks, changed = save_package(book)
    after = b"".join(chunks)
    assert changed == ("xl/workbook.xml", SHEET1)
    old, new = records(data), records(after)
    assert list(new) == list(old)
    assert {name for name in old if old[name] != new[name]} == set(changed)
    with zipfile.ZipFile(io.BytesIO(after)) as result:
        assert result.testzip() is None
        assert [(info.date_time, info.compress_type) for info in result.infolist()] == [
            (info.date_time, info.compress_type) for info in zipfile.ZipFile(io.BytesIO(data)).infolist()
        ]


def test_stored_members_and_the_archives_comment_stay() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(PLAIN)) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
        new.comment = b"a comment"
    book = read_workbook(buffer.getvalue())
    put(book, "A1", 2)
    with zipfile.ZipFile(io.BytesIO(saved(book))) as result:
        assert result.comment == b"a comment"
        assert {info.compress_type for info in result.infolist()} == {zipfile.ZIP_STORED}
        assert result.testzip() is None


def test_a_lost_data_descriptor_gives_the_member_a_whole_header() -> None:
    data = streamed(PLAIN, signature=True, wide=False).replace(b"PK\x07\x08", b"XX\x07\x08")
    book = read_workbook(data)
    put(book, "A1", 2)
    with zipfile.ZipFile(io.BytesIO(saved(book))) as result:
        assert result.testzip() is None
        assert {info.flag_bits & 8 for info in result.infolist()} == {0}


def test_the_order_of_the_directory_may_differ_from_that_of_the_records() -> None:
    with zipfile.ZipFile(io.BytesIO(PLAIN)) as old:
        names = old.namelist()
        start = old.start_dir
    central, position = {}, start
    for name in names:
        lengths = struct.unpack_from("<3H", PLAIN, position + 28)
        central[name] = PLAIN[position : position + 46 + sum(lengths)]
        position += 46 + sum(lengths)
    turned = PLAIN[:start] + b"".join(central[name] for name in reversed(names)) + PLAIN[position:]
    book = read_workbook(turned)
    put(book, "A1", 2)
    after = saved(book)
    with zipfile.ZipFile(io.BytesIO(after)) as result:
        assert result.namelist() == list(reversed(names))
        by_offset = sorted(result.infolist(), key=lambda info: info.header_offset)
        assert [info.filename for info in by_offset] == names


def test_the_same_save_gives_the_same_bytes() -> None:
    results = set()
    for _ in range(2):
        book = read_workbook(PLAIN)
        put(book, "A1", "x")
        book.sheets.append(Sheet("s5", "More"))
        results.add(saved(book))
    assert len(results) == 1


def test_pieces_are_at_most_a_mebibyte() -> None:
    noise = bytes(range(256)) * 8192
    big = with_parts(PLAIN, {"xl/media/noise.bin": noise})
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(big)) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    for changed in (False, True):
        book = read_workbook(buffer.getvalue())
        if changed:
            put(book, "A1", 2)
        chunks, _ = save_package(book)
        sizes = [len(chunk) for chunk in chunks]
        assert max(sizes) <= archive.PIECE_BYTES
        assert len(sizes) >= 2


def test_what_could_not_be_read_again_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    book = read_workbook(PLAIN)
    put(book, "A1", "x" * 5000)
    monkeypatch.setattr(archive, "MAX_MEMBER_BYTES", 4000)
    with pytest.raises(OutputTooLargeError) as caught:
        save_package(book)
    assert caught.value.code == "output_too_large"
    assert caught.value.part in (SHEET1, "xl/sharedStrings.xml")


def test_a_signed_package_is_only_refused_when_it_would_change() -> None:
    links = zipfile.ZipFile(io.BytesIO(PLAIN)).read("_rels/.rels").decode()
    origin = (
        '<Relationship Id="rIdS" Target="_xmlsignatures/origin.sigs" '
        'Type="http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin"/>'
    )
    data = with_parts(PLAIN, {"_rels/.rels": links.replace("</Relationships>", f"{origin}</Relationships>")})
    book = read_workbook(data)
    assert saved(book) == data
    put(book, "A1", 2)
    with pytest.raises(SignedPackageError) as caught:
        save_package(book)
    assert str(caught.value) == "the workbook carries a digital signature, which any change would break"
