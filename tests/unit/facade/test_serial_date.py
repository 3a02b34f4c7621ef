"""Serial numbers and dates."""

from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from macrocell.facade.workbook.xlsx.date import from_iso, from_serial, to_serial
from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH, from_excel, to_excel


@pytest.mark.parametrize("epoch_1904", [False, True])
@given(st.one_of(st.integers(-600_000, 2_900_000), st.floats(-600_000, 2_900_000)), st.booleans())
def test_a_serial_reads_as_openpyxl_reads_it(epoch_1904: bool, serial: float, duration: bool) -> None:
    epoch = MAC_EPOCH if epoch_1904 else WINDOWS_EPOCH
    assert from_serial(serial, epoch_1904=epoch_1904, duration=duration) == from_excel(serial, epoch, duration)


@pytest.mark.parametrize("epoch_1904", [False, True])
@given(st.one_of(st.datetimes(datetime(1900, 1, 1)), st.times(), st.timedeltas(), st.dates(date(1900, 1, 1))))
def test_a_moment_is_written_as_openpyxl_writes_it(
    epoch_1904: bool, moment: date | datetime | time | timedelta
) -> None:
    epoch = MAC_EPOCH if epoch_1904 else WINDOWS_EPOCH
    assert to_serial(moment, epoch_1904=epoch_1904) == to_excel(moment, epoch)


@pytest.mark.parametrize(
    ("serial", "epoch_1904", "moment"),
    [
        (1, False, datetime(1900, 1, 1)),
        (59, False, datetime(1900, 2, 28)),
        (60, False, datetime(1900, 2, 28)),
        (61, False, datetime(1900, 3, 1)),
        (42735, True, datetime(2021, 1, 1)),
        (44197, False, datetime(2021, 1, 1)),
        (0.5, False, time(12)),
        (0, True, time(0)),
    ],
)
def test_the_leap_year_that_never_was_and_both_epochs(serial: float, epoch_1904: bool, moment: object) -> None:
    assert from_serial(serial, epoch_1904=epoch_1904) == moment


def test_a_date_is_written_in_the_epoch_of_the_file() -> None:
    assert to_serial(date(2021, 1, 1), epoch_1904=True) == 42735
    assert type(to_serial(date(2021, 1, 1), epoch_1904=True)) is int


def test_a_serial_beyond_the_year_9999_raises_overflow() -> None:
    with pytest.raises(OverflowError):
        from_serial(2_958_466, epoch_1904=False)


@pytest.mark.parametrize(
    ("text", "serial"),
    [
        ("2021-01-01", 44197),
        ("2021-01-01T12:00:00Z", 44197.5),
        ("06:00", 0.25),
        ("PT36H", 1.5),
        ("PT1H30M", 0.0625),
        ("2021-01-01T00:00:00.500", 44197 + 0.5 / 86400),
    ],
)
def test_iso_text_becomes_a_serial(text: str, serial: float) -> None:
    assert from_iso(text, epoch_1904=False) == serial


@pytest.mark.parametrize("text", ["", "T", "Z", "2021-13-01", "soon", "PT", "25:00:00"])
def test_other_text_is_no_iso_date(text: str) -> None:
    with pytest.raises(ValueError):
        from_iso(text, epoch_1904=False)
