# why: the key of a time zone is a relative path under the folder of the zone files.
# source: https://docs.python.org/3/library/zoneinfo.html#zoneinfo.ZoneInfo
from zoneinfo import ZoneInfo

ZoneInfo("../../../etc/passwd")
