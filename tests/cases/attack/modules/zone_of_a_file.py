# why: ZoneInfo.from_file reads any object that says it is a file.
# source: https://docs.python.org/3/library/zoneinfo.html#zoneinfo.ZoneInfo.from_file
import io
from zoneinfo import ZoneInfo

ZoneInfo.from_file(io.StringIO("TZif"))
