"""Ground floor: runs restricted code in a locked-down process. Knows no workbook.

What is exported is the parent's side; importing it loads nothing of the language layer.
"""

from __future__ import annotations

import logging

from .errors import (
    BaseDied,
    BaseTimeout,
    ForkedError,
    HostRefused,
    IsolationUnavailable,
    SandboxClosed,
    SandboxError,
    WireError,
)
from .handle import Base, Reply
from .isolation import IsolationReport, Layer
from .job import ErrorReport, Job, Refusal, Report, Usage
from .limit import Limits
from .result import ResultRefused
from .supervisor import Supervisor

logging.getLogger("macrocell").addHandler(logging.NullHandler())  # the application decides what is shown

__all__ = [
    "Base",
    "BaseDied",
    "BaseTimeout",
    "ErrorReport",
    "ForkedError",
    "HostRefused",
    "IsolationReport",
    "IsolationUnavailable",
    "Job",
    "Layer",
    "Limits",
    "Refusal",
    "Reply",
    "Report",
    "ResultRefused",
    "SandboxClosed",
    "SandboxError",
    "Supervisor",
    "Usage",
    "WireError",
]
