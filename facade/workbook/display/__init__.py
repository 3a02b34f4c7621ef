"""What Excel shows for a value under a number format, in English (United States).

Imported where a macro first asks for texts, and by the host before it locks itself down.
"""

from __future__ import annotations

from .formatter import NOT_COMPUTED_TEXT, Formatter, formatter

__all__ = ["NOT_COMPUTED_TEXT", "Formatter", "formatter"]
