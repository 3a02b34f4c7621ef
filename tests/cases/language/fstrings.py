import datetime

name, value, width = "total", 1234.5678, 12
print(f"{name!r:>10}|{value:,.2f}|{value:{width}.1f}|{name=}|{{}}")
print(f"{datetime.date(2024, 2, 29):%d.%m.%Y}", f"{'nested ' + f'{1 + 1}'}", f"{0.25:.0%}")
