"""Which host, and which of its requests, the processes of an engine serve."""

from __future__ import annotations

from ..facade import UNIT_TYPES
from ..sandbox import Changing, Supervision, supervise


def supervise_units(level: str, *, one_shot: bool = False) -> Supervision:
    """The supervision of workbooks at a level. Raises IsolationUnavailable."""
    unit_type = UNIT_TYPES["workbook"]
    changing = Changing(unit_type.load, unit_type.changing)
    return supervise(host=unit_type.host, level=level, changing=changing, one_shot=one_shot)
