"""io, of which a macro gets text in memory: the real StringIO, which knows no file."""

from __future__ import annotations

import io
from typing import Final

from .family import fixed

FAMILY: Final = fixed(io, "StringIO")
"""Without BytesIO, whose getbuffer gives a memoryview, and everything that opens."""
