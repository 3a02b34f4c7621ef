from calendar import Calendar, TextCalendar

sunday = Calendar()
sunday.setfirstweekday(6)
print(sunday.monthdayscalendar(2024, 3), sunday.firstweekday, sunday.getfirstweekday())
print([str(day) for day in sunday.itermonthdates(2024, 2)][:3], list(sunday.iterweekdays()))
print(list(sunday.itermonthdays(2024, 2))[:6], list(sunday.itermonthdays2(2024, 2))[:5])
print(list(sunday.itermonthdays3(2024, 2))[:2], list(sunday.itermonthdays4(2024, 2))[:2])
print(sunday.monthdatescalendar(2024, 2)[0][0], sunday.monthdays2calendar(2024, 2)[0][:2])
print(len(sunday.yeardatescalendar(2024)), sunday.yeardayscalendar(2024, width=12)[0][0][0])
text = TextCalendar(6)
print(text.formatmonth(2024, 2, 3, 1))
print(text.formatyear(2024, m=4)[:100])
try:
    sunday.monthdayscalendar(2024, 13)
except IndexError as error:
    print("no such month")
except ValueError as error:
    print("no such month")
