"""The same examples in every run, so that it says something about a change; other ones, and more, in the long form."""

from __future__ import annotations

from hypothesis import settings
from support.effort import LONG

settings.register_profile("repeatable", derandomize=True)
settings.register_profile("random", print_blob=True)
settings.load_profile("random" if LONG else "repeatable")
