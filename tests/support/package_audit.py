"""What openxml-audit, a port of the Open XML SDK's validation, says of a package, and of an edit.

It knows the schemas of every part (order, required children and attributes, types of values) and little of what
stands across parts: of the damages of the own checker's tests it sees a fifth. The two complement each other.
"""

from __future__ import annotations

import functools
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from support.package.finding import Finding, exceeding

if TYPE_CHECKING:
    from openxml_audit import OpenXmlValidator

_VARIES = re.compile(r"[Vv]alue:? '.*'|\d+", re.DOTALL)


def audit(data: bytes) -> list[Finding]:
    """Its findings; the code is the severity, the kind and the description without numbers and values."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "audited.xlsx"
        path.write_bytes(data)
        errors = _validator().validate(path).errors
    return [
        Finding(
            f"{one.severity.value} {one.error_type.value} {_VARIES.sub('#', one.description)}",
            one.part_uri.lstrip("/"),
            f"{one.path}: {one.description}",
        )
        for one in errors
    ]


def audit_findings(before: bytes, after: bytes) -> list[Finding]:
    """The findings of a package that the one it was made from lacked, compared as the own checker compares."""
    return exceeding(audit(before), audit(after))


@functools.cache
def _validator() -> OpenXmlValidator:
    """One validator: reading its schemas takes most of a second.

    Of each element it counts the siblings before it, to number it in paths: quadratic in rows, 9 of 10 seconds of a
    corpus. Paths without numbers say as much here, since places move with an edit.
    """
    from openxml_audit import FileFormat, OpenXmlValidator, context

    context._sibling_position = lambda element: 1  # type: ignore[attr-defined]
    return OpenXmlValidator(file_format=FileFormat.MICROSOFT_365, max_errors=0)
