"""Ground floor: runs restricted code in a locked-down process. Knows no workbook.

What is exported is the parent's side; importing it loads nothing of the language layer.
"""

from __future__ import annotations

import importlib
import logging
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from .errors import (
        BaseDied,
        BaseTimeout,
        ForkedError,
        HostRefused,
        IsolationUnavailable,
        PythonUnsupported,
        SandboxClosed,
        SandboxError,
        WireError,
    )
    from .isolation import IsolationReport, Layer
    from .job import ErrorReport, Job, Refusal, Report, Usage
    from .level import Base, Changing, Reply, Runner, Supervision, supervise
    from .limit import Limits
    from .module import module_names
    from .result import ResultRefused
    from .supervisor import Supervisor
    from .wire import refuse_depth

logging.getLogger("macrocell").addHandler(logging.NullHandler())  # the application decides what is shown

__all__ = [
    "Base",
    "BaseDied",
    "BaseTimeout",
    "Changing",
    "ErrorReport",
    "ForkedError",
    "HostRefused",
    "IsolationReport",
    "IsolationUnavailable",
    "Job",
    "Layer",
    "Limits",
    "PythonUnsupported",
    "Refusal",
    "Reply",
    "Report",
    "ResultRefused",
    "Runner",
    "SandboxClosed",
    "SandboxError",
    "Supervision",
    "Supervisor",
    "Usage",
    "WireError",
    "module_names",
    "refuse_depth",
    "supervise",
]

_HOMES: Final = {
    "Base": ".level",
    "BaseDied": ".errors",
    "BaseTimeout": ".errors",
    "Changing": ".level",
    "ErrorReport": ".job",
    "ForkedError": ".errors",
    "HostRefused": ".errors",
    "IsolationReport": ".isolation",
    "IsolationUnavailable": ".errors",
    "Job": ".job",
    "Layer": ".isolation",
    "Limits": ".limit",
    "PythonUnsupported": ".errors",
    "Refusal": ".job",
    "Reply": ".level",
    "Report": ".job",
    "ResultRefused": ".result",
    "Runner": ".level",
    "SandboxClosed": ".errors",
    "SandboxError": ".errors",
    "Supervision": ".level",
    "Supervisor": ".supervisor",
    "Usage": ".job",
    "WireError": ".errors",
    "module_names": ".module",
    "refuse_depth": ".wire",
    "supervise": ".level",
}
"""Names load on first use: a zygote pays for none of the parent's side."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name], __name__), name)
