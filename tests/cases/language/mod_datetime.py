from datetime import date, datetime, time, timedelta, timezone

d = date(2024, 2, 28) + timedelta(days=2)
print(
    d,
    d.isoformat(),
    d.weekday(),
    d.replace(day=15),
    (date(2024, 12, 25) - d).days,
    d.strftime("%d %b %Y"),
    d.isocalendar()[1],
)
t = datetime(2024, 1, 31, 23, 59, 30, tzinfo=timezone.utc)
print(t, t.timestamp(), t.astimezone(timezone(timedelta(hours=2))), t.date(), t.time(), f"{t:%H:%M}")
print(datetime.strptime("03/04/2021 05:06", "%d/%m/%Y %H:%M"), datetime.fromisoformat("2020-01-02T03:04:05"))
print(
    timedelta(hours=36),
    timedelta(1) / timedelta(hours=6),
    datetime.combine(d, time(1, 2)),
    date.fromisoformat("2024-03-01"),
    d.timetuple().tm_yday,
)
print(sorted([date(2024, 1, 2), date(2023, 1, 1)])[0], date.min, isinstance(t, date), type(d).__name__)
