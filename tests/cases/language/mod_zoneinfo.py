from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

berlin = ZoneInfo("Europe/Berlin")
moment = datetime(2024, 7, 1, 12, 0, tzinfo=berlin)
print(moment, moment.utcoffset(), moment.tzname(), moment.dst(), moment.astimezone(ZoneInfo("America/New_York")))
print(
    moment.astimezone(UTC),
    moment.astimezone(timezone(timedelta(hours=9))),
    berlin.key,
    str(berlin),
    moment.tzinfo is berlin,
)
print(
    datetime(2024, 10, 27, 2, 30, fold=1, tzinfo=berlin).utcoffset(),
    datetime(2024, 10, 27, 2, 30, tzinfo=berlin).utcoffset(),
)
print(moment + timedelta(days=200), (moment + timedelta(days=200)).utcoffset(), moment.replace(tzinfo=None))
print(
    ZoneInfo("Europe/Berlin") is berlin,
    isinstance(berlin, ZoneInfo),
    type(berlin) is ZoneInfo,
    "UTC" in available_timezones(),
)
print(
    datetime.fromtimestamp(0, ZoneInfo("Asia/Tokyo")),
    datetime.now(berlin).tzname() in ("CET", "CEST"),
    f"{moment:%Z %z}",
)
print(moment == datetime(2024, 7, 1, 10, 0, tzinfo=UTC), moment - datetime(2024, 7, 1, 10, 0, tzinfo=UTC))
print(datetime(1890, 1, 1, tzinfo=berlin).utcoffset(), datetime(2050, 7, 1, tzinfo=berlin).utcoffset())
try:
    ZoneInfo("Mars/Base")
except ZoneInfoNotFoundError as error:
    print(error)
