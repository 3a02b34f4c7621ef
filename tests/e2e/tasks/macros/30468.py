# Days of the month that count in L24 for the change in D21 on the date in D22: a leaver's up to and with the date, a
# new hire's from the date on, and for an increment those before it.
import calendar

sheet = workbook["51998"]
change, date = sheet["D21"].value.strip().upper(), sheet["D22"].value
in_month = calendar.monthrange(date.year, date.month)[1]
days = {"LEAVER": date.day, "NEW HIRE": in_month - date.day + 1, "INCREMENT": date.day - 1}
sheet["L24"].value = days[change]
days[change]
