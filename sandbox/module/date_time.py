"""datetime: the real classes. now, today, utcnow and strptime are loaded through the guard, which knows the clock."""

from __future__ import annotations

import datetime as dt
from typing import Final

from .family import fixed

FAMILY: Final = fixed(dt, "MAXYEAR MINYEAR UTC date datetime time timedelta timezone")
"""Without tzinfo: a time zone of the macro's own would run its code inside the host."""
