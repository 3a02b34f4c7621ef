import datetime as dt
from datetime import UTC, date, datetime, time, timedelta, timezone

print(
    UTC is timezone.utc,
    datetime(2024, 1, 1, tzinfo=UTC).isoformat(),
    datetime.fromtimestamp(0, UTC),
    datetime.fromtimestamp(0, tz=timezone.utc),
)
shifted = datetime(2024, 1, 1, tzinfo=timezone(timedelta(hours=2), "EET"))
print(
    shifted,
    shifted.tzname(),
    shifted.utctimetuple().tm_hour,
    shifted.timetz(),
    time(1, 2, tzinfo=UTC),
    dt.MINYEAR,
    dt.MAXYEAR,
)
print(
    date(2024, 1, 1).strftime("%A %U"),
    datetime(2024, 1, 1).ctime(),
    date.fromordinal(738000),
    date.fromisocalendar(2024, 1, 1),
    timedelta.max,
)
print(
    datetime(2024, 1, 1) < datetime(2024, 1, 2),
    datetime.combine(date(2024, 1, 1), time.max, UTC),
    timedelta(hours=25).total_seconds(),
)
print(
    dt.datetime.strptime("2024-05-17T10:00+0200", "%Y-%m-%dT%H:%M%z"),
    divmod(timedelta(5), timedelta(2)),
    timedelta(weeks=1) // 2,
)
