import time
from time import gmtime, strftime

epoch = gmtime(0)
print(epoch.tm_year, epoch.tm_mon, epoch.tm_wday, epoch[:6], epoch.tm_isdst, tuple(gmtime(86400.5)))
print(
    strftime("%Y-%m-%d %H:%M:%S", gmtime(1700000000)),
    time.asctime(gmtime(0)),
    time.strftime("%j", (2024, 2, 1, 0, 0, 0, 3, 32, 0)),
)
parsed = time.strptime("17 May 2024", "%d %b %Y")
print(parsed.tm_yday, tuple(parsed)[:3], parsed.tm_mday)
try:
    time.strptime("x", "%Y")
except ValueError as error:
    print(error)
print(isinstance(time.time(), float), isinstance(time.time_ns(), int), time.perf_counter() <= time.perf_counter())
print(time.gmtime().tm_year > 1969, time.monotonic() >= 0)
