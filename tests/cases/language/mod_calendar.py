import calendar as cal
from calendar import monthrange

print(
    monthrange(2024, 2)[1],
    monthrange(2024, 2)[0] == cal.THURSDAY,
    cal.isleap(2000),
    cal.leapdays(2000, 2021),
    cal.weekday(2024, 5, 17),
    cal.MONDAY,
    cal.SUNDAY + 0,
)
print(cal.monthcalendar(2024, 2))
print(
    cal.month_name[1],
    list(cal.month_abbr),
    list(cal.day_name),
    cal.day_abbr[0],
    cal.month_name[1:3],
    len(cal.month_name),
)
print(cal.timegm((2024, 1, 1, 0, 0, 0)), cal.firstweekday())
print(cal.month(2024, 2))
print(cal.calendar(2024)[:200])
names = {name: number for number, name in enumerate(cal.month_name) if name}
print(names["May"])
