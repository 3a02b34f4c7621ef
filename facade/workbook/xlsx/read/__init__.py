"""Reading xlsx into the model."""

from .workbook import read_workbook

__all__ = ["read_workbook"]
